"""What every start would do again, done once before the picture of the memory is taken."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from crowned.server.pocket.desk import Desk
from crowned.server.pocket.disk import MemoryDrawer
from crowned.server.pocket.main import Pocket

HEADERS = {"accept-language": "en", "content-type": "application/json"}
PATIENCE = 10.0


async def rehearse() -> None:
    """A visitor comes, looks around, begins a game at one device and makes a move; nothing of it is kept."""
    pocket = await Pocket.open(MemoryDrawer(), MemoryDrawer(), _silent, pace=0.0)
    try:
        await _visit(pocket.desk)
    finally:
        await pocket.close()


async def _silent(_question: bytes) -> bytes:
    raise OSError("no engine takes part in a rehearsal")


async def _visit(desk: Desk) -> None:
    await _ask(desk, "POST", "/api/session", {"lang": "en"})
    first = (await _ask(desk, "GET", "/api/rulesets"))[0]["id"]
    for path in ("", "/demo?lang=en"):
        await _ask(desk, "GET", f"/api/rulesets/{first}{path}")
    made = await _ask(desk, "POST", "/api/games", {"rules": {"id": first}, "kind": "hotseat"})
    await _ask(desk, "GET", "/api/games?scope=mine&result=open")
    async with asyncio.timeout(PATIENCE):
        await _play(desk, made["id"])


async def _ask(desk: Desk, method: str, path: str, body: Any = None) -> Any:
    reply = await desk.fetch(method, path, HEADERS, b"" if body is None else json.dumps(body).encode())
    return json.loads(reply.body)


async def _play(desk: Desk, game: str) -> None:
    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def hear(kind: str, what: str | int) -> None:
        if kind == "message":
            heard.put_nowait(json.loads(str(what)))

    socket = desk.open(hear, HEADERS)
    socket.take(json.dumps({"t": "join", "g": game, "since": 0}))
    state = (await _next(heard, "snapshot"))["state"]
    at = {"g": game, "ply": state["ply"], "pos": state["pos"], "id": "rehearsed"}
    socket.take(json.dumps({"t": "move", "path": state["choices"][0]["path"], **at}))
    await _next(heard, "ok")
    socket.close()


async def _next(heard: asyncio.Queue[dict[str, Any]], kind: str) -> dict[str, Any]:
    while (message := await heard.get())["t"] != kind:
        pass
    return message
