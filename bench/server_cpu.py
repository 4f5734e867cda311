"""What a move costs the server: processor time of its process for each acknowledged move, real rules, synced.

    python bench/server_cpu.py [--games 40] [--rounds 40] [--moves 5] [--postgres | --ratio [--apart]]

Two people play each game on sockets; every move goes through rules, database and both players' updates. The
processor time is that of all threads of the server's process, to the nanosecond. It is taken in rounds, and
the cheapest rounds are told, too: on a machine with other work the same instructions take longer, because
caches and hyperthreads are shared. How much, a fixed piece of work says that is timed between the rounds.
Games that end are followed by others; making one (two requests, two snapshots) counts in ``with_new_games``
only, which is everything the process did over all rounds for every move.

``--ratio``: one process on a PostgreSQL, and beside it two on another database of it; a round of the one
follows a round of the two, and so on. The times of the two are added. Twice the cost of one over this cost is
how many times as much two cores carry, if the database has cores of its own; what it costs itself is told,
too. Players of a game are at the same process, as a proxy that looks at the address sees to; ``--apart``: at
different ones. Every process has as many games to lead.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvloop

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.server_load import Match, strict_rulesets  # noqa: E402

from tests.server.client import Browser, Server  # noqa: E402
from tests.server.postgres import Postgres, free_port, throwaway  # noqa: E402

Json = dict[str, Any]
Wanted = tuple[str, int, str]
"""A name, how many processes, and on which database."""


def cpu_seconds(process: int) -> float:
    """Of all threads that live; those that ended are missed, and none end here."""
    total = 0
    for thread in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):
            total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e9


def machine_seconds() -> tuple[float, float]:
    """Of all processors together since the machine started: all, and what nobody used."""
    ticks = [int(text) for text in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return sum(ticks) / os.sysconf("SC_CLK_TCK"), (ticks[3] + ticks[4]) / os.sysconf("SC_CLK_TCK")


def fixed_work() -> float:
    """Milliseconds of processor for the same work again and again."""
    begun, sum_ = time.process_time(), 0
    for number in range(100_000):
        sum_ += number * number % 7
    return (time.process_time() - begun) * 1000


async def play(match: Match, moves: int) -> int:
    done = 0
    for _ in range(moves):
        answer = await match.step()
        done += answer is not None and answer[0] == "ok"
    return done


def pair(servers: list[Server], number: int, apart: bool) -> tuple[Browser, Browser]:
    one = servers[number % len(servers)]
    other = servers[(number + apart) % len(servers)]
    return one.browser(), other.browser()


class Table:
    """Games at one or more processes, and what their moves have cost."""

    def __init__(self, servers: list[Server]) -> None:
        self.processes = [server.process.pid for server in servers if server.process is not None]
        self.servers = servers
        self.matches: list[Match] = []
        self.costs: list[float] = []
        self.moves = 0
        self.seconds = 0.0
        self.wall = 0.0
        self.players = 0.0
        """Seconds of processor that the players took, who are all in this process."""
        self.machine = 0.0
        """Seconds of processor that the whole machine had in these rounds, used or not."""
        self.unused = 0.0

    async def sit_down(self, games: int, apart: bool) -> None:
        rulesets = strict_rulesets()
        for number in range(games):
            people = await asyncio.to_thread(pair, self.servers, number, apart)
            match = Match(people, rulesets[number % len(rulesets)])
            self.matches.append(match)
            await match.sit_down()

    async def round(self, moves: int) -> None:
        before, begun = sum(map(cpu_seconds, self.processes)), time.perf_counter()
        players, (machine, unused) = time.process_time(), machine_seconds()
        done = sum(await asyncio.gather(*(play(match, moves) for match in self.matches)))
        used = sum(map(cpu_seconds, self.processes)) - before
        self.wall += time.perf_counter() - begun
        self.players += time.process_time() - players
        machine_now, unused_now = machine_seconds()
        self.machine, self.unused = self.machine + machine_now - machine, self.unused + unused_now - unused
        self.moves, self.seconds = self.moves + done, self.seconds + used
        if done == len(self.matches) * moves:
            self.costs.append(used * 1000 / done)

    async def leave(self) -> None:
        for match in self.matches:
            for player in match.players:
                player.reader.cancel()
                await player.socket.close()

    def figures(self) -> Json:
        return {
            "moves": self.moves,
            "rounds_without_new_games": len(self.costs),
            "cpu_ms_per_move": spread(self.costs) if self.costs else {},
            "with_new_games": round(self.seconds * 1000 / self.moves, 3),
            "moves_per_second": round(self.moves / self.wall, 1),
            "processes_have_of_the_machine": round(self.seconds / self.machine, 3),
            "players_have_of_the_machine": round(self.players / self.machine, 3),
            "nobody_has_of_the_machine": round(self.unused / self.machine, 3),
        }


async def run(tables: dict[str, Table], clusters: list[Postgres], arguments: argparse.Namespace) -> Json:
    """The rounds of all tables take turns, so that a busy machine is busy for all of them."""
    for table in tables.values():
        await table.sit_down(arguments.games * len(table.servers), arguments.apart)
    gc.disable()
    work, before = [], database_seconds(clusters)
    for _ in range(arguments.rounds):
        work.append(min(fixed_work() for _ in range(3)))
        for table in tables.values():
            await table.round(arguments.moves)
    used = database_seconds(clusters) - before
    for table in tables.values():
        await table.leave()
    found: Json = {name: table.figures() for name, table in tables.items()}
    if len(tables) > 1:
        one, two = tables.values()
        found["two_carry_times_one"] = round(2 * (one.seconds / one.moves) / (two.seconds / two.moves), 3)
        found["database_ms_per_move"] = round(used * 1000 / (one.moves + two.moves), 3)
    return {**found, "fixed_work_ms": spread(work)}


def database_seconds(clusters: list[Postgres]) -> float:
    """Of all processes of PostgreSQL that live."""
    seconds = 0.0
    for cluster in clusters:
        master = (cluster.folder / "data" / "postmaster.pid").read_text().split()[0]
        found = subprocess.run(["pgrep", "-P", master], capture_output=True, text=True, check=True)
        seconds += sum(cpu_seconds(int(number)) for number in (master, *found.stdout.split()))
    return seconds


def spread(values: list[float]) -> Json:
    ordered = sorted(values)
    at = lambda share: round(ordered[int((len(ordered) - 1) * share)], 3)  # noqa: E731
    return {"min": at(0), "tenth": at(0.1), "median": at(0.5), "max": at(1)}


def main() -> None:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--moves", type=int, default=5, help="of each game in a round")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--ratio", action="store_true", help="one process and two, on PostgreSQL")
    parser.add_argument("--apart", action="store_true", help="the players of a game at different processes")
    parser.add_argument("--output", type=Path, default=ROOT / "bench" / "results" / "server_cpu.json")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, measured(arguments) as (wanted, clusters):
        tables = {
            name: Table([begin(Path(folder) / f"{name}{number}", url) for number in range(count)])
            for name, count, url in wanted
        }
        try:
            found = uvloop.run(run(tables, clusters, arguments))
        finally:
            for table in tables.values():
                for server in table.servers:
                    server.stop()
    report = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "load_average": os.getloadavg(),
        "niceness": os.nice(0),
        "before_other_work": os.sched_getscheduler(0) in (os.SCHED_FIFO, os.SCHED_RR),
        "games": arguments.games,
        "apart": arguments.apart,
        "database": "postgresql" if arguments.postgres or arguments.ratio else "sqlite, synchronous=FULL",
        **found,
    }
    print(json.dumps(report, indent=1))
    arguments.output.write_text(json.dumps(report, indent=1) + "\n")


@contextmanager
def measured(arguments: argparse.Namespace) -> Iterator[tuple[list[Wanted], list[Postgres]]]:
    """What is to be measured, and the PostgreSQL it is on."""
    if not (arguments.postgres or arguments.ratio):
        yield [("one", 1, "")], []
        return
    with throwaway() as cluster:
        wanted = [("one", 1, cluster.database("one"))]
        yield [*wanted, ("two", 2, cluster.database("two"))] if arguments.ratio else wanted, [cluster]


def begin(folder: Path, url: str) -> Server:
    options = ["--database", url] if url else []
    return Server(folder, *options, limits=100_000.0, port=free_port()).start()


if __name__ == "__main__":
    main()
