"""Changes to a ruleset: every axis that decides what may be played, and the values it may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from crowned.base import CrownedError
from crowned.position import Ruleset, ruleset
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
    "man_steps": (
        (),
        ("forward",),
        ("forward_left",),
        ("back_left", "forward_right"),
        ("forward_left", "right"),
        _FORWARD,
        (*_FORWARD, "left", "right"),
    ),
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


OFFENCES = {
    "enforcement": ("huff", "auto_huff"),
    "huff_target": ("piece_that_should_capture", "moved_piece"),
    "huff_choice": ("claimant", "offender"),
    "remedies": (("huff",), ("huff", "accept"), ("huff", "takeback", "accept")),
}
_LAYOUTS: tuple[dict[str, Any], ...] = (
    {"doors": ("G1 d4 f4",), "spinner": (2, 1, 0)},
    {"doors": ("O3 b4 h4", "O1 a5 g5"), "spinner": (1, 0, 1)},
    {"doors": ("G1 c3 g3", "G2 b4 f4", "O1 c5 g5"), "spinner": (3, 2, 1)},
    {
        "doors": (
            *("G1 c3 g3", "G2 a3 e3", "O1 b4 f4", "O2 d4 h4"),
            *("O3 c5 g5", "O4 a5 e5", "G3 b6 f6", "G4 d6 h6"),
        ),
        "spinner": (2, 1, 1),
    },
)
"""One to eight sliders, of one colour and of both, some beside each other."""

AXES = tuple(sorted(set(DEFAULTS) - _NOT_PLAY - _ANSWERED_ELSEWHERE))
TRIED = (*AXES, *sorted(_ANSWERED_ELSEWHERE), "doors")
"""Each on its own; of the doors the number of sliders."""


def changed(rules: Ruleset, changes: dict[str, Any]) -> Ruleset | None:
    """The ruleset with these axes changed; None if they contradict each other or it."""
    try:
        return Ruleset(rules.spec.with_options(changes))
    except CrownedError:
        return None


def mixture(rng: Random, most: int = 4) -> dict[str, Any]:
    """Some axes with other values: of moving, of the wheel, and of what follows a missed capture."""
    changes: dict[str, Any] = dict(rng.choice(_LAYOUTS)) if rng.random() < 0.1 else {}
    for axis in rng.sample(AXES, rng.randint(0, most)):
        changes[axis] = rng.choice(values_of(axis))
    if not changes.get("doors") and rng.random() < 0.6:
        wanted = rng.sample(sorted(OFFENCES), rng.randint(1, len(OFFENCES)))
        changes |= {axis: rng.choice(OFFENCES[axis]) for axis in {*wanted, "enforcement"}}
    return changes


def layouts(rules: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """The ruleset with other numbers of sliders, where it has any."""
    for layout in _LAYOUTS if rules.sliders else ():
        if (variant := changed(rules, layout)) is not None:
            yield f"{len(layout['doors'])} sliders", variant


def settings_of(axis: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every other value of one axis, labelled; what follows a missed capture needs a ruleset that huffs."""
    if axis == "doors":
        yield from ((f"{len(layout['doors'])} sliders", layout) for layout in _LAYOUTS)
        return
    huffs = {"enforcement": "huff"} if axis in _ANSWERED_ELSEWHERE - {"enforcement"} else {}
    for value in values_of(axis):
        yield f"{axis}={value}", {axis: value, **huffs}
        if not huffs and axis != "enforcement":
            yield f"{axis}={value} enforcement=huff", {axis: value, "enforcement": "huff"}


def variants_of(axis: str, ids: Iterable[str]) -> Iterator[tuple[str, str, Ruleset]]:
    """Every ruleset in which this axis says something else than before: its id, what changed, the rules."""
    for name in ids:
        rules = ruleset(name)
        for label, changes in settings_of(axis):
            variant = changed(rules, changes)
            if variant is not None and variant.spec[axis] != rules.spec[axis]:
                yield name, label, variant


def single_changes(rules: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Every ruleset that differs from this one in one axis, labelled by it."""
    for axis in AXES:
        for value in values_of(axis):
            if value != rules.spec[axis] and (variant := changed(rules, {axis: value})) is not None:
                yield f"{axis}={value}", variant
    yield from layouts(rules)
