"""What a move costs the server: processor time of its process for each acknowledged move, real rules, synced.

    python bench/server_cpu.py [--games 40] [--rounds 40] [--moves 5] [--postgres] [--processes 2 [--apart]]

Two people play each game on sockets; every move goes through rules, database and both players' updates. The
processor time is that of all threads of the server's process, to the nanosecond. It is taken in rounds, and
the cheapest rounds are told, too: on a machine with other work the same instructions take longer, because
caches and hyperthreads are shared. How much, a fixed piece of work says that is timed between the rounds.
Games that end are followed by others; making one (two requests, two snapshots) counts in ``with_new_games``
only, which is everything the process did over all rounds for every move.

With two processes on one PostgreSQL the times of both are added. Players of a game are at the same process,
as a proxy that looks at the address sees to; ``--apart``: each at another one. Twice the cost of one process
over this cost is how many times as much two cores carry.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvloop

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.server_kill import database  # noqa: E402
from bench.server_load import Match, strict_rulesets  # noqa: E402

from tests.server.client import Browser, Server  # noqa: E402
from tests.server.postgres import free_port  # noqa: E402

Json = dict[str, Any]


def cpu_seconds(process: int) -> float:
    """Of all threads that live; those that ended are missed, and none end here."""
    total = 0
    for thread in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):
            total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e9


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


async def run(servers: list[Server], arguments: argparse.Namespace) -> Json:
    rulesets = strict_rulesets()
    matches = [
        Match(await asyncio.to_thread(pair, servers, n, arguments.apart), rulesets[n % len(rulesets)])
        for n in range(arguments.games)
    ]
    for match in matches:
        await match.sit_down()
    gc.disable()
    processes = [server.process.pid for server in servers if server.process is not None]
    costs, work, all_moves, all_seconds = [], [], 0, 0.0
    for _ in range(arguments.rounds):
        work.append(min(fixed_work() for _ in range(3)))
        before = sum(map(cpu_seconds, processes))
        done = sum(await asyncio.gather(*(play(match, arguments.moves) for match in matches)))
        used = sum(map(cpu_seconds, processes)) - before
        all_moves, all_seconds = all_moves + done, all_seconds + used
        if done == len(matches) * arguments.moves:
            costs.append(used * 1000 / done)
    for match in matches:
        for player in match.players:
            player.reader.cancel()
            await player.socket.close()
    return {
        "moves": all_moves,
        "rounds_without_new_games": len(costs),
        "cpu_ms_per_move": spread(costs),
        "with_new_games": round(all_seconds * 1000 / all_moves, 3),
        "fixed_work_ms": spread(work),
    }


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
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--apart", action="store_true", help="the players of a game at different processes")
    parser.add_argument("--output", type=Path, default=ROOT / "bench" / "results" / "server_cpu.json")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        database(arguments.postgres or arguments.processes > 1) as options,
    ):
        servers = [
            Server(Path(folder), *options, limits=100_000.0, port=free_port()).start()
            for _ in range(arguments.processes)
        ]
        try:
            found = uvloop.run(run(servers, arguments))
        finally:
            for server in servers:
                server.stop()
    report = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "load_average": os.getloadavg(),
        "games": arguments.games,
        "processes": arguments.processes,
        "apart": arguments.apart,
        "database": "postgresql" if options else "sqlite, synchronous=FULL",
        **found,
    }
    print(json.dumps(report, indent=1))
    arguments.output.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
