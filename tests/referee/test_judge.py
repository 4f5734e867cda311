"""Verdicts: the first specific reason, its clauses, its evidence, a sentence in each language."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from crowned import Game, MoveTextError, Position, Verdict, judge, ruleset
from crowned.base import LANGS
from crowned.referee.reasons import AXES_OF

CASES = tomllib.loads((Path(__file__).parent / "test_reasons.toml").read_text())["case"]
DATA = Path(__file__).parents[1] / "data" / "cases.json"


def played(case: dict[str, Any]) -> Game:
    rules = ruleset(case["ruleset"], **case.get("options", {}))
    game = Game(rules, Position.from_fen(rules, case["fen"]))
    for text in case.get("play", ()):
        game.play(text)
    return game


def name(case: dict[str, Any]) -> str:
    return f"{case['reason']} {case.get('title', '')}".strip()


@pytest.mark.parametrize("case", CASES, ids=name)
def test_reasons(case: dict[str, Any]) -> None:
    verdict = judge(played(case), case["attempt"])
    assert verdict.reason == case["reason"], verdict
    assert verdict.verdict == case.get("verdict", "refused")
    assert set(case.get("clauses", ())) <= set(verdict.clauses)
    if "evidence" in case:
        assert sorted(verdict.evidence) == sorted(case["evidence"] + case.get("owed", []))
    for key in ("removable", "remedies"):
        if key in case:
            assert sorted(getattr(verdict, key)) == sorted(case[key])


@pytest.mark.parametrize("case", CASES, ids=name)
def test_sentences(case: dict[str, Any]) -> None:
    verdict = judge(played(case), case["attempt"])
    said = {verdict.text(lang) for lang in LANGS}
    assert len(said) == len(LANGS)
    for sentence in said:
        assert sentence[0].isupper() or not sentence[0].isalpha() or sentence.startswith(verdict.evidence)
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert "  " not in sentence
        assert " ." not in sentence
        assert ": ." not in sentence


@pytest.mark.parametrize("case", CASES, ids=name)
def test_play_raises_exactly_what_is_refused(case: dict[str, Any]) -> None:
    game = played(case)
    verdict = judge(game, case["attempt"])
    before = game.to_dict()
    try:
        game.play(case["attempt"])
    except Exception as error:
        assert not verdict.is_legal
        raised = getattr(error, "verdict", verdict)
        assert raised == verdict
        assert game.to_dict() == before
    else:
        assert verdict.is_legal


def test_every_reason_has_a_case() -> None:
    untried = set(AXES_OF) - {case["reason"] for case in CASES}
    assert untried <= {"not_your_turn", "own_offer"}, untried


@pytest.mark.parametrize("lang", LANGS)
def test_every_reason_has_a_sentence(lang: str) -> None:
    folder = Path(__file__).parents[2] / "src" / "crowned" / "referee" / "texts"
    words = tomllib.loads((folder / f"{lang}.toml").read_text())
    assert set(words["reason"]) == set(AXES_OF)
    for reason in AXES_OF:
        assert Verdict("refused", reason).text(lang)  # type: ignore[arg-type]


def test_the_rulebooks_illegal_moves_are_not_accepted() -> None:
    tried = 0
    for case in json.loads(DATA.read_text()):
        rules = ruleset(case["ruleset"], **case["options"])
        for attempt in case.get("illegal", ()):
            verdict = judge(Position.from_fen(rules, case["fen"]), attempt)
            assert verdict.verdict in ("refused", "offence", "incomplete"), (case["id"], attempt)
            tried += 1
    assert tried >= 5


def test_the_rulebooks_correct_moves_are_accepted() -> None:
    for case in json.loads(DATA.read_text()):
        rules = ruleset(case["ruleset"], **case["options"])
        position = Position.from_fen(rules, case["fen"])
        for attempt in case.get("moves", ()):
            assert judge(position, attempt).verdict == "accepted", (case["id"], attempt)


def test_text_that_is_no_move_raises() -> None:
    with pytest.raises(MoveTextError):
        judge(played(CASES[0]), "hello there")


def test_a_verdict_as_values() -> None:
    offence = next(case for case in CASES if case.get("verdict") == "offence")
    values = judge(played(offence), offence["attempt"]).to_dict("en")
    assert list(values) == ["verdict", "reason", "clauses", "evidence", "removable", "remedies", "text"]
    assert json.loads(json.dumps(values)) == values


def test_moves_and_actions_are_judged_too() -> None:
    game = played(CASES[0])
    move = game.moves()[0]
    assert judge(game, move).verdict == "accepted"
    assert judge(game.state, move).verdict == "accepted"
    game.play(move)
    assert judge(game, move).reason == "empty_square"
