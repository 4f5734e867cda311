"""Engines that are not ours: a wire by script, and real programs that behave well or badly."""

from __future__ import annotations

import pickle
import sys
import threading
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import crowned
from crowned.engine.api import Clock, Limits
from crowned.engine.external import (
    EngineCrashed,
    EngineError,
    EngineRefuses,
    EngineSilent,
    HubEngine,
    IllegalAnswer,
)
from crowned.protocols.hub import Session
from tests.protocols.play import rules_of
from tests.protocols.talk import Script

DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
RULES = rules_of(DATA["ruleset"])
FAKE = Path(__file__).with_name("fake_engine.py")
SOON = 0.2
"""Seconds that a hopeless wait takes."""


def fake(how: str, patience: float = 30.0, **params: str) -> HubEngine:
    return HubEngine.start([sys.executable, str(FAKE), how], RULES, params=params, patience=patience)


# ---- programs


def test_a_program_is_asked_for_a_move() -> None:
    game = crowned.Game(RULES)
    with fake("well") as engine:
        answer = engine.think(game, Limits(time=0.1))
        assert engine.name == "Fake 7"
    assert answer.move.text == "32-28"
    assert (answer.score, answer.info["depth"], answer.ponder) == (0.5, "4", "19-23")


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ("illegal", IllegalAnswer),
        ("nonsense", IllegalAnswer),
        ("empty", IllegalAnswer),
        ("crash", EngineCrashed),
    ],
)
def test_a_bad_answer_is_reported_and_the_game_goes_on(how: str, error: type[EngineError]) -> None:
    game = crowned.Game(RULES)
    before = game.position
    with fake(how) as engine:
        for _ in range(2):  # the second time it is a new process
            with pytest.raises(error) as caught:
                engine.think(game, Limits(time=0.1))
    assert caught.value.fault
    assert game.position == before
    assert game.history == ()
    game.play(game.moves()[0])


def test_an_engine_that_calls_it_a_draw_is_asked_again_without_history() -> None:
    case = DATA["kings"]
    game = crowned.Game(RULES, position=RULES.read(case["fen"]))
    for move in case["moves"][:-1]:
        game.play(move)
    with fake("drawn") as engine:
        assert engine.think(game, Limits(depth=1)).move.text == case["moves"][-1]


def test_the_last_words_of_a_crash_are_told() -> None:
    with fake("crash") as engine, pytest.raises(EngineCrashed, match=r"status 3.*something broke"):
        engine.think(crowned.Game(RULES), Limits(depth=1))


@pytest.mark.parametrize("how", ["silent", "flood"])
def test_silence_has_an_end(how: str) -> None:
    with fake(how) as engine:
        engine._patience = SOON
        with pytest.raises(EngineSilent):
            engine.think(crowned.Game(RULES), Limits(time=0.01))
        engine._patience = 30.0
        assert engine.connect(), "a new one takes its place"


def test_errors_travel_between_processes() -> None:
    for kind in (EngineCrashed, EngineSilent, EngineRefuses, IllegalAnswer):
        error = pickle.loads(pickle.dumps(kind("Fake", "is broken")))
        assert type(error) is kind
        assert (error.engine, error.fault, str(error)) == ("Fake", "is broken", "Fake: is broken")


def test_a_program_that_never_greets_is_given_up() -> None:
    with pytest.raises(EngineSilent):
        fake("mute", SOON / 4)


@pytest.mark.parametrize("command", [["/no/such/engine"], [str(FAKE.parent)], ""])
def test_what_cannot_be_started_says_so(command: list[str] | str) -> None:
    with pytest.raises(EngineCrashed):
        HubEngine.start(command, RULES)


def test_an_engine_of_another_game_is_refused() -> None:
    with pytest.raises(EngineRefuses, match="chess"):
        fake("other")


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(EngineRefuses, match="ply-book"):
        fake("well", **{"ply-book": "3"})


def test_an_engine_without_variants_plays_only_the_usual_one() -> None:
    with pytest.raises(EngineRefuses, match="no variants"):
        HubEngine.start([sys.executable, str(FAKE), "well"], rules_of(DATA["other"]))


@pytest.mark.parametrize("name", DATA["not_plain"])
def test_games_beyond_the_protocol_are_refused(name: str) -> None:
    with pytest.raises(EngineRefuses):
        HubEngine.start([sys.executable, str(FAKE), "well"], rules_of(name))


# ---- the wire


class Wire:
    """A transport into our own session, with a script for a thinker. It keeps what was said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.lines: list[str] = []
        self.arrived = threading.Condition()
        self.session = Session(self._hear, RULES, make=Script)

    def _hear(self, line: str) -> None:
        with self.arrived:
            self.lines.append(line)
            self.arrived.notify_all()

    def send(self, line: str) -> None:
        self.said.append(line)
        self.session.receive(line)

    def receive(self, seconds: float) -> str | None:
        with self.arrived:
            if self.arrived.wait_for(lambda: bool(self.lines), seconds):
                return self.lines.pop(0)
        return None

    def close(self, seconds: float) -> None:  # noqa: ARG002
        self.session.close()


def wired(**params: str) -> tuple[HubEngine, Wire]:
    wire = Wire()
    return HubEngine(lambda: wire, RULES, params=params), wire


def asked(play: Callable[[HubEngine, crowned.Game], object], *moves: str) -> list[str]:
    """What the engine hears when it is asked after some moves."""
    engine, wire = wired()
    game = crowned.Game(RULES)
    for move in moves:
        game.play(move)
    play(engine, game)
    return wire.said


def test_both_ends_understand_each_other() -> None:
    engine, _ = wired()
    game = crowned.Game(RULES)
    for _ in range(10):
        action = engine.choose(game, Limits(depth=1))
        assert action.move in game.moves()
        game.play(action)
    engine.close()


def test_only_parameters_that_change_are_set() -> None:
    engine, wire = wired(threads="1", strength="4")
    engine.connect()
    assert [line for line in wire.said if line.startswith("set-param")] == ["set-param name=strength value=4"]


def test_moves_since_the_last_progress_are_sent() -> None:
    engine, wire = wired()
    case = DATA["kings"]
    game = crowned.Game(RULES, position=RULES.read(case["fen"]))
    for move in case["moves"]:
        game.play(move)
    engine.choose(game, Limits(depth=1))
    assert case["pos"] in wire.said


@pytest.mark.parametrize(
    ("limits", "level"),
    [
        (Limits(time=0.5), "level move-time=0.5"),
        (Limits(nodes=100), "level nodes=100"),
        (Limits(depth=5), "level depth=5"),
        (Limits(clock=Clock(10, 2)), "level time=8 inc=2"),
        (Limits(clock=Clock(1, 2)), "level time=0 inc=2"),
        (Limits(clock=Clock(30, 0, 9)), "level moves=9 time=30"),
    ],
)
def test_limits_become_a_level(limits: Limits, level: str) -> None:
    assert level in asked(lambda engine, game: engine.choose(game, limits))


def test_an_endless_search_can_be_stopped() -> None:
    engine, wire = wired()
    stop = threading.Event()
    stop.set()
    action = engine.choose(crowned.Game(RULES), Limits(infinite=True), stop_event=stop)
    assert action.move in crowned.Game(RULES).moves()
    assert wire.said[-2:] == ["go think", "stop"]


def test_new_game_is_passed_on() -> None:
    engine, wire = wired()
    engine.connect()
    engine.new_game()
    assert wire.said[-1] == "new-game"
