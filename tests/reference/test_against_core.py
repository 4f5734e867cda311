"""The core against the oracle: the same moves, relaxed moves and endings in every position."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from crowned.base.errors import TooManyMoves
from crowned.game.offences import find_offence
from crowned.game.step import opening
from crowned.position import Ruleset, ruleset
from crowned.rules import catalog
from tests.reference.compare import Comparison
from tests.reference.position import Position
from tests.reference.positions import FLAVOURS, SPINS, placement, settle
from tests.reference.variants import AXES, changed, single_changes, values_of

COLUMNS = ("w", "b", "W", "B", "wb", "bw", "wW", "wbb", "bB", "WBb", "BWw", "wwbb", "BbWw")


@st.composite
def changes(draw: st.DrawFn) -> dict[str, Any]:
    """Up to three axes with new values."""
    axes = draw(st.lists(st.sampled_from(AXES), max_size=3, unique=True))
    return {axis: draw(st.sampled_from(values_of(axis))) for axis in axes}


@st.composite
def positions(draw: st.DrawFn, comparison: Comparison) -> Position:
    """Any position of the ruleset; shrinks to few men without towers, open doors and spin."""
    law = comparison.law
    squares = st.sampled_from(list(law.board.coordinates))
    pieces = draw(st.dictionaries(squares, st.sampled_from(COLUMNS), min_size=2, max_size=24))
    knobs = "".join(draw(st.sampled_from("MLR")) for _ in law.sliders)
    spin = draw(st.sampled_from(SPINS)) if law.sliders else None
    return settle(law, pieces, draw(st.sampled_from("wb")), knobs, spin)


OFFENCES: list[dict[str, Any]] = [
    {},
    {"huff_target": "moved_piece"},
    {"huff_choice": "offender"},
    {"majority": True},
    {"majority": True, "huff_target": "moved_piece"},
    {"dame_first": True, "men_back": True},
    {"must_continue": False, "majority": True},
    {"must_capture": False},
    {"landing_must_continue": False, "majority": True},
    {"landing_must_continue": False, "crown": "continue_as_king"},
    {"removal": "end", "majority": True, "king": "flying"},
]
"""Readings under which other moves become offences, or other pieces answer for them."""


def assert_same(comparison: Comparison, position: Position) -> None:
    try:
        wrong = comparison.differences(position)
    except TooManyMoves:
        return  # beyond the core's budget, where nothing is listed; tests of the budget look at that
    assert not wrong, "\n".join([repr(comparison.rules), comparison.law.write(position), *wrong])


@pytest.mark.parametrize("name", catalog.ids())
@settings(max_examples=25)
@given(data=st.data())
def test_core_and_oracle_agree(name: str, data: st.DataObject) -> None:
    comparison = Comparison(ruleset(name))
    assert_same(comparison, data.draw(positions(comparison)))


@settings(max_examples=200)
@given(name=st.sampled_from(catalog.ids()), changes=changes(), data=st.data())
def test_core_and_oracle_agree_on_any_mixture_of_axes(
    name: str, changes: dict[str, Any], data: st.DataObject
) -> None:
    rules = changed(ruleset(name), changes)
    assume(rules is not None)
    assert isinstance(rules, Ruleset)
    comparison = Comparison(rules)
    assert_same(comparison, data.draw(positions(comparison)))


@pytest.mark.parametrize("name", catalog.ids())
def test_core_and_oracle_agree_with_one_axis_changed(name: str) -> None:
    rng = Random(name)
    for _, rules in single_changes(ruleset(name)):
        comparison = Comparison(rules)
        for flavour in FLAVOURS:
            assert_same(comparison, placement(comparison.law, rng, flavour))


@pytest.mark.parametrize("name", [n for n in catalog.ids() if catalog.load(n)["enforcement"] != "strict"])
@pytest.mark.parametrize("options", OFFENCES, ids=str)
@settings(max_examples=15)
@given(data=st.data())
def test_game_and_oracle_agree_on_offences(name: str, options: dict[str, Any], data: st.DataObject) -> None:
    comparison = Comparison(ruleset(name, **options))
    wrong = comparison.offence_differences(data.draw(positions(comparison)))
    assert not wrong, wrong


def test_a_quiet_move_that_is_correct_too_owes_nothing() -> None:
    """Who captures, captures the most; l2, who could have moved quietly as well, has not stopped early."""
    comparison = Comparison(ruleset("dam-haji", must_capture=False))
    position = comparison.law.read("B:Wa1,c1,g3,c11:BKl2,Ke1")
    state = opening(comparison.native(position))
    (lesser,) = [move for move in state.playable if move.text == "l2xb12"]
    offence = find_offence(state, lesser)
    assert offence is not None
    assert offence.removable == ("e1",)
    assert all(move.captures for move in offence.owed)
    assert not comparison.offence_differences(position)


@pytest.mark.parametrize(
    ("name", "options", "fen"),
    [
        (
            "armenian",
            {"priority": ("with_king", "most")},
            "B:Wd1,g1,f2,f3,g3,e4,Kc5,h5,Ka6,c6,f6,c7,Kb8,Kh8:BKa1,b3,d3,h4,Kg6,Ka7,d7,Kh7,Kc8,d8,g8",
        ),
        ("frisian", {}, "B:WK7,K10,K13,K19,K20,K26,31,33,K34,K35,K40,K41,K48:BK2,K9,K12,23,K30,K38,K47"),
        (
            "frisian",
            {"majority": True},
            "B:WK2,K5,K12,K14,K15,16,17,K18,19,K30,36,38,43,49,K50:B3,K4,8,10,K20,21,25,K27,32,33,37,K39,40,K47",
        ),
    ],
)
def test_a_capture_that_one_order_of_jumps_makes_whole_has_not_stopped_early(
    name: str, options: dict[str, Any], fen: str
) -> None:
    """Another order that ends alike could go on; both are one move."""
    rules = changed(ruleset(name, **options), {"enforcement": "auto_huff"})
    assert rules is not None
    comparison = Comparison(rules)
    assert not comparison.offence_differences(comparison.law.read(fen))
