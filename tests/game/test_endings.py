"""How games end, who wins, why and for how many points; and what does not end them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from crowned import Game, GameOver, IllegalMove, Position, Side, ruleset, ruleset_ids
from crowned.base import LANGS
from crowned.game.outcome import Outcome

CASES = tomllib.loads((Path(__file__).parent / "test_endings.toml").read_text())["case"]
NAME = {None: "draw", Side.WHITE: "white", Side.BLACK: "black"}


def started(case: dict[str, Any]) -> Game:
    rules = ruleset(case["ruleset"], **case.get("options", {}))
    return Game(rules, Position.from_fen(rules, case["fen"]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_endings(case: dict[str, Any]) -> None:
    game = started(case)
    for text in case["play"]:
        assert game.outcome is None
        game.play(text)
    assert game.outcome is not None
    winner, reason, *points = case["ends"]
    assert NAME[game.outcome.winner] == winner
    assert game.outcome.reason == reason
    assert game.outcome.points == (points[0] if points else None)
    assert game.actions() == ()
    with pytest.raises(GameOver):
        game.play("resign")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_the_end_is_told(case: dict[str, Any]) -> None:
    game = started(case)
    for text in case["play"]:
        game.play(text)
    assert [event.kind for event in game.events].count("ended") == (1 if case["play"] else 0)
    assert game.outcome is not None
    sentences = {game.outcome.text(lang) for lang in LANGS}
    assert len(sentences) == len(LANGS)
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


def fresh() -> Game:
    return started(CASES[4])


def test_an_offer_is_answered_by_the_other_side() -> None:
    game = fresh()
    game.play("offer draw")
    assert game.draw_offer is Side.WHITE
    assert {"agree draw", "decline draw"} <= {action.text for action in game.actions()}
    with pytest.raises(IllegalMove):
        game.play("agree draw", by=Side.WHITE)
    with pytest.raises(IllegalMove):
        game.play("offer draw", by=Side.BLACK)
    game.play("decline draw")
    assert game.draw_offer is None
    with pytest.raises(IllegalMove):
        game.play("agree draw")


def test_moving_on_declines() -> None:
    game = fresh()
    game.play("offer draw", by=Side.BLACK)
    game.play("c3-d4")
    assert game.draw_offer is None


def test_either_side_may_resign_at_any_time() -> None:
    game = fresh()
    game.play("resign", by=Side.BLACK)
    assert game.outcome is not None
    assert game.outcome.winner is Side.WHITE


def test_nobody_moves_for_the_other() -> None:
    game = fresh()
    with pytest.raises(IllegalMove):
        game.play("c3-d4", by=Side.BLACK)
    game.play("c3-d4", by=Side.WHITE)


def test_no_draw_can_be_claimed_without_a_reason() -> None:
    with pytest.raises(IllegalMove):
        fresh().play("claim draw")


def test_draws_by_agreement_can_be_switched_off() -> None:
    rules = ruleset(CASES[0]["ruleset"], draw_agreement=False)
    with pytest.raises(IllegalMove):
        Game(rules).play("offer draw")


@pytest.mark.parametrize("lang", LANGS)
def test_every_reason_has_a_sentence(lang: str) -> None:
    reasons = """no_pieces blocked breakthrough last_fall resignation agreement no_progress repetition
        time abandoned adjudicated"""
    for reason in reasons.split():
        for winner in (None, Side.WHITE):
            assert Outcome(winner, reason).text(lang)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_game_without_progress_ends_where_the_ruleset_counts(name: str) -> None:
    """Progress is a capture, a loss and, unless the rules say otherwise, a man's move."""
    game = Game(ruleset(name), seed=1)
    while not game.moves():
        game.play("spin black")
    game.play(game.moves()[0])
    assert game.state.quiet == (0 if game.rules.spec.draw_reset == "man" else 1)


@pytest.mark.parametrize(
    ("name", "fen", "move", "said"),
    [
        ("turm", "W:Wc3:Bd4", "c3xe5", "Green-red has no free stone left"),
        ("koenig", "W:Wc3:Bd4", "c3xe5", "Black has no pieces left"),
    ],
)
def test_where_captured_stones_stay_nobody_is_said_to_have_none(
    name: str, fen: str, move: str, said: str
) -> None:
    rules = ruleset(name)
    game = Game(rules, rules.read(fen))
    game.play(move)
    assert game.outcome is not None
    assert said in game.outcome.text("en")


def test_an_end_that_counts_points_cites_what_they_count() -> None:
    rules = ruleset("turm")
    game = Game(rules, rules.read("W:Wc3,Kb2:Bd4"))
    game.play("c3xe5")
    assert game.outcome is not None
    assert game.outcome.clauses == ("R4.27", "R4.28")
