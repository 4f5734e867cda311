"""A position on paper."""

from __future__ import annotations

from math import atan2, cos, sin

from crowned.notation.diagram import Cell, Diagram
from crowned.print.fonts import width
from crowned.print.pdf import Page, Point

DARK, LIGHT, INK, SOFT, ARROW = "#c9b08a", "#fbf7ee", "#2b2724", "#7a7068", "#b03a2e"
DOORS = {"green": "#4f8a3d", "orange": "#d8791f"}


class BoardDrawing:
    """Draws a diagram on a page; `corner` is its lower left, `square` the width of one field."""

    def __init__(self, page: Page, diagram: Diagram, corner: Point, square: float) -> None:
        self.page, self.diagram, self.corner, self.square = page, diagram, corner, square

    def draw(self, *, pieces: bool = True, labels: bool = True) -> None:
        self._fields()
        self._doors()
        if labels:
            self._labels()
        if pieces:
            for cell, column in self.diagram.pieces.items():
                self._column(self._middle(cell), column)
            self._arrow()

    def _middle(self, cell: Cell) -> Point:
        (left, low), (file, rank) = self.corner, cell
        return left + (file + 0.5) * self.square, low + (rank + 0.5) * self.square

    def _fields(self) -> None:
        size, (left, low) = self.square, self.corner
        for file in range(self.diagram.files):
            for rank in range(self.diagram.ranks):
                dark = (file, rank) in self.diagram.playing
                at = (left + file * size, low + rank * size)
                self.page.rectangle(at, (size, size), DARK if dark else LIGHT)
        self._lines()
        whole = (self.diagram.files * size, self.diagram.ranks * size)
        self.page.rectangle(self.corner, whole, edge=INK, width=0.8)

    def _lines(self) -> None:
        """Where every square is played on, nothing but lines tells one from the next."""
        if len(self.diagram.playing) < self.diagram.files * self.diagram.ranks:
            return
        size, (left, low) = self.square, self.corner
        right, top = left + self.diagram.files * size, low + self.diagram.ranks * size
        for x in (left + file * size for file in range(1, self.diagram.files)):
            self.page.line([(x, low), (x, top)], SOFT, 0.4)
        for y in (low + rank * size for rank in range(1, self.diagram.ranks)):
            self.page.line([(left, y), (right, y)], SOFT, 0.4)

    def _doors(self) -> None:
        for door in self.diagram.doors:
            x, y = self._middle(door.cell)
            half = self.square * 0.42
            fill = INK if door.is_open else ""
            self.page.rectangle((x - half, y - half), (2 * half, 2 * half), fill, DOORS[door.colour], 1.4)

    def _labels(self) -> None:
        size = max(4.0, min(7.0, self.square * 0.42))
        if self.diagram.numbers:
            for cell, number in self.diagram.numbers.items():
                x, y = self._middle(cell)
                at = (x - self.square * 0.46, y + self.square * 0.46 - size * 0.6)
                self.page.text(at, str(number), size=size * 0.6, colour=SOFT)
            return
        for file in range(self.diagram.files):
            name = "abcdefghijkl"[file]
            x = self._middle((file, 0))[0] - width(name, "plain", size) / 2
            self.page.text((x, self.corner[1] - size - 1), name, size=size, colour=SOFT)
        for rank in range(self.diagram.ranks):
            y = self._middle((0, rank))[1] - size * 0.35
            self.page.text((self.corner[0] - size * 0.9, y), str(rank + 1), size=size, colour=SOFT)

    def _column(self, at: Point, column: str) -> None:
        """A tower is drawn from below, each stone a little higher."""
        step = self.square * (0.12 if len(column) > 1 else 0)
        lowest = at[1] - step * (len(column) - 1) / 2
        for height, letter in enumerate(reversed(column)):
            self._stone((at[0], lowest + height * step), letter)

    def _stone(self, at: Point, letter: str) -> None:
        radius = self.square * 0.36
        looks = self.diagram.looks
        self.page.circle(at, radius, looks[letter], INK, 0.7)
        if letter.isupper():
            # A turned stone shows by its other colour; two discs show by a rim.
            rim = (
                looks[letter.lower()] if looks[letter] != looks[letter.lower()] else _contrast(looks[letter])
            )
            self.page.circle(at, radius * 0.55, edge=rim, width=1.4)

    def _arrow(self) -> None:
        points = [self._middle(cell) for cell in self.diagram.path]
        if len(points) < 2:
            return
        self.page.line(points, ARROW, 1.6)
        (x0, y0), (x1, y1) = points[-2:]
        angle, size = atan2(y1 - y0, x1 - x0), self.square * 0.3
        wings = [(x1 - size * cos(angle + a), y1 - size * sin(angle + a)) for a in (0.45, -0.45)]
        self.page.polygon([(x1, y1), *wings], ARROW)


def _contrast(colour: str) -> str:
    light = sum(int(colour[start : start + 2], 16) for start in (1, 3, 5)) > 3 * 128
    return INK if light else LIGHT
