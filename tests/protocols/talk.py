"""A Hub session with a thinker that follows a script: it searches at once, or until it is told to stop."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

import crowned
from crowned.engine.api import Info, Limits, Line, Score
from crowned.engine.hub import HubLine, read_line
from crowned.protocols.hub import Params, Session

PATIENCE = 60.0
"""Seconds after which a line that does not come counts as never coming, even on a busy machine."""


class Script:
    """A thinker: every search tells one info with the first move and its first answer."""

    def __init__(self, rules: crowned.Ruleset, params: Params) -> None:
        self.rules, self.params = rules, params
        self.asked: list[Limits] = []
        self.forgotten = 0
        self.fails = False
        self.score = Score(35)
        self.moods: list[tuple[int, int]] = []
        """For each search the depth it tells and which of the moves is its best; then (7, 0)."""

    def analyse(
        self,
        what: crowned.Game,
        limits: Limits,
        multipv: int = 1,
        *,
        stop_event: threading.Event | None = None,
    ) -> Iterator[Info]:
        self.asked.append(limits)
        if self.fails:
            raise RuntimeError("out of order")
        depth, best = self.moods.pop(0) if self.moods else (7, 0)
        yield Info(depth, 9, self.score, 1234, 0.5, 0, True, tuple(self._lines(what, multipv, best)))
        endless = limits.infinite or limits == Limits()
        if endless and stop_event is not None:
            assert stop_event.wait(PATIENCE)

    def _lines(self, game: crowned.Game, count: int, best: int) -> Iterator[Line]:
        moves = game.moves()
        for move in (moves[best:] + moves[:best])[:count]:
            reply = game.position.play(move).moves()[:1]
            yield Line(self.score, (move, *reply))

    def stop(self) -> None:
        pass

    def forget(self) -> None:
        self.forgotten += 1


class Talk:
    """The other side: sends lines, and waits for those it expects."""

    def __init__(self, rules: crowned.Ruleset | None = None) -> None:
        self.thinkers: list[Script] = []
        self.heard: queue.Queue[str] = queue.Queue()
        self.session = Session(self.heard.put, rules, "1.2", self._make)

    def _make(self, rules: crowned.Ruleset, params: Params) -> Script:
        self.thinkers.append(Script(rules, params))
        return self.thinkers[-1]

    def say(self, *lines: str) -> bool:
        return [self.session.receive(line) for line in lines][-1]

    def until(self, command: str) -> list[HubLine]:
        """The lines up to the first with this command."""
        found: list[HubLine] = []
        while not found or found[-1].command != command:
            line = read_line(self.heard.get(timeout=PATIENCE))
            assert line is not None
            found.append(line)
        return found

    def rest(self) -> list[str]:
        """Everything that has been said and not yet been listened to, after the session has ended."""
        self.session.close()
        return [self.heard.get_nowait() for _ in range(self.heard.qsize())]
