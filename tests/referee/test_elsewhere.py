"""Other rulesets and open rights."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crowned import Game, Position, legal_elsewhere, ruleset, ruleset_ids
from crowned.referee import claims
from tests.battery.chance import random_position

CASES = tomllib.loads((Path(__file__).parent / "test_elsewhere.toml").read_text())["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_legal_elsewhere(case: dict[str, Any]) -> None:
    rules = ruleset(case["ruleset"])
    found = legal_elsewhere(Position.from_fen(rules, case["fen"]), case["attempt"])
    assert set(case.get("legal", ())) <= set(found)
    assert not set(case.get("illegal", ())) & set(found)
    assert found == sorted(found)


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32), pick=st.integers(0, 999))
def test_a_correct_move_is_legal_here(seed: int, pick: int) -> None:
    rules = ruleset(ruleset_ids()[pick % len(ruleset_ids())])
    position = random_position(rules, seed).with_spin(None)
    for move in Game(rules, position).moves()[:2]:
        assert rules.id in legal_elsewhere(position, move)


def test_words_are_legal_nowhere() -> None:
    position = ruleset(ruleset_ids()[0]).start()
    assert legal_elsewhere(position, "resign") == []


def test_claims_after_an_offence() -> None:
    case = CASES[0]
    rules = ruleset(case["ruleset"])
    game = Game(rules, Position.from_fen(rules, "W:Wc3,g3:Bd4,h8"))
    assert claims(game).huff == ()
    game.play("g3-h4")
    open_now = claims(game)
    assert (open_now.huff, open_now.takeback, open_now.accept) == (("c3",), True, True)
    assert {"R0.19", "R0.21", "R0.22"} <= set(open_now.clauses)
    assert open_now.draw is None
    assert open_now.plies_until_draw == 80


def test_claims_of_a_draw() -> None:
    rules = ruleset(CASES[0]["ruleset"])
    game = Game(rules, Position.from_fen(rules, "W:WKa1:BKh8"))
    for text in ("a1-b2", "h8-g7", "b2-a1", "g7-h8") * 2:
        game.play(text)
    assert claims(game).draw == "repetition"
