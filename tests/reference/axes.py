"""The axes a generator needs, with their defaults, written down a second time on purpose.

Axes that speak of history, clocks, remedies or texts are not here: no single position shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

Axes = Mapping[str, Any]

DEFAULTS: Axes = MappingProxyType(
    {
        "files": 8,
        "ranks": 8,
        "squares": "dark",
        "dark_corner": "left",
        "setup_rows": 3,
        "setup_gap": 0,
        "setup": (),
        "first_player": "white",
        "notation": "algebraic",
        "numbers_from": "top_left",
        "lines": "diagonal",
        "men_sideways": False,
        "men_back": False,
        "man_steps": (),
        "man_captures": (),
        "king_steps": (),
        "king_captures": (),
        "leap_own": "none",
        "king": "short",
        "landing": "free",
        "landing_must_continue": True,
        "reversal": True,
        "king_one_line": False,
        "nearest": "per_diagonal",
        "capture_lines": "same",
        "must_capture": True,
        "must_continue": True,
        "priority": (),
        "priority_binds": "way",
        "man_takes_king": True,
        "removal": "immediate",
        "crown": "stop",
        "crown_squares": (),
        "captured": "removed",
        "same_tower": "never",
        "captive_rank": "kept",
        "doors": (),
        "door_mode": "stay",
        "enter_open_door": "allowed",
        "blocked_check": "before_spin",
        "enforcement": "strict",
        "huff_target": "piece_that_should_capture",
        "huff_choice": "claimant",
        "goal": "win",
        "bare_loses": False,
    }
)


def complete(values: Axes) -> dict[str, Any]:
    """The axes of a ruleset, those it does not mention at their default. Takes any mapping, a Spec too."""
    return {name: values[name] if _mentions(values, name) else default for name, default in DEFAULTS.items()}


def _mentions(values: Axes, name: str) -> bool:
    try:
        values[name]
    except KeyError:
        return False
    return True
