"""The server in a worker, without the worker: requests and sockets through its desk."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

from crowned.server.pocket.computer import Thinker
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

    async def next(self, *kinds: str) -> dict[str, Any]:
        async with asyncio.timeout(20):
            while (message := await self.heard.get())["t"] not in kinds:
                pass
        return message


async def open_pocket(drawers: tuple[MemoryDrawer, MemoryDrawer]) -> Pocket:
    thinker = Thinker()

    async def ask(question: bytes) -> bytes:
        return thinker.answer(question)

    return await Pocket.open(*drawers, ask, pace=0.0)


async def fetch(pocket: Pocket, method: str, path: str, body: Any = None) -> Any:
    reply = await pocket.desk.fetch(method, path, HEADERS, b"" if body is None else json.dumps(body).encode())
    assert reply.status < 400, reply.body
    return json.loads(reply.body) if reply.body else None


def test_a_game_is_played_and_is_there_after_closing() -> None:
    drawers = MemoryDrawer(), MemoryDrawer()

    async def play() -> str:
        pocket = await open_pocket(drawers)
        await fetch(pocket, "POST", "/api/session", {"lang": "en"})
        made = await fetch(
            pocket,
            "POST",
            "/api/games",
            {"rules": {"id": "english"}, "kind": "computer", "level": 3, "side": "white"},
        )
        page = Page(pocket)
        page.tell(t="join", g=made["id"], since=0)
        state = (await page.next("snapshot"))["state"]
        while not state["choices"]:
            state = (await page.next("update"))["state"]
        choice = state["choices"][0]
        page.tell(t="move", g=made["id"], ply=state["ply"], pos=state["pos"], id="m1", path=choice["path"])
        seen = {(await page.next("ok", "update"))["t"] for _ in range(3)}
        assert seen == {"ok", "update"}, "the move, and the computer's answer"
        await pocket.close()
        assert page.closed == [1012]
        return str(made["id"])

    async def look(game: str) -> None:
        pocket = await open_pocket(drawers)
        listed = await fetch(pocket, "GET", "/api/games?scope=mine")
        assert [entry["id"] for entry in listed["games"]] == [game]
        page = Page(pocket)
        page.tell(t="join", g=game, since=0)
        snapshot = await page.next("snapshot")
        assert snapshot["you"] == "white"
        assert snapshot["state"]["ply"] >= 2
        await pocket.close()

    look_at = asyncio.run(play())
    asyncio.run(look(look_at))


def test_analysis_asks_the_engine() -> None:
    async def run() -> None:
        pocket = await open_pocket((MemoryDrawer(), MemoryDrawer()))
        await fetch(pocket, "POST", "/api/session", {"lang": "en"})
        found = await fetch(
            pocket, "POST", "/api/analysis/lines", {"rules": {"id": "english"}, "milliseconds": 50}
        )
        assert found["lines"][0]["moves"]
        await pocket.close()

    asyncio.run(run())


def test_an_engine_that_fails_does_not_stop_the_game() -> None:
    async def silent(_question: bytes) -> bytes:
        raise OSError("the worker is gone")

    async def run() -> None:
        pocket = await Pocket.open(MemoryDrawer(), MemoryDrawer(), silent, pace=0.0)
        await fetch(pocket, "POST", "/api/session", {"lang": "en"})
        made = await fetch(
            pocket,
            "POST",
            "/api/games",
            {"rules": {"id": "english"}, "kind": "computer", "level": 3, "side": "second"},
        )
        page = Page(pocket)
        page.tell(t="join", g=made["id"], since=0)
        state = (await page.next("snapshot"))["state"]
        while not state["choices"]:
            state = (await page.next("update"))["state"]
        assert state["ply"] == 1
        await pocket.close()

    asyncio.run(run())


def test_it_opens_where_packages_of_servers_are_missing() -> None:
    code = (
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in ('asyncpg', 'argon2', 'uvicorn', 'websockets'):\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Missing())\n"
        "from crowned.server.pocket import absent\n"
        "absent.stand_in()\n"
        "import crowned.server.pocket.main\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
