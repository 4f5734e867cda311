"""The terminal game against another program, and what happens when that program fails."""

from __future__ import annotations

import sys
from pathlib import Path

from crowned.engine import hub
from tests.cli.tools import process

PLAIN = hub.shipped_variants()["normal"]
FAKE = Path(__file__).parents[1] / "protocols" / "fake_engine.py"


def against(how: str, *lines: str) -> str:
    command = f"{sys.executable} {FAKE} {how}"
    words = ("play", PLAIN, "--computer", "white", "--level", "1", "--engine", command)
    answer = process(*words, stdin="\n".join(lines) + "\n")
    assert answer.status == 0, answer.err
    return answer.out


def test_another_program_plays() -> None:
    assert "White plays 32-28." in against("well", "quit")


def test_a_program_that_fails_is_told_and_a_person_moves_for_it() -> None:
    shown = against("illegal", "", "32-28", "fen", "quit")
    assert shown.count("is no move of this position") == 2
    assert "B:W28," in shown


def test_an_engine_that_is_not_there_is_told() -> None:
    answer = process("play", PLAIN, "--computer", "white", "--engine", "/no/such/engine")
    assert answer.status == 1
    assert "cannot be started" in answer.err
    assert "Traceback" not in answer.err
