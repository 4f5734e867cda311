"""The engine's end of Hub: one line in, any number of lines out, and never a line without an answer due.

Only `ping`, `ponder-hit` and `stop` are for a search that runs; anything else is refused until it has
answered. Unknown commands, arguments and parameters are ignored, as the protocol asks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from crowned.base import CrownedError
from crowned.engine import Engine
from crowned.engine.api import Clock, Limits
from crowned.engine.hub import (
    HubError,
    HubLine,
    Level,
    follow,
    read_level,
    read_line,
    read_position,
    shipped_variants,
    variant_of,
    write_line,
)
from crowned.game import Game
from crowned.position.ruleset import Ruleset, ruleset
from crowned.protocols.hub.params import Params
from crowned.protocols.hub.search import Search, Thinker, restrained, restraint

DEEPEST = 120
Maker = Callable[[Ruleset, Params], Thinker]


def make_engine(rules: Ruleset, params: Params) -> Engine:
    return Engine(rules, hash_mb=params.hash_mb, threads=params.threads)


class Session:
    """A conversation. `receive` takes lines until it returns False; `send` is called from two threads."""

    def __init__(
        self,
        send: Callable[[str], None],
        rules: Ruleset | None = None,
        version: str = "",
        make: Maker = make_engine,
    ) -> None:
        self._out = send
        self._lock = threading.Lock()
        self._version = version
        self._make = make
        self._own = rules
        self._variants: Mapping[str, str] = _offered(rules)
        self._params = Params(variant_of(rules.spec) if rules else _usual(self._variants))
        self._thinker: Thinker | None = None
        self._made_with: Params | None = None
        self._rules: Ruleset = rules or ruleset(self._variants[self._params.variant])
        self._game = Game(self._rules)
        self._level = Level()
        self._search: Search | None = None

    def receive(self, text: str) -> bool:
        """One line; False if the conversation is over."""
        try:
            line = read_line(text)
            return line is None or self._obey(line)
        except (CrownedError, MemoryError) as error:
            self.send(write_line("error", message=str(error) or "not enough memory"))
            return True

    def close(self) -> None:
        """The other side is gone: end the search, which still gives its answer."""
        if self._search is not None:
            self._search.stop()
            self._search.wait()

    def send(self, text: str) -> None:
        with self._lock:
            self._out(text)

    # ---- commands

    def _obey(self, line: HubLine) -> bool:
        if line.command == "quit":
            self.close()
            return False
        if line.command in _ANY_TIME:
            _ANY_TIME[line.command](self)
        elif line.command in _WHEN_IDLE:
            if self._search is not None and self._search.running:
                raise HubError(
                    f"{line.command} while a search is running; only ping, ponder-hit and stop are heard"
                )
            self.close()
            _WHEN_IDLE[line.command](self, line)
        return True

    def _ping(self) -> None:
        self.send("pong")

    def _stop(self) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponder_hit(self) -> None:
        if self._search is not None:
            self._search.hit()

    def _hub(self, _line: HubLine) -> None:
        self.send(
            write_line("id", name="Crowned", version=self._version or None, author="Crowned contributors")
        )
        for param in self._params.lines(self._variants):
            self.send(param)
        self.send("wait")

    def _set_param(self, line: HubLine) -> None:
        if not line.get("name"):
            raise HubError("set-param needs a name")
        self._params = self._params.with_value(line["name"], line.get("value"), self._variants)

    def _init(self, _line: HubLine) -> None:
        self._engine()
        self.send("ready")

    def _new_game(self, _line: HubLine) -> None:
        self._engine().forget()

    def _pos(self, line: HubLine) -> None:
        """A position that cannot be read leaves none behind, lest an older one be searched."""
        self._engine()
        self._level = Level()
        rules = self._rules
        self._game = Game(rules)
        start = read_position(rules, line["pos"]) if "pos" in line else rules.start()
        self._game = follow(rules, start, line.get("moves").split())

    def _set_level(self, line: HubLine) -> None:
        self._level = read_level(line)

    def _go(self, line: HubLine) -> None:
        thinker = self._engine()
        limits, self._level = limits_of(self._level), Level()
        level = None if "analyze" in line else restraint(self._params.strength, self._rules)
        if level is not None:
            limits = restrained(limits, level)
        self._search = Search(thinker, self._game, limits, self.send, ponder="ponder" in line, level=level)
        self._search.start()

    # ---- the engine behind it

    def _engine(self) -> Thinker:
        """The engine for the parameters as they are now."""
        if self._thinker is None or self._made_with != self._params:
            self._thinker = None  # the old table is given back before a new one is asked for
            rules = self._rules_of(self._params.variant)
            if rules != self._rules:
                self._rules, self._game = rules, Game(rules)
            self._thinker = self._make(rules, self._params)
            self._made_with = self._params
        return self._thinker

    def _rules_of(self, variant: str) -> Ruleset:
        if self._own is not None and variant == variant_of(self._own.spec):
            return self._own
        return ruleset(self._variants[variant])


_ANY_TIME: Mapping[str, Callable[[Session], None]] = {
    "ping": Session._ping,
    "stop": Session._stop,
    "ponder-hit": Session._ponder_hit,
}
_WHEN_IDLE: Mapping[str, Callable[[Session, HubLine], None]] = {
    "hub": Session._hub,
    "set-param": Session._set_param,
    "init": Session._init,
    "new-game": Session._new_game,
    "pos": Session._pos,
    "level": Session._set_level,
    "go": Session._go,
}


def _offered(rules: Ruleset | None) -> Mapping[str, str]:
    """Variant -> ruleset; a ruleset of one's own comes first and may take a shipped one's name."""
    own = {variant_of(rules.spec): rules.id} if rules else {}
    return {**own, **{name: id_ for name, id_ in shipped_variants().items() if name not in own}}


def _usual(variants: Mapping[str, str]) -> str:
    """What Hub means if nothing is said."""
    return "normal" if "normal" in variants else next(iter(variants))


def limits_of(level: Level) -> Limits:
    """A level as the engine's limits. A limit of 0 is the least there is, not none."""
    clock = None
    if level.clock is not None:
        clock = Clock(max(level.clock, 0.001), level.increment, level.moves or 0)
    return Limits(
        time=0.0 if level.move_time is None else max(level.move_time, 0.001),
        clock=clock,
        nodes=0 if level.nodes is None else max(level.nodes, 1),
        depth=0 if level.depth is None else min(max(level.depth, 1), DEEPEST),
    )
