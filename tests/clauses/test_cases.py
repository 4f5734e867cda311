"""The referee's cases of the five rulebooks, played at the table."""

from __future__ import annotations

from typing import Any

import pytest

import crowned
from crowned import Game
from tests.clauses.table import actions, huffable, moves, play, refused, results, winner
from tests.reference.data import Entry, load

CASES = {case["id"]: case for case in load("cases.json")}
REMEDIES = {"take_back": "takeback", "ignore": "accept"}


def named(*kinds: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["kind"] in kinds])


def at(case: Entry, **more: Any) -> Game:
    rules = crowned.ruleset(case["ruleset"], **{**case["options"], **more})
    return Game(rules, crowned.Position.from_fen(rules, case["fen"]))


@named("moves", "touch")
def test_the_correct_moves(name: str) -> None:
    case = CASES[name]
    for reading in [case, *case.get("other_readings", ())]:
        if "moves" in reading:
            found = results(at(case, **reading["options"]))
            assert set(found) == set(reading["moves"])
            assert {t: fen for t, fen in found.items() if reading["moves"][t]} == {
                t: fen for t, fen in reading["moves"].items() if fen
            }


@named("moves")
def test_what_falls_who_spins_and_who_has_won(name: str) -> None:
    case = CASES[name]
    game = at(case)
    assert {move.text for move in game.moves() if move.falls} == set(case.get("falls", ()))
    assert {"w": "white", "b": "black", None: None}[case.get("winner")] == winner(game)
    if "must_spin" in case:
        assert game.position.with_spin(None).must_spin == case["must_spin"]
    assert not set(case["illegal"]) & moves(game)


@named("doors")
def test_the_slides(name: str) -> None:
    case = CASES[name]
    game = at(case)
    before = game.position.pieces()
    dropped = {m.text: before.keys() - game.position.play(m).pieces().keys() for m in game.moves()}
    assert dropped == {text: {drop.lstrip("K")} if drop else set() for text, drop in case["slides"].items()}


@named("offence")
def test_the_offence_and_its_remedies(name: str) -> None:
    case = CASES[name]
    assert moves(at(case)) == set(case["owed"])
    for answer, outcome in case["outcomes"].items():
        game = at(case)
        play(game, case["played"])
        remedy, _, square = answer.partition(":")
        if remedy != "auto_remove":
            assert huffable(game) == set(case["huffable"])
            play(game, f"huff {square}" if square else REMEDIES[remedy])
        assert game.position.fen == outcome["fen"]
        assert moves(game) == set(outcome["moves"])


@named("offence")
def test_the_other_readings_of_an_offence(name: str) -> None:
    case = CASES[name]
    for reading in case.get("other_readings", ()):
        game = at(case, **reading["options"])
        play(game, case["played"])
        if "huffable" in reading:
            assert huffable(game) == set(reading["huffable"])
        else:
            offender = game.position.side.other
            play(game, f"huff {case['huffable'][0]}")
            assert game.position.side is offender


@named("touch")
def test_touching_and_adjusting(name: str) -> None:
    case = CASES[name]
    touched, adjusted = at(case), at(case)
    play(touched, f"touch {case['touched']}")
    assert moves(touched) == set(case["after_touch"])
    play(adjusted, f"adjust {case['touched']}")
    assert moves(adjusted) == set(case["after_adjust"])


@named("draw")
def test_claiming_a_draw(name: str) -> None:
    case = CASES[name]
    game = at(case)
    for ply in range(case["plies"]):
        assert "claim draw" not in actions(game)
        if ply == 0:
            refused(game, "claim draw")
        play(game, ("a1-b2", "h2-g1", "b2-a1", "g1-h2")[ply % 4])
    assert ("claim draw" in actions(game)) == case["claimable"]
