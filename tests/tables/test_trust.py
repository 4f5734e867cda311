"""Which slices a search may believe where moves are counted."""

from __future__ import annotations

import pytest

import crowned
from crowned.tables.slices import Slice
from crowned.tables.trust import ALWAYS, NOTHING, ONLY_DRAWS, below, trust


def lengths(plies: int, *names: str) -> dict[Slice, int]:
    return {one: plies for name in names for one in below(Slice.named(name))}


def test_below_is_everything_a_slice_can_become() -> None:
    assert {one.name for one in below(Slice.named("KM-K"))} == {"KM-K", "KK-K", "K-KK", "K-KM", *TWO}


TWO = {"K-K", "M-K", "K-M"}


def test_without_counts_every_win_holds() -> None:
    rules = crowned.ruleset("antidraughts")
    assert trust(rules.spec, Slice.named("KK-K"), lengths(99, "KK-K")) == ALWAYS


def test_a_limit_without_progress_leaves_what_is_left() -> None:
    rules = crowned.ruleset("english", draw_no_progress=40, draw_counter_unit="move")
    known = lengths(11, "KK-K")
    assert trust(rules.spec, Slice.named("KK-K"), known) == 80 - 11
    known[Slice.named("K-K")] = 81
    assert trust(rules.spec, Slice.named("KK-K"), known) == ONLY_DRAWS


def test_a_slice_whose_ends_are_unknown_is_not_believed() -> None:
    rules = crowned.ruleset("english")
    known = lengths(11, "KK-K")
    del known[Slice.named("K-K")]
    assert trust(rules.spec, Slice.named("KK-K"), known) == ONLY_DRAWS


@pytest.mark.parametrize(("plies", "expected"), [(3, True), (4, False)])
def test_a_count_by_material_goes_on_while_it_fits(plies: int, expected: bool) -> None:
    """KM v K becomes KK v K or K v K, all on one line: what each takes adds up."""
    rules = crowned.ruleset("english", draw_no_progress=0, draw_counts=["KK/KM/K v K 5 each"])
    found = trust(rules.spec, Slice.named("KM-K"), lengths(plies, "KM-K"))
    assert (found == ALWAYS) is expected


@pytest.mark.parametrize(("word", "expected"), [("", True), (" kept", False)])
def test_a_count_that_is_kept_gives_no_more_time_than_is_left(word: str, expected: bool) -> None:
    """KKK v K takes 6 plies and KK v K 6 more: each fits its own count, but not both the first."""
    lines = ["KKK v K 5 each", f"KK/K v K 7 each{word}"]
    rules = crowned.ruleset("english", draw_no_progress=0, draw_counts=lines)
    found = trust(rules.spec, Slice.named("KKK-K"), lengths(6, "KKK-K"))
    assert (found == ALWAYS) is expected


def test_where_material_decides_by_itself_nothing_is_believed() -> None:
    rules = crowned.ruleset("turkish", draw_counts=["K v M 0 wins"])
    assert trust(rules.spec, Slice.named("KM-K"), lengths(3, "KM-K")) == NOTHING
    assert trust(rules.spec, Slice.named("K-K"), lengths(3, "K-K")) != NOTHING
