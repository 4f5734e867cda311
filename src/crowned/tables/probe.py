"""Asking the tables: what a position and each of its moves is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from crowned.game import Game, State
from crowned.game.endings import plies_left
from crowned.position import Move, Position, Ruleset
from crowned.position import action as act
from crowned.tables.errors import NoTables
from crowned.tables.folder import roots
from crowned.tables.tableset import Result, TableSet, Value

ORDER: tuple[Result, ...] = ("win", "draw", "loss")
"""From the best to the worst."""
UNMEASURED = 1 << 14


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move with what it is worth to who makes it."""

    move: Move
    value: Value


@dataclass(frozen=True, slots=True)
class Answer:
    """The exact value of a position for its side to move, and of every move, best first."""

    value: Value
    moves: tuple[MoveValue, ...]
    left: int | None = None
    """How many plies the rules certainly allow until something happens; None where they do not count."""
    offences: tuple[MoveValue, ...] = ()
    """Wrong moves, where one may be worth its price: what the opponent's best answer leaves of it."""

    @property
    def late(self) -> bool:
        """Whether the rules make a draw of a win before it is there."""
        return is_late(self.value, self.left)

    @property
    def result(self) -> str:
        return self.value.result

    @property
    def plies(self) -> int | None:
        return self.value.plies

    def to_dict(self) -> dict[str, Any]:
        moves = [{"move": m.move.text, **_entry(m.value)} for m in self.moves]
        wrong = [{"move": m.move.text, "result": m.value.result} for m in self.offences]
        more = {"offences": wrong} if wrong else {}
        return {**_entry(self.value), "moves": moves, **({"late": True} if self.late else {}), **more}


@dataclass(frozen=True, slots=True)
class MoveOdds:
    """An action of a game of chance with its expected result; `spin` is the result it needs."""

    move: Move
    expected: float
    spin: str | None


@dataclass(frozen=True, slots=True)
class Odds:
    """The expected result for the side to move: 1 is a win, 0.5 a draw or play without end.

    Before the spin unless the position names one.
    """

    expected: float
    moves: tuple[MoveOdds, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"expected": round(self.expected, 4), "moves": [_odds_entry(m) for m in self.moves]}


def _odds_entry(found: MoveOdds) -> dict[str, Any]:
    spin = {"spin": found.spin} if found.spin else {}
    return {"move": found.move.text, "expected": round(found.expected, 4), **spin}


def _entry(value: Value) -> dict[str, Any]:
    return {"result": value.result, "plies": value.plies}


def probe(what: Position | Game, folder: Path | str | None = None) -> Answer | Odds | None:
    """The exact value of a position, if there are tables for it: in a folder, or in the usual places.

    Of a game its present position, with the counts of the rules as far as they have come.
    """
    tables = open_tables(what.rules, folder)
    return None if tables is None else ask(tables, what)


def open_tables(rules: Ruleset, folder: Path | str | None = None) -> TableSet | None:
    """The tables of a ruleset as they lie there now; None where it can have none."""
    try:
        tables = _opened(rules, roots(None if folder is None else Path(folder)))
    except NoTables:
        return None
    return tables


@lru_cache(maxsize=32)
def _opened(rules: Ruleset, places: tuple[Path, ...]) -> TableSet:
    tables = TableSet(rules)
    tables.load(*places)
    return tables


def forget() -> None:
    """Look into the folders anew when next asked."""
    _opened.cache_clear()


def ask(tables: TableSet, what: Position | Game) -> Answer | Odds | None:
    position = what if isinstance(what, Position) else what.position
    return _odds(tables, position) if tables.native.chance else values(tables, what)


def _odds(tables: TableSet, position: Position) -> Odds | None:
    expected = tables.expected(position)
    if expected is None:
        return None
    moves = [] if position.outcome else [_chance(tables, position, move) for move in position.moves()]
    return Odds(expected, tuple(sorted((m for m in moves if m), key=lambda m: -m.expected)))


def _chance(tables: TableSet, position: Position, move: Move) -> MoveOdds | None:
    after = tables.expected(position.with_spin(move.spin or position.spin).play(move))
    return None if after is None else MoveOdds(move, 1 - after, move.spin if position.must_spin else None)


def values(tables: TableSet, what: Position | Game) -> Answer | None:
    """The value of a position without dice and of its moves."""
    position = what if isinstance(what, Position) else what.position
    value = tables.value(position)
    if value is None:
        return None
    moves = [] if position.outcome else [_moved(tables, position, move) for move in position.moves()]
    known = sorted((m for m in moves if m is not None), key=lambda m: rank(m.value))
    # Towers capture without converting, so their plies to a conversion say nothing about counts.
    left = None if position.rules.towers else plies_left(_state(what))
    return Answer(value, tuple(known), left, _offences(tables, position))


def _offences(tables: TableSet, position: Position) -> tuple[MoveValue, ...]:
    """Wrong moves with what the opponent's best answer leaves of them, best first; how soon is not known."""
    if position.outcome or not position.rules.offences_gain:
        return ()
    state = Game(position.rules, position).state
    wrong = [move for move in state.playable if move not in state.correct]
    found = [(move, _left_of(tables, position, move)) for move in wrong]
    values = [MoveValue(move, Value(result, None)) for move, result in found if result is not None]
    return tuple(sorted(values, key=lambda m: rank(m.value)))


def _left_of(tables: TableSet, position: Position, move: Move) -> Result | None:
    """What the answers to a wrong move leave to who made it; None if a table is missing."""
    game = Game(position.rules, position)
    game.play(move)
    return _answered(tables, position, game)


def _seen_by(position: Position, value: Value | None, after: Position) -> Result | None:
    if value is None:
        return None
    return value.result if after.turn == position.turn else value.before(True).result


def _answered(tables: TableSet, position: Position, game: Game) -> Result | None:
    """The opponent answers as is worst for the offender; what the offender may choose, as is best for him."""
    pending = game.pending
    if pending is None:
        return _seen_by(position, tables.value(game.position), game.position)
    results = [
        _answered(tables, position, _after(game, answer))
        for answer in game.actions()
        if isinstance(answer, act.Huff | act.Accept)
    ]
    known = [result for result in results if result is not None]
    if not known or len(known) < len(results):
        return None
    return (min if pending.claimed else max)(known, key=ORDER.index)


def _after(game: Game, answer: act.Action) -> Game:
    other = game.copy()
    other.play(answer)
    return other


def _state(what: Position | Game) -> State:
    return (what if isinstance(what, Game) else Game(what.rules, what)).state


def is_late(value: Value, left: int | None) -> bool:
    """Whether the rules end a won or lost game as a draw before anything can happen in it."""
    return left is not None and (value.plies or 0) > left


def _moved(tables: TableSet, position: Position, move: Move) -> MoveValue | None:
    after = tables.value(position.play(move))
    return None if after is None else MoveValue(move, after.before(_converts(position.rules, move)))


def _converts(rules: Ruleset, move: Move) -> bool:
    """Whether a move changes the material; towers keep what they capture."""
    return (bool(move.captures) and not rules.towers) or move.crowns or move.falls


def rank(value: Value) -> tuple[int, int]:
    """Orders values from the best to the worst: quick wins first, quick losses last.

    What a table without distances tells takes longer than a move that converts at once.
    """
    plies = UNMEASURED if value.plies is None else value.plies
    return {"win": (0, plies), "draw": (1, 0), "loss": (2, -plies)}[value.result]
