"""The rulebooks' own cases of offences, touching, doors and draws, played as games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crowned import Game, Position, ruleset
from crowned.position.event import Fell, Opened

DATA = Path(__file__).parents[1] / "data" / "cases.json"
CASES: list[dict[str, Any]] = json.loads(DATA.read_text())
REMEDY = {"take_back": "takeback", "ignore": "accept"}


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def started(case: dict[str, Any], options: dict[str, Any] | None = None) -> Game:
    rules = ruleset(case["ruleset"], **case["options"], **(options or {}))
    return Game(rules, Position.from_fen(rules, case["fen"]))


def texts(game: Game) -> list[str]:
    return sorted(move.text for move in game.moves())


@pytest.mark.parametrize("case", of_kind("offence"))
def test_offences(case: dict[str, Any]) -> None:
    game = started(case)
    assert texts(game) == sorted(case["owed"])
    automatic = game.rules.spec.enforcement == "auto_huff"
    game.play(case["played"])
    if not automatic:
        assert game.pending is not None
        assert sorted(game.pending.removable) == sorted(case["huffable"])
        assert list(game.pending.remedies) == [REMEDY.get(word, word) for word in case["remedies"]]
    for remedy, after in case["outcomes"].items():
        word, _, square = remedy.partition(":")
        answered = game.copy()
        if not automatic:
            answered.play(f"huff {square}" if square else REMEDY[word])
        assert answered.position.fen == after["fen"]
        assert texts(answered) == sorted(after["moves"])


@pytest.mark.parametrize("case", of_kind("offence"))
def test_other_readings_of_the_target(case: dict[str, Any]) -> None:
    for reading in case.get("other_readings", []):
        if "huffable" in reading:
            game = started(case, reading["options"])
            game.play(case["played"])
            assert game.pending is not None
            assert list(game.pending.removable) == reading["huffable"]


@pytest.mark.parametrize("case", of_kind("touch"))
def test_touch_and_adjust(case: dict[str, Any]) -> None:
    game = started(case)
    assert texts(game) == sorted(case["moves"])
    touched = game.copy()
    touched.play(f"touch {case['touched']}")
    assert texts(touched) == sorted(case["after_touch"])
    adjusted = game.copy()
    adjusted.play(f"adjust {case['touched']}")
    adjusted.play(f"touch {case['touched']}")
    assert texts(adjusted) == sorted(case["after_adjust"])


@pytest.mark.parametrize("case", of_kind("doors"))
def test_slides(case: dict[str, Any]) -> None:
    game = started(case)
    assert sorted(action.text for action in game.actions()) == sorted(case["slides"])
    for text in case["slides"]:
        slid = game.copy()
        events = slid.play(text).events
        opened = [event.square for event in events if isinstance(event, Opened)]
        fell = [event.square for event in events if isinstance(event, Fell)]
        assert fell == [square for square in opened if square in game.position.pieces()]
        assert not any(square in slid.position.pieces() for square in opened)
        assert slid.actor is not game.actor


def shuffled(game: Game, plies: int) -> Game:
    """Two lone kings going to and fro without ever meeting; nothing is captured."""
    rules = game.rules
    for _ in range(plies):
        safe = [move for move in game.moves() if not game.position.play(move).can_capture]
        game.play(min(safe, key=lambda move: (move.target in seen(game), rules.squares.cell(move.path[-1]))))
    return game


def seen(game: Game) -> set[str]:
    return set(game.position.pieces())


@pytest.mark.parametrize("case", of_kind("draw"))
def test_draw_claims(case: dict[str, Any]) -> None:
    one_less = shuffled(started(case, {"draw_repetition": 0}), case["plies"] - 1)
    assert one_less.draw_claim is None
    assert "claim draw" not in [action.text for action in one_less.actions()]
    enough = shuffled(one_less, 1)
    assert enough.draw_claim == "no_progress"
    enough.play("claim draw")
    assert enough.outcome is not None
    assert (enough.outcome.winner, enough.outcome.reason) == (None, "no_progress")


@pytest.mark.parametrize("case", of_kind("draw"))
def test_draws_counted_in_plies(case: dict[str, Any]) -> None:
    game = shuffled(started(case, {"draw_repetition": 0, "draw_counter_unit": "ply"}), case["plies"] // 2)
    assert game.draw_claim == "no_progress"
    automatic = started(case, {"draw_repetition": 0, "draw_counter_unit": "ply", "draw_by": "automatic"})
    assert shuffled(automatic, case["plies"] // 2).outcome is not None
