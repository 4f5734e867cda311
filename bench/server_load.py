"""Load on one server: many games between two people each, real rules, durable moves.

    python bench/server_load.py [--games 500] [--rate 200] [--seconds 60] [--thinking 10] [--database URL]

Every move goes through the whole path: socket, rules, SQLite with a synced commit, acknowledgement, and the
update to both players. The clock of a move starts when it is sent and stops when its ``ok`` is read. After
the steady part the same games are played as fast as they go, each player answering at once.

With ``--thinking 10``, ten other people play the computer at its highest level and ten more have positions
analysed, one after another, all the time; engines are processes of their own with a lower priority.

On a machine that has other work, ``chrt -r 1`` in front lets server and players run before it, as they would
on a machine of their own; the report says so.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import random
import secrets
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from crowned.rules import catalog  # noqa: E402
from tests.server.client import Browser, Server  # noqa: E402
from tests.server.postgres import free_port  # noqa: E402

Json = dict[str, Any]


class Player:
    """One browser at one game: keeps its state, answers pings."""

    def __init__(self, socket: ClientConnection, changed: asyncio.Event) -> None:
        self.socket = socket
        self.state: Json = {}
        self.you = ""
        self.answers: dict[str, asyncio.Future[Json]] = {}
        self.changed = changed
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for raw in self.socket:
            message = msgspec.json.decode(raw)
            kind = message["t"]
            if kind == "ping":
                await self.socket.send(json.dumps({"t": "pong", "n": message["n"]}))
            elif kind in ("snapshot", "update", "stale"):
                self.you = message.get("you", self.you)
                self.state = message["state"]
                self.changed.set()
            if message.get("id") in self.answers:
                self.answers.pop(message["id"]).set_result(message)

    async def join(self, game: str) -> None:
        await self.socket.send(json.dumps({"t": "join", "g": game}))
        while not self.state:
            self.changed.clear()
            await self.changed.wait()

    async def move(self, game: str, text: str) -> tuple[str, float]:
        """Plays a move; the kind of answer and how long it took, in milliseconds."""
        message_id = secrets.token_urlsafe(8)
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.answers[message_id] = answer
        message = {"t": "move", "g": game, "id": message_id, "text": text}
        message |= {"ply": self.state["ply"], "pos": self.state["pos"]}
        start = time.perf_counter()
        await self.socket.send(json.dumps(message))
        kind = (await answer)["t"]
        self.state = {**self.state, "choices": []} if self.state["ply"] == message["ply"] else self.state
        return kind, (time.perf_counter() - start) * 1000


async def dial(browser: Browser) -> ClientConnection:
    url = browser.origin.replace("http", "ws", 1) + "/ws"
    headers = {"Cookie": browser.cookie, **browser.headers}
    origin: Any = browser.origin
    return await connect(url, origin=origin, additional_headers=headers, compression=None, proxy=None)


@dataclass
class Match:
    """A game of two players; when it is over, the next one begins."""

    browsers: tuple[Browser, Browser]
    ruleset: str
    game: str = ""
    players: list[Player] = field(default_factory=list)
    pick: random.Random = field(default_factory=random.Random)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set with everything that either of them is told."""

    async def sit_down(self) -> None:
        for browser in self.browsers:
            self.players.append(Player(await dial(browser), self.changed))
        await self.new_game()

    async def new_game(self) -> None:
        old, self.game = self.game, await asyncio.to_thread(self._make)
        for player in self.players:
            player.state = {}
            if old:
                await player.socket.send(json.dumps({"t": "leave", "g": old}))
            await player.join(self.game)

    def _make(self) -> str:
        host, guest = self.browsers
        made = host.new_game(self.ruleset, "friend")
        guest.post("/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
        return str(made["id"])

    async def step(self) -> tuple[str, float] | None:
        """One move of whoever is to move; None if a new game had to be made instead."""
        async with self.turn:
            mover = await self._mover()
            if mover is None:
                await self.new_game()
                return None
            options = mover.state["choices"]
            return await mover.move(self.game, self.pick.choice(options)["text"])

    async def _mover(self) -> Player | None:
        while True:
            for player in self.players:
                if player.state["phase"] == "over":
                    return None
                if player.state["choices"]:
                    return player
            self.changed.clear()
            await self.changed.wait()


# ---------------------------------------------------------------- runs


@dataclass
class Figures:
    times: list[float] = field(default_factory=list)
    kinds: dict[str, int] = field(default_factory=dict)

    def add(self, answer: tuple[str, float] | None) -> None:
        if answer is not None:
            self.kinds[answer[0]] = self.kinds.get(answer[0], 0) + 1
            self.times.append(answer[1])

    def summary(self, seconds: float) -> Json:
        ordered = sorted(self.times)
        at = lambda share: round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 2)  # noqa: E731
        return {
            "moves": len(ordered),
            "moves_per_second": round(len(ordered) / seconds, 1),
            "ack_ms": {"p50": at(0.5), "p95": at(0.95), "p99": at(0.99), "max": round(ordered[-1], 2)},
            "answers": self.kinds,
        }


async def steady(matches: list[Match], rate: float, seconds: float) -> tuple[Figures, float]:
    """Moves at a fixed rate, spread over all games; each is sent when its time has come."""
    figures, tasks = Figures(), set()
    order = random.Random(1)
    start = time.perf_counter()
    for number in range(int(rate * seconds)):
        delay = start + number / rate - time.perf_counter()
        if delay > 0:
            await asyncio.sleep(delay)
        task = asyncio.create_task(order.choice(matches).step())
        task.add_done_callback(lambda done: figures.add(done.result()))
        task.add_done_callback(tasks.discard)
        tasks.add(task)
    sending = time.perf_counter() - start
    await asyncio.gather(*tasks)
    return figures, sending


async def memory_over_time(pid: int, found: list[float]) -> None:
    """Resident megabytes, every ten seconds."""
    while True:
        found.append(round(usage(pid)[1]))
        await asyncio.sleep(10)


async def flat_out(matches: list[Match], seconds: float) -> tuple[Figures, float]:
    """Every game as fast as it goes."""
    figures = Figures()
    start = time.perf_counter()

    async def play(match: Match) -> None:
        while time.perf_counter() - start < seconds:
            figures.add(await match.step())

    await asyncio.gather(*(play(match) for match in matches))
    return figures, time.perf_counter() - start


def pauses(port: int) -> Json:
    """The garbage collector's walks: how many, their seconds in all, and how many took at most so long."""
    name = "crowned_collection_seconds"
    text = Browser(f"http://127.0.0.1:{port}").request("GET", "/metrics").raw.decode()
    rows = [line.removeprefix(name).split(" ") for line in text.splitlines() if line.startswith(name)]
    return {what.removeprefix("_"): float(value) for what, value in rows}


def usage(pid: int) -> tuple[float, float]:
    """CPU seconds and resident megabytes of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = os.sysconf("SC_CLK_TCK")
    memory = int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    return (int(fields[11]) + int(fields[12])) / ticks, memory


async def run(server: Server, arguments: argparse.Namespace) -> Json:
    rulesets = [arguments.ruleset] if arguments.ruleset else strict_rulesets()
    browsers = await asyncio.to_thread(lambda: [server.browser() for _ in range(2 * arguments.games)])
    matches = [
        Match((browsers[2 * n], browsers[2 * n + 1]), rulesets[n % len(rulesets)])
        for n in range(arguments.games)
    ]
    for match in matches:
        await match.sit_down()
    # The players are on the server's own machine; their housekeeping is not what is measured.
    gc.collect()
    gc.disable()
    assert server.process is not None
    found: Json = {}
    thinkers = Thinkers(server, arguments.thinking)
    await thinkers.start()
    for name, work in (
        ("steady", steady(matches, arguments.rate, arguments.seconds)),
        ("flat_out", flat_out(matches, arguments.flat_out)),
    ):
        memory_then: list[float] = []
        watching = asyncio.create_task(memory_over_time(server.process.pid, memory_then))
        cpu_before, _ = usage(server.process.pid)
        figures, seconds = await work
        cpu, memory = usage(server.process.pid)
        found[name] = figures.summary(seconds)
        found[name]["server_cpu_share"] = round((cpu - cpu_before) / seconds, 3)
        found[name]["server_cpu_ms_per_move"] = round(1000 * (cpu - cpu_before) / len(figures.times), 3)
        found[name]["server_memory_mb"] = round(memory, 1)
        found[name]["server_memory_mb_every_ten_seconds"] = memory_then
        watching.cancel()
        found[name] |= thinkers.figures()
        print(name, json.dumps(found[name]))
    await thinkers.stop()
    found["collector"] = await asyncio.to_thread(pauses, arguments.monitor)
    for match in matches:
        for player in match.players:
            player.reader.cancel()
            await player.socket.close()
    return found


class Thinkers:
    """People for whom the engine thinks: some play it, some ask it. Each comes from an address of his own."""

    def __init__(self, server: Server, count: int) -> None:
        self._server = server
        self._count = count
        self._tasks: list[asyncio.Task[None]] = []
        self.answers: Counter[str] = Counter()

    async def start(self) -> None:
        for number in range(self._count):
            for work in (self._play(number), self._ask(number)):
                self._tasks.append(asyncio.create_task(work))
        while self._count and len(self.answers) < 2:
            await asyncio.sleep(0.1)
        self.answers.clear()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def figures(self) -> Json:
        told, self.answers = dict(self.answers), Counter()
        return {"thinking_meanwhile": told} if self._count else {}

    async def _browser(self, address: str) -> Browser:
        browser = Browser(self._server.origin)
        browser.headers["X-Forwarded-For"] = address
        await asyncio.to_thread(browser.post, "/api/session", {})
        return browser

    async def _ask(self, number: int) -> None:
        browser = await self._browser(f"10.1.{number}.1")
        wish = {"rules": {"id": strict_rulesets()[0]}, "milliseconds": 1000}
        while True:
            reply = await asyncio.to_thread(browser.request, "POST", "/api/analysis/lines", wish)
            self.answers[f"analyses {reply.status}"] += 1

    async def _play(self, number: int) -> None:
        browser = await self._browser(f"10.2.{number}.1")
        pick, changed = random.Random(number), asyncio.Event()
        player = Player(await dial(browser), changed)
        while True:
            made = await asyncio.to_thread(
                browser.new_game, strict_rulesets()[0], "computer", level=10, side="white"
            )
            player.state = {}
            await player.join(made["id"])
            while player.state["phase"] != "over":
                changed.clear()
                if player.state["choices"]:
                    await player.move(made["id"], pick.choice(player.state["choices"])["text"])
                    self.answers["moves against level 10"] += 1
                else:
                    await changed.wait()


def strict_rulesets() -> list[str]:
    """A mixture of games without chance."""
    specs = [catalog.load(name) for name in catalog.ids()]
    return [spec.id for spec in specs if not spec.sliders and spec.enforcement == "strict"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--thinking", type=int, default=0, help="people at the computer, and as many who ask")
    parser.add_argument("--flat-out", type=float, default=20.0, help="seconds")
    parser.add_argument("--ruleset", default="")
    parser.add_argument("--database", default="")
    parser.add_argument("--output", type=Path, default=ROOT / "bench" / "results" / "server_load.json")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        arguments.monitor = free_port()
        options = ["--proxy", "127.0.0.1", "--monitor", str(arguments.monitor)]
        options += ["--database", arguments.database] if arguments.database else []
        server = Server(Path(folder), *options, limits=100_000.0).start()
        try:
            found = uvloop.run(run(server, arguments))
        finally:
            server.stop()
    report = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": platform.processor() or platform.machine(),
        "load_average_at_end": os.getloadavg(),
        "before_other_work": os.sched_getscheduler(0) in (os.SCHED_FIFO, os.SCHED_RR),
        "niceness": os.nice(0),
        "games": arguments.games,
        "sockets": 2 * arguments.games,
        "wanted_moves_per_second": arguments.rate,
        "database": "postgresql" if arguments.database else "sqlite, synchronous=FULL",
        **found,
    }
    arguments.output.parent.mkdir(exist_ok=True)
    arguments.output.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
