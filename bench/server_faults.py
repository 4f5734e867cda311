"""Bad things that happen to a server while people play: is anything acknowledged lost, doubled or untrue?

    python bench/server_faults.py powercut|control|database|stop|network [--times 100] [--minutes 30]

powercut  SIGKILL, and the disk loses what was not synced (SQLite; see powercut/)
control   the same on a disk whose syncs become lies: it must lose moves, or nothing is proven
database  PostgreSQL behind a proxy that cuts, loses answers, stops half-way and refuses
stop      two processes on one PostgreSQL; the one that leads sleeps for longer than its lease, and wakes up
network   people behind a line that delays and breaks, many games side by side; ``--times`` counts games;
          with ``--starve`` the server has its processor for a sixth of the time only, in pieces

Two people play each game on sockets of their own, with a clock; see tests/server/pairs.py. The result is
added to ``results/server_series.json``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.nursery import Nursling  # noqa: E402
from bench.powercut.disk import Disk, build  # noqa: E402
from bench.series import note  # noqa: E402
from bench.server_kill import plain_ruleset  # noqa: E402

from tests.server.client import Browser, Server  # noqa: E402
from tests.server.killing import Audit  # noqa: E402
from tests.server.pairs import CLOCK, Hall, Pair, disturb, hall  # noqa: E402
from tests.server.postgres import free_port, throwaway  # noqa: E402
from tests.server.proxy import Proxy  # noqa: E402

Json = dict[str, Any]
STOPPED_SECONDS = 4.2
"""Longer than a lease: another process leads the game when the sleeper wakes up."""
LONGEST_WAIT = 60.0
STARVED_CLOCK = {"kind": "fischer", "base": 18_000, "step": 0}
"""Enough for who answers at once over a bad line; not if he is charged for a server that stands still."""


class Loop:
    """An event loop in a thread of its own, for the proxies."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def call(self, work: Callable[[], None]) -> None:
        self.loop.call_soon_threadsafe(work)


def pairs(server: Server, count: int) -> Hall:
    white, black = ([server.browser() for _ in range(count)] for _ in range(2))
    return hall(white, black, white, plain_ruleset())


# ---------------------------------------------------------------- power cuts


def powercut(arguments: argparse.Namespace, folder: Path, *, honest: bool) -> tuple[int, Audit, Json]:
    data = folder / "data"
    data.mkdir()
    log = folder / "notes"
    watched = {"LD_PRELOAD": str(build(folder)), "POWERCUT_LOG": str(log), "POWERCUT_FILE": "crowned.sqlite"}
    server = Nursling(data, port=free_port(), environment=watched)
    disk = Disk(data, log)
    lost: list[int] = []

    def cut(pick: random.Random) -> None:
        if not honest:
            disk.lie()
            players.wait_for(players.acked + 2 * arguments.games)
        server.kill()
        lost.append(disk.cut(pick))
        disk.start()
        server.start()

    server.start()
    players = pairs(server, arguments.games)
    report = disturb(
        players, cut, server.origin, times=arguments.times, seed=arguments.seed, until=arguments.until
    )
    server.stop()
    return len(lost), report, {"writes_that_were_lost": sum(lost), **errors(server)}


# ---------------------------------------------------------------- a database that fails


def database(arguments: argparse.Namespace, folder: Path) -> tuple[int, Audit, Json]:
    done: dict[str, int] = {}
    with throwaway() as postgres:
        loop, proxy = Loop(), Proxy(postgres.database("faults"))
        loop.run(proxy.start())
        server = Nursling(folder, "--database", proxy.url, port=free_port()).start()

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

        players = pairs(server, arguments.games)
        report = disturb(
            players, fault, server.origin, times=arguments.times, seed=arguments.seed, until=arguments.until
        )
        server.stop()
        facts = {"faults": done, "answers_lost": proxy.lost, **errors(server)}
        return sum(done.values()), report, facts


# ---------------------------------------------------------------- leaders that sleep


def stop(arguments: argparse.Namespace, folder: Path) -> tuple[int, Audit, Json]:
    """In half of the games both are at the process that does not lead it, in the others they are apart."""
    waits: list[float] = []
    with throwaway() as postgres:
        url = postgres.database("stopped")
        servers = [Nursling(folder, "--database", url, port=free_port()).start() for _ in range(2)]
        people = [[server.browser() for _ in range(arguments.games)] for server in servers]
        guests = [[server.browser() for _ in range(arguments.games)] for server in servers]
        numbers = range(arguments.games)
        makers = [
            moved(people[n % 2][n], servers[1 - n % 2] if n % 4 < 2 else servers[n % 2]) for n in numbers
        ]
        black = [guests[n % 2 if n % 4 < 2 else 1 - n % 2][n] for n in numbers]
        players = hall([people[n % 2][n] for n in numbers], black, makers, plain_ruleset())

        def sleep(_pick: random.Random) -> None:
            waits.append(_stopped(servers[len(waits) % 2], players))

        report = disturb(
            players, sleep, servers[0].origin, times=arguments.times, seed=3, until=arguments.until
        )
        for server in servers:
            server.stop()
    slow = {"median": round(sorted(waits)[len(waits) // 2], 2), "max": round(max(waits), 2)}
    return len(waits), report, {"seconds_until_the_next_move": slow, **errors(*servers)}


def moved(browser: Browser, server: Server) -> Browser:
    """The same person at another process."""
    other = Browser(server.origin)
    other.cookie = browser.cookie
    return other


def _stopped(server: Nursling, players: Hall) -> float:
    """Stops a process until everybody at the other one goes on with his game; how long the last waited."""
    awake = [pair for pair in players.pairs if all(p.browser.origin != server.origin for p in pair.people)]
    known = list(map(acked, awake))
    os.kill(server.pid, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        while any(waits(pair, before) for pair, before in zip(awake, known, strict=True)):
            if time.monotonic() - begun > LONGEST_WAIT:
                left = [pair for pair, before in zip(awake, known, strict=True) if waits(pair, before)]
                raise AssertionError(f"nobody takes over: {[pair.described for pair in left]}")
            time.sleep(0.01)
        waited = time.monotonic() - begun
        time.sleep(max(0.0, STOPPED_SECONDS - waited))
    finally:
        os.kill(server.pid, signal.SIGCONT)
    return waited


def waits(pair: Pair, before: int) -> bool:
    """Whether two more moves are to come; a new game may have to be made where nobody answers."""
    return acked(pair) < before + 2 and not any(p.state.get("phase") == "over" for p in pair.people)


def acked(pair: Pair) -> int:
    return sum(len(sheet.acked) for person in pair.people for sheet in list(person.sheets))


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


def network(arguments: argparse.Namespace, folder: Path) -> tuple[int, Audit, Json]:
    server = Nursling(folder, port=free_port()).start()
    loop, line = Loop(), Line(server.port, arguments.seed)
    loop.run(line.start())
    near = [[server.browser() for _ in range(arguments.games)] for _ in range(2)]
    far = [[afar(browser, line) for browser in seat] for seat in near]
    clock = STARVED_CLOCK if arguments.starve else CLOCK
    players = hall(*far, near[0], plain_ruleset(), clock)
    players.start()
    pick = random.Random(arguments.seed)
    while players.games < arguments.times + arguments.games and time.monotonic() < arguments.until:
        starve(server, pick) if arguments.starve else time.sleep(0.5)
        assert not players.failures, players.failures
    report = players.end(server.origin)
    server.stop()
    facts = {"starved": arguments.starve, "lines_broken": line.broken}
    held_up = players.stalls.until(players.stalls.now())
    return report.games, report, {**facts, "players_held_up_ms": held_up, **errors(server)}


def starve(server: Nursling, pick: random.Random) -> None:
    """Stands still for less than what counts as an absence, and runs for a moment."""
    os.kill(server.pid, signal.SIGSTOP)
    time.sleep(pick.uniform(0.2, 1.6))
    os.kill(server.pid, signal.SIGCONT)
    time.sleep(pick.uniform(0.05, 0.3))


def afar(browser: Browser, line: Line) -> Browser:
    """The same person at the other end of a bad line."""
    far = Browser(f"http://127.0.0.1:{line.port}")
    far.cookie = browser.cookie
    far.headers["Origin"] = browser.origin
    return far


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
    parser.add_argument("--games", type=int, default=16, help="at once")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--starve", action="store_true", help="network: the server has little processor")
    arguments = parser.parse_args()
    begun = time.monotonic()
    arguments.until = begun + 60 * arguments.minutes
    with _folder() as folder:
        if arguments.what in ("powercut", "control"):
            times, report, facts = powercut(arguments, folder, honest=arguments.what == "powercut")
        else:
            times, report, facts = globals()[arguments.what](arguments, folder)
    note(arguments.what, times, {"seconds": round(time.monotonic() - begun, 1), **facts}, report)
    return 0 if report.clean is (arguments.what != "control") else 1


if __name__ == "__main__":
    sys.exit(main())
