"""Memory over hours: a server under the same load all the time, its resident memory written down.

    python bench/server_memory.py [--minutes 100] [--games 60] [--rate 50] [--visits 1] [--database URL]

Games between two people go on at a fixed rate, one after another, every move synced. Beside them somebody
new comes every so often: a guest session, pages, rules of his own that nobody had before, a position and a
file to look at, a game against the computer, a socket that is dropped in the middle, and never comes again.
So every cache, table and list that grows with people, games, rules or sockets would show. Every half minute
the server's resident memory is noted with the games and sockets that are open, and the moves and visits so
far. What is told at the end is how much the memory grew in an hour, by the line of least squares through
the second half. The result is ``results/server_memory.json``, written anew every half minute.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sys
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import uvloop
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.series import PROGRAM  # noqa: E402
from bench.server_load import Figures, Match, Player, dial, pauses, strict_rulesets, usage  # noqa: E402

from tests.server.client import Browser, Server  # noqa: E402
from tests.server.postgres import free_port  # noqa: E402

Json = dict[str, Any]
EVERY = 30.0
OUTPUT = ROOT / "bench" / "results" / "server_memory.json"
PAGES = ("/", "/api/rulesets", "/api/axes", "/api/rulesets/{rules}", "/api/rulesets/{rules}/sheet?lang=de")
HOUSE = 'id = "house{number}"\nextends = "{rules}"\n[title]\nen = "House {number}"\n'
FILE = '[GameType "20"]\n[Event "{number}"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n'


class Visitors:
    """People who come once, each with something that the server has never seen."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server = server
        self._pick = random.Random(seed)
        self.visits = 0
        self.refused: dict[str, int] = {}

    async def come(self, each_second: float, seconds: float) -> None:
        end, tasks = time.monotonic() + seconds, set()
        while each_second and time.monotonic() < end:
            if len(tasks) < 10:
                self.visits += 1
                task = asyncio.create_task(self._visit(self.visits))
                task.add_done_callback(tasks.discard)
                tasks.add(task)
            await asyncio.sleep(1 / each_second)
        await asyncio.gather(*tasks)

    async def _visit(self, number: int) -> None:
        rules = self._pick.choice(strict_rulesets())
        browser = Browser(self._server.origin)
        browser.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        house = {"toml": HOUSE.format(number=number, rules=rules)}
        await asyncio.to_thread(self._look_around, browser, rules, house, number)
        await self._play_and_go(browser, house)

    def _look_around(self, browser: Browser, rules: str, house: Json, number: int) -> None:
        browser.post("/api/session", {})
        for page in PAGES:
            self._ask(browser, "GET", page.format(rules=rules))
        self._ask(browser, "POST", "/api/rules/check", {"rules": house, "lang": "nl"})
        self._ask(browser, "POST", "/api/analysis/position", {"rules": house})
        self._ask(browser, "POST", "/api/import", {"format": "pdn", "text": FILE.format(number=number)})

    def _ask(self, browser: Browser, method: str, path: str, body: Json | None = None) -> None:
        reply = browser.request(method, path, body)
        if reply.status not in (200, 204):
            name = f"{path} {reply.status}"
            self.refused[name] = self.refused.get(name, 0) + 1

    async def _play_and_go(self, browser: Browser, house: Json) -> None:
        """Two moves against the computer; then the line is cut without a word."""
        new_game = partial(browser.new_game, "", "computer", rules=house, level=1, side="white")
        made = await asyncio.to_thread(new_game)
        player = Player(await dial(browser), asyncio.Event())
        with suppress(TimeoutError, WebSocketException):
            async with asyncio.timeout(60):
                await player.join(made["id"])
                for _ in range(2):
                    while not player.state["choices"]:
                        player.changed.clear()
                        await player.changed.wait()
                    await player.move(made["id"], self._pick.choice(player.state["choices"])["text"])
        player.reader.cancel()
        player.socket.transport.abort()


def growth(points: list[Json]) -> float:
    """Megabytes an hour, by the line of least squares through the second half."""
    half = points[len(points) // 2 :]
    times, sizes = [point["seconds"] for point in half], [point["mb"] for point in half]
    middle, mean = sum(times) / len(times), sum(sizes) / len(sizes)
    spread = sum((at - middle) ** 2 for at in times)
    return 3600 * sum((at - middle) * (mb - mean) for at, mb in zip(times, sizes, strict=True)) / spread


def open_here(port: int) -> dict[str, int]:
    text = Browser(f"http://127.0.0.1:{port}").request("GET", "/metrics").raw.decode()
    rows = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {
        "games": int(rows['crowned_rooms{as="leader"}']),
        "sockets": int(rows["crowned_sockets"]),
    }


class Curve:
    def __init__(self, server: Server, arguments: argparse.Namespace) -> None:
        self.server, self.arguments = server, arguments
        self.figures, self.visitors = Figures(), Visitors(server, arguments.seed)
        self.points: list[Json] = []
        self._begun = time.monotonic()

    async def run(self) -> None:
        count, rulesets = self.arguments.games, strict_rulesets()
        browsers = await asyncio.to_thread(lambda: [self.server.browser() for _ in range(2 * count)])
        pairs = zip(browsers[::2], browsers[1::2], strict=True)
        matches = [Match(pair, rulesets[n % len(rulesets)]) for n, pair in enumerate(pairs)]
        for match in matches:
            await match.sit_down()
        gc.freeze()
        self._begun, seconds = time.monotonic(), 60 * self.arguments.minutes
        watching = asyncio.create_task(self._watch())
        await asyncio.gather(self._play(matches, seconds), self.visitors.come(self.arguments.visits, seconds))
        watching.cancel()
        self._write(await asyncio.to_thread(pauses, self.arguments.monitor))

    async def _play(self, matches: list[Match], seconds: float) -> None:
        """At the rate that was asked for, and slower where the machine has other work: no debt is made up."""
        turns, due = random.Random(1), time.monotonic()
        end, tasks = due + seconds, set()
        while time.monotonic() < end:
            due = max(due + 1 / self.arguments.rate, time.monotonic() - 0.1)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            task = asyncio.create_task(turns.choice(matches).step())
            task.add_done_callback(lambda done: self._count(done.result()))
            task.add_done_callback(tasks.discard)
            tasks.add(task)
            while len(tasks) > len(matches):
                await asyncio.sleep(0.01)
        await asyncio.gather(*tasks)

    def _count(self, answer: tuple[str, float] | None) -> None:
        if answer is not None:
            self.figures.kinds[answer[0]] = self.figures.kinds.get(answer[0], 0) + 1

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            process = self.server.process
            assert process is not None
            point = {"seconds": round(time.monotonic() - self._begun), "mb": round(usage(process.pid)[1], 1)}
            point |= await asyncio.to_thread(open_here, self.arguments.monitor)
            point |= {"moves": sum(self.figures.kinds.values()), "visits": self.visitors.visits}
            self.points.append(point)
            print(json.dumps(point), flush=True)
            self._write({})

    def _write(self, collector: Json) -> None:
        facts = {
            "when": datetime.now(UTC).isoformat(timespec="seconds"),
            "server": PROGRAM,
            "load_average": os.getloadavg(),
            "games_at_once": self.arguments.games,
            "wanted_moves_per_second": self.arguments.rate,
            "visitors_per_second": self.arguments.visits,
            "database": "postgresql" if self.arguments.database else "sqlite, synchronous=FULL",
            "mb_an_hour_in_the_second_half": round(growth(self.points), 2) if len(self.points) > 3 else None,
            "answers": self.figures.kinds,
            "visitors_refused": self.visitors.refused,
            "collector": collector,
            "points": self.points,
        }
        self.arguments.output.parent.mkdir(exist_ok=True)
        self.arguments.output.write_text(json.dumps(facts, indent=1) + "\n")


def main() -> None:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--minutes", type=float, default=100.0)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--rate", type=float, default=50.0)
    parser.add_argument("--visits", type=float, default=1.0, help="new people a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    arguments.monitor = free_port()
    with tempfile.TemporaryDirectory() as folder:
        options = ["--proxy", "127.0.0.1", "--monitor", str(arguments.monitor)]
        options += ["--database", arguments.database] if arguments.database else []
        server = Server(Path(folder), *options, limits=1000.0).start()
        try:
            uvloop.run(Curve(server, arguments).run())
        finally:
            server.stop()


if __name__ == "__main__":
    main()
