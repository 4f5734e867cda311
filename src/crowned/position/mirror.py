"""The board turned half round and the colours exchanged: what the other player sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crowned.base import BadInput
from crowned.base.words import quoted

if TYPE_CHECKING:
    from crowned.position.position import Position
    from crowned.position.ruleset import Ruleset

COLOURS = str.maketrans("wbWB", "bwBW")


def mirrored(position: Position) -> Position:
    """The same position for the other side; BadInput where the board does not look the same from there."""
    rules = position.rules
    pieces = {_turned(rules, sq): column.translate(COLOURS) for sq, column in position.pieces().items()}
    return rules.place(pieces, position.side.other, _turned_knobs(position), position.spin)


def _turned(rules: Ruleset, square: str) -> str:
    squares = rules.squares
    cell = squares.files * squares.ranks - 1 - squares.cell(square)
    if not squares.plays(cell):
        raise BadInput(f"turned half round, the board has no playing square for {quoted(square)}")
    return squares.name(cell)


def _turned_knobs(position: Position) -> str:
    """Each open door opens again where it has gone to."""
    sliders = position.rules.sliders
    knobs = dict.fromkeys(sliders, "M")
    for door in position.open_doors:
        square = _turned(position.rules, door)
        slider = next((s for s in sliders.values() if square in (s.left, s.right)), None)
        if slider is None or knobs[slider.name] != "M":
            raise BadInput(f"turned half round, the board has no such door on {quoted(square)}")
        knobs[slider.name] = slider.side_of(square)
    return "".join(knobs.values())
