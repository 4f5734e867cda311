"""The battery once more for rulesets with options: events, saving, texts and the referee's answers."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crowned import Game, Position, Ruleset, ruleset
from crowned.position.scene import Scene
from tests.battery.chance import random_game, random_position
from tests.position.test_walk import captures_by_hand, few_enough
from tests.referee.test_properties import check_attempts

SETS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "options.toml").read_text())["set"]
pytestmark = pytest.mark.parametrize("pick", range(len(SETS)), ids=lambda pick: str(SETS[pick]))
SEEDS = st.integers(0, 2**32)
few = settings(max_examples=6)


@cache
def rules_of(pick: int) -> Ruleset:
    options = dict(SETS[pick])
    return ruleset(options.pop("ruleset"), **options)


@few
@given(seed=SEEDS)
def test_games_tell_and_keep_themselves(pick: int, seed: int) -> None:
    rules = rules_of(pick)
    game = random_game(rules, seed, most=100)
    scene = Scene(game.start)
    for record in game.history:
        scene.apply(record.events)
        after = record.after.position
        assert scene.shows(after), (record.before.position.fen, record.text)
        assert Position.from_fen(rules, after.fen) == after
    assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()


@few
@given(seed=SEEDS)
def test_captures_by_hand_are_the_generators(pick: int, seed: int) -> None:
    position = random_position(rules_of(pick), seed)
    if position.outcome is not None or not few_enough(position):
        return
    captures = [move for move in position.moves() if move.captures]
    listed = {(m.source, m.target, frozenset(position.play(m).pieces().items())) for m in captures}
    walked = {(w.names[0], w.names[-1], frozenset(w.result().items())) for w in captures_by_hand(position)}
    assert walked == listed, position.fen


@few
@given(seed=SEEDS)
def test_every_attempt_is_answered(pick: int, seed: int) -> None:
    position = random_position(rules_of(pick), seed)
    game = Game(position.rules, position)
    if game.outcome is None:
        check_attempts(game, Random(seed))
