"""Which move is meant? One place answers: what was written, how freely it is read, what can be played.

Players, files and programs write moves in their own ways. `meant` tries the readings of a text from the
strictest to the freest that its writer is allowed; the first that names a move decides, and where it
names several the text is ambiguous. A reading is tried on the correct moves before the offences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

from crowned._native import Move
from crowned.position.attempt import Attempt
from crowned.position.walk import Walk

if TYPE_CHECKING:
    from crowned.position.position import Position
    from crowned.position.ruleset import Ruleset

Finder = Callable[[str], int | None]
"""From the name of a square, as the text has it, to the cell; None if it names none."""


class Leniency(IntEnum):
    """How freely a text may be read; each of PLAYER and FILE takes what the one before it takes."""

    MACHINE = 0
    """Programs: the two ends, of a capture also the captured squares in any order; only correct moves."""
    PLAYER = 1
    """People: every square of the way, another order of the same jumps, or some of the squares."""
    FILE = 2
    """Records: also squares that are only passed, the file of the first square alone, a wrong sign."""


class Choice(Protocol):
    """A place with moves to choose from: a position, or the state of a game."""

    @property
    def position(self) -> Position: ...
    @property
    def correct(self) -> tuple[Move, ...]: ...
    @property
    def playable(self) -> tuple[Move, ...]: ...


class InPosition(NamedTuple):
    """A position without a game around it."""

    position: Position

    @property
    def correct(self) -> tuple[Move, ...]:
        return self.position.moves()

    @property
    def playable(self) -> tuple[Move, ...]:
        """Offences exist only where the ruleset lets them stand."""
        return () if self.position.rules.spec.is_strict else self.position.playable()


def spelt(moves: Sequence[Move], text: str) -> Move | None:
    """The usual case, quickly: the text is the very text of one move. None leaves it to `meant`."""
    found = [move for move in moves if move.text == text]
    return found[0] if len(found) == 1 else None


def meant(
    choice: Choice, written: Attempt, how: Leniency = Leniency.PLAYER, find: Finder | None = None
) -> list[Move]:
    """The moves that an attempt names: none, one, or several if it is ambiguous.

    `find` reads the names of squares where a file counts them in its own way.
    """
    if written.slide is not None:
        text = ">".join(written.slide)
        return [move for move in choice.playable or choice.correct if move.text == text]
    search = _Search.of(choice.position, written, find)
    if search is None:
        return []
    correct = search.between_ends(choice.correct)
    others = () if how is Leniency.MACHINE else search.between_ends(choice.playable)
    for reading in _READINGS[how] if correct or others else ():
        if found := reading(search, correct) or reading(search, others):
            return found
    return []


def own_names(rules: Ruleset, squares: Iterable[str], find: Finder | None = None) -> tuple[str, ...] | None:
    """The squares in the ruleset's notation; None if one of them does not exist."""
    name = rules.square if find is None else _by_finder(rules, find)
    names = tuple(map(name, squares))
    known = tuple(name for name in names if name is not None)
    return known if len(known) == len(names) else None


def _by_finder(rules: Ruleset, find: Finder) -> Callable[[str], str | None]:
    def name(square: str) -> str | None:
        cell = find(square)
        return None if cell is None else rules.squares.name(cell)

    return name


class _Search(NamedTuple):
    """What was written, in the ruleset's own names."""

    position: Position
    squares: tuple[str, ...]
    """The way as written; without its start where `file` stands for it."""
    takes: bool | None
    taken: frozenset[str]
    file: str
    """The letter that stands for the first square in short notation."""

    @classmethod
    def of(cls, position: Position, written: Attempt, find: Finder | None) -> _Search | None:
        """None if a square does not exist, or if there are not two of them."""
        squares, file = written.squares, ""
        if squares and len(squares[0]) == 1 and squares[0].isalpha():
            file, *rest = squares
            squares = tuple(rest)
        names = own_names(position.rules, squares, find)
        taken = own_names(position.rules, written.taken, find)
        if not names or taken is None or len(names) + bool(file) < 2:
            return None
        return cls(position, names, written.takes, frozenset(taken), file)

    def between_ends(self, moves: Iterable[Move]) -> list[Move]:
        """The moves with the written ends, and with the written captures where they are written."""
        end = self.squares[-1]
        alike = [move for move in moves if move.target == end and self._starts(move)]
        return [move for move in alike if self.taken == set(move.captures)] if self.taken else alike

    def _starts(self, move: Move) -> bool:
        if not self.file:
            return move.source == self.squares[0]
        squares = self.position.rules.squares
        return squares.algebraic(squares.cell(move.path[0])).startswith(self.file)

    # ---- the readings, among moves with the right ends

    def in_full(self, moves: Iterable[Move]) -> list[Move]:
        """A way written in full means itself, be it an offence: `f8-d6` is no capture with the same ends."""
        return [move for move in moves if move.path == self.squares and self._says_so(move)]

    def _says_so(self, move: Move) -> bool:
        return self.takes is None or self.takes == bool(move.captures)

    def in_other_order(self, moves: Iterable[Move]) -> list[Move]:
        """Another route that takes the same pieces and ends alike is the same move; one is listed."""
        alike = [move for move in moves if len(move.path) == len(self.squares)]
        if len(self.squares) < 3 or not alike or self.file:
            return []
        walk = Walk.along(self.position, self.squares, takes=True)
        left = walk.result() if walk else None
        return [move for move in alike if self.position.play(move).pieces() == left]

    def shortened(self, moves: Iterable[Move]) -> list[Move]:
        """Some of the squares, the ends among them. A hyphen prefers quiet moves, an x wants a capture."""
        alike = [move for move in moves if _in_order(self.squares, move.path)]
        if self.takes:
            return [move for move in alike if move.captures]
        quiet = [move for move in alike if not move.captures]
        return quiet if self.takes is False and quiet else alike

    def in_passing(self, moves: Iterable[Move]) -> list[Move]:
        """Squares that are only passed will do, such as turning squares; a wrong sign is forgiven."""
        rules = self.position.rules
        alike = [move for move in moves if _in_order(self.squares, _way(rules, move))]
        return [move for move in alike if self._says_so(move)] or alike

    def by_captures(self, moves: Iterable[Move]) -> list[Move]:
        """The ends and what is captured. Captured squares may be left out where the ends name one capture.

        Where a man may be crowned on the way or not, that can fit two moves; nobody declines the crown.
        """
        alike = [move for move in moves if self._says_so(move)]
        if len({frozenset(move.captures) for move in alike}) != 1:
            return alike
        return [max(alike, key=lambda move: (move.by_king or move.crowns, len(move.captures)))]


_READINGS: dict[Leniency, tuple[Callable[[_Search, Iterable[Move]], list[Move]], ...]] = {
    Leniency.MACHINE: (_Search.by_captures,),
    Leniency.PLAYER: (_Search.in_full, _Search.in_other_order, _Search.shortened),
    Leniency.FILE: (_Search.in_full, _Search.in_other_order, _Search.shortened, _Search.in_passing),
}


def _in_order(squares: Sequence[str], way: Iterable[str]) -> bool:
    """Whether the squares stand on the way in this order."""
    rest = iter(way)
    return all(square in rest for square in squares)


def _way(rules: Ruleset, move: Move) -> list[str]:
    """Every square that the move stands on or passes."""
    way = [move.path[0]]
    for start, end in pairwise(move.path):
        way += _between(rules, start, end)
    return way


@lru_cache(maxsize=4096)
def _between(rules: Ruleset, start: str, end: str) -> tuple[str, ...]:
    """The squares behind the start up to the end."""
    line = rules.board.line(rules.cells[start], rules.cells[end])
    return tuple(map(rules.squares.name, line.cells)) if line else (end,)
