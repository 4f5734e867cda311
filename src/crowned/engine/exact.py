"""What endgame tables tell the engine: a win needs no search, and a draw is kept by the moves that hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crowned import _native
from crowned._native import Move
from crowned.base import CrownedError
from crowned.engine.api import BY_TABLE, SURE, Info, Line, Score
from crowned.game import Game
from crowned.position import Position
from crowned.position.ruleset import Ruleset
from crowned.tables.probe import (
    ORDER,
    Answer,
    MoveOdds,
    MoveValue,
    Odds,
    ask,
    is_late,
    open_tables,
    values,
)
from crowned.tables.tableset import TableSet, Value

LONGEST_LINE = 24
"""Plies of a line that is read from the tables."""
SPINS = (None, "black", "green", "orange")


class Exact:
    """The tables of a ruleset as the engine asks them; without any it knows nothing."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules

    @property
    def _tables(self) -> TableSet | None:
        """As they lie there now: tables may have been built since the last question."""
        return _quietly(self._rules)

    @property
    def native(self) -> _native.Tables | None:
        """What the search looks into."""
        return self._tables.native if self._tables else None

    def ask(self, what: Game | Position) -> Answer | None:
        """The exact value of a position and its moves, unless a move is not known."""
        position, tables = position_of(what), self._tables
        if tables is None or tables.native.chance or len(position.pieces()) > tables.pieces:
            return None
        answer = values(tables, what)
        return answer if answer and len(answer.moves) == len(position.moves()) else None

    def consult(
        self, what: Game | Position, lines: int, allowed: tuple[Move, ...]
    ) -> Info | tuple[Move, ...]:
        """The whole answer where somebody wins, else the moves to search: those that hold a draw."""
        if (chances := self._chances(position_of(what), lines, allowed)) is not None:
            return chances
        answer = self.ask(what)
        if answer is None:
            return allowed
        if (price := worth_its_price(answer)) and not allowed:
            return price
        if answer.result != "draw" and answer.moves[0].value.plies is not None:
            return self._decided(what, answer, lines, allowed)
        return allowed if lines > 1 else holding(answer, allowed) or allowed

    def few(self, what: Game | Position) -> int:
        """The number of pieces from which on a search looks into the tables; 0 for never.

        From a position with few pieces it does not: among moves that the tables call equal it must find the
        one that is hardest to answer. Where dice decide, and where a win is known but not how soon, the
        tables help it on the way.
        """
        tables, pieces = self._tables, len(position_of(what).pieces())
        if tables is None or tables.native.chance or pieces > tables.pieces:
            return tables.pieces if tables else 0
        answer = self.ask(what)
        return pieces - 1 if answer and answer.result != "draw" and answer.plies is None else 0

    def _chances(self, position: Position, lines: int, allowed: Sequence[Move]) -> Info | None:
        """Where dice decide: the moves by their expected results, for each spin that is still to come."""
        tables = self._tables
        if tables is None or not tables.native.chance:
            return None
        odds = ask(tables, position) if len(position.pieces()) <= tables.pieces else None
        if not isinstance(odds, Odds) or len(odds.moves) != len(position.moves()):
            return None
        open_to_us = [m for m in odds.moves if not allowed or m.move in allowed]
        best = tuple(line for spin in SPINS for line in _lines(open_to_us, spin, lines))
        return Info(1, 1, expectation(odds.expected), 0, 0.0, 0, True, best) if best else None

    def _decided(self, what: Game | Position, answer: Answer, lines: int, allowed: Sequence[Move]) -> Info:
        """As if a search had seen the end: quick wins and late losses first."""
        open_to_us = [m for m in answer.moves if not allowed or m.move in allowed]
        best = tuple(self._line(position_of(what), found, answer.left) for found in open_to_us[:lines])
        depth = open_to_us[0].value.plies or 0
        return Info(depth, depth, best[0].score, 0, 0.0, 0, True, best)

    def _line(self, position: Position, found: MoveValue, left: int | None) -> Line:
        moves = [found.move]
        here = position.play(found.move)
        while len(moves) < LONGEST_LINE and here.outcome is None and (answer := self.ask(here)):
            moves.append(answer.moves[0].move)
            here = here.play(moves[-1])
        return Line(Score(0) if is_late(found.value, left) else score_of(found.value), tuple(moves))


def worth_its_price(answer: Answer) -> Info | None:
    """A wrong move where it leaves more than any correct one."""
    best = answer.moves[0].value.result if answer.moves else "loss"
    if not answer.offences or ORDER.index(answer.offences[0].value.result) >= ORDER.index(best):
        return None
    found = answer.offences[0]
    score = score_of(found.value)
    return Info(1, 1, score, 0, 0.0, 0, True, (Line(score, (found.move,)),))


def position_of(what: Game | Position) -> Position:
    return what if isinstance(what, Position) else what.position


def holding(answer: Answer, only: Sequence[Move]) -> tuple[Move, ...]:
    """The moves that keep the result, of those that are allowed; nothing if that is no restriction."""
    kept = [m.move for m in answer.moves if m.value.result == answer.result]
    return () if len(kept) == len(answer.moves) else tuple(m for m in kept if not only or m in only)


def _lines(moves: Sequence[MoveOdds], spin: str | None, count: int) -> Iterator[Line]:
    """The best moves after a spin; a position that names its spin, or needs none, has moves without."""
    of_spin = [m for m in moves if m.spin == spin][:count]
    return (Line(expectation(m.expected), (m.move,), spin) for m in of_spin)


def expectation(expected: float) -> Score:
    return Score(round((2 * expected - 1) * SURE), chance=True)


def score_of(value: Value) -> Score:
    if value.result == "draw":
        return Score(0)
    size = BY_TABLE - (value.plies or 0)
    return Score(size if value.result == "win" else -size)


def _quietly(rules: Ruleset) -> TableSet | None:
    """Tables that cannot be read are as good as none: the engine plays on."""
    try:
        return open_tables(rules)
    except (CrownedError, OSError):
        return None
