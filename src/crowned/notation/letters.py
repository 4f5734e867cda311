"""A position as lines of text: in colour with painted squares, or in plain letters.

Towers are written from top to bottom as left to right, with the owner's stones and the prisoners counted
below. Doors show their colour, open ones a hole; each slider stands beside its rank.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crowned.notation.diagram import Cell, Diagram, Door, Slider
from crowned.notation.paint import Paint

RIM, WIDTH, SLIDER = 3, 5, 16
NARROW = 2
"""Columns of the rim, of a square, of a slider; of a square where there is little room."""
LIGHT, DARK, HOLE, TRACE = "#e9d5ae", "#a97b52", "#0d0b0a", "#c9a227"
DOOR_COLOURS = {"green": "#2f9e54", "orange": "#e07f12"}
DIM = "#5a3a22"


PLAIN = Paint(on=False)


def draw(diagram: Diagram, paint: Paint = PLAIN, width: int = 0) -> str:
    """The board as lines of text, with coordinates and sliders; small if it would be wider than `width`."""
    sketch = _Sketch(diagram, paint)
    if 0 < width < RIM + WIDTH * diagram.files + SLIDER * diagram.lanes:
        return "\n".join([*map(sketch.narrow_line, sketch.ranks()), sketch.narrow_rim()])
    lines = [line for rank in sketch.ranks() for line in sketch.rank_lines(rank)]
    return "\n".join([*lines, sketch.file_line()])


@dataclass
class _Sketch:
    diagram: Diagram
    paint: Paint

    def __post_init__(self) -> None:
        self.doors = {door.cell: door for door in self.diagram.doors}
        towers = any(len(column) > 1 for column in self.diagram.pieces.values())
        self.tall = bool(self.paint.on or towers or self.diagram.numbers or self.doors)

    def ranks(self) -> list[int]:
        ranks = list(range(self.diagram.ranks))
        return ranks if self.diagram.flipped else ranks[::-1]

    def files(self) -> list[int]:
        files = list(range(self.diagram.files))
        return files[::-1] if self.diagram.flipped else files

    def file_line(self) -> str:
        names = "".join(chr(97 + file).center(WIDTH) for file in self.files())
        return f"   {names}".rstrip()

    def rank_lines(self, rank: int) -> Iterator[str]:
        uppers, lowers = zip(*(self.square((file, rank)) for file in self.files()), strict=True)
        yield (f"{rank + 1:2} " + "".join(uppers) + "".join(map(self.slider, self.sliders(rank)))).rstrip()
        if self.tall:
            yield ("   " + "".join(lowers)).rstrip()

    def square(self, cell: Cell) -> tuple[str, str]:
        """The two lines of a square."""
        ground, ink = self.ground(cell), self.ink(cell)
        column = self.diagram.pieces.get(cell, "")
        small = self.small_print(cell)
        if self.paint.on and len(column) == 1:
            return self.disc(column, ground, small if self.diagram.numbers else "")
        if not column:
            return self.paint.on_ground(self.empty(cell).center(WIDTH), ground, ink), self.footer(
                small, ground, ink
            )
        return self.column(column, ground), self.footer(small, ground, ink)

    def disc(self, piece: str, ground: str, number: str) -> tuple[str, str]:
        """A piece over both lines, as round as letters allow; it gives way to a number at the right."""
        face = self.diagram.looks[piece]
        left, right = ("", " " * 2) if number else (" ", " ")
        middle = (
            self.paint.on_ground("♛", face, contrast(face))
            if piece.isupper()
            else self.paint.on_ground("█", ground, face)
        )
        upper = (
            self.paint.on_ground(left + "▟", ground, face)
            + middle
            + self.paint.on_ground("▙" + right, ground, face)
        )
        lower = self.paint.on_ground(left + "▜█▛", ground, face) + self.paint.on_ground(
            number.rjust(2) if number else right, ground, DIM
        )
        return upper, lower

    def column(self, column: str, ground: str) -> str:
        """A tower, its top at the left."""
        shown = column if len(column) <= WIDTH else column[: WIDTH - 1]
        stones = "".join(self.stone(letter, ground) for letter in shown)
        if len(column) > WIDTH:
            stones += self.paint.on_ground("…", ground, DIM)
        pad = WIDTH - min(len(column), WIDTH)
        return self.blank(pad // 2, ground) + stones + self.blank(pad - pad // 2, ground)

    def blank(self, width: int, ground: str) -> str:
        return self.paint.on_ground(" " * width, ground)

    def footer(self, text: str, ground: str, ink: str) -> str:
        fitted = text.rjust(WIDTH) if self.diagram.numbers else text.center(WIDTH)
        return self.paint.on_ground(fitted, ground, ink)

    def ground(self, cell: Cell) -> str:
        door = self.doors.get(cell)
        if door:
            return HOLE if door.is_open else DOOR_COLOURS[door.colour]
        if cell in self.diagram.path[:1] + self.diagram.path[-1:]:
            return TRACE
        return DARK if cell in self.diagram.playing else LIGHT

    def ink(self, cell: Cell) -> str:
        """Small print on a square; on a hole it must be light."""
        door = self.doors.get(cell)
        return DOOR_COLOURS[door.colour] if door and door.is_open else DIM

    def stone(self, letter: str, ground: str) -> str:
        if not self.paint.on:
            return letter
        return self.paint.on_ground("♛" if letter.isupper() else "●", ground, self.diagram.looks[letter])

    def empty(self, cell: Cell) -> str:
        if self.paint.on:
            return ""
        if cell in self.doors:
            return "[ ]" if not self.doors[cell].is_open else "(O)"
        return "." if cell in self.diagram.playing else ""

    def small_print(self, cell: Cell) -> str:
        """What the lower line says."""
        column = self.diagram.pieces.get(cell, "")
        if len(column) > 1:
            own = sum(stone.lower() == column[0].lower() for stone in column)
            return f"{own}+{len(column) - own}"
        if cell in self.doors:
            return self.door_mark(self.doors[cell])
        return str(self.diagram.numbers.get(cell, ""))

    def door_mark(self, door: Door) -> str:
        return "open" if door.is_open else ("" if self.paint.on else door.colour[0])

    def sliders(self, rank: int) -> list[Slider]:
        return [slider for slider in self.diagram.sliders if slider.rank == rank]

    def slider(self, slider: Slider) -> str:
        """Knob name and its three places, the one it stands on in brackets."""
        order = "RML" if self.diagram.flipped else "LMR"
        places = " ".join(f"({place})" if place == slider.state else f" {place} " for place in order)
        return "  " + self.paint.fore(f"{slider.name} {places}", DOOR_COLOURS[slider.colour])

    # ---- where there is little room

    def narrow_line(self, rank: int) -> str:
        """One line for a rank; at the rim its name, or the first number of its squares."""
        numbers = [
            self.diagram.numbers[cell]
            for file in self.files()
            if (cell := (file, rank)) in self.diagram.numbers
        ]
        name = numbers[0] if numbers else rank + 1
        knob = "".join(f" {slider.name}:{slider.state}" for slider in self.sliders(rank))
        return f"{name:2} {''.join(self.narrow_square((file, rank)) for file in self.files())}{knob}".rstrip()

    def narrow_square(self, cell: Cell) -> str:
        """The top stone, and how many there are."""
        ground = self.ground(cell)
        column = self.diagram.pieces.get(cell, "")
        if column:
            height = str(min(len(column), 9)) if len(column) > 1 else " "
            return self.stone(column[0], ground) + self.paint.on_ground(height, ground, DIM)
        empty = self.empty(cell)
        signs = {"[ ]": "[]", "(O)": "()"}
        return self.paint.on_ground(signs.get(empty, empty).ljust(NARROW), ground, self.ink(cell))

    def narrow_rim(self) -> str:
        if self.diagram.numbers:
            return ""
        return "   " + "".join(chr(97 + file).ljust(NARROW) for file in self.files()).rstrip()


def contrast(colour: str) -> str:
    """A colour for a sign on this ground."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#8a5a00" if red * 299 + green * 587 + blue * 114 > 128_000 else "#ffcf40"
