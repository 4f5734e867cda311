"""Between the worker's JavaScript and the pocket: bytes, texts and plain objects here, Python there.

Only loaded by Pyodide.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from js import Object  # type: ignore[import-not-found]
from pyodide.ffi import to_js  # type: ignore[import-not-found]

from crowned.server.pocket import computer
from crowned.server.pocket.desk import Socket
from crowned.server.pocket.disk import Drawer, MemoryDrawer
from crowned.server.pocket.main import Pocket


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

    def flush(self) -> None:
        self._drawer.flush()

    def size(self) -> int:
        return int(self._drawer.size())


class Thinker(computer.Thinker):
    def answer_js(self, question: Any) -> Any:
        return to_js(self.answer(question.to_bytes()))


class WorkerDesk:
    def __init__(self, pocket: Pocket) -> None:
        self._pocket = pocket
        self._sockets: dict[int, Socket] = {}

    async def fetch(self, method: str, path: str, headers: Any, body: str) -> Any:
        reply = await self._pocket.desk.fetch(method, path, headers.to_py(), body.encode())
        return _object({"status": reply.status, "headers": reply.headers, "body": reply.body})

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

    def save(self) -> Any:
        return to_js(self._pocket.store.serialized())


def _object(values: dict[str, Any]) -> Any:
    return to_js(values, dict_converter=Object.fromEntries)


async def open(ask: Callable[[Any], Awaitable[Any]], *drawers: Any) -> WorkerDesk:  # noqa: A001
    """With the browser's drawers, or, where it has none for us, with some that last as long as the page."""

    async def asked(question: bytes) -> bytes:
        return bytes((await ask(to_js(question))).to_bytes())

    found: list[Drawer] = [BrowserDrawer(drawer) for drawer in drawers] or [MemoryDrawer(), MemoryDrawer()]
    pocket = await Pocket.open(found[0], found[1], asked)
    return WorkerDesk(pocket)
