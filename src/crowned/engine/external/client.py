"""The other end of Hub: asks an engine for moves, and believes nothing it says."""

from __future__ import annotations

import math
import shlex
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Self

from crowned._native import Move
from crowned.base.words import quoted
from crowned.engine import hub
from crowned.engine.api import Info, Limits
from crowned.engine.external import lines
from crowned.engine.external.errors import (
    EngineCrashed,
    EngineError,
    EngineRefuses,
    EngineSilent,
    IllegalAnswer,
)
from crowned.engine.external.pipe import Pipe, Transport
from crowned.engine.past import Asked, game_of
from crowned.game import Game
from crowned.position.action import MoveAction
from crowned.position.ruleset import RulesetLike, ruleset

PATIENCE = 10.0
"""Seconds for an answer that needs no thought, and beyond the time that was given for one that does."""
STARTING = 6
"""How much more patience a program deserves while it starts."""
SLACK = 1.0
"""Seconds beyond the time given after which an engine is told to stop; clocks differ, and so do wires."""
LONGEST = 600.0
"""Seconds for a search that has a limit of nodes or depth only."""
POLL = 0.02
"""Seconds between two looks at a stop event."""
PLAIN_VARIANT = "normal"
"""What an engine plays that declares no variants."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, and what the engine says about it."""

    move: Move
    ponder: str = ""
    info: Mapping[str, str] = field(default_factory=dict)
    """The arguments of the last `info` line, as they came."""

    @property
    def score(self) -> float | None:
        """In men, seen by the engine; None if it does not say."""
        try:
            score = float(self.info.get("score", ""))
        except ValueError:
            return None
        return score if math.isfinite(score) else None


class HubEngine:
    """A player behind a wire. It is started when it is first needed, and again after it has failed."""

    def __init__(
        self,
        spawn: Callable[[], Transport],
        rules: RulesetLike,
        *,
        name: str = "engine",
        params: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.rules = ruleset(rules)
        self.name = name
        self.complaints: list[str] = []
        """What the engine called an error since the last question."""
        self._spawn = spawn
        self._params = dict(params or {})
        self._patience = patience
        self._wire: Transport | None = None
        if not hub.fits(self.rules.spec):
            raise EngineRefuses(name, "Hub has no words for towers, doors and huffing")

    @classmethod
    def start(
        cls,
        command: str | Sequence[str],
        rules: RulesetLike,
        *,
        folder: Path | None = None,
        params: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> Self:
        """An engine in a process of its own, ready to play."""
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise EngineCrashed("engine", "no command is given")
        engine = cls(
            lambda: Pipe(words, folder), rules, name=Path(words[0]).name, params=params, patience=patience
        )
        engine.connect()
        return engine

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- what it is asked

    def choose(
        self, game: Asked, limits: Limits | None = None, *, stop_event: threading.Event | None = None
    ) -> MoveAction:
        """A move of the game, as an action."""
        return MoveAction(self.think(game, limits, stop_event=stop_event).move)

    def think(
        self, game: Asked, limits: Limits | None = None, *, stop_event: threading.Event | None = None
    ) -> Answer:
        """A move that is correct in the game; EngineError if there is none. The game is not touched."""
        asked = limits or Limits(time=1.0)
        game = self._checked(game)
        with _Failing(self):
            self.connect()
            self.complaints.clear()
            try:
                return self._answer(game, pos_line(game), asked, stop_event)
            except IllegalAnswer:
                # Some engines count draws by rules of their own, and then say nothing, or refuse the moves
                # that led here. Without these moves they have nothing to count.
                return self._answer(game, pos_line(game, history=False), asked, stop_event)

    def search(
        self,
        game: Asked,
        limits: Limits | None = None,
        multipv: int = 1,
        *,
        stop_event: threading.Event | None = None,
    ) -> Info:
        """What the engine thinks of the game, as our own engine would tell it.

        Hub knows one line only. For more of them the engine is asked about every move in turn, each with its
        share of the limits.
        """
        return lines.search(self, self._checked(game), limits or Limits(time=1.0), multipv, stop_event)

    def new_game(self) -> None:
        """Tell the engine that what comes has nothing to do with what was."""
        if self._wire is not None:
            with _Failing(self):
                self._wire.send("new-game")

    def connect(self) -> Transport:
        """The wire to an engine that is ready."""
        if self._wire is None:
            with _Failing(self):
                self._wire = self._spawn()
                self._greet(self._wire)
        return self._wire

    def close(self) -> None:
        wire, self._wire = self._wire, None
        if wire is None:
            return
        with suppress(EngineError):
            wire.send("quit")
        wire.close(self._patience)

    def drop(self) -> None:
        """End a failed engine at once."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close(0.0)

    def _checked(self, what: Asked) -> Game:
        game = game_of(what)
        if game.rules.fingerprint != self.rules.fingerprint:
            raise EngineRefuses(self.name, f"plays {self.rules!r}; the game belongs to {game.rules!r}")
        return game

    # ---- the conversation

    def _greet(self, wire: Transport) -> None:
        wire.send("hub")
        declared: dict[str, hub.HubLine] = {}
        # Programs load their tables and libraries now; later they have no excuse.
        for line in self._until("wait", STARTING * self._patience):
            if line.command == "id":
                self.name = " ".join(filter(None, (line.get("name"), line.get("version")))) or self.name
            elif line.command == "param" and line.get("name"):
                declared[line["name"]] = line
        for name, value in self._settings(declared).items():
            wire.send(hub.write_line("set-param", name=name, value=value))
        wire.send("init")
        for _ in self._until("ready", STARTING * self._patience):
            pass

    def _settings(self, declared: Mapping[str, hub.HubLine]) -> dict[str, str]:
        """What has to be set: the variant, and what the user wants."""
        unknown = [name for name in self._params if name not in declared]
        if unknown:
            raise EngineRefuses(self.name, f"has no parameter {', '.join(unknown)}")
        settings = dict(self._params)
        variant = hub.variant_of(self.rules.spec)
        if "variant" in declared and "variant" not in settings:
            settings["variant"] = variant
            values = declared["variant"].get("values").split()
            if values and variant not in values:
                raise EngineRefuses(self.name, f"plays {', '.join(values)}, but not {variant}")
        elif "variant" not in declared and variant != PLAIN_VARIANT:
            raise EngineRefuses(self.name, f"has no variants, so it does not play {variant}")
        return {name: value for name, value in settings.items() if declared[name].get("value") != value}

    def _answer(self, game: Game, pos: str, limits: Limits, stop_event: threading.Event | None) -> Answer:
        """The move of the `done` line, and what the `info` lines before it said."""
        for text in (pos, hub.write_level(level_of(limits)), "go think"):
            self._connected.send(text)
        info: dict[str, str] = {}
        line = hub.HubLine("")
        for line in self._until("done", _deadline(limits) + min(SLACK, self._patience), stop_event):
            if line.command == "info":
                info.update(line.arguments)
        return Answer(self._move(game, line), line.get("ponder"), info)

    def _move(self, game: Game, done: hub.HubLine) -> Move:
        try:
            return hub.find_move(game, done.get("move"))
        except hub.HubError as error:
            where = hub.write_position(game.position)
            raise IllegalAnswer(self.name, f"{error} ({where})") from None

    def _until(
        self, command: str, seconds: float, stop_event: threading.Event | None = None
    ) -> Iterator[hub.HubLine]:
        """The lines up to one with this command, which is the last; EngineSilent if it does not come.

        When the time is over or the event is set, the engine is told to stop and has to answer soon.
        """
        end, told = monotonic() + seconds, command != "done"
        while True:
            if not told and (monotonic() >= end or (stop_event is not None and stop_event.is_set())):
                self._connected.send("stop")
                end, told = monotonic() + self._patience, True
            left = end - monotonic()
            if told and left <= 0:
                raise EngineSilent(self.name, f"no {command} in time{self._said()}")
            line = self._line(min(left, PATIENCE if stop_event is None or told else POLL))
            if line is None:
                continue
            yield line
            if line.command == command:
                return

    def _line(self, seconds: float) -> hub.HubLine | None:
        """The next line that is one; engines may print whatever they like in between."""
        text = self._connected.receive(seconds)
        try:
            line = hub.read_line(text or "")
        except hub.HubError:
            return None
        if line is not None and line.command == "error":
            self.complaints.append(line.get("message"))
        return line

    def _said(self) -> str:
        return f"; it says {quoted(self.complaints[-1])}" if self.complaints else ""

    @property
    def _connected(self) -> Transport:
        if self._wire is None:
            raise EngineCrashed(self.name, "is not running")
        return self._wire


class _Failing:
    """Ends the engine if something goes wrong, so that the next question starts a new one."""

    def __init__(self, engine: HubEngine) -> None:
        self._engine = engine

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._engine.drop()


def pos_line(game: Game, *, history: bool = True) -> str:
    """The position at the last progress and the moves since, so that repetitions can be seen."""
    records = [record for record in game.history if isinstance(record.action, MoveAction)]
    since = records[len(records) - game.state.quiet :] if game.state.quiet and history else []
    start = since[0].before.position if since else game.position
    moves = [hub.write_move(game.rules, r.action.move) for r in since if isinstance(r.action, MoveAction)]
    return hub.write_line("pos", pos=hub.write_position(start), moves=" ".join(moves) or None)


def level_of(limits: Limits) -> hub.Level:
    if limits.infinite:
        return hub.Level()
    clock = limits.clock
    return hub.Level(
        depth=limits.depth or None,
        nodes=limits.nodes or None,
        move_time=limits.time or None,
        clock=clock.left if clock else None,
        increment=clock.increment if clock else 0.0,
        moves=(clock.moves_to_go or None) if clock else None,
    )


def _deadline(limits: Limits) -> float:
    """Seconds after which an engine should have answered."""
    if limits.infinite:
        return math.inf
    given = [limits.time, limits.clock.left if limits.clock else 0.0]
    return min((seconds for seconds in given if seconds), default=LONGEST)
