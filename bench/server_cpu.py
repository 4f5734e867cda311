"""What a move costs the server: processor time of its process for each acknowledged move, real rules, synced.

    python bench/server_cpu.py [--games 40] [--rounds 40] [--moves 5] [--postgres] [--output FILE]

Two people play each game on sockets; every move goes through rules, database and both players' updates. The
processor time is that of all threads of the server's process, to the nanosecond. It is taken in rounds, and
the cheapest rounds are told, too: on a machine with other work the same instructions take longer, because
caches and hyperthreads are shared. How much, a fixed piece of work says that is timed between the rounds.
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

from tests.server.client import Server  # noqa: E402

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


async def run(server: Server, arguments: argparse.Namespace) -> Json:
    rulesets = strict_rulesets()
    browsers = await asyncio.to_thread(lambda: [server.browser() for _ in range(2 * arguments.games)])
    matches = [
        Match((browsers[2 * n], browsers[2 * n + 1]), rulesets[n % len(rulesets)])
        for n in range(arguments.games)
    ]
    for match in matches:
        await match.sit_down()
    gc.disable()
    assert server.process is not None
    costs, work = [], []
    for _ in range(arguments.rounds):
        work.append(min(fixed_work() for _ in range(3)))
        before = cpu_seconds(server.process.pid)
        done = sum(await asyncio.gather(*(play(match, arguments.moves) for match in matches)))
        costs.append((cpu_seconds(server.process.pid) - before) * 1000 / done)
    for match in matches:
        for player in match.players:
            player.reader.cancel()
            await player.socket.close()
    return {"cpu_ms_per_move": spread(costs), "fixed_work_ms": spread(work)}


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
    parser.add_argument("--output", type=Path, default=ROOT / "bench" / "results" / "server_cpu.json")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, database(arguments.postgres) as options:
        server = Server(Path(folder), *options, limits=100_000.0).start()
        try:
            found = uvloop.run(run(server, arguments))
        finally:
            server.stop()
    report = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "load_average": os.getloadavg(),
        "games": arguments.games,
        "database": "postgresql" if arguments.postgres else "sqlite, synchronous=FULL",
        **found,
    }
    print(json.dumps(report, indent=1))
    arguments.output.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
