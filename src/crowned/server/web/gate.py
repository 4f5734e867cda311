"""What a connection has read is handed on in small pieces, so that no sender keeps everybody else waiting.

A quarter of a megabyte may come at once, and may be ten thousand requests, headers, chunks or frames: to take
it apart takes a tenth of a second. What is more than a little waits in a queue of all connections; each turn
of the loop does a little of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any
from weakref import WeakKeyDictionary

logger = logging.getLogger(__name__)

PIECE = 4096 + 64
"""Bytes that are handed on at once: a player's longest text; of small things, two milliseconds of work."""
TURN_SECONDS = 0.001
"""How long pieces are handed on in one turn of the loop, for all connections together."""


class Queue:
    """The gates of one loop that have something left."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._gates: deque[Gate] = deque()
        self._due = False

    def add(self, gate: Gate) -> None:
        self._gates.append(gate)
        self._soon()

    def _soon(self) -> None:
        if not self._due:
            self._due = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        self._due = False
        until = perf_counter() + TURN_SECONDS
        while self._gates:
            gate = self._gates.popleft()
            if self._handed_on(gate):
                self._gates.append(gate)
            if perf_counter() > until:
                break
        if self._gates:
            self._soon()

    @staticmethod
    def _handed_on(gate: Gate) -> bool:
        """Whether there is more. Whatever one connection has done, the others have their turn."""
        try:
            return gate.hand_on()
        except Exception:
            logger.exception("a connection failed")
            gate.abort()
            return False


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, Queue] = WeakKeyDictionary()


def _nobody(_: bytes) -> None:
    """Reads for a connection that is gone."""


class Gate:
    """A transport that is read from no faster than its protocol takes it in."""

    def __init__(
        self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, feed: Callable[[bytes], None]
    ) -> None:
        self.feed = feed
        """Takes a piece; another one may stand here after an upgrade."""
        self.left: Callable[[], None] | None = None
        """Called when the connection is gone, whoever has read from it last."""
        self._transport = transport
        self._queue = _queues.setdefault(loop, Queue(loop))
        self._rest = b""
        self._at = 0
        self._held = False
        """The protocol wants nothing more for now."""
        self._queued = False
        self.write = transport.write
        self.is_closing = transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def take(self, data: bytes) -> None:
        if len(data) <= PIECE and not self._rest and not self._held:
            self.feed(data)
            return
        self._rest, self._at = self._rest[self._at :] + data, 0
        if not self.is_closing():
            self._transport.pause_reading()
            self._enqueue()

    def drop(self) -> None:
        """What is left belongs to nobody."""
        self._rest, self._at = b"", 0

    def leave(self) -> None:
        """The connection is gone; its protocol, which has this gate, is not kept by it."""
        self.drop()
        self.feed = _nobody
        left, self.left = self.left, None
        if left is not None:
            left()

    def pause_reading(self) -> None:
        self._held = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._held = False
        if self._rest:
            self._enqueue()
        else:
            self._transport.resume_reading()

    def _enqueue(self) -> None:
        if not self._queued and not self._held:
            self._queued = True
            self._queue.add(self)

    def hand_on(self) -> bool:
        """One piece; whether another one may follow."""
        if not self._held and not self.is_closing():
            start, self._at = self._at, self._at + PIECE
            self.feed(self._rest[start : self._at])
        self._queued = self._at < len(self._rest) and not self._held and not self.is_closing()
        if self.is_closing() or self._at >= len(self._rest):
            self.drop()
            if not self._held and not self.is_closing():
                self._transport.resume_reading()
        return self._queued
