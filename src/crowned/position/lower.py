"""Lowering: from a ruleset's axes to the fields of the native core. The only bridge between the two.

The core's side is a list of fields in core/rules/*.def; the stub of `_native.Rules` is made from it, so
that the type checker compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from crowned.base import Side
from crowned.position.board import DIAGONALS, ORTHOGONALS, Board, Direction
from crowned.rules.counts import Count
from crowned.rules.doors import Slider
from crowned.rules.spec import Spec

DIRECTION_WORDS: dict[Direction, str] = {
    (1, 1): "ne",
    (-1, 1): "nw",
    (-1, -1): "sw",
    (1, -1): "se",
    (0, 1): "n",
    (-1, 0): "w",
    (0, -1): "s",
    (1, 0): "e",
}
"""Seen by White; the core turns them round for Black."""


class Moving(TypedDict):
    """How pieces move: the fields of core/rules/rules.def."""

    files: int
    ranks: int
    odd: bool
    all_squares: bool
    straight_captures: bool
    man_steps: list[str]
    man_captures: list[str]
    king_steps: list[str]
    king_captures: list[str]
    leap: str
    one_line: bool
    flying: bool
    must_capture: bool
    must_continue: bool
    landing_must_continue: bool
    reversal: bool
    nearest_first: bool
    man_takes_king: bool
    removal_at_end: bool
    landing: str
    crown: str
    crown_cells: list[int]
    bare_loses: bool
    binds_piece: bool
    priority: list[str]
    towers: bool
    same_tower: str
    captive_rank_lost: bool
    goal: str
    door_cells: list[int]
    sliders: list[int]
    snap: bool
    blocked_on_black_spin: bool
    open_door: str


class Law(TypedDict):
    """Wrong moves, the wheel, points and draws: the fields of core/rules/law.def."""

    enforcement: str
    may_take_back: bool
    may_accept: bool
    may_huff: bool
    huff_moved_piece: bool
    huff_is_move: bool
    offender_chooses: bool
    kings_score: bool
    last_fall_draws: bool
    no_progress: int
    reset: str
    repetition: int
    claims: bool
    king_run: int
    counts: list[int]
    road_cells: list[int]
    spinner: list[int]


class Lowered(Moving, Law):
    """The keywords of the core's Rules: both, and what the squares are called."""

    names: list[str]
    listing: list[int]


def lower(spec: Spec) -> Lowered:
    squares = Board(spec).squares
    return Lowered(
        **moving(spec),
        **law(spec),
        names=[
            squares.name(cell) if squares.plays(cell) else "" for cell in range(squares.files * squares.ranks)
        ],
        listing=list(squares.numbered if squares.numeric else squares.cells),
    )


def moving(spec: Spec) -> Moving:
    board = Board(spec)
    squares = board.squares
    dark_only = spec.squares == "dark"
    return Moving(
        files=squares.files,
        ranks=squares.ranks,
        odd=dark_only and not squares.plays(0),
        all_squares=not dark_only,
        straight_captures=_straight(board.capture_lines) if dark_only else _mixed(board.capture_lines),
        man_steps=_words(board.quiet_directions(Side.WHITE, king=False)),
        man_captures=_words(board.capture_directions(Side.WHITE, king=False)),
        king_steps=_words(board.quiet_directions(Side.WHITE, king=True)),
        king_captures=_words(board.capture_directions(Side.WHITE, king=True)),
        leap=spec.leap_own,
        one_line=spec.king_one_line,
        flying=spec.king == "flying",
        must_capture=spec.must_capture,
        must_continue=spec.must_continue,
        landing_must_continue=spec.landing_must_continue,
        reversal=spec.reversal,
        nearest_first=spec.nearest == "global",
        man_takes_king=spec.man_takes_king,
        removal_at_end=spec.removal == "end",
        landing=spec.landing,
        crown=spec.crown,
        crown_cells=list(squares.last_row(Side.WHITE)) if spec.crown_squares else [],
        bare_loses=spec.bare_loses,
        binds_piece=spec.priority_binds == "piece",
        priority=list(spec.priority),
        towers=spec.captured == "under",
        same_tower=spec.same_tower,
        captive_rank_lost=spec.captive_rank == "lost",
        goal=spec.goal,
        door_cells=[squares.cell(door) for slider in spec.sliders for door in (slider.left, slider.right)],
        sliders=[_number(slider) for slider in spec.sliders],
        snap=spec.door_mode == "snap",
        blocked_on_black_spin=spec.blocked_check == "on_black_spin",
        open_door=spec.enter_open_door,
    )


def _number(slider: Slider) -> int:
    return int(slider.name[1:]) * (1 if slider.colour == "green" else -1)


def law(spec: Spec) -> Law:
    remedies = spec.remedies
    return Law(
        enforcement=spec.enforcement,
        may_take_back="takeback" in remedies,
        may_accept="accept" in remedies,
        may_huff="huff" in remedies,
        huff_moved_piece=spec.huff_target == "moved_piece",
        huff_is_move=spec.huff_is_move,
        offender_chooses=spec.huff_choice == "offender",
        kings_score=spec.scoring == "kings",
        last_fall_draws=spec.last_fall == "draw",
        no_progress=spec.no_progress_plies,
        reset=spec.draw_reset,
        repetition=spec.draw_repetition,
        claims=spec.draw_by == "claim",
        king_run=spec.king_run_limit,
        counts=[number for count in spec.counts for number in _numbers(count, spec)],
        road_cells=list(Board(spec).squares.main_road),
        spinner=list(spec.spinner),
    )


# ---- counts by material, as core/mechanics/counts.hpp reads them

UNITS = {"each": 0, "plies": 0, "strong": 1, "lone": 2, "wins": 3}
"""To the core a number of plies is one of each player's moves in halves."""
ROADS = ("", "lone", "strong")
MOST_PIECES = 8
NUMBERS = (
    *("strong", "strong", "weak", "weak", "plies", "unit", "road", "low", "high"),
    *("kept", "man", "claimed"),
)
"""What the numbers of a count are; sets of forces take two each."""
HALF = 30
"""Bits of a set of forces that go into one number."""


def _numbers(count: Count, spec: Spec) -> list[int]:
    if count.unit == "wins" and count.number:
        return [0] * len(NUMBERS)  # nothing is won by counting
    strong = _forces_bits(count.strong) if count.strong else _with_kings()
    weak = _forces_bits(count.weak) if count.weak else _with_kings()
    halves = [part for bits in (strong, weak) for part in (bits % (1 << HALF), bits >> HALF)]
    words = (count.kept, count.man, spec.is_claimed(count))
    kind = (UNITS[count.unit], ROADS.index(count.road))
    return [*halves, count.plies, *kind, *count.pieces, *map(int, words)]


def _forces_bits(forces: Iterable[str]) -> int:
    bits = 0
    for force in forces:
        kings, men, more = (force.count(letter) for letter in "KM+")
        most = MOST_PIECES if more else kings
        bits |= sum(_force_bit(number, men) for number in range(kings, most + 1) if not (more and men))
    return bits


def _with_kings() -> int:
    pairs = ((k, m) for k in range(1, MOST_PIECES + 1) for m in range(MOST_PIECES + 1 - k))
    return sum(_force_bit(kings, men) for kings, men in pairs)


def _force_bit(kings: int, men: int) -> int:
    every = kings + men
    return 1 << (every * (every + 1) // 2 + men) if every <= MOST_PIECES else 0


def _straight(lines: Iterable[Direction]) -> bool:
    return any(line in ORTHOGONALS for line in lines)


def _mixed(lines: Iterable[Direction]) -> bool:
    return _straight(lines) and any(line in DIAGONALS for line in lines)


def _words(directions: Iterable[Direction]) -> list[str]:
    return [DIRECTION_WORDS[direction] for direction in directions]
