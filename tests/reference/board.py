"""Squares, lines and rows of a board; nothing here knows of pieces."""

from __future__ import annotations

from functools import cached_property
from typing import Any

Direction = tuple[int, int]
"""File step and rank step; rank grows away from White."""

DIAGONALS: tuple[Direction, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
ORTHOGONALS: tuple[Direction, ...] = ((0, 1), (-1, 0), (1, 0), (0, -1))
LETTERS = "abcdefghijkl"


class Board:
    """The playing squares of a ruleset and the lines between them."""

    def __init__(self, axes: dict[str, Any]) -> None:
        self.files: int = axes["files"]
        self.ranks: int = axes["ranks"]
        self._all_squares = axes["squares"] == "all"
        self._dark_parity = 0 if axes["dark_corner"] == "left" else (self.files - 1) % 2
        self._numbers_from: str = axes["numbers_from"]
        self._crown: str = axes["crown"]
        self._crown_squares: tuple[str, ...] = axes["crown_squares"]

    def is_playing(self, file: int, rank: int) -> bool:
        if not (0 <= file < self.files and 0 <= rank < self.ranks):
            return False
        return self._all_squares or (file + rank) % 2 == self._dark_parity

    @cached_property
    def coordinates(self) -> dict[str, tuple[int, int]]:
        """Every playing square with its file and rank, in the order of a FEN: rank by rank upwards."""
        return {
            f"{LETTERS[file]}{rank + 1}": (file, rank)
            for rank in range(self.ranks)
            for file in range(self.files)
            if self.is_playing(file, rank)
        }

    @cached_property
    def names(self) -> dict[tuple[int, int], str]:
        return {place: square for square, place in self.coordinates.items()}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """PDN numbers: along the rows, starting in the corner the ruleset names."""
        down = -1 if self._numbers_from.startswith("top") else 1
        along = 1 if self._numbers_from.endswith("left") else -1
        ranked = sorted(
            self.coordinates, key=lambda s: (down * self.coordinates[s][1], along * self.coordinates[s][0])
        )
        return {square: index + 1 for index, square in enumerate(ranked)}

    def listing(self, numeric: bool) -> tuple[tuple[str, str], ...]:
        """Every square with the name it has in position texts, in the order in which they list it."""
        return self._by_number if numeric else self._by_name

    @cached_property
    def _by_number(self) -> tuple[tuple[str, str], ...]:
        return tuple((square, str(number)) for square, number in self.numbers.items())

    @cached_property
    def _by_name(self) -> tuple[tuple[str, str], ...]:
        return tuple((square, square) for square in self.coordinates)

    @cached_property
    def rays(self) -> dict[str, dict[Direction, tuple[str, ...]]]:
        """From each square, in each of eight directions, the playing squares met one after another.

        On a board of dark squares an orthogonal line meets every second square: the neighbour on the
        file is two ranks away. That is exactly how Frisian draughts counts its orthogonal jumps.
        """
        return {
            square: {step: self._ray(file, rank, step) for step in DIAGONALS + ORTHOGONALS}
            for square, (file, rank) in self.coordinates.items()
        }

    def _ray(self, file: int, rank: int, step: Direction) -> tuple[str, ...]:
        met = []
        for distance in range(1, max(self.files, self.ranks)):
            place = (file + step[0] * distance, rank + step[1] * distance)
            if place in self.names:
                met.append(self.names[place])
        return tuple(met)

    def rank_of(self, square: str) -> int:
        return self.coordinates[square][1]

    def crowns(self, side: str, square: str) -> bool:
        """Whether a man of this side is crowned on this square: the far row, if no squares are listed."""
        if self._crown == "never":
            return False
        if self._crown_squares:
            return (square if side == "w" else self.turned(square)) in self._white_crowns
        return self.rank_of(square) == (self.ranks - 1 if side == "w" else 0)

    @cached_property
    def _white_crowns(self) -> frozenset[str]:
        return frozenset(square for item in self._crown_squares for square in self.run(item))

    def turned(self, square: str) -> str:
        """The square that lies there for who sits opposite."""
        file, rank = self.coordinates[square]
        return self.names[(self.files - 1 - file, self.ranks - 1 - rank)]

    def run(self, item: str) -> list[str]:
        """A square, or all squares from one to another: by number, else along their line."""
        first, _, last = item.partition("-")
        if first.isdigit():
            wanted = range(int(first), int(last or first) + 1)
            return [square for square, number in self.numbers.items() if number in wanted]
        if not last or first == last:
            return [first]
        ray = next(ray for ray in self.rays[first].values() if last in ray)
        return [first, *ray[: ray.index(last) + 1]]
