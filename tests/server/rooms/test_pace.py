"""The computer answers as a person would: not at once, and not always alike."""

from __future__ import annotations

import random

import pytest

from crowned.game import Game
from crowned.position.ruleset import ruleset
from crowned.rules import catalog
from crowned.server.computer.pace import seeming


@pytest.mark.parametrize("name", catalog.ids())
def test_a_pause_is_short_and_varied(name: str) -> None:
    chance, game = random.Random(1), Game(ruleset(name))
    pauses = [seeming(game, level, chance) for level in (1, 5, 10) for _ in range(20)]
    assert all(0.25 < pause < 2.2 for pause in pauses)
    assert len(set(pauses)) == len(pauses)


def test_more_to_choose_from_takes_longer_and_so_does_a_higher_level() -> None:
    rules = ruleset("koenig")
    many, few = Game(rules), Game(rules, rules.read("W:Wa1:Bh8"))
    assert seeming(many, 9, random.Random(7)) > seeming(many, 1, random.Random(7))
    assert seeming(many, 1, random.Random(7)) > seeming(few, 1, random.Random(7))


@pytest.mark.parametrize(
    ("name", "actions"),
    [("koenig", ("g3-h4", "huff c3")), ("pinzgau", ("g3-h4",))],
    ids=["huffed", "by itself"],
)
def test_who_has_lost_a_piece_has_time_to_see_why(name: str, actions: tuple[str, ...]) -> None:
    rules = ruleset(name)
    game = Game(rules, rules.read("W:Wc3,g3:Bd4,h8"))
    assert seeming(game, 1, random.Random(7)) < 2
    for text in actions:
        game.play(text)
    assert seeming(game, 1, random.Random(7)) > 4
    game.play("h8-g7")
    assert seeming(game, 1, random.Random(7)) < 2
