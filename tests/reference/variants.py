"""Changes to a ruleset: every axis that decides what may be played, and the values it may have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crowned.base import CrownedError
from crowned.position import Ruleset
from crowned.rules.axes import BY_NAME

from .axes import DEFAULTS

_NOT_PLAY = {
    *(
        "files",
        "ranks",
        "setup_rows",
        "setup_gap",
        "setup",
        "first_player",
        "notation",
        "numbers_from",
        "doors",
    ),
}
_ANSWERED_ELSEWHERE = {"enforcement", "huff_target", "huff_choice"}
"""They decide what follows a move, not which moves there are."""

_FORWARD = ("forward", "forward_left", "forward_right")
_STRAIGHT = ("forward", "left", "right", "back")
_DIAGONAL = ("forward_left", "forward_right", "back_left", "back_right")
_LISTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "priority": (
        (),
        ("most",),
        ("with_king",),
        ("with_king", "most"),
        ("most", "most_kings"),
        ("most", "with_king", "most_kings", "king_earliest"),
        ("king_earliest",),
        ("value", "with_king"),
    ),
    "man_steps": ((), ("forward",), ("forward_left", "right"), _FORWARD, (*_FORWARD, "left", "right")),
    "man_captures": ((), ("forward", "left"), _FORWARD, _STRAIGHT, (*_STRAIGHT, *_DIAGONAL)),
    "king_steps": ((), _STRAIGHT, _DIAGONAL, (*_STRAIGHT, *_DIAGONAL), ("forward_left", "back_right")),
    "king_captures": ((), _STRAIGHT, _DIAGONAL, (*_STRAIGHT, *_DIAGONAL), ("forward", "back_left")),
    "crown_squares": ((), ("a4", "c5-e7"), ("1-4", "14")),
}


def values_of(axis: str) -> tuple[Any, ...]:
    """Everything one axis may be; of lists a selection."""
    if axis in _LISTS:
        return _LISTS[axis]
    return (False, True) if BY_NAME[axis].kind == "bool" else BY_NAME[axis].choices


AXES = tuple(sorted(set(DEFAULTS) - _NOT_PLAY - _ANSWERED_ELSEWHERE))


def changed(rules: Ruleset, changes: dict[str, Any]) -> Ruleset | None:
    """The ruleset with these axes changed; None if they contradict each other or it."""
    try:
        return Ruleset(rules.spec.with_options(changes))
    except CrownedError:
        return None


def single_changes(rules: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Every ruleset that differs from this one in one axis, labelled by it."""
    for axis in AXES:
        for value in values_of(axis):
            if value != rules.spec[axis] and (variant := changed(rules, {axis: value})) is not None:
                yield f"{axis}={value}", variant
