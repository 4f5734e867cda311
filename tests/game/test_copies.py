"""Games, their answers and their errors travel between processes."""

from __future__ import annotations

import copy
import pickle

import pytest

import crowned


def played() -> crowned.Game:
    game = crowned.Game(crowned.ruleset("blasen", king="short"), seed=7)
    for text in ("b6-c5", "c3-d4", "f6-g5", "g3-f4"):
        game.play(text, time=3)
    game.comment = "an oversight"
    return game


@pytest.mark.parametrize("again", [lambda g: pickle.loads(pickle.dumps(g)), copy.copy, copy.deepcopy])
def test_a_game_survives(again: object) -> None:
    game = played()
    twin = again(game)  # type: ignore[operator]
    assert twin.to_dict() == game.to_dict()
    assert twin.rules == game.rules
    assert [a.text for a in twin.actions()] == [a.text for a in game.actions()]
    twin.play("huff d4")
    assert twin.ply == game.ply + 1


def test_variations_survive() -> None:
    game = crowned.Game(crowned.ruleset("russian"))
    game.play("c3-d4")
    game.tree.back()
    game.play("a3-b4")
    assert pickle.loads(pickle.dumps(game)).to_dict() == game.to_dict()


def test_a_long_game_survives() -> None:
    """A chain of a thousand places must not exhaust the stack."""
    rules = crowned.ruleset("international", draw_no_progress=0, draw_repetition=0, draw_counts=())
    game = crowned.Game(rules, rules.read("W:WK46:BK1"))
    for text in ("46-41", "1-7", "41-46", "7-1") * 375:
        game.play(text)
    assert pickle.loads(pickle.dumps(game)).ply == 1500


def test_a_spun_game_survives() -> None:
    game = crowned.Game(crowned.ruleset("valluik"), seed=3)
    for _ in range(10):
        game.play(game.actions()[0]) if not game.must_spin else game.spin()
    twin = pickle.loads(pickle.dumps(game))
    assert twin.to_dict() == game.to_dict()


def test_answers_scores_and_refusals_survive() -> None:
    game = played()
    accepted = pickle.loads(pickle.dumps(game.play("huff d4")))
    assert accepted.events[0].kind == "huffed"
    score = crowned.Score(120)
    assert pickle.loads(pickle.dumps(score)) == score
    with pytest.raises(crowned.IllegalMove) as refused:
        game.play("a1-h8")
    error = pickle.loads(pickle.dumps(refused.value))
    assert str(error) == str(refused.value)
    assert error.verdict is not None
    assert error.verdict.text("de") == refused.value.verdict.text("de")  # type: ignore[union-attr]


def test_an_ambiguous_move_survives() -> None:
    error = crowned.AmbiguousMove("two ways", ["1x10x19", "1x12x19"])
    twin = pickle.loads(pickle.dumps(error))
    assert twin.candidates == error.candidates
    assert twin.faults == error.faults


def test_a_pdn_error_survives() -> None:
    error = crowned.PdnError("no such move", 3, 7, "games.pdn")
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.line, twin.column, str(twin)) == (3, 7, str(error))
