"""The courses of endings: every answer is what a table proves, and nothing else would do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import crowned
from crowned.base import LANGS
from crowned.tables.probe import values
from tests.tables.built import tables_of

FOLDER = Path(__file__).parents[2] / "ui/src/lessons/endings"
STEPS = [(p.stem, step) for p in sorted(FOLDER.glob("*.json")) for step in json.loads(p.read_text("utf-8"))]


@pytest.mark.parametrize(("name", "step"), STEPS, ids=lambda part: str(part)[:40])
def test_the_answers_are_those_of_the_table(name: str, step: dict[str, Any]) -> None:
    position = crowned.ruleset(name).read(step["fen"])
    answer = values(tables_of(name, 3), position)
    assert answer is not None
    assert answer.result != "loss"
    keeping = [m.move.text for m in answer.moves if m.value.result == answer.result]
    assert sorted(step["answers"]) == sorted(keeping)
    assert len(keeping) < len(answer.moves), "any move would do"
    assert set(step["say"]) == set(step["then"]) == set(LANGS)
    assert all(text.strip() for text in (*step["say"].values(), *step["then"].values()))


def test_there_are_courses() -> None:
    assert len(STEPS) >= 5
