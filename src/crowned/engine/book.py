"""Opening books: what positions near the start of a game are worth, looked into beforehand.

A file is the line "crowned-book 1 FINGERPRINT", then compressed: the keys of all positions in order, 64-bit
numbers, then what each is worth to who is to move in it, 16-bit numbers; lower bytes first.
"""

from __future__ import annotations

import random
import sys
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from crowned._native import Move
from crowned.base import BadInput
from crowned.engine.api import Line, Score
from crowned.engine.levels import Level, pick
from crowned.engine.packed import Kind
from crowned.engine.past import bound_by_past
from crowned.game import Game
from crowned.position import Position
from crowned.rules import catalog

FILE = Kind(b"crowned-book 1 ", "an opening book", "the opening book")
SUFFIX = ".book"
ENTRY = 10
"""Bytes of a position."""


FIRST_LEVEL = 8
"""From this level on the computer knows openings by heart."""
AS_GOOD = 5
"""Moves that are worth the same to this, in hundredths of a man, are all played."""


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of a position that the book knows, with what it is worth to who makes it."""

    move: Move
    score: Score


class Book:
    """What is known of the positions of one ruleset, by their keys."""

    def __init__(self, fingerprint: str, values: Mapping[int, int]) -> None:
        self.fingerprint = fingerprint
        self._keys = array("Q", sorted(values))
        self._values = array("h", (values[key] for key in self._keys))

    def __len__(self) -> int:
        return len(self._keys)

    def values(self) -> dict[int, int]:
        """Everything, by key."""
        return dict(zip(self._keys, self._values, strict=True))

    def value(self, position: Position) -> int | None:
        """What a position is worth to who is to move in it, as a score's value; None for one not known."""
        key = position.key
        place = bisect_left(self._keys, key)
        return self._values[place] if place < len(self) and self._keys[place] == key else None

    def moves(self, position: Position) -> tuple[BookMove, ...]:
        """The moves of a position, the best first; nothing unless all of them are known."""
        if position.must_spin:
            return ()
        chance = bool(position.rules.sliders)
        moves = []
        for move in position.moves():
            value = self.value(position.play(move))
            if value is None:
                return ()
            moves.append(BookMove(move, Score(-value, chance)))
        return tuple(sorted(moves, key=lambda known: -known.score.value))

    # ---- files

    def write(self, path: Path) -> None:
        """Write a file whole or not at all."""
        FILE.write(path, self.fingerprint, _little(self._keys) + _little(self._values))

    @classmethod
    def read(cls, data: bytes, source: str) -> Book:
        """The book in a file's bytes."""
        fingerprint, plain = FILE.read(data, source)
        count, rest = divmod(len(plain), ENTRY)
        if rest:
            raise BadInput("the opening book is damaged (half a position is left over)", source)
        book = cls(fingerprint, {})
        book._keys = _from_little("Q", plain[: 8 * count])
        book._values = _from_little("h", plain[8 * count :])
        return book


def _little(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _from_little(code: str, data: bytes) -> array[int]:
    numbers = array(code, data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def place_of(ruleset_id: str) -> Path:
    """Where the shipped book of a ruleset lies, if there is one."""
    return Path(str(files("crowned.engine"))) / "books" / f"{ruleset_id}{SUFFIX}"


@lru_cache(maxsize=64)
def shipped(ruleset_id: str, fingerprint: str) -> Book | None:
    """The book of a shipped ruleset. One that is missing, damaged or of other rules is as good as none."""
    if ruleset_id not in catalog.ids():
        return None  # an id from elsewhere is no name of a file
    path = place_of(ruleset_id)
    try:
        book = Book.read(path.read_bytes(), path.name)
    except (BadInput, OSError):
        return None
    return book if book.fingerprint == fingerprint else None


def known(book: Book | None, game: Game) -> tuple[BookMove, ...]:
    """The moves that the book knows, the best first; nothing where more than the position decides."""
    if book is None or game.outcome is not None or bound_by_past(game):
        return ()
    return book.moves(game.position)


def by_heart(book: Book | None, game: Game, level: Level, dice: random.Random) -> Move | None:
    """One of the good moves of an opening that a level knows by heart; not always the same."""
    if level.number < FIRST_LEVEL:
        return None
    lines = [Line(found.score, (found.move,)) for found in known(book, game)]
    generous = replace(level, margin=max(level.margin, AS_GOOD))
    return pick(lines, generous, dice).moves[0] if lines else None
