"""Which axes matter under which values: a landing rule means nothing where no king flies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crowned.rules.axes import Values

Condition = Callable[[Values], bool]


def _flying(values: Values) -> bool:
    return values["king"] == "flying"


def _towers(values: Values) -> bool:
    return values["captured"] == "under"


def _doors(values: Values) -> bool:
    return bool(values["doors"])


def _huff(values: Values) -> bool:
    return values["enforcement"] == "huff"


CONDITIONS: Mapping[str, Condition] = {
    "dark_corner": lambda v: v["squares"] == "dark",
    "men_sideways": lambda v: v["lines"] == "orthogonal",
    "landing": _flying,
    "landing_must_continue": _flying,
    # A short king's way back is barred by emptiness, except where a column's rest is left standing.
    "reversal": lambda v: _flying(v) or _towers(v),
    "nearest": _flying,
    "same_tower": _towers,
    "captive_rank": _towers,
    "spinner": _doors,
    "door_mode": _doors,
    "enter_open_door": lambda v: _doors(v) and v["door_mode"] == "stay",
    "blocked_check": _doors,
    "last_fall": lambda v: _doors(v) and v["door_mode"] == "stay",
    "remedies": _huff,
    "huff_is_move": _huff,
    "huff_target": lambda v: v["enforcement"] != "strict",
    "draw_counter_unit": lambda v: v["draw_no_progress"] != 0,
    "draw_by": lambda v: v["draw_no_progress"] != 0 or v["draw_repetition"] != 0,
}


def applies(axis: str, values: Values) -> bool:
    """False if no value of the axis could change anything, given the other values."""
    condition = CONDITIONS.get(axis)
    return condition is None or condition(values)
