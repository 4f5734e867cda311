"""The line to one browser: by events, as every ASGI server has them, or through a door where there is one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from starlette.websockets import WebSocket

from crowned.server.times import Now

DOOR = "crowned.door"
"""Where the scope of a socket has its door."""
MOST_UNREAD = 8
"""Texts that may wait for their turn; who sends more is not read for a while."""
NOT_TEXT = 1003


class GoneError(Exception):
    """The other side has closed, or speaks in what is no text."""


class TextLine(Protocol):
    @property
    def waiting(self) -> int:
        """Bytes that the reader has not taken."""

    async def next(self) -> tuple[str | bytes, int]:
        """The next text, and when it arrived. Raises GoneError."""

    def put(self, text: bytes) -> None:
        """Never waits."""

    def when_taken(self, then: Callable[[], None]) -> None:
        """Calls once the reader has taken what was put so far."""

    async def flush(self) -> None:
        """Returns when everything has been handed on."""

    def abort(self) -> None:
        """The end, at once: what was not taken is forgotten."""

    async def run(self) -> None:
        """Works until the other side is gone."""


class Door(Protocol):
    """What a connection must be able to do to be talked to without events; see ``door``."""

    take: Callable[[bytes], None] | None
    transport: Any

    @property
    def waiting(self) -> int: ...

    def put(self, text: bytes) -> None: ...

    def when_taken(self, then: Callable[[], None]) -> None: ...

    def abort(self) -> None: ...


def line_of(web: WebSocket, now: Now) -> TextLine:
    door = web.scope.get("extensions", {}).get(DOOR)
    return EventLine(web, now) if door is None else DoorLine(web, door, now)


async def _text(web: WebSocket) -> str:
    event = await web.receive()
    text = event.get("text")
    if event["type"] == "websocket.disconnect":
        raise GoneError
    if text is None:
        await web.close(NOT_TEXT)
        raise GoneError
    return str(text)


class DoorLine:
    def __init__(self, web: WebSocket, door: Door, now: Now) -> None:
        self._web = web
        self._door = door
        self._now = now
        self._texts: deque[tuple[bytes, int]] = deque()
        self._more: asyncio.Future[None] | None = None
        self._paused = False
        self.put = door.put
        self.when_taken = door.when_taken
        self.abort = door.abort
        door.take = self._take

    @property
    def waiting(self) -> int:
        return self._door.waiting

    def _take(self, text: bytes) -> None:
        self._texts.append((text, self._now()))
        if self._more is not None and not self._more.done():
            self._more.set_result(None)
        if len(self._texts) >= MOST_UNREAD and not self._paused:
            self._paused = True
            self._door.transport.pause_reading()

    async def next(self) -> tuple[bytes, int]:
        while not self._texts:
            if self._paused:
                self._paused = False
                self._door.transport.resume_reading()
            self._more = asyncio.get_running_loop().create_future()
            await self._more
        return self._texts.popleft()

    async def flush(self) -> None:
        """What was put is with the transport already."""

    async def run(self) -> None:
        """Texts that came before the door was taken, and the end, come as events."""
        while True:
            self._take((await _text(self._web)).encode())


class EventLine:
    def __init__(self, web: WebSocket, now: Now) -> None:
        self._web = web
        self._now = now
        self._out: deque[bytes] = deque()
        self._after: deque[Callable[[], None]] = deque()
        self._more = asyncio.Event()
        self._empty = asyncio.Event()
        self.waiting = 0

    def put(self, text: bytes) -> None:
        self._out.append(text)
        self.waiting += len(text)
        self._empty.clear()
        self._more.set()

    def when_taken(self, then: Callable[[], None]) -> None:
        self._after.append(then)
        self._more.set()

    async def next(self) -> tuple[str, int]:
        text = await _text(self._web)
        return text, self._now()

    async def flush(self) -> None:
        if self._out or self.waiting:
            await self._empty.wait()

    def abort(self) -> None:
        """Events cannot say that; whoever hands them on sees to it."""
        self._out.clear()

    async def run(self) -> None:
        while True:
            while self._out:
                text = self._out.popleft()
                await self._web.send_text(text.decode())
                self.waiting -= len(text)
            self._empty.set()
            if self._after:
                self._after.popleft()()
            if not self._out and not self._after:
                self._more.clear()
                await self._more.wait()
