"""Undo, branches, comments and saved games."""

from __future__ import annotations

import json
from random import Random

import pytest

from crowned import BadInput, Game, judge, ruleset, ruleset_ids
from tests.battery.chance import play_on

NAME = next(name for name in ruleset_ids() if ruleset(name).spec.enforcement == "huff")


def moved(game: Game, *choices: int) -> Game:
    for choice in choices:
        game.play(game.moves()[choice % len(game.moves())])
    return game


def test_undo_forgets() -> None:
    game = moved(Game(ruleset(NAME)), 0, 0)
    assert game.undo(5) == 2
    assert game.history == ()
    assert game.tree.root.children == []


def test_going_back_keeps_the_branch() -> None:
    game = moved(Game(ruleset(NAME)), 0, 0)
    assert game.tree.back()
    moved(game, 1)
    first = game.tree.root.children[0]
    assert len(first.children) == 2
    game.tree.promote(first.children[1])
    game.tree.go(game.tree.root)
    assert not game.tree.back()
    game.tree.end()
    assert len(game.history) == 2
    assert len(list(game.tree.nodes())) == 4


def test_playing_a_known_move_follows_it() -> None:
    game = moved(Game(ruleset(NAME)), 0)
    node = game.tree.here
    node.comment = "a plan"
    game.tree.back()
    moved(game, 0)
    assert game.tree.here is node
    assert game.comment == "a plan"


def test_a_node_of_another_game_is_refused() -> None:
    one, other = Game(ruleset(NAME)), Game(ruleset(NAME))
    with pytest.raises(ValueError, match="another game"):
        one.tree.go(other.tree.root)


def test_variations_comments_and_marks_survive_saving() -> None:
    game = moved(Game(ruleset(NAME)), 0, 0, 0)
    game.comment = "the end of the line"
    game.tree.here.nags = (1, 14)
    game.tree.back()
    game.tree.back()
    moved(game, 1, 0)
    game.tree.back()
    moved(game, 1)
    game.tree.root.comment = "a start"
    saved = json.loads(json.dumps(game.to_dict()))
    again = Game.from_dict(saved)
    assert again.to_dict() == saved
    assert again.position == game.position
    assert len(list(again.tree.nodes())) == len(list(game.tree.nodes()))


def test_copies_go_their_own_way() -> None:
    game = moved(Game(ruleset(NAME)), 0)
    twin = game.copy()
    play_on(twin, Random(1), most=5)
    assert len(game.history) == 1
    assert len(twin.history) > 1


def test_options_are_saved() -> None:
    game = Game(ruleset(NAME, draw_repetition=5))
    assert Game.from_dict(game.to_dict()).rules.spec.draw_repetition == 5


def test_a_ruleset_that_has_changed_is_noticed() -> None:
    saved = Game(ruleset(NAME)).to_dict()
    saved["fingerprint"] = "0" * 64
    with pytest.raises(BadInput, match="has changed"):
        Game.from_dict(saved)


def test_records_keep_who_and_when() -> None:
    game = Game(ruleset(NAME))
    game.play(game.moves()[0], time=1234)
    assert game.history[0].time == 1234
    assert game.history[0].by is game.rules.spec.first
    assert Game.from_dict(game.to_dict()).history[0].time == 1234


def test_a_position_of_other_rules_is_refused() -> None:
    strange = ruleset("turm").start()
    with pytest.raises(BadInput, match="belongs to <Ruleset turm>"):
        Game(ruleset("blasen"), position=strange)
    twin = ruleset("blasen", king="flying")
    assert Game(twin, position=ruleset("blasen").start()).position == ruleset("blasen").start()


def test_what_is_no_action_is_a_mistake_of_the_caller() -> None:
    game = Game(ruleset("blasen"))
    for thing in (None, 5, object()):
        with pytest.raises(TypeError):
            game.play(thing)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            judge(game, thing)  # type: ignore[arg-type]
    assert game.history == ()


def test_an_answer_is_short_to_read() -> None:
    game = Game(ruleset("blasen"), ruleset("blasen").read("W:Wc3,e1:Bd4,h8"))
    assert repr(game.play("e1-f2")) == "<Accepted e1-f2 (an offence)>"
    assert repr(game.play("accept")) == "<Accepted accept>"
