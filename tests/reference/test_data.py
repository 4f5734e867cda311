"""The oracle and the core against counts and moves that others have worked out."""

from __future__ import annotations

from typing import Any

import pytest

from crowned.position import Position, Ruleset, ruleset
from crowned.rules.axes import BY_NAME
from tests.reference import DEFAULTS, Law, Move
from tests.reference.data import Entry, by_rules, load, within

PERFT = by_rules("perft/rulebooks.json", "perft/standard.json")
RULEBOOKS = by_rules("perft/rulebooks.json")
CASES = {case["id"]: case for case in load("cases.json")}

ORACLE_NODES = 400
CORE_NODES = 3_000_000


def rules_of(entry: Entry, **more: Any) -> Ruleset:
    return ruleset(entry["ruleset"], **{**entry["options"], **more})


def law_of(entry: Entry, **more: Any) -> Law:
    return Law(rules_of(entry, **more).spec)


def texts(law: Law, moves: list[Move]) -> set[tuple[str, str, str, bool]]:
    """Moves as from, to, position after, fallen or not; a slide by its name."""
    return {(*_ends(move.text), law.write(move.after), move.falls) for move in moves}


def listed(entry: Entry) -> set[tuple[str, str, str, bool]]:
    falls = entry.get("falls", ())
    return {(*_ends(text), after, text in falls) for text, after in entry["moves"].items()}


def _ends(text: str) -> tuple[str, str]:
    squares = text.replace("x", "-").split("-")
    return squares[0], squares[-1]


def test_the_oracle_knows_the_axes_and_their_defaults() -> None:
    assert dict(DEFAULTS) == {name: BY_NAME[name].default for name in DEFAULTS}


@pytest.mark.parametrize("label", RULEBOOKS)
def test_the_oracle_finds_the_rulebooks_moves(label: str) -> None:
    law = law_of(RULEBOOKS[label][0])
    for entry in (entry for entry in RULEBOOKS[label] if "moves" in entry):
        position = law.read(entry["fen"])
        assert law.write(position) == entry["fen"]
        moves = law.correct(position)
        assert texts(law, moves) == listed(entry), entry["fen"]
        assert len(moves) == len(entry["moves"]), entry["fen"]


@pytest.mark.parametrize("label", RULEBOOKS)
def test_the_core_finds_the_rulebooks_moves(label: str) -> None:
    rules = rules_of(RULEBOOKS[label][0])
    for entry in (entry for entry in RULEBOOKS[label] if "moves" in entry):
        position = Position.from_fen(rules, entry["fen"])
        assert position.fen == entry["fen"]
        found = [(*_ends(m.text), position.play(m).fen, m.falls) for m in position.moves()]
        assert sorted(found) == sorted(listed(entry)), entry["fen"]


@pytest.mark.parametrize("label", PERFT)
def test_the_oracle_counts_as_others_do(label: str) -> None:
    law = law_of(PERFT[label][0])
    for entry in (entry for entry in PERFT[label] if "hard" not in entry):
        position = law.read(entry["fen"])
        for depth in range(1, within(entry["perft"], ORACLE_NODES) + 1):
            assert law.perft(position, depth) == entry["perft"][depth - 1], (entry["fen"], depth)


@pytest.mark.parametrize("label", PERFT)
def test_the_core_counts_as_others_do(label: str) -> None:
    rules = rules_of(PERFT[label][0])
    for entry in PERFT[label]:
        position = Position.from_fen(rules, entry["fen"])
        for depth in range(1, within(entry["perft"], CORE_NODES) + 1):
            assert position.perft(depth) == entry["perft"][depth - 1], (entry["fen"], depth)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "moves" in case])
def test_the_oracle_judges_the_cases(name: str) -> None:
    case = CASES[name]
    for reading in [case, *case.get("other_readings", ())]:
        if "moves" in reading:
            law = law_of(case, **reading["options"])
            moves = law.correct(law.read(case["fen"]))
            assert {_ends(move.text) for move in moves} == {_ends(text) for text in reading["moves"]}
            after = {_ends(move.text): law.write(move.after) for move in moves}
            assert all(fen in (None, after[_ends(text)]) for text, fen in reading["moves"].items())


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["kind"] == "doors"])
def test_the_oracle_slides_the_doors(name: str) -> None:
    case = CASES[name]
    law = law_of(case)
    position = law.read(case["fen"])
    slides = {move.slide: _dropped(position.pieces, move.after.pieces) for move in law.correct(position)}
    assert slides == {slide: (drop or "").lstrip("K") for slide, drop in case["slides"].items()}


def _dropped(before: dict[str, str], after: dict[str, str]) -> str:
    return "".join(before.keys() - after.keys())


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["kind"] == "offence"])
def test_the_oracle_names_who_may_be_huffed(name: str) -> None:
    case = CASES[name]
    for reading in [case, *case.get("other_readings", ())]:
        if "huffable" in reading:
            law = law_of(case, **reading["options"])
            position = law.read(case["fen"])
            played = next(move for move in law.playable(position) if move.text == case["played"])
            assert list(law.offence(position, played)) == reading["huffable"]
