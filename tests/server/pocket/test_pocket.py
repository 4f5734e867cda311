"""The server in a worker, without the worker: requests and sockets through its desk."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

import pytest

from crowned.game import Game
from crowned.position.ruleset import ruleset
from crowned.server.pocket.computer import FIRST_SLICE, LONGEST_SLICE, sliced
from crowned.server.pocket.disk import MemoryDrawer
from crowned.server.pocket.main import Pocket
from tests.server.pocket.page import Page, fetch, open_pocket, send, visited


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


def test_who_comes_back_after_years_finds_his_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a server a session ends one day. Here it is all that says whose the games are."""
    drawers = MemoryDrawer(), MemoryDrawer()

    async def begin() -> str:
        pocket = await visited(drawers)
        made = await fetch(pocket, "POST", "/api/games", {"rules": {"id": "english"}, "kind": "hotseat"})
        await pocket.close()
        return str(made["id"])

    async def come_back(game: str) -> None:
        pocket = await visited(drawers)
        listed = await fetch(pocket, "GET", "/api/games?scope=mine")
        assert [entry["id"] for entry in listed["games"]] == [game]
        state = await (page := Page(pocket)).join(game)
        assert (await page.play(game, state))["ply"] == 1
        await pocket.close()

    game, now = asyncio.run(begin()), time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + 3 * 365 * 86_400 * 10**9)
    asyncio.run(come_back(game))


def test_who_plays_quickly_on_his_own_device_is_not_slowed_down() -> None:
    """Limits protect a server from strangers. Here there is nobody else: every move counts, however soon it
    comes, and so does every new game."""

    async def run() -> None:
        pocket = await visited()
        page = Page(pocket)
        for _ in range(30):
            made = await fetch(pocket, "POST", "/api/games", {"rules": {"id": "english"}, "kind": "hotseat"})
        state = await page.join(made["id"])
        for _ in range(40):
            state = await page.play(made["id"], state)
            page.tell(t="seen", g=made["id"], v=state["ply"])
        assert state["ply"] == 40
        await pocket.close()

    asyncio.run(run())


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


def test_analysis_longer_than_a_glance_is_waited_for_until_it_is_withdrawn() -> None:
    """Who asked is there until he says otherwise; then nobody thinks about it any more."""
    withdrawn: list[bytes] = []

    async def slow(question: bytes) -> bytes:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            withdrawn.append(question)
            raise
        return b""

    async def run() -> None:
        pocket = await Pocket.open(MemoryDrawer(), MemoryDrawer(), slow, pace=0.0)
        await fetch(pocket, "POST", "/api/session", {"lang": "en"})
        gone = asyncio.Event()
        body = {"rules": {"id": "english"}, "milliseconds": 50}
        task = asyncio.ensure_future(send(pocket, "POST", "/api/analysis/lines", body, gone=gone))
        await asyncio.sleep(1.0)
        assert not task.done()
        gone.set()
        assert (await task).status == 503
        await asyncio.sleep(0)
        assert len(withdrawn) == 1

    asyncio.run(run())


def test_thinking_is_done_in_slices_and_can_be_withdrawn() -> None:
    looked: list[float] = []
    answers = iter([False, True])

    def think(share: float) -> int:
        looked.append(share)
        return len(looked)

    assert asyncio.run(sliced(5.0, lambda: next(answers), think)) == 2
    assert looked == [FIRST_SLICE, 2 * FIRST_SLICE]
    looked.clear()
    assert asyncio.run(sliced(5.0, lambda: False, think)) == len(looked)
    assert sum(looked) == pytest.approx(5.0)
    assert max(looked) == LONGEST_SLICE


def test_every_question_is_answered_by_the_engines_end() -> None:
    async def run() -> None:
        pocket = await open_pocket((MemoryDrawer(), MemoryDrawer()))
        await fetch(pocket, "POST", "/api/session", {"lang": "en"})
        body = {"rules": {"id": "english"}, "moves": ["11-15", "23-19"], "milliseconds": 20}
        reviewed = await fetch(pocket, "POST", "/api/analysis/game", body)
        assert len(reviewed["moves"]) == 2
        game = Game(ruleset("english"))
        assert await pocket.site.services.computer.choose(game, 10, 0.05) in {a.text for a in game.actions()}
        await pocket.close()

    asyncio.run(run())
