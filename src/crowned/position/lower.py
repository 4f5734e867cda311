"""Lowering: from a ruleset's axes to the numbers the native core wants. The only bridge between the two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from crowned.base import Side
from crowned.position.board import Board, Direction
from crowned.rules.axes import BY_NAME
from crowned.rules.spec import Spec

DIRECTION_BITS: dict[Direction, int] = {
    (1, 1): 1,
    (-1, 1): 2,
    (-1, -1): 4,
    (1, -1): 8,
    (0, 1): 16,
    (-1, 0): 32,
    (0, -1): 64,
    (1, 0): 128,
}
"""Seen by White; the core turns them round for Black."""


class Lowered(TypedDict):
    """The keywords of the core's Rules."""

    files: int
    ranks: int
    corner_unused: bool
    all_squares: bool
    straight_captures: bool
    man_steps: int
    man_captures: int
    king_steps: int
    king_captures: int
    flying: bool
    must_capture: bool
    must_continue: bool
    landing_must_continue: bool
    reversal: bool
    nearest_first: bool
    man_takes_king: bool
    removal_at_end: bool
    landing: int
    crown: int
    towers: bool
    same_tower: int
    captive_rank_lost: bool
    goal: int
    priority: list[int]
    doors: list[tuple[int, int]]
    snap: bool
    blocked_on_black_spin: bool
    open_door: int
    names: list[str]
    listing: list[int]


def lower(spec: Spec) -> Lowered:
    board = Board(spec)
    squares = board.squares
    dark_only = spec.squares == "dark"
    return Lowered(
        files=squares.files,
        ranks=squares.ranks,
        corner_unused=dark_only and not squares.plays(0),
        all_squares=not dark_only,
        straight_captures=dark_only and spec.capture_lines == "all",
        man_steps=_bits(board.quiet_directions(Side.WHITE, king=False)),
        man_captures=_bits(board.capture_directions(Side.WHITE, king=False)),
        king_steps=_bits(board.quiet_directions(Side.WHITE, king=True)),
        king_captures=_bits(board.capture_directions(Side.WHITE, king=True)),
        flying=spec.king == "flying",
        must_capture=spec.must_capture,
        must_continue=spec.must_continue,
        landing_must_continue=spec.landing_must_continue,
        reversal=spec.reversal,
        nearest_first=spec.nearest == "global",
        man_takes_king=spec.man_takes_king,
        removal_at_end=spec.removal == "end",
        landing=_number(spec, "landing"),
        crown=_number(spec, "crown"),
        towers=spec.captured == "under",
        same_tower=_number(spec, "same_tower"),
        captive_rank_lost=spec.captive_rank == "lost",
        goal=_number(spec, "goal"),
        priority=[BY_NAME["priority"].choices.index(criterion) for criterion in spec.priority],
        doors=[(squares.cell(slider.left), squares.cell(slider.right)) for slider in spec.sliders],
        snap=spec.door_mode == "snap",
        blocked_on_black_spin=spec.blocked_check == "on_black_spin",
        open_door=_number(spec, "enter_open_door"),
        names=[
            squares.name(cell) if squares.plays(cell) else "" for cell in range(squares.files * squares.ranks)
        ],
        listing=list(squares.numbered if squares.numeric else squares.cells),
    )


def _bits(directions: Iterable[Direction]) -> int:
    return sum(DIRECTION_BITS[direction] for direction in directions)


def _number(spec: Spec, axis: str) -> int:
    """Enumerations count from 0 in the order of the axis' words."""
    return BY_NAME[axis].choices.index(str(spec[axis]))
