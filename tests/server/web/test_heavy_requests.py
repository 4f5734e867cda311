"""What takes long is worked out beside the event loop, one large thing at a time, with fair shares."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from crowned.server.computer.queue import FairQueue
from crowned.server.web.http import Call
from crowned.server.web.problem import ProblemError
from tests.server.client import Browser, Reply, Server, serving
from tests.server.conftest import Catalogue
from tests.server.house import house, run, settle

LONG = '[Event "x"]\n' * 2_500
"""Two hundred games without a move take a while to be shown."""
COUNT = 8


def at_once(count: int, ask: Callable[[], Reply]) -> tuple[list[threading.Thread], list[int]]:
    """Asks many times at the same time; the answers' statuses as they come."""
    statuses: list[int] = []
    threads = [threading.Thread(target=lambda: statuses.append(ask().status)) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads, statuses


def imported(browser: Browser) -> Reply:
    return browser.request("POST", "/api/import", {"format": "pdn", "text": LONG})


def test_many_long_files_keep_nobody_from_playing(tmp_path: Path, rules: Catalogue) -> None:
    """Threads for games are left, and a small thing is worked out before the rest of the large ones."""
    with serving(tmp_path, "--no-tables", "--proxy", "127.0.0.1") as server:
        greedy, other = server.browser(), server.browser()
        greedy.headers["X-Forwarded-For"], other.headers["X-Forwarded-For"] = "10.0.0.1", "10.0.0.2"
        threads, statuses = at_once(COUNT, lambda: imported(greedy))
        while not statuses:
            time.sleep(0.01)
        other.new_game(rules.strict)
        assert other.request("POST", "/api/analysis/position", {"rules": {"id": rules.strict}}).status == 200
        assert len(statuses) < COUNT, "somebody else waited for all of them"
        for thread in threads:
            thread.join(60)
        assert statuses == [200] * COUNT


def test_who_asks_for_too_much_at_once_is_told_so(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            own.site.work = FairQueue(1, most_waiting=1)
            greedy, other = (Call(own.site, f"10.0.0.{number}", "en", None) for number in (1, 2))
            go, done = threading.Event(), []

            def slow(name: str) -> None:
                go.wait(30)
                done.append(name)

            asks = [asyncio.create_task(greedy.worked(slow, name, size=5.0)) for name in ("first", "second")]
            await settle(lambda: len(own.site.work) == 1)
            with pytest.raises(ProblemError) as refused:
                await greedy.worked(slow, "third")
            assert refused.value.status == 429
            asks.append(asyncio.create_task(other.worked(slow, "other", size=5.0)))
            await settle(lambda: len(own.site.work) == 2)
            go.set()
            await asyncio.gather(*asks)
            assert done == ["first", "other", "second"], "who has had nothing yet comes first"

    run(work)


def test_the_same_is_said_as_ever(server: Server) -> None:
    reply = server.browser().request("POST", "/api/import", {"format": "pdn", "text": "1. 32-28 19-23 *"})
    assert reply.headers["content-type"] == "application/json"
    assert [move["text"] for move in reply.json["games"][0]["moves"]] == ["32-28", "19-23"]
