"""The board's lines, for everything that looks along them in Python: the referee, not the move generator."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from crowned.base import Side
from crowned.rules.spec import Spec
from crowned.rules.squares import Squares

Direction = tuple[int, int]
"""File step and rank step; ranks grow away from White."""

DIAGONALS: tuple[Direction, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
ORTHOGONALS: tuple[Direction, ...] = ((0, 1), (-1, 0), (1, 0), (0, -1))


class Line(NamedTuple):
    """The way from one square to another: its direction, and the squares along it, the last one included."""

    direction: Direction
    cells: tuple[int, ...]


class Board:
    """Rays over the playing squares, and which of them men and kings use.

    Where only the dark squares play, a line along a file or a rank meets every second square of it.
    """

    def __init__(self, spec: Spec) -> None:
        self.squares = Squares(spec)
        own = DIAGONALS if spec.lines == "diagonal" else ORTHOGONALS
        self.quiet_lines = own
        self.capture_lines = DIAGONALS + ORTHOGONALS if spec.capture_lines == "all" else own
        self._sideways = spec.men_sideways
        self._back = spec.men_back

    @cached_property
    def rays(self) -> dict[int, dict[Direction, tuple[int, ...]]]:
        directions = DIAGONALS + ORTHOGONALS
        return {cell: {d: self._ray(cell, d) for d in directions} for cell in self.squares.cells}

    def _ray(self, cell: int, direction: Direction) -> tuple[int, ...]:
        files, ranks = self.squares.files, self.squares.ranks
        rank, file = divmod(cell, files)
        met = []
        while 0 <= (file := file + direction[0]) < files and 0 <= (rank := rank + direction[1]) < ranks:
            if self.squares.plays(rank * files + file):
                met.append(rank * files + file)
        return tuple(met)

    def line(self, start: int, end: int) -> Line | None:
        """The straight way between two squares; None if they do not lie on one line."""
        for direction, ray in self.rays[start].items():
            if end in ray:
                return Line(direction, ray[: ray.index(end) + 1])
        return None

    def quiet_directions(self, side: Side, king: bool) -> tuple[Direction, ...]:
        if king:
            return self.quiet_lines
        return tuple(d for d in self.quiet_lines if self._man_goes(side, d))

    def capture_directions(self, side: Side, king: bool) -> tuple[Direction, ...]:
        if king or self._back:
            return self.capture_lines
        return tuple(d for d in self.capture_lines if self._man_goes(side, d))

    def _man_goes(self, side: Side, direction: Direction) -> bool:
        return is_forward(side, direction) or (direction[1] == 0 and self._sideways)

    @cached_property
    def crown_rows(self) -> tuple[frozenset[int], frozenset[int]]:
        """Where White's and Black's men are crowned."""
        return frozenset(self.squares.last_row(Side.WHITE)), frozenset(self.squares.last_row(Side.BLACK))


def is_forward(side: Side, direction: Direction) -> bool:
    return direction[1] > 0 if side is Side.WHITE else direction[1] < 0
