"""Text in columns: blocks that know their height, and how they are spread over pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from crowned.notation.diagram import Diagram
from crowned.print.board import BoardDrawing
from crowned.print.fonts import Font, width
from crowned.print.pdf import Page, Point

LEADING = 1.24
"""Line height as a share of the letters' size."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one look."""

    text: str
    font: Font = "plain"
    colour: str = "#000000"
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    run: Run

    def width(self, size: float) -> float:
        return width(self.text, self.run.font, size * self.run.scale)


class Block(Protocol):
    """Something of a height that can be drawn with its top at a point."""

    @property
    def keeps(self) -> bool:
        """Whether it must not stand at the foot of a column, away from what follows."""
        ...

    def height(self, measure: float) -> float: ...

    def draw(self, page: Page, top: Point, measure: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Paragraph:
    runs: tuple[Run, ...]
    size: float
    before: float = 0
    indent: float = 0
    bullet: str = ""
    keeps: bool = False

    def height(self, measure: float) -> float:
        return self.before + len(self._lines(measure)) * self.size * LEADING

    def _lines(self, measure: float) -> list[list[Word]]:
        words = [Word(text, run) for run in self.runs for text in run.text.split()]
        lines: list[list[Word]] = [[]]
        used, room = 0.0, measure - self.indent
        for word in words:
            wide, gap = word.width(self.size), self._gap(word)
            if lines[-1] and used + gap + wide > room:
                lines.append([])
                used = 0.0
            used += wide + (gap if lines[-1] else 0)
            lines[-1].append(word)
        return lines

    def _gap(self, word: Word) -> float:
        return width(" ", word.run.font, self.size * word.run.scale)

    def draw(self, page: Page, top: Point, measure: float) -> None:
        y = top[1] - self.before - self.size
        if self.bullet:
            page.text((top[0], y), self.bullet, size=self.size)
        for line in self._lines(measure):
            x = top[0] + self.indent
            for word in line:
                look = word.run
                page.text((x, y), word.text, look.font, self.size * look.scale, look.colour)
                x += word.width(self.size) + self._gap(word)
            y -= self.size * LEADING


@dataclass(frozen=True, slots=True)
class Picture:
    """A board with what there is to say about it beside it."""

    diagram: Diagram
    caption: Paragraph
    side: float
    """The width of the board."""
    keeps: bool = False

    def _beside(self, measure: float) -> float:
        return measure - self.side - 20

    def height(self, measure: float) -> float:
        return (
            max(
                self.side * self.diagram.ranks / self.diagram.files,
                self.caption.height(self._beside(measure)),
            )
            + 20
        )

    def draw(self, page: Page, top: Point, measure: float) -> None:
        square = self.side / self.diagram.files
        corner = (top[0] + 8, top[1] - 6 - square * self.diagram.ranks)
        BoardDrawing(page, self.diagram, corner, square).draw()
        self.caption.draw(page, (top[0] + self.side + 18, top[1] - 2), self._beside(measure))


@dataclass(frozen=True, slots=True)
class Column:
    page: int
    left: float
    top: float
    bottom: float


Placed = tuple[Block, int, float]
"""A block with the number of its column and the height of its top."""


def spread(blocks: Sequence[Block], columns: Sequence[Column], measure: float) -> list[Placed] | None:
    """The blocks in their places, column after column; None if there is not room for all."""
    placed: list[Placed] = []
    number, y = 0, columns[0].top
    for index, block in enumerate(blocks):
        follow = blocks[index + 1].height(measure) if block.keeps and index + 1 < len(blocks) else 0
        if y - block.height(measure) - follow < columns[number].bottom:
            number += 1
            if number == len(columns):
                return None
            y = columns[number].top
        placed.append((block, number, y))
        y -= block.height(measure)
    return placed


def paint(
    placed: Sequence[Placed],
    columns: Sequence[Column],
    measure: float,
    page_of: Callable[[int], Page],
) -> None:
    for block, number, y in placed:
        column = columns[number]
        block.draw(page_of(column.page), (column.left, y), measure)
