"""Directions by list, leaps, listed squares and other axes of the rarer games, on many positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crowned.position import ruleset
from crowned.rules import catalog
from crowned.rules.axes import BY_NAME
from tests.reference.compare import Comparison
from tests.reference.positions import FLAVOURS, placement
from tests.reference.test_against_core import assert_same
from tests.reference.variants import changed

NEW = (
    *("man_steps", "man_captures", "king_steps", "king_captures", "leap_own", "king_one_line"),
    *("setup", "crown_squares", "bare_loses", "priority_binds"),
)
USERS = [
    name
    for name in catalog.ids()
    if catalog.load(name).crown == "never" or any(catalog.load(name)[a] != BY_NAME[a].default for a in NEW)
]
STRAIGHT = ("forward", "left", "right", "back")
DIAGONAL = ("forward_left", "forward_right", "back_left", "back_right")
MIXTURES: list[dict[str, Any]] = [
    {"priority": ("most",), "priority_binds": "piece", "men_back": True},
    {"priority": ("with_king", "most"), "priority_binds": "piece", "king": "flying", "removal": "end"},
    {"king": "flying", "king_one_line": True, "crown": "continue_as_king"},
    {"king": "short", "king_one_line": True, "men_back": True, "must_continue": False},
    {"man_steps": DIAGONAL, "leap_own": "line"},
    {"man_captures": (*STRAIGHT, *DIAGONAL), "king_captures": STRAIGHT, "king": "flying"},
    {"leap_own": "one", "crown_squares": ("a5", "e7-g5"), "men_back": True},
    {"bare_loses": True, "king": "flying", "must_capture": False},
    {"crown": "never", "men_back": True, "priority": ("most",)},
    {"files": 10, "ranks": 10, "squares": "all", "man_steps": STRAIGHT, "leap_own": "line", "setup_rows": 2},
    {"files": 12, "ranks": 9, "squares": "all", "lines": "orthogonal", "king_steps": (*STRAIGHT, *DIAGONAL)},
    {"squares": "all", "man_steps": ("forward", "right"), "king_captures": DIAGONAL, "captured": "under"},
    {
        "captured": "under",
        "man_captures": (*STRAIGHT, *DIAGONAL),
        "man_steps": DIAGONAL,
        "same_tower": "loop",
    },
]


@pytest.mark.parametrize("name", USERS)
def test_rulesets_with_ways_of_their_own_agree_with_the_oracle(name: str) -> None:
    _compare(Comparison(ruleset(name)), Random(name), 160)


@pytest.mark.parametrize("changes", MIXTURES, ids=str)
def test_mixtures_agree_with_the_oracle(changes: dict[str, Any]) -> None:
    base = ruleset(next(name for name in catalog.ids() if catalog.load(name).king == "short"))
    plain = {"enforcement": "strict", **changes}
    rules = changed(base, plain)
    assert rules is not None
    _compare(Comparison(rules), Random(str(changes)), 120)


def _compare(comparison: Comparison, rng: Random, count: int) -> None:
    assert comparison.rules.start().fen == comparison.law.write(comparison.law.start())
    for number in range(count):
        assert_same(comparison, placement(comparison.law, rng, FLAVOURS[number % len(FLAVOURS)]))
