"""Squares, directions and other lists in a ruleset file: what is accepted, and every fault in words."""

from __future__ import annotations

import pytest

from crowned.base import RulesetError, Side
from crowned.position import Ruleset, ruleset
from crowned.rules import catalog
from crowned.rules.spec import Spec


def loaded(rules: str) -> Spec:
    return catalog.load_text(f'title = {{ en = "x" }}\n[rules]\n{rules}')


def faults(rules: str) -> str:
    with pytest.raises(RulesetError) as caught:
        loaded(rules)
    return "\n".join(caught.value.faults)


def test_a_list_places_white_and_black_opposite() -> None:
    squares = Ruleset(loaded('setup = ["a1-g1", "b2"]')).squares
    names = [[squares.algebraic(cell) for cell in squares.setup(side)] for side in Side]
    assert names == [["a1", "c1", "e1", "g1", "b2"], ["g7", "b8", "d8", "f8", "h8"]]


def test_a_position_text_places_both_with_kings() -> None:
    rules = Ruleset(loaded('setup = ["W:Wa1,Kc1-e1:Bb8,d8"]'))
    assert rules.start().fen == "W:Wa1,Kc1,Ke1:Bb8,d8"


def test_numbers_are_runs_of_numbers() -> None:
    rules = Ruleset(loaded('notation = "numeric"\nsetup = ["21-32"]'))
    assert rules.start().fen == Ruleset(loaded('notation = "numeric"')).start().fen


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('setup = ["z9"]', "is no square"),
        ('setup = ["b1"]', "names no playing squares"),
        ('setup = ["a1-d2"]', "names no playing squares"),
        ('setup = ["a1:"]', "is no set-up"),
        ('setup = ["d4", "e5"]', "overlap"),
        ('setup = ["b8"]', "would stand where he is crowned"),
        ('setup = ["B:Wa1:Bh8"]', "first_player"),
        ('crown_squares = ["W:Wa1:Bh8"]', "is no square"),
        ('crown = "never"\ncrown_squares = ["b8"]', "no square crowns"),
        ('crown = "never"\ngoal = "breakthrough"', "nobody breaks through"),
        ('files = 7\nsetup = ["a1"]', "turned half round"),
        ('man_steps = ["forward"]', "orthogonal steps lead to light squares"),
        ('man_steps = ["back_left"]', "at least one way forward"),
        ('man_steps = ["up"]', "is not a value"),
        ('squares = "all"', "stay on the squares of one colour"),
        ('bare_loses = true\ngoal = "lose"', "a single piece loses only where the goal is to win"),
        ('bare_loses = true\ncaptured = "under"', "a single tower"),
        ('priority_binds = "piece"', "has no meaning without priority"),
        ('touch_binds = "any"', "has no meaning without touch_move"),
        ('draw_counts = ["KKK v K 12 alone"]', "is no count"),
    ],
)
def test_faults_are_told_in_words(rules: str, said: str) -> None:
    assert said in faults(rules)


def test_all_faults_come_at_once() -> None:
    told = faults(
        'setup = ["b1"]\ncrown_squares = ["a8"]\nman_steps = ["back_left"]\npriority_binds = "piece"'
    )
    for axis in ("setup", "crown_squares", "man_steps", "priority_binds"):
        assert f"rules.{axis}: " in told


def test_every_ruleset_stands_on_a_shelf_that_has_a_name() -> None:
    for name in catalog.ids():
        assert catalog.load(name).shelf != "house"
    with pytest.raises(RulesetError, match="shelf"):
        catalog.load_text('shelf = "attic"\ntitle = { en = "x" }')


def test_an_option_on_the_command_line_lists_squares() -> None:
    name = next(name for name in catalog.ids() if catalog.load(name).setup)
    spec = ruleset(name).spec.with_options({"setup": "a1, c1-e1" if ruleset(name).squares.plays(2) else "a1"})
    assert spec.setup == ("a1", "c1-e1")
