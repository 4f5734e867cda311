"""A page's end of a pocket, without the page."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from crowned.server.pocket.computer import Thinker
from crowned.server.pocket.desk import Reply
from crowned.server.pocket.disk import MemoryDrawer
from crowned.server.pocket.main import Pocket

HEADERS = {"accept-language": "en", "content-type": "application/json"}


class Page:
    """A page's end of the wire."""

    def __init__(self, pocket: Pocket) -> None:
        self.pocket = pocket
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.closed: list[int] = []
        self.socket = pocket.desk.open(self._hear, HEADERS)

    def _hear(self, kind: str, what: str | int) -> None:
        if kind == "message":
            self.heard.put_nowait(json.loads(str(what)))
        elif kind == "close":
            self.closed.append(int(what))

    def tell(self, **message: Any) -> None:
        self.socket.take(json.dumps(message))

    async def join(self, game: str) -> dict[str, Any]:
        """The state of a game, as soon as somebody here may move."""
        self.tell(t="join", g=game, since=0)
        state: dict[str, Any] = (await self.next("snapshot"))["state"]
        return state

    async def play(self, game: str, state: dict[str, Any], choice: int = 0) -> dict[str, Any]:
        """The state after one of the choices."""
        chosen = state["choices"][choice]
        sent = {"ply": state["ply"], "pos": state["pos"], "id": f"m{state['ply']}"}
        self.tell(t="move", g=game, path=chosen["path"], **sent)
        assert (await self.next("ok", "verdict", "denied"))["t"] == "ok"
        found: dict[str, Any] = (await self.next("update"))["state"]
        return found

    async def next(self, *kinds: str) -> dict[str, Any]:
        async with asyncio.timeout(20):
            while (message := await self.heard.get())["t"] not in kinds:
                pass
        return message


async def open_pocket(drawers: tuple[MemoryDrawer, MemoryDrawer]) -> Pocket:
    thinker = Thinker()

    async def ask(question: bytes) -> bytes:
        return await thinker.answer(question, lambda: False)

    return await Pocket.open(*drawers, ask, pace=0.0)


async def send(pocket: Pocket, method: str, path: str, body: Any = None, **more: Any) -> Reply:
    raw = b"" if body is None else json.dumps(body).encode()
    return await pocket.desk.fetch(method, path, HEADERS, raw, **more)


async def fetch(pocket: Pocket, method: str, path: str, body: Any = None) -> Any:
    reply = await send(pocket, method, path, body)
    assert reply.status < 400, reply.body
    return json.loads(reply.body) if reply.body else None


async def visited(drawers: tuple[MemoryDrawer, MemoryDrawer] | None = None) -> Pocket:
    """A pocket whose visitor has come."""
    pocket = await open_pocket(drawers or (MemoryDrawer(), MemoryDrawer()))
    await fetch(pocket, "POST", "/api/session", {"lang": "en"})
    return pocket
