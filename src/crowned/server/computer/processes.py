"""Engines in processes of their own: they take no time from the event loop, and one that hangs can be ended.

A process is started when it is first needed, serves before nobody (its priority is low), plays for one job at
a time and ends with the server.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from crowned.game import Game
from crowned.position.action import Action
from crowned.server.computer.opponent import Analyst, EngineError, Opponent
from crowned.server.web.bodies import JudgedMove, Lines
from crowned.tables.background import Background

logger = logging.getLogger(__name__)
_context = get_context("spawn")

NICENESS = 10
LOOK_SECONDS = 0.05
GRACE_SECONDS = 1.5
"""How long a process may take to end a search it was told to stop, before it is ended itself. The time in
which it stood in the queue for a processor does not count: that the machine is busy is not its fault."""
LONGEST_GRACE_SECONDS = 30.0
STOP = "stop"
Job = tuple[str, tuple[Any, ...]]


class EngineProcess:
    def __init__(self, make: Callable[[], Opponent], built: int = 0) -> None:
        self.built = built
        """How many builds of tables this process knows of."""
        self._line, theirs = _context.Pipe()
        self._process = _context.Process(target=_serve, args=(theirs, make), daemon=True)
        self._process.start()
        theirs.close()
        self._ended = False
        self._ready = False
        """A process needs a moment to start; nobody counts that as hanging."""

    def ask(self, job: Job, stop: threading.Event) -> Any:
        """The answer to a job; ``stop`` asks for it at once. Raises EngineError, then the process is gone."""
        try:
            if not self._ready:
                self._ready = bool(self._line.recv())
            self._line.send(job)
            self._wait(stop)
            done, answer = self._line.recv()
        except (OSError, EOFError) as error:
            self.end()
            raise EngineError("the engine's process ended") from error
        if not done:
            raise EngineError(str(answer))
        return answer

    def _wait(self, stop: threading.Event) -> None:
        while not self._line.poll(LOOK_SECONDS):
            if stop.is_set():
                self._line.send((STOP, ()))
                self._wait_for_the_end()
                return

    def _wait_for_the_end(self) -> None:
        told, queued = time.monotonic(), self._queued()
        while not self._line.poll(LOOK_SECONDS):
            waited = time.monotonic() - told
            if waited - (self._queued() - queued) > GRACE_SECONDS or waited > LONGEST_GRACE_SECONDS:
                logger.warning("the engine did not stop within %.1f s; its process is ended", waited)
                raise EOFError

    def _queued(self) -> float:
        """Seconds its threads have stood in the queue for a processor so far, as far as the system tells."""
        waits = (_queued(thread) for thread in Path(f"/proc/{self._process.pid}/task").glob("*/schedstat"))
        return max(waits, default=0.0)

    @property
    def alive(self) -> bool:
        return not self._ended and self._process.is_alive()

    def end(self) -> None:
        self._ended = True
        self._process.kill()
        self._line.close()


def _queued(thread: Path) -> float:
    with suppress(OSError, ValueError, IndexError):
        return int(thread.read_text().split()[1]) / 1e9
    return 0.0  # it has ended meanwhile


class EngineProcesses:
    """As many processes as jobs at once; a job takes one that is idle."""

    def __init__(self, make: Callable[[], Opponent], background: Background | None = None) -> None:
        self._make = make
        self._background = background
        """Builds endgame tables for the games that are played, where the server may."""
        self._idle: list[EngineProcess] = []
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._closed = False

    def choose(self, game: Game, level: int, stop: threading.Event) -> Action:
        text = self._ask(("choose", (game, level)), stop)
        found = next((action for action in game.actions() if action.text == text), None)
        if found is None:
            raise EngineError(f"the engine wants '{text}', which is not open")
        return found

    def lines(self, game: Game, milliseconds: int, count: int, stop: threading.Event) -> Lines:
        found: Lines = self._ask(("lines", (game, milliseconds, count)), stop)
        return found

    def review(self, game: Game, milliseconds: int, stop: threading.Event) -> list[JudgedMove]:
        found: list[JudgedMove] = self._ask(("review", (game, milliseconds)), stop)
        return found

    def _ask(self, job: Job, stop: threading.Event) -> Any:
        if self._background is not None:
            self._background.need(job[1][0].rules)
        process = self._take() or self._start()
        try:
            return process.ask(job, stop)
        finally:
            if process.alive:
                with self._lock:
                    self._idle.append(process)

    @property
    def _built(self) -> int:
        return self._background.built if self._background is not None else 0

    def _take(self) -> EngineProcess | None:
        """One that lives and knows the newest tables."""
        with self._lock:
            process = self._idle.pop() if self._idle else None
        if process is not None and process.built != self._built:
            process.end()
        return process if process is not None and process.alive else None

    def warm_up(self) -> None:
        """One process is there before the first move is asked for."""
        with self._lock:
            self._idle.append(self._start())

    def _start(self) -> EngineProcess:
        """None begins when the server ends: what was told half of what to do would complain in the log."""
        with self._starting:
            if self._closed:
                raise EngineError("the server stops")
            return EngineProcess(self._make, self._built)

    def close(self) -> None:
        with self._starting:
            self._closed = True
        if self._background is not None:
            self._background.close()
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.end()


# ---------------------------------------------------------------- in the other process


def _serve(line: Connection, make: Callable[[], Opponent]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    opponent = make()
    jobs: SimpleQueue[Job] = SimpleQueue()
    stop = threading.Event()
    threading.Thread(target=_listen, args=(line, jobs, stop), daemon=True).start()
    line.send(True)
    while True:
        name, arguments = jobs.get()
        line.send(_done(opponent, name, arguments, stop))


def _listen(line: Connection, jobs: SimpleQueue[Job], stop: threading.Event) -> None:
    """A job, or the wish that the present one ends; without a server there is nothing to do any more."""
    with suppress(OSError, EOFError):
        while True:
            job: Job = line.recv()
            if job[0] == STOP:
                stop.set()
            else:
                stop.clear()
                jobs.put(job)
    os._exit(0)


def _done(
    opponent: Opponent, name: str, arguments: tuple[Any, ...], stop: threading.Event
) -> tuple[bool, Any]:
    try:
        if name == "choose":
            game, level = arguments
            return True, opponent.choose(game, level, stop).text
        if not isinstance(opponent, Analyst):
            return False, "there is no analyst"
        return True, getattr(opponent, name)(*arguments, stop)
    except Exception as error:
        logger.exception("the engine failed")
        return False, repr(error)
