"""One search of a Hub engine: runs in its own thread, tells what it finds, and answers exactly once."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from crowned._native import Move
from crowned.engine.api import WON, Info, Limits, Score
from crowned.engine.hub import write_line, write_move
from crowned.engine.levels import LEVELS, Level, level_of, pick
from crowned.game import Game
from crowned.position.ruleset import Ruleset


class Thinker(Protocol):
    """What the search needs of an engine."""

    def analyse(
        self,
        what: Game,
        limits: Limits,
        multipv: int = 1,
        *,
        stop_event: threading.Event | None = None,
    ) -> Iterator[Info]: ...
    def stop(self) -> None: ...
    def forget(self) -> None: ...


class _Found(NamedTuple):
    """A line, and the depth to which it was looked at."""

    depth: int
    line: tuple[Move, ...]


_NOTHING = _Found(-1, ())


@dataclass
class Search:
    """What was asked, and the switches by which it is ended."""

    thinker: Thinker
    game: Game
    limits: Limits
    send: Callable[[str], None]
    ponder: bool = False
    level: Level | None = None
    stopped: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    """Pondering is over: the move was guessed, or the search is stopped."""
    answered: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None

    def start(self) -> None:
        self.thread = threading.Thread(target=self._run, name="crowned-hub-search", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Ask for the answer now."""
        self.stopped.set()
        self.released.set()
        self.thinker.stop()

    def hit(self) -> None:
        """The opponent has played what we pondered on: from now on time counts."""
        if self.ponder and not self.released.is_set():
            self.released.set()
            self.thinker.stop()

    def wait(self) -> None:
        if self.thread is not None:
            self.thread.join()

    @property
    def running(self) -> bool:
        return not self.answered.is_set()

    # ---- in the thread

    def _run(self) -> None:
        line: tuple[Move, ...] = ()
        try:
            line = self._think()
        except Exception as error:  # whatever happens, who waits for an answer gets one
            self.send(write_line("error", message=f"the search failed: {error}"))
        if not self.game.moves():
            self.send(write_line("error", message="there is no move in this position"))
        # Who hears the answer may ask the next question before this thread has ended.
        self.answered.set()
        self.send(done_line(self.game.rules, line or self.game.moves()[:1]))

    def _think(self) -> tuple[Move, ...]:
        """The best line. What was found while pondering is in the table, so that thinking anew costs little;
        if it does not come as far again within the time, the line of the pondering counts."""
        if not self.game.moves():
            return ()
        pondered = _NOTHING
        if self.ponder:
            pondered = self._best(Limits(infinite=True), self.released)
            self.released.wait()
        if self.stopped.is_set() and pondered.line:
            return pondered.line
        return max(self._best(self.limits, self.stopped), pondered, key=lambda found: found.depth).line

    def _best(self, limits: Limits, stop: threading.Event) -> _Found:
        last = None
        lines = self.level.lines if self.level else 1
        for info in self.thinker.analyse(self.game, limits, lines, stop_event=stop):
            if info.best is None:
                continue
            last = info
            if info.whole or info.depth > 1:  # a first look that was broken off has no score yet
                self.send(info_line(self.game.rules, info))
        return _NOTHING if last is None else _Found(last.depth - (not last.whole), self._picked(last))

    def _picked(self, info: Info) -> tuple[Move, ...]:
        if self.level is None:
            return info.lines[0].moves
        return pick(info.lines, self.level, random.Random()).moves


def restraint(strength: int, rules: Ruleset) -> Level | None:
    """The level that restrains the search; None at full strength."""
    return level_of(strength, rules) if strength < len(LEVELS) else None


def restrained(limits: Limits, level: Level) -> Limits:
    """What the level allows, within what was asked."""
    own = level.limits(chance=False)
    nodes = min(limits.nodes or own.nodes, own.nodes)
    return replace(limits, nodes=nodes, depth=min(limits.depth or own.depth, own.depth), infinite=False)


def info_line(rules: Ruleset, info: Info) -> str:
    line = info.lines[0].moves
    return write_line(
        "info",
        depth=info.depth,
        score=men(info.score),
        nodes=info.nodes,
        time=f"{info.seconds:.3f}",
        nps=f"{info.nps / 1e6:.3f}",
        pv=" ".join(write_move(rules, move) for move in line),
    )


def done_line(rules: Ruleset, line: tuple[Move, ...]) -> str:
    texts = [write_move(rules, move) for move in line[:2]]
    return write_line("done", **dict(zip(("move", "ponder"), texts, strict=False)))


def men(score: Score) -> str:
    """The score in men; a win in n plies is 100 less n hundredths, as other engines say it."""
    if not score.decided:
        return f"{score.men:.2f}"
    sign = 1 if score.value > 0 else -1
    return f"{sign * max(90.01, 100 - (WON - abs(score.value)) / 100):.2f}"
