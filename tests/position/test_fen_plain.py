"""Plain position texts are read the short way; it says what the long way says, or leaves it to that."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.base import FenError
from crowned.game import Game
from crowned.position import Position, Ruleset, ruleset
from crowned.rules import catalog

SIGNS = "WBKwbk0123456789abchl,:.-[] SX"


def answer(read: Callable[[str], Position], text: str) -> object:
    try:
        return read(text)
    except FenError as error:
        return error.faults


def somewhere(rules: Ruleset, random: Random) -> Position:
    game = Game(rules, seed=random.randrange(1000))
    for _ in range(random.randrange(80)):
        if game.must_spin:
            game.spin()
        if game.outcome is not None or not game.moves():
            break
        game.play(random.choice(game.moves()))
    return game.position


@given(st.sampled_from(catalog.ids()), st.randoms(use_true_random=False))
def test_both_ways_agree(name: str, random: Random) -> None:
    rules = ruleset(name)
    letters = list(somewhere(rules, random).fen)
    for _ in range(random.choice((0, 0, 1, 2))):
        letters[random.randrange(len(letters))] = random.choice(SIGNS)
    text = "".join(letters)
    assert answer(rules.read, text) == answer(rules.read_in_full, text)


@pytest.mark.parametrize("name", ["international", "russian", "canadian", "turkish"])
def test_usual_texts_go_the_short_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset(name)
    monkeypatch.setattr(Ruleset, "read_in_full", lambda *_: pytest.fail("the long way"))
    assert rules.read(rules.start().fen + ".") == rules.start()
