"""Bad things that happen to a server while people play: is anything acknowledged lost, doubled or untrue?

    python bench/server_faults.py powercut|control|database|stop|network [--times 100] [--minutes 30]

powercut  SIGKILL, and the disk loses what was not synced (SQLite; see powercut/)
control   the same on a disk whose syncs are lies: it must lose moves, or the test proves nothing
database  PostgreSQL behind a proxy that cuts, loses answers, stops half-way and refuses
stop      two processes on one PostgreSQL; the one that leads sleeps for longer than its lease, and wakes up
network   people behind a line that delays and breaks, one game after another; ``--times`` counts games
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.powercut.disk import Disk, build  # noqa: E402
from bench.server_kill import plain_ruleset  # noqa: E402

from tests.server.client import Browser, Server  # noqa: E402
from tests.server.killing import Audit, Gambler, looked_over, trouble  # noqa: E402
from tests.server.postgres import free_port, throwaway  # noqa: E402
from tests.server.proxy import Proxy  # noqa: E402

Json = dict[str, Any]
STOPPED_SECONDS = 4.5
"""Longer than a lease: another process leads the game when the sleeper wakes up."""


class Loop:
    """An event loop in a thread of its own, for the proxies."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def call(self, work: Callable[[], None]) -> None:
        self.loop.call_soon_threadsafe(work)


# ---------------------------------------------------------------- power cuts


def powercut(arguments: argparse.Namespace, folder: Path, *, honest: bool) -> tuple[Audit, Json]:
    data = folder / "data"
    data.mkdir()
    log = folder / "notes"
    shim = build(folder)
    server = Server(data, port=free_port())
    lost: list[int] = []

    def start() -> None:
        os.environ |= {"LD_PRELOAD": str(shim), "POWERCUT_LOG": str(log), "POWERCUT_FILE": "crowned.sqlite"}
        try:
            server.start()
        finally:
            del os.environ["LD_PRELOAD"]

    def cut(pick: random.Random) -> None:
        server.kill()
        lost.append(disk.cut(pick))
        disk.start()
        start()

    disk = Disk(data, log, honest=honest)
    start()
    players = [Gambler(server.browser(), plain_ruleset(), n) for n in range(arguments.games)]
    try:
        report = trouble(players, cut, times=arguments.times, seed=1, until=arguments.until)
    except (AssertionError, OSError) as error:
        if honest:
            raise
        report = Audit(lost=[f"nobody could go on: {str(error)[:200]}"])
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()
    return report, {"cuts": len(lost), "writes_that_were_lost": sum(lost)}


# ---------------------------------------------------------------- a database that fails


def database(arguments: argparse.Namespace, folder: Path) -> tuple[Audit, Json]:
    done: dict[str, int] = {}
    with throwaway() as postgres:
        loop, proxy = Loop(), Proxy(postgres.database("faults"))
        loop.run(proxy.start())
        server = Server(folder, "--database", proxy.url, port=free_port()).start()

        def lose_an_answer(pick: random.Random) -> None:
            left = [pick.randrange(1, 40)]

            def cut(_data: bytes) -> bool:
                left[0] -= 1
                return left[0] == 0

            proxy.cut = cut
            time.sleep(0.3)
            proxy.cut = lambda _: False

        def break_all(_pick: random.Random) -> None:
            loop.call(proxy.break_all)

        def be_away(pick: random.Random) -> None:
            proxy.refuses = True
            loop.call(proxy.break_all)
            time.sleep(pick.random() * 2)
            proxy.refuses = False

        def fault(pick: random.Random) -> None:
            how = pick.choice([lose_an_answer, lose_an_answer, break_all, be_away])
            how(pick)
            done[how.__name__] = done.get(how.__name__, 0) + 1

        players = [Gambler(server.browser(), plain_ruleset(), n) for n in range(arguments.games)]
        report = trouble(players, fault, times=arguments.times, seed=2, until=arguments.until)
        server.stop()
        return report, {"faults": done, "answers_lost": proxy.lost, **errors(server)}


# ---------------------------------------------------------------- leaders that sleep


def stop(arguments: argparse.Namespace, folder: Path) -> tuple[Audit, Json]:
    waits: list[float] = []
    with throwaway() as postgres:
        url = postgres.database("stopped")
        servers = [Server(folder, "--database", url, port=free_port()).start() for _ in range(2)]
        players = [pair(servers, n) for n in range(arguments.games)]
        turn = [0]

        def sleep(_pick: random.Random) -> None:
            turn[0] += 1
            sleeper = turn[0] % 2
            waits.append(_stopped(servers[sleeper], players[1 - sleeper :: 2]))

        report = trouble(players, sleep, times=arguments.times, seed=3, until=arguments.until)
        for server in servers:
            server.stop()
        slow = {"median": round(sorted(waits)[len(waits) // 2], 2), "max": round(max(waits), 2)}
        facts = {"stops": len(waits), "seconds_until_the_next_move": slow}
        return report, {**facts, **errors(*servers)}


def pair(servers: list[Server], number: int) -> Gambler:
    """Plays at one process what the other one leads."""
    own, other = servers[number % 2], servers[1 - number % 2]
    browser, maker = own.browser(), Browser(other.origin)
    maker.cookie = browser.cookie
    return Gambler(browser, plain_ruleset(), number, maker)


def _stopped(server: Server, followers: list[Gambler]) -> float:
    """Stops a process until those who play at the other one have gone on; how long they waited."""
    assert server.process is not None
    count = lambda: sum(len(ledger.acked) for p in followers for ledger in p.ledgers)  # noqa: E731
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        begun, known = time.monotonic(), count()
        while count() <= known + 2 * len(followers) and time.monotonic() - begun < 60:
            time.sleep(0.01)
        waited = time.monotonic() - begun
        time.sleep(max(0.0, STOPPED_SECONDS - waited))
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    return waited


# ---------------------------------------------------------------- a bad line


class Line:
    """A proxy between browsers and the server that delays what passes and breaks now and then."""

    def __init__(self, port: int, seed: int) -> None:
        self._to = port
        self._pick = random.Random(seed)
        self.port = 0
        self.broken = 0

    async def start(self) -> None:
        listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = listener.sockets[0].getsockname()[1]

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection("127.0.0.1", self._to)
        ways = [self._pass(client, to_server), self._pass(server, to_client)]
        tasks = [asyncio.create_task(way) for way in ways]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for writer in (to_server, to_client):
            writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            await asyncio.sleep(self._pick.random() ** 4 * 0.2)
            if self._pick.random() < 0.01:
                self.broken += 1
                writer.write(data[: self._pick.randrange(len(data) + 1)])
                await asyncio.sleep(0.01)
                return
            writer.write(data)


def network(arguments: argparse.Namespace, folder: Path) -> tuple[Audit, Json]:
    server = Server(folder, port=free_port()).start()
    loop, line = Loop(), Line(server.port, 4)
    loop.run(line.start())
    players = []
    for number in range(arguments.games):
        browser = server.browser()
        far = Browser(f"http://127.0.0.1:{line.port}")
        far.cookie = browser.cookie
        far.headers["Origin"] = server.origin
        players.append(Gambler(far, plain_ruleset(), number, browser))
    for player in players:
        player.start()
    while sum(len(p.ledgers) for p in players) < arguments.times and time.monotonic() < arguments.until:
        time.sleep(0.5)
        assert not [p.failure for p in players if p.failure], [p.failure for p in players]
    for player in players:
        player.browser = player.maker  # looked over on a good line
    report = looked_over(players)
    server.stop()
    return report, {"lines_broken": line.broken, **errors(server)}


# ---------------------------------------------------------------- the report


def errors(*servers: Server) -> Json:
    """How many traces the logs have, and what the different ones end with."""
    lines = [line.rstrip() for server in servers for line in server.log]
    ends = {line for before, line in pairwise(lines) if before.startswith("  ") and not line.startswith("  ")}
    traces = sum("Traceback" in line for line in lines)
    return {"traces_in_the_log": traces, "they_end_with": sorted(ends)[:10] if traces else []}


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def main() -> int:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("what", choices=["powercut", "control", "database", "stop", "network"])
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=30.0)
    arguments = parser.parse_args()
    begun = time.monotonic()
    arguments.until = begun + 60 * arguments.minutes
    with _folder() as folder:
        if arguments.what in ("powercut", "control"):
            report, facts = powercut(arguments, folder, honest=arguments.what == "powercut")
        else:
            report, facts = globals()[arguments.what](arguments, folder)
    found = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "what": arguments.what,
        "seconds": round(time.monotonic() - begun, 1),
        **facts,
        "games": report.games,
        "acknowledged_moves": report.acked,
        "lost": report.lost[:20],
        "doubled": report.doubled[:20],
        "broken": report.broken[:20],
    }
    print(json.dumps(found, indent=1))
    target = ROOT / "bench" / "results" / f"server_{arguments.what}.json"
    target.write_text(json.dumps(found, indent=1) + "\n")
    return 0 if report.clean != (arguments.what == "control") else 1


if __name__ == "__main__":
    sys.exit(main())
