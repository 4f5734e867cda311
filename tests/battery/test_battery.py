"""The common battery: what must hold for every ruleset that is shipped."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crowned import Game, GameOver, Position, ruleset, ruleset_ids
from crowned.base import LANGS
from crowned.position.scene import Scene
from tests.battery.chance import play_on, random_game, random_position

pytestmark = pytest.mark.parametrize("name", ruleset_ids())
SEEDS = st.integers(0, 2**32)
few = settings(max_examples=6)


@few
@given(seed=SEEDS)
def test_replaying_the_actions_gives_the_same_game(name: str, seed: int) -> None:
    game = random_game(ruleset(name), seed)
    again = Game(ruleset(name), seed=seed)
    for record in game.history:
        again.play(record.text, by=record.by)
        assert again.position == record.after.position
        assert again.position.key == record.after.position.key
    assert again.outcome == game.outcome
    assert again.events == game.events


@few
@given(seed=SEEDS)
def test_a_position_survives_its_text(name: str, seed: int) -> None:
    """The key from play is the key of the same position read anew: incremental equals from scratch."""
    rules = ruleset(name)
    for record in random_game(rules, seed).history:
        reached = record.after.position
        read = Position.from_fen(rules, reached.fen)
        assert read == reached
        assert read.key == reached.key
        assert read.fen == reached.fen
        assert [m.text for m in read.moves()] == [m.text for m in reached.moves()]


@few
@given(seed=SEEDS)
def test_any_placement_survives_its_text(name: str, seed: int) -> None:
    rules = ruleset(name)
    placed = random_position(rules, seed)
    assert Position.from_fen(rules, placed.fen) == placed


@few
@given(seed=SEEDS)
def test_events_tell_the_whole_story(name: str, seed: int) -> None:
    game = random_game(ruleset(name), seed)
    scene = Scene(game.start)
    for record in game.history:
        scene.apply(record.events)
        assert scene.shows(record.after.position), (record.before.position.fen, record.text, record.events)
    assert json.dumps([event.to_dict() for event in game.events])


@few
@given(seed=SEEDS)
def test_events_tell_every_playable_move(name: str, seed: int) -> None:
    position = random_position(ruleset(name), seed)
    game = Game(position.rules, position)
    for move in game.playable():
        scene = Scene(position)
        scene.apply(game.play(move).events)
        assert scene.shows(game.position), (position.fen, move.text)
        game.undo()


@few
@given(seed=SEEDS)
def test_nothing_is_open_after_the_end(name: str, seed: int) -> None:
    game = random_game(ruleset(name), seed)
    last = game.history[-1].action
    if game.outcome is None:
        game.play("resign")
    assert game.actions() == ()
    assert game.moves() == game.playable() == ()
    before = game.to_dict()
    for text in ("resign", "offer draw", "accept", last.text, "spin"):
        with pytest.raises(GameOver):
            game.play(text)
    assert game.to_dict() == before
    assert all(game.outcome is not None and game.outcome.text(lang) for lang in LANGS)


@few
@given(seed=SEEDS)
def test_undo_restores_every_state(name: str, seed: int) -> None:
    game = random_game(ruleset(name), seed, most=40)
    states = [record.before for record in game.history]
    while states:
        assert game.undo() == 1
        assert game.state is states.pop()
    assert game.undo() == 0
    assert game.position == game.start


@few
@given(seed=SEEDS)
def test_a_saved_game_is_the_same_game(name: str, seed: int) -> None:
    game = random_game(ruleset(name), seed, most=80)
    saved = json.loads(json.dumps(game.to_dict()))
    again = Game.from_dict(saved)
    assert again.to_dict() == saved
    assert again.position == game.position
    assert again.events == game.events
    assert again.outcome == game.outcome
    assert again.actions() == game.actions()


@few
@given(seed=SEEDS)
def test_every_listed_action_can_be_done_and_named(name: str, seed: int) -> None:
    game = random_game(ruleset(name), seed, most=30)
    for action in game.actions():
        by_text = game.copy()
        by_text.play(action.text)
        by_value = game.copy()
        by_value.play(action)
        assert by_text.position == by_value.position
        assert by_text.state.pending == by_value.state.pending


@few
@given(seed=SEEDS)
def test_correct_moves_are_playable_and_offences_are_not_correct(name: str, seed: int) -> None:
    position = random_position(ruleset(name), seed)
    game = Game(position.rules, position)
    assert set(game.moves()) <= set(game.playable())
    strict = position.rules.spec.enforcement == "strict"
    for move in set(game.playable()) - set(game.moves()):
        assert not strict
        assert any(owed.captures for owed in game.moves())
        done = game.play(move)
        assert done.offence is not None or any(event.kind == "huffed" for event in done.events)
        game.undo()


@few
@given(seed=SEEDS)
def test_a_branch_does_not_disturb_the_line(name: str, seed: int) -> None:
    game = random_game(ruleset(name), seed, most=20)
    line, position = game.history, game.position
    here = game.tree.here
    for _ in range(min(5, len(line))):
        game.tree.back()
    play_on(game, Random(seed + 1), most=5)
    game.tree.go(here)
    assert game.history == line
    assert game.position == position


@few
@given(seed=SEEDS)
def test_counting_equals_playing(name: str, seed: int) -> None:
    """The last two plies are counted in bulk; played out one by one they must come to the same."""
    rules = ruleset(name)
    moves_on = [record.after.position for record in random_game(rules, seed).history]
    for position in (random_position(rules, seed), *moves_on[::12]):
        turn = position.with_spin(None)
        children = [turn.play(move) for move in turn.moves()]
        assert turn.perft(1) == len(children)
        assert turn.perft(2) == sum(len(child.moves()) for child in children), turn.fen
        assert turn.perft(2, listed=True) == turn.perft(2), turn.fen
