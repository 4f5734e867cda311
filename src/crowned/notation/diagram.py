"""The plain description of a picture of a position: what lies where, and what it is to look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from crowned._native import Move
from crowned.base import Side
from crowned.game import Board, Game
from crowned.position import Position
from crowned.rules.spec import Spec

Cell = tuple[int, int]
"""File and rank, both from 0; (0, 0) is a1."""
Shown = Position | Game | Board
"""What a picture can be made of."""


@dataclass(frozen=True, slots=True)
class Door:
    cell: Cell
    colour: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Slider:
    """A knob with the doors of one rank; `state` is L, M or R, with L towards the a-file."""

    name: str
    colour: str
    rank: int
    state: str
    lane: int = 0
    """How many sliders of the same rank come before this one."""


@dataclass(frozen=True, slots=True)
class Diagram:
    files: int
    ranks: int
    playing: frozenset[Cell]
    pieces: Mapping[Cell, str]
    """Columns from top to bottom in the letters of the position text: w b men, W B kings."""
    looks: Mapping[str, str]
    """The colour of each of these letters."""
    numbers: Mapping[Cell, int] = field(default_factory=dict)
    """Numbers to write into the squares; where there are none, files and ranks are named at the rim."""
    doors: tuple[Door, ...] = ()
    sliders: tuple[Slider, ...] = ()
    path: tuple[Cell, ...] = ()
    """The way of the last move."""
    taken: tuple[Cell, ...] = ()
    turn: str = ""
    """w, b, or nothing."""
    flipped: bool = False
    title: str = ""

    @property
    def lanes(self) -> int:
        """How many sliders stand beside one rank, at most."""
        return 1 + max((slider.lane for slider in self.sliders), default=-1)


def of(shown: Shown, last: Move | None = None, *, flipped: bool = False) -> Diagram:
    """The picture of a position: colours, names and doors as its ruleset says, `last` drawn as an arrow."""
    position = shown if isinstance(shown, Position) else shown.position
    rules = position.rules
    squares = rules.squares

    def cell(name: str) -> Cell:
        rank, file = divmod(squares.cell(name), squares.files)
        return file, rank

    return Diagram(
        squares.files,
        squares.ranks,
        frozenset(cell(squares.name(number)) for number in squares.cells),
        {cell(name): column for name, column in position.pieces().items()},
        _looks(rules.spec),
        {cell(name): int(name) for name in map(squares.name, squares.cells)} if squares.numeric else {},
        _doors(position, cell),
        _sliders(position, cell),
        tuple(map(cell, last.path)) if last else (),
        tuple(map(cell, last.captures)) if last else (),
        "wb"[position.turn],
        flipped,
        f"{rules.title('en')}: {position.fen}",
    )


def _looks(spec: Spec) -> dict[str, str]:
    white, black = spec.sides[Side.WHITE], spec.sides[Side.BLACK]
    return {"w": white.colour, "W": white.king_colour, "b": black.colour, "B": black.king_colour}


def _doors(position: Position, cell: Callable[[str], Cell]) -> tuple[Door, ...]:
    doors = []
    for slider, state in zip(position.rules.sliders.values(), position.knobs, strict=True):
        doors += [Door(cell(slider.door(side)), slider.colour, side == state) for side in "LR"]
    return tuple(doors)


def _sliders(position: Position, cell: Callable[[str], Cell]) -> tuple[Slider, ...]:
    states = zip(position.rules.sliders.values(), position.knobs, strict=True)
    rows: list[int] = []
    sliders = []
    for slider, state in states:
        rank = cell(slider.left)[1]
        sliders.append(Slider(slider.name, slider.colour, rank, state, rows.count(rank)))
        rows.append(rank)
    return tuple(sliders)
