"""The courses say what the referee says: every step is put to the judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import crowned
from crowned.referee import Verdict, judge

FOLDER = Path(__file__).parents[2] / "ui/src/lessons"
COURSES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
STEPS = [(name, i, step) for name, steps in COURSES.items() for i, step in enumerate(steps, 1)]
LANGS = {"de", "nl", "en"}


def verdict(name: str, step: dict[str, Any], attempt: str) -> Verdict:
    rules = crowned.ruleset(name)
    position = crowned.Position.from_fen(rules, step["fen"])
    return judge(crowned.Game(rules, position=position), attempt)


@pytest.mark.parametrize("name", COURSES)
def test_courses_are_short_and_cite_the_book(name: str) -> None:
    steps = COURSES[name]
    assert 8 <= len(steps) <= 12
    known = {
        clause for axis in crowned.ruleset(name).spec for clause in crowned.ruleset(name).spec.clauses(axis)
    }
    for step in steps:
        assert set(step["clauses"]) & known, step["clauses"]
        assert set(step["say"]) == set(step["then"]) == LANGS
        assert all(text.strip() for text in (*step["say"].values(), *step["then"].values()))


@pytest.mark.parametrize(("name", "number", "step"), STEPS, ids=lambda part: str(part)[:20])
def test_step(name: str, number: int, step: dict[str, Any]) -> None:
    if step["kind"] == "play":
        assert step["answers"]
        for answer in step["answers"]:
            assert verdict(name, step, answer).verdict == "accepted", answer
    elif step["kind"] == "refused":
        found = verdict(name, step, step["attempt"])
        assert found.verdict in ("refused", "offence")
        assert set(found.clauses) & set(step["clauses"]), found.clauses
    else:
        found = verdict(name, step, step["played"])
        assert found.verdict == "offence"
        assert sorted(found.removable) == sorted(step["huff"])
