"""Which axes matter under which values: a landing rule means nothing where no king flies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crowned.rules.axes import Axes

Condition = Callable[[Axes], bool]


def _kings(values: Axes) -> bool:
    """Whether there are kings at all: crowned ones, or some that stand there from the start."""
    return values.crown != "never" or any("K" in item for item in values.setup)


def _flying(values: Axes) -> bool:
    return values.king == "flying" and _kings(values)


def _lines(values: Axes) -> bool:
    """Whether some directions are left to the axes for the usual games."""
    lists = (values.man_steps, values.man_captures, values.king_steps, values.king_captures)
    return not all(lists)


def _towers(values: Axes) -> bool:
    return values.captured == "under"


def _doors(values: Axes) -> bool:
    return bool(values.doors)


def _huff(values: Axes) -> bool:
    return values.enforcement == "huff"


def _landing_matters(values: Axes) -> bool:
    """Where the most must be taken, a landing that leads on beats one that does not in any case."""
    counted = {"most", "value"} & set(values.priority)
    bound = bool(values.must_continue) and not counted
    return bound and _flying(values) and values.landing != "adjacent"


CONDITIONS: Mapping[str, Condition] = {
    "dark_corner": lambda v: v.squares == "dark",
    "setup_rows": lambda v: not v.setup,
    "setup_gap": lambda v: not v.setup,
    "lines": _lines,
    "men_sideways": lambda v: v.lines == "orthogonal" and not (v.man_steps and v.man_captures),
    "men_back": lambda v: not v.man_captures,
    "capture_lines": lambda v: not (v.man_captures and v.king_captures),
    "king": _kings,
    "king_steps": _kings,
    "king_captures": _kings,
    "king_one_line": _kings,
    "king_run_limit": _kings,
    "king_name": _kings,
    "king_mark": _kings,
    "man_takes_king": _kings,
    "crown_squares": lambda v: v.crown != "never",
    "priority_binds": lambda v: bool(v.priority),
    "landing": _flying,
    "landing_must_continue": _landing_matters,
    # The way back is barred by emptiness (a short king) or by the piece just jumped (removal at the end),
    # except where the rest of a column is left standing.
    "reversal": lambda v: _towers(v) or (_flying(v) and v.removal == "immediate" and not v.king_one_line),
    "nearest": _flying,
    "removal": lambda v: not _towers(v),  # a prisoner goes under his captor at once
    "same_tower": _towers,
    "captive_rank": lambda v: _towers(v) and _kings(v),
    "enforcement": lambda v: bool(v.must_capture or v.must_continue),
    "spinner": _doors,
    "door_mode": _doors,
    "enter_open_door": lambda v: _doors(v) and v.door_mode == "stay",
    "blocked_check": _doors,
    "last_fall": lambda v: _doors(v) and v.door_mode == "stay",
    "remedies": _huff,
    "huff_is_move": _huff,
    "huff_name": _huff,
    "huff_target": lambda v: v.enforcement != "strict",
    "huff_choice": lambda v: v.enforcement != "strict" and v.huff_target == "piece_that_should_capture",
    "touch_binds": lambda v: v.touch_move,
    "draw_counter_unit": lambda v: v.draw_no_progress != 0,
    "draw_reset": lambda v: v.draw_no_progress != 0,
    "draw_by": lambda v: v.draw_no_progress != 0 or v.draw_repetition != 0 or bool(v.draw_counts),
}


def applies(axis: str, values: Axes) -> bool:
    """False if no value of the axis could change anything, given the other values."""
    condition = CONDITIONS.get(axis)
    return condition is None or condition(values)
