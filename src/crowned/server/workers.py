"""``crowned serve --workers N``: several processes behind one port of one machine.

They share the listening socket, so that a process that hangs takes no new visitors, and the database, by
which they lead their games. One that dies is started again; its visitors come back to the others meanwhile.
"""

from __future__ import annotations

import logging
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from typing import Protocol

from crowned.server.config import Config
from crowned.server.logs import set_up

logger = logging.getLogger(__name__)
_context = get_context("spawn")

LOOK_SECONDS = 0.2
AGAIN_SECONDS = 1.0
"""A process that dies again and again must not keep the machine busy."""
END_SECONDS = 20.0


class Work(Protocol):
    """What a process does: serves on the socket, and says when it is ready."""

    def __call__(
        self, config: Config, log_level: str, listener: socket.socket, ready: Callable[[], None]
    ) -> int: ...


class Worker:
    def __init__(self, work: Work, config: Config, log_level: str, listener: socket.socket) -> None:
        self._work = work
        self._arguments = (config, log_level, listener)
        self.ready: Event
        self.process: SpawnProcess
        self.start()

    def start(self) -> None:
        self.ready = _context.Event()
        self.started = time.monotonic()
        self.process = _context.Process(target=_run, args=(self._work, *self._arguments, self.ready))
        self.process.start()


def _run(work: Work, config: Config, log_level: str, listener: socket.socket, ready: Event) -> None:
    set_up(log_level, config.log_form)
    raise SystemExit(work(config, log_level, listener, ready.set))


def _numbered(config: Config, number: int) -> Config:
    """Each process has a door of its own for who watches it."""
    return replace(config, monitor=config.monitor + number) if config.monitor else config


class Supervisor:
    def __init__(self, work: Work, config: Config, log_level: str, listener: socket.socket) -> None:
        self._told = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._tell)
        self._workers = [
            Worker(work, _numbered(config, number), log_level, listener) for number in range(config.workers)
        ]

    def _tell(self, *_: object) -> None:
        self._told = True

    def run(self, announce: Callable[[], None]) -> int:
        """Serves until it is told to end. 1: the processes could not be started."""
        started = self._all_ready()
        if started and not self._told:
            announce()
            self._watch()
        self._end()
        return 0 if started else 1

    def _all_ready(self) -> bool:
        while not self._told and not all(worker.ready.is_set() for worker in self._workers):
            if any(worker.process.exitcode is not None for worker in self._workers):
                return False
            time.sleep(LOOK_SECONDS / 4)
        return True

    def _watch(self) -> None:
        while not self._told:
            wait([worker.process.sentinel for worker in self._workers], timeout=LOOK_SECONDS)
            for worker in self._workers:
                self._revive(worker)

    def _revive(self, worker: Worker) -> None:
        status = worker.process.exitcode
        if status is None or self._told or time.monotonic() - worker.started < AGAIN_SECONDS:
            return
        logger.error("process %s ended with %s; it is started again", worker.process.pid, status)
        worker.start()

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(END_SECONDS)
            if worker.process.exitcode is None:
                worker.process.kill()
