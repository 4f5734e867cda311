"""The board's lines, for everything that looks along them in Python: the referee, not the move generator."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from crowned.base import Side
from crowned.rules.spec import Spec
from crowned.rules.squares import Squares
from crowned.rules.ways import DIAGONALS, ORTHOGONALS, Direction, ways

__all__ = ["DIAGONALS", "ORTHOGONALS", "Board", "Direction", "Ray", "is_forward"]


class Ray(NamedTuple):
    """The way from one square to another: its direction, and the squares along it, the last one included."""

    direction: Direction
    cells: tuple[int, ...]


class Board:
    """Rays over the playing squares, and which of them men and kings use.

    Where only the dark squares play, a line along a file or a rank meets every second square of it.
    """

    def __init__(self, spec: Spec) -> None:
        self.squares = Squares(spec)
        self._ways = ways(spec)
        self.quiet_lines = self._ways.quiet
        self.capture_lines = self._ways.capturing
        self.lines = self._ways.every

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

    def line(self, start: int, end: int) -> Ray | None:
        """The straight way between two squares; None if they do not lie on one line."""
        for direction, ray in self.rays[start].items():
            if end in ray:
                return Ray(direction, ray[: ray.index(end) + 1])
        return None

    def quiet_directions(self, side: Side, king: bool) -> tuple[Direction, ...]:
        return _seen_by(side, self._ways.king_steps if king else self._ways.man_steps)

    def capture_directions(self, side: Side, king: bool) -> tuple[Direction, ...]:
        return _seen_by(side, self._ways.king_captures if king else self._ways.man_captures)

    @cached_property
    def crown_rows(self) -> tuple[frozenset[int], frozenset[int]]:
        """Where White's and Black's men are crowned."""
        return frozenset(self.squares.last_row(Side.WHITE)), frozenset(self.squares.last_row(Side.BLACK))


def _seen_by(side: Side, directions: tuple[Direction, ...]) -> tuple[Direction, ...]:
    """White's directions as this side has them."""
    if side is Side.WHITE:
        return directions
    turned = {(-across, -up) for across, up in directions}
    return tuple(d for d in DIAGONALS + ORTHOGONALS if d in turned)


def is_forward(side: Side, direction: Direction) -> bool:
    return direction[1] > 0 if side is Side.WHITE else direction[1] < 0
