"""Huffing, taking back, letting pass: every remedy of the offence model, and when it lapses."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from crowned import Game, IllegalMove, Position, ruleset

CASES = tomllib.loads((Path(__file__).parent / "test_remedies.toml").read_text())["case"]
REMEDIES = ("huff", "takeback", "accept")


def started(case: dict[str, Any]) -> Game:
    rules = ruleset(case["ruleset"], **case.get("options", {}))
    return Game(rules, Position.from_fen(rules, case["fen"]))


def remedies(game: Game) -> list[str]:
    return [action.text for action in game.actions() if action.kind in REMEDIES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_remedies(case: dict[str, Any]) -> None:
    game = started(case)
    *before, last = case["play"]
    for text in before:
        game.play(text)
    if case.get("refused"):
        with pytest.raises(IllegalMove):
            game.play(last)
        return
    game.play(last)
    check(game, case)


def check(game: Game, case: dict[str, Any]) -> None:
    found = {
        "removable": list(game.pending.removable) if game.pending else [],
        "actions": remedies(game),
        "fen_after": game.position.fen,
        "moves": sorted(move.text for move in game.moves()),
        "playable": sorted(move.text for move in game.playable()),
        "outcome": [game.outcome.winner.name_key, game.outcome.reason]
        if game.outcome and game.outcome.winner is not None
        else None,
    }
    for key, value in found.items():
        if key in case:
            wanted = sorted(case[key]) if key in ("moves", "playable") else case[key]
            assert value == wanted, key
    assert ("outcome" in case) == (game.outcome is not None)


def offended(position: str = "W:Wc3,g3:Bd4,h8") -> Game:
    case = CASES[0]
    rules = ruleset(case["ruleset"])
    game = Game(rules, Position.from_fen(rules, position))
    game.play("g3-h4")
    return game


def test_the_offence_says_what_was_owed() -> None:
    game = offended()
    assert game.pending is not None
    assert [move.text for move in game.pending.owed] == ["c3xe5"]
    assert game.pending.move.text == "g3-h4"
    assert game.pending.by.name_key == "white"


@pytest.mark.parametrize("text", ["huff h4", "huff d4", "huff a1", "huff z9"])
def test_only_the_offending_pieces_can_be_huffed(text: str) -> None:
    game = offended()
    with pytest.raises(IllegalMove):
        game.play(text)
    assert game.pending is not None


def test_one_offence_one_huff() -> None:
    game = offended()
    game.play("huff c3")
    for text in ("huff h4", "takeback", "accept"):
        with pytest.raises(IllegalMove):
            game.play(text)


def test_the_right_lapses_with_the_opponents_own_move() -> None:
    game = offended()
    game.play("d4xb2")
    for text in ("huff h4", "takeback", "accept"):
        with pytest.raises(IllegalMove):
            game.play(text)


def test_after_a_take_back_no_second_offence_is_possible() -> None:
    game = offended()
    game.play("takeback")
    with pytest.raises(IllegalMove):
        game.play("g3-f4")
    game.play("c3xe5")
    assert game.pending is None
    assert game.position.fen == "B:Wg3,e5:Bh8"


def test_a_missed_capture_is_owed_again_next_turn() -> None:
    game = offended("W:Wc3,b2,g3:Bd4,h8")
    game.play("h8-g7")
    assert [move.text for move in game.moves()] == ["c3xe5"]
    assert game.pending is None


def test_a_capture_is_stopped_early_in_whatever_order_its_longer_form_is_listed() -> None:
    """A round trip takes the same pieces both ways round and is listed once; here the other way round."""
    rules = ruleset("blasen", dame_first=True, men_back=True)
    start = Position.from_fen(rules, "W:Wd2,Kb8:Bc3,c5,e5,e3")
    game = Game(rules, position=start)
    game.play("d2xb4xd6xf4")
    assert game.pending is not None
    assert game.pending.removable == ("f4",)
