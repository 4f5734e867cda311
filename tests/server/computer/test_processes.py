"""Engines in processes of their own: they answer, they stop when told, and one that hangs is ended."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from crowned.game import Game
from crowned.position.ruleset import ruleset
from crowned.server.computer.engine import EngineOpponent
from crowned.server.computer.opponent import Computer, EngineError, PlainOpponent, plain_choice
from crowned.server.computer.processes import EngineProcess, EngineProcesses
from tests.server.conftest import Catalogue
from tests.server.moody import Moody


@pytest.fixture
def game(rules: Catalogue) -> Game:
    return Game(ruleset(rules.strict))


def stopped_after(seconds: float) -> threading.Event:
    stop = threading.Event()
    threading.Timer(seconds, stop.set).start()
    return stop


def test_every_mood(game: Game) -> None:
    processes = EngineProcesses(Moody)
    never = threading.Event()
    assert processes.choose(game, 1, never).text == plain_choice(game).text
    for level in (2, 3):
        with pytest.raises(EngineError):
            processes.choose(game, level, never)
    assert processes.choose(game, 4, stopped_after(0.1)).text == plain_choice(game).text
    with pytest.raises(EngineError):
        processes.choose(game, 5, stopped_after(0.0))
    assert processes.choose(game, 1, never).text == plain_choice(game).text
    with pytest.raises(EngineError, match="no analyst"):
        processes.lines(game, 10, 1, never)
    processes.close()


def test_waiting_for_a_processor_is_not_hanging(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same process is ended where it had the processor all the time, and left alone where it had not."""
    processes = EngineProcesses(Moody)
    with pytest.raises(EngineError):
        processes.choose(game, 6, stopped_after(0.0))
    monkeypatch.setattr(EngineProcess, "_queued", lambda _: time.monotonic())
    assert processes.choose(game, 6, stopped_after(0.0)).text == plain_choice(game).text
    processes.close()


def test_a_process_that_is_ended_is_no_fault(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    processes = EngineProcesses(Moody)
    computer = Computer(processes, grace=60.0)
    assert asyncio.run(computer.choose(game, 5, 0.05)) == plain_choice(game).text
    assert "its process is ended" in caplog.text
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    assert not any(record.exc_info for record in caplog.records)
    processes.close()


def test_the_engine_itself(game: Game) -> None:
    """The same answers as in this process, as far as they are fixed."""
    processes = EngineProcesses(EngineOpponent)
    never = threading.Event()
    game.play(game.moves()[0])
    assert processes.choose(game, 1, never) in game.actions()
    lines = processes.lines(game, 50, 2, never)
    assert lines.fen == game.position.fen
    assert len(lines.lines) == 2
    assert [step.ply for step in processes.review(game, 20, never)] == [0]
    assert isinstance(PlainOpponent().choose(game, 1, never), type(processes.choose(game, 5, never)))
    processes.close()


def test_no_process_begins_when_the_server_ends() -> None:
    engines = EngineProcesses(EngineOpponent)
    engines.close()
    with pytest.raises(EngineError, match="the server stops"):
        engines.warm_up()
