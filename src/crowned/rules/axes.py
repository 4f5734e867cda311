"""The axes: every dimension in which draughts rulebooks differ, in one table.

A ruleset file gives values to axes and nothing else; move generator, referee, notation,
rule sheet and rule builder all follow from these values. An axis that is not mentioned
keeps its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Value = bool | int | str | tuple[str, ...] | tuple[int, ...]
Values = Mapping[str, Value]
Group = Literal["board", "men", "kings", "capture", "crowning", "towers", "doors", "obligation", "ending"]


@dataclass(frozen=True, slots=True)
class Axis:
    """One rule dimension: its name, what it may be, and whether it changes how the game is played."""

    name: str
    group: Group
    default: Value
    choices: tuple[str, ...] = ()
    """Accepted words; for a list axis, the words its items may be."""
    low: int = 0
    high: int = 0
    """Bounds of a number axis."""
    cosmetic: bool = False
    """True if the axis changes only what players read, so that it stays out of the fingerprint."""

    @property
    def kind(self) -> Literal["bool", "int", "word", "words", "ints", "doors"]:
        if self.name == "doors":
            return "doors"
        if isinstance(self.default, bool):
            return "bool"
        if isinstance(self.default, int):
            return "int"
        if isinstance(self.default, str):
            return "word"
        return "words" if self.choices else "ints"


AXES: tuple[Axis, ...] = (
    # board
    Axis("files", "board", 8, low=4, high=12),
    Axis("ranks", "board", 8, low=4, high=12),
    Axis("squares", "board", "dark", ("dark", "all")),
    Axis("dark_corner", "board", "left", ("left", "right")),
    Axis("setup_rows", "board", 3, low=1, high=5),
    Axis("setup_gap", "board", 0, low=0, high=2),
    Axis("first_player", "board", "white", ("white", "black")),
    Axis("notation", "board", "algebraic", ("algebraic", "numeric"), cosmetic=True),
    Axis(
        "numbers_from",
        "board",
        "top_left",
        ("top_left", "top_right", "bottom_left", "bottom_right"),
        cosmetic=True,
    ),
    # men
    Axis("lines", "men", "diagonal", ("diagonal", "orthogonal")),
    Axis("men_sideways", "men", False),
    Axis("men_back", "men", False),
    # kings
    Axis("king", "kings", "short", ("short", "flying")),
    Axis("landing", "kings", "free", ("free", "adjacent", "adjacent_at_end", "adjacent_after_king")),
    Axis("landing_must_continue", "kings", True),
    Axis("reversal", "kings", True),
    Axis("nearest", "kings", "per_diagonal", ("per_diagonal", "global")),
    Axis("king_run_limit", "kings", 0, low=0, high=9),
    Axis("king_name", "kings", "dame", ("dame", "king"), cosmetic=True),
    Axis("king_mark", "kings", "doubled", ("doubled", "turned"), cosmetic=True),
    # capture
    Axis("capture_lines", "capture", "same", ("same", "all")),
    Axis("must_capture", "capture", True),
    Axis("must_continue", "capture", True),
    Axis(
        "priority",
        "capture",
        (),
        ("most", "with_king", "most_kings", "king_earliest", "value"),
    ),
    Axis("man_takes_king", "capture", True),
    Axis("removal", "capture", "immediate", ("immediate", "end")),
    # crowning
    Axis("crown", "crowning", "stop", ("stop", "continue_as_king", "pass")),
    # towers
    Axis("captured", "towers", "removed", ("removed", "under")),
    Axis("same_tower", "towers", "never", ("never", "loop", "any")),
    Axis("captive_rank", "towers", "kept", ("kept", "lost")),
    # trapdoors: each slider is "NAME left right", in the order G1 O1 O2 G2
    Axis("doors", "doors", ()),
    Axis("spinner", "doors", (2, 1, 1), low=0, high=99),
    Axis("door_mode", "doors", "stay", ("stay", "snap")),
    Axis("enter_open_door", "doors", "allowed", ("allowed", "forbidden", "last_resort")),
    Axis("blocked_check", "doors", "before_spin", ("before_spin", "on_black_spin")),
    Axis("last_fall", "doors", "win", ("win", "draw")),
    # obligation: what happens when a capture is missed
    Axis("enforcement", "obligation", "strict", ("strict", "huff", "auto_huff")),
    Axis("remedies", "obligation", ("huff", "takeback", "accept"), ("huff", "takeback", "accept")),
    Axis(
        "huff_target",
        "obligation",
        "piece_that_should_capture",
        ("piece_that_should_capture", "moved_piece"),
    ),
    Axis("huff_is_move", "obligation", False),
    Axis("huff_name", "obligation", "blow", ("blow", "huff"), cosmetic=True),
    Axis("touch_move", "obligation", False),
    # ending
    Axis("goal", "ending", "win", ("win", "lose", "breakthrough")),
    Axis("scoring", "ending", "none", ("none", "kings")),
    Axis("draw_agreement", "ending", True),
    Axis("draw_repetition", "ending", 0, low=0, high=9),
    Axis("draw_no_progress", "ending", 0, low=0, high=200),
    Axis("draw_counter_unit", "ending", "move", ("move", "ply")),
    Axis("draw_by", "ending", "claim", ("claim", "automatic")),
    Axis("rematch", "ending", "free", ("free", "swap"), cosmetic=True),
)

BY_NAME: dict[str, Axis] = {axis.name: axis for axis in AXES}
DEFAULTS: Values = {axis.name: axis.default for axis in AXES}


def number(values: Values, axis: str) -> int:
    """The value of a number axis."""
    value = values[axis]
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{axis} is not a number axis")
    return value


def flag(values: Values, axis: str) -> bool:
    """The value of a yes-or-no axis."""
    value = values[axis]
    if not isinstance(value, bool):
        raise TypeError(f"{axis} is not a yes-or-no axis")
    return value


def word(values: Values, axis: str) -> str:
    """The value of a word axis."""
    value = values[axis]
    if not isinstance(value, str):
        raise TypeError(f"{axis} is not a word axis")
    return value


def words(values: Values, axis: str) -> tuple[str, ...]:
    """The value of an axis that is a list of words."""
    value = values[axis]
    if not isinstance(value, tuple):
        raise TypeError(f"{axis} is not a list axis")
    return tuple(str(item) for item in value)


def numbers(values: Values, axis: str) -> tuple[int, ...]:
    """The value of an axis that is a list of numbers."""
    value = values[axis]
    if not isinstance(value, tuple):
        raise TypeError(f"{axis} is not a list axis")
    return tuple(int(item) for item in value)
