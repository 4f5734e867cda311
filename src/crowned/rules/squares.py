"""Cells, their names and their numbers.

A cell is `rank * files + file`, counted from White's left corner. Every cell has an algebraic
name ("c3"); playing squares also have a PDN number, counted row by row from the corner that the
ruleset names, seen with White at the bottom.
"""

from __future__ import annotations

import re
from functools import cached_property

from crowned.base.errors import BadInput
from crowned.base.types import Side
from crowned.base.words import quoted
from crowned.rules import places
from crowned.rules.axes import Axes

LETTERS = "abcdefghijkl"
_NAME = re.compile(r"([a-l])([1-9][0-9]?)", re.ASCII)
_NUMBER = re.compile(r"0?[1-9][0-9]{0,2}", re.ASCII)


class Squares:
    """The playing squares of one board; a Spec is accepted wherever `values` is."""

    def __init__(self, values: Axes) -> None:
        self._values = values  # asked only for what is needed: a file being checked may lack the rest
        self.files = values.files
        self.ranks = values.ranks
        self.all_play = values.squares == "all"

    @cached_property
    def numeric(self) -> bool:
        """Whether squares are called by their numbers."""
        return self._values.notation == "numeric"

    @cached_property
    def _odd(self) -> bool:
        return self._values.dark_corner == "right"

    def is_dark(self, cell: int) -> bool:
        """The colour the board is painted in."""
        rank, file = divmod(cell, self.files)
        return (rank + file) % 2 == int(self._odd)

    def plays(self, cell: int) -> bool:
        """Whether pieces may stand there."""
        return 0 <= cell < self.files * self.ranks and (self.all_play or self.is_dark(cell))

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """All playing cells, ascending."""
        return tuple(cell for cell in range(self.files * self.ranks) if self.plays(cell))

    @cached_property
    def numbered(self) -> tuple[int, ...]:
        """The playing cells in the order of their PDN numbers: number n is at index n - 1."""
        down = self._values.numbers_from.startswith("top")
        left = self._values.numbers_from.endswith("right")
        return tuple(sorted(self.cells, key=lambda cell: self._reading_order(cell, down, left)))

    def _reading_order(self, cell: int, down: bool, left: bool) -> tuple[int, int]:
        rank, file = divmod(cell, self.files)
        return (-rank if down else rank, -file if left else file)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {cell: index + 1 for index, cell in enumerate(self.numbered)}

    def algebraic(self, cell: int) -> str:
        """The name with letter and rank, whatever the ruleset's notation."""
        rank, file = divmod(cell, self.files)
        return f"{LETTERS[file]}{rank + 1}"

    def number(self, cell: int) -> int:
        """The PDN number of a playing cell."""
        return self._numbers[cell]

    def name(self, cell: int) -> str:
        """The name in the ruleset's own notation."""
        return str(self._numbers[cell]) if self.numeric else self.algebraic(cell)

    def find(self, text: str) -> int | None:
        """The playing cell that a name of either form means; None if there is none."""
        if _NUMBER.fullmatch(text):
            index = int(text) - 1
            return self.numbered[index] if index < len(self.numbered) else None
        named = _NAME.fullmatch(text.lower())
        if not named:
            return None
        return self._at(LETTERS.index(named[1]), int(named[2]) - 1)

    def _at(self, file: int, rank: int) -> int | None:
        if file >= self.files or rank >= self.ranks:
            return None
        cell = rank * self.files + file
        return cell if self.plays(cell) else None

    def cell(self, text: str) -> int:
        """As `find`, but a name that means no playing square is bad input."""
        found = self.find(text)
        if found is None:
            raise BadInput(f"{quoted(text)} is not a playing square")
        return found

    @cached_property
    def starting(self) -> dict[int, str]:
        """What stands on which cell at the start: w and b are men, W and B kings."""
        if self._values.setup:
            return places.pieces(self._values.setup, self)
        return {cell: side.letter.lower() for side in Side for cell in self._rows_of(side)}

    def setup(self, side: Side) -> tuple[int, ...]:
        """Where the side's pieces stand at the start, ascending."""
        placed = self.starting.items()
        return tuple(sorted(cell for cell, piece in placed if piece.upper() == side.letter))

    def _rows_of(self, side: Side) -> tuple[int, ...]:
        gap = self._values.setup_gap
        rows = range(gap, gap + self._values.setup_rows)
        wanted = set(rows) if side is Side.WHITE else {self.ranks - 1 - row for row in rows}
        return tuple(cell for cell in self.cells if cell // self.files in wanted)

    @cached_property
    def main_road(self) -> tuple[int, ...]:
        """The longest line of playing cells from corner to corner; nothing on boards without one."""
        step = 0 if self.plays(0) else self.files - 1
        cells = tuple(rank * self.files + abs(step - rank) for rank in range(self.files))
        return cells if self.ranks == self.files and all(map(self.plays, cells)) else ()

    def last_row(self, side: Side) -> tuple[int, ...]:
        """Where the side's men are crowned: on the last row, on listed squares, or nowhere."""
        if self._values.crown == "never":
            return ()
        if self._values.crown_squares:
            listed = places.cells(self._values.crown_squares, self)
            turned = (places.turned(cell, self) for cell in listed)
            return listed if side is Side.WHITE else tuple(sorted(turned))
        rank = self.ranks - 1 if side is Side.WHITE else 0
        return tuple(cell for cell in self.cells if cell // self.files == rank)
