"""Between the worker's JavaScript and the pocket: bytes, texts and plain objects here, Python there.

Only loaded by Pyodide.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from js import Object  # type: ignore[import-not-found]
from pyodide.ffi import to_js  # type: ignore[import-not-found]

from crowned.server.pocket import computer
from crowned.server.pocket.desk import Socket
from crowned.server.pocket.disk import Drawer, MemoryDrawer, Spilling
from crowned.server.pocket.main import Pocket
from crowned.server.pocket.rehearsal import rehearse

TRIED = 1 << 15
"""Bytes: what a move writes."""


class BrowserDrawer:
    """A drawer of the browser."""

    def __init__(self, drawer: Any) -> None:
        self._drawer = drawer

    def read(self, size: int, at: int) -> bytes:
        return bytes(self._drawer.read(size, at).to_bytes())

    def write(self, content: bytes, at: int) -> None:
        self._drawer.write(to_js(content), at)

    def truncate(self, size: int) -> None:
        self._drawer.truncate(size)

    def reserve(self, size: int) -> None:
        there = self.size()
        if there < size:
            self.write(bytes(size - there), there)
        else:
            self.write(self.read(TRIED, there - TRIED), there - TRIED)
        self.flush()

    def flush(self) -> None:
        self._drawer.flush()

    def size(self) -> int:
        return int(self._drawer.size())


class Thinker(computer.Thinker):
    async def answer_js(self, question: Any, withdrawn: computer.Withdrawn) -> Any:
        return to_js(await self.answer(question.to_bytes(), withdrawn))


class WorkerDesk:
    def __init__(self, pocket: Pocket) -> None:
        self._pocket = pocket
        self._sockets: dict[int, Socket] = {}
        self._asked: dict[int, asyncio.Event] = {}

    async def fetch(self, number: int, method: str, path: str, headers: Any, body: str) -> Any:
        gone = self._asked[number] = asyncio.Event()
        try:
            reply = await self._pocket.desk.fetch(method, path, headers.to_py(), body.encode(), gone)
        finally:
            del self._asked[number]
        return _object({"status": reply.status, "headers": reply.headers, "body": reply.body})

    def abort(self, number: int) -> None:
        """The page no longer waits for the answer."""
        if number in self._asked:
            self._asked[number].set()

    def open(self, number: int, hear: Any, headers: Any) -> None:
        def told(kind: str, what: str | int) -> None:
            hear(number, kind, what)

        self._sockets[number] = self._pocket.desk.open(told, headers.to_py())

    def send(self, number: int, text: str) -> None:
        if number in self._sockets:
            self._sockets[number].take(text)

    def close(self, number: int) -> None:
        if number in self._sockets:
            self._sockets.pop(number).close()


async def prepare() -> None:
    """Before the picture of the memory is taken, and again after a start from one: the picture knows the
    program, but the browser makes its machine code by doing things. What goes wrong would be told later."""
    with suppress(Exception):
        await rehearse()


def awake() -> None:
    """After a start from such a picture: the dice must not fall the same way every time."""
    random.seed()


def _object(values: dict[str, Any]) -> Any:
    return to_js(values, dict_converter=Object.fromEntries)


async def open(ask: Callable[[Any], Any], onfull: Callable[[], None], *drawers: Any) -> WorkerDesk:  # noqa: A001
    """With the browser's drawers, or, where it has none for us, with some that last as long as the page."""

    async def asked(question: bytes) -> bytes:
        job = ask(to_js(question))
        try:
            return bytes((await job.answer).to_bytes())
        except asyncio.CancelledError:
            job.withdraw()
            raise

    found: list[Drawer] = [BrowserDrawer(drawer) for drawer in drawers] or [MemoryDrawer(), MemoryDrawer()]
    database, log = Spilling(found, onfull).drawers
    pocket = await Pocket.open(database, log, asked)
    return WorkerDesk(pocket)
