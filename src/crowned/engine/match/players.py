"""Who plays: levels, weights, our engine with options, and other people's engines.

A player is named by a text, the same on the command line, in a program and on another machine:

    level:5                       a level
    engine                        the engine, within the limits of the match
    engine:hash=64,threads=2      with options: hash, threads, weights, nodes, depth, time, tables=off
    new.weights                   the engine with the weights of a file (`hand` for the hand-set ones)
    hub:COMMAND                   a program that speaks Hub
    hub(threads=2):COMMAND        with its own parameters
    build:FOLDER                  the engine of another build of this program, under every ruleset
"""

from __future__ import annotations

import re
import shlex
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from crowned.base import BadInput
from crowned.base.words import quoted
from crowned.engine import weightfile
from crowned.engine.api import Limits
from crowned.engine.external import HubEngine, OtherBuild
from crowned.engine.levels import LEVELS
from crowned.engine.search import Engine
from crowned.game import Game
from crowned.position.action import Action
from crowned.position.ruleset import Ruleset

HASH_MB = 16
"""The table of an engine in a match, unless it asks for another; two players in every process need one."""
OWN_LIMITS = {"nodes", "depth", "time"}
OPTIONS = ("hash", "threads", "weights", "nodes", "depth", "time", "tables")
WORDS = ("weights", "tables")
"""Options that are no numbers."""
FORMS = "level:N, engine, engine:OPTION=VALUE,…, FILE.weights, hand, hub:COMMAND, build:FOLDER"
_HUB = re.compile(r"hub(?:\(([^)]*)\))?:(.+)", re.DOTALL)


class Player(Protocol):
    """Somebody who chooses actions. The game is his to read, not to change."""

    @property
    def name(self) -> str: ...
    def new_game(self, seed: int) -> None: ...
    def choose(self, game: Game, limits: Limits, stop: threading.Event | None) -> Action: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A player before he sits down: plain data that can be sent to another process."""

    text: str
    level: int = 0
    options: tuple[tuple[str, str], ...] = ()
    command: tuple[str, ...] = ()
    weights: str | None = None
    build: str = ""

    @property
    def limited(self) -> bool:
        """Whether the player limits himself, whatever the match says."""
        return bool(self.level) or (not self.command and bool(dict(self.options).keys() & OWN_LIMITS))

    def sit_down(self, rules: Ruleset) -> Player:
        """The player under these rules; BadInput or EngineError if that cannot be."""
        if self.command:
            return _Guest(HubEngine.start(self.command, rules, params=dict(self.options)))
        if self.build:
            return OtherBuild(self.build, rules, HASH_MB)
        return _Own(self, rules)


def read_entry(text: str) -> Entry:
    """The player that a text names; BadInput if it names none."""
    plain = text.strip()
    if found := _HUB.fullmatch(plain):
        command = tuple(_words(found[2]))
        return Entry(plain, options=tuple(_options(found[1] or "").items()), command=command)
    kind, _, rest = plain.partition(":")
    if kind == "level":
        return Entry(plain, level=_level(rest))
    if kind == "engine":
        return _engine(plain, rest)
    if kind == "build":
        return Entry(plain, build=rest)
    if plain == weightfile.HAND or plain.endswith(weightfile.SUFFIX) or Path(plain).is_file():
        return Entry(plain, weights=plain)
    raise BadInput(f"{quoted(text)} is no player; one is {FORMS}")


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise BadInput(f"{quoted(command)} is not a command: {error}") from None


def _level(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:3]) <= len(LEVELS):
        raise BadInput(f"{quoted(text)} is not a level from 1 to {len(LEVELS)}")
    return int(text)


def _options(text: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    if any(not sign or not name.strip() for name, sign, _ in pairs):
        raise BadInput(f"{quoted(text)} should be options such as hash=64,threads=2")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _engine(text: str, rest: str) -> Entry:
    options = _options(rest)
    strange = sorted(options.keys() - set(OPTIONS))
    if strange:
        raise BadInput(f"the engine has no option {', '.join(strange)}; it has {', '.join(OPTIONS)}")
    for name, value in options.items():
        if name not in WORDS:
            _number(name, value)
    if options.get("tables", "on") not in ("on", "off"):
        raise BadInput("tables is on or off")
    return Entry(text, options=tuple(options.items()), weights=options.get("weights"))


def _number(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e12:
        raise BadInput(f"{name}={quoted(value)} is not a number above 0")
    return number


class _Own:
    """The engine of this program. Every game has a new one: what it does follows from the seed alone."""

    def __init__(self, entry: Entry, rules: Ruleset) -> None:
        self.name = f"Crowned {entry.text}"
        self._entry = entry
        self._rules = rules
        own = {name: _number(name, value) for name, value in entry.options if name not in WORDS}
        self._own = own
        self._limits = Limits(
            time=own.get("time", 0.0), nodes=int(own.get("nodes", 0)), depth=int(own.get("depth", 0))
        )
        self._engine = self._made(0)

    def _made(self, seed: int) -> Engine:
        engine = Engine(
            self._rules,
            hash_mb=int(self._own.get("hash", HASH_MB)),
            threads=int(self._own.get("threads", 1)),
            weights_file=self._entry.weights,
            seed=seed,
        )
        if dict(self._entry.options).get("tables") == "off":
            engine.exact = None
        return engine

    def new_game(self, seed: int) -> None:
        self._engine = self._made(seed)

    def choose(self, game: Game, limits: Limits, stop: threading.Event | None) -> Action:
        own = self._limits if self._limits != Limits() else limits
        return self._engine.choose(game, self._entry.level or own, stop_event=stop)

    def close(self) -> None:
        self._engine.stop()


class _Guest:
    """A program that speaks Hub."""

    def __init__(self, engine: HubEngine) -> None:
        self._engine = engine

    @property
    def name(self) -> str:
        return self._engine.name

    def new_game(self, seed: int) -> None:  # noqa: ARG002  its dice are its own
        self._engine.new_game()

    def choose(self, game: Game, limits: Limits, stop: threading.Event | None) -> Action:
        return self._engine.choose(game, limits, stop_event=stop)

    def close(self) -> None:
        self._engine.close()
