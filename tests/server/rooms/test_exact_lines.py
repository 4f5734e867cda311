"""Analysis of endings that tables know: the value of the position and of every move goes to the browser."""

from __future__ import annotations

import threading

import pytest

import crowned
from crowned.server.computer.engine import EngineOpponent
from crowned.server.web.bodies import Lines
from tests.tables.built import folder_with


def lines_of(fen: str, monkeypatch: pytest.MonkeyPatch, **options: object) -> Lines:
    monkeypatch.setenv("CROWNED_TABLES", str(folder_with("english", 3)))
    rules = crowned.ruleset("english", **options)
    game = crowned.Game(rules, position=rules.read(fen))
    return EngineOpponent(hash_mb=1).lines(game, 20, 3, threading.Event())


def test_every_move_of_a_known_ending_has_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    found = lines_of("W:WK1,K6:BK32", monkeypatch)
    assert found.exact is not None
    assert (found.exact.result, found.exact.allowed) == ("win", None)
    assert found.exact.moves[0].move == found.lines[0].moves[0]
    assert found.exact.moves[0].plies == found.exact.plies
    assert len(found.exact.moves) == 4


def test_a_draw_has_no_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    found = lines_of("W:WK32:BK1", monkeypatch)
    assert found.exact is not None
    assert (found.exact.result, found.exact.plies) == ("draw", None)
    assert found.lines


def test_elsewhere_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines_of("W:W21,22,23:B1,2,3", monkeypatch).exact is None
