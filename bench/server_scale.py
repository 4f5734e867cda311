"""Two processes on two cores against one on one, by moves a second, in one run.

    python bench/server_scale.py [--games 30] [--seconds 15] [--rounds 4]

A machine of two cores has to carry the players and the database, too. So everything that belongs to one
process is on its core: the process, the players of its games (a program of their own, pinned like it), and
PostgreSQL. In the rounds of the two, each of them has a core with its own players, and PostgreSQL has both.
What is compared is a whole site on one core with a whole site on two: every game as fast as it goes, each
player answering at once, every move synced and acknowledged. Rounds of the one and the two take turns on the
same PostgreSQL. The players of a game are at the same process, as a proxy that looks at the address sees to.
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
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import uvloop

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.server_cpu import begin, cpu_seconds, database_seconds, machine_seconds  # noqa: E402
from bench.server_load import Match, flat_out, strict_rulesets  # noqa: E402

from tests.server.client import Browser, Server  # noqa: E402
from tests.server.postgres import Postgres, throwaway  # noqa: E402

Json = dict[str, Any]
OUTPUT = ROOT / "bench" / "results" / "server_scale.json"


@contextmanager
def pinned(cores: set[int]) -> Iterator[None]:
    """Whatever is started meanwhile stays on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def pin_database(cluster: Postgres, cores: set[int]) -> None:
    """All processes of PostgreSQL; what it starts later goes with the first of them."""
    master = (cluster.folder / "data" / "postmaster.pid").read_text().split()[0]
    children = subprocess.run(["pgrep", "-P", master], capture_output=True, text=True, check=True).stdout
    for process in (master, *children.split()):
        os.sched_setaffinity(int(process), cores)


# ---------------------------------------------------------------- players, in a process of their own


async def players(origin: str, games: int) -> None:
    """Sits down, says so, and plays for as long as each line asks for."""
    browsers = [Browser(origin) for _ in range(2 * games)]
    for browser in browsers:
        browser.post("/api/session", {})
    rulesets = strict_rulesets()
    pairs = zip(browsers[::2], browsers[1::2], strict=True)
    matches = [Match(pair, rulesets[n % len(rulesets)]) for n, pair in enumerate(pairs)]
    for match in matches:
        await match.sit_down()
    gc.freeze()
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        before = time.process_time()
        figures, seconds = await flat_out(matches, float(line))
        told = figures.summary(seconds) | {"players_cpu": time.process_time() - before, "seconds": seconds}
        print(json.dumps(told), flush=True)


class Half:
    """A process of the server with its players, on one core."""

    def __init__(self, folder: Path, url: str, core: int, games: int) -> None:
        with pinned({core}):
            self.server: Server = begin(folder, url)
            command = [sys.executable, __file__, "--play", self.server.origin, "--games", str(games)]
            self.players = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        assert self._out.readline() == "ready\n"

    @property
    def _out(self) -> IO[str]:
        assert self.players.stdout is not None
        return self.players.stdout

    def go(self, seconds: float) -> None:
        assert self.players.stdin is not None
        self.players.stdin.write(f"{seconds}\n")

    def heard(self) -> Json:
        told: Json = json.loads(self._out.readline())
        return told

    @property
    def cpu(self) -> float:
        assert self.server.process is not None
        return cpu_seconds(self.server.process.pid)

    def end(self) -> None:
        self.players.kill()
        self.players.wait()
        self.server.stop()


# ---------------------------------------------------------------- rounds


class Side:
    """One process, or two, and what they have done so far."""

    def __init__(self, halves: list[Half]) -> None:
        self.halves = halves
        self.rates: list[float] = []
        self.moves, self.seconds, self.cpu, self.players, self.database = 0, 0.0, 0.0, 0.0, 0.0
        self.unused = self.machine = 0.0
        self.answers: dict[str, int] = {}

    def round(self, seconds: float, cluster: Postgres) -> None:
        used, database = sum(half.cpu for half in self.halves), database_seconds([cluster])
        machine, unused = machine_seconds()
        for half in self.halves:
            half.go(seconds)
        told = [half.heard() for half in self.halves]
        self.rates.append(round(sum(one["moves_per_second"] for one in told), 1))
        self.moves += sum(one["moves"] for one in told)
        self.seconds += max(one["seconds"] for one in told)
        self.players += sum(one["players_cpu"] for one in told)
        self.cpu += sum(half.cpu for half in self.halves) - used
        self.database += database_seconds([cluster]) - database
        machine_now, unused_now = machine_seconds()
        self.machine, self.unused = self.machine + machine_now - machine, self.unused + unused_now - unused
        for one in told:
            for kind, count in one["answers"].items():
                self.answers[kind] = self.answers.get(kind, 0) + count

    def figures(self) -> Json:
        share = lambda used: round(1000 * used / self.moves, 3)  # noqa: E731
        return {
            "moves": self.moves,
            "moves_per_second": round(self.moves / self.seconds, 1),
            "by_rounds": self.rates,
            "answers": self.answers,
            "server_ms_per_move": share(self.cpu),
            "players_ms_per_move": share(self.players),
            "database_ms_per_move": share(self.database),
            "nobody_has_of_the_machine": round(self.unused / self.machine, 3),
        }


def measure(arguments: argparse.Namespace) -> Json:
    first, second = sorted(os.sched_getaffinity(0))[:2]
    with tempfile.TemporaryDirectory() as folder, pinned({first}), throwaway() as cluster:
        one, two = cluster.database("one"), cluster.database("two")
        places = [("a", one, first), ("b", two, first), ("c", two, second)]
        halves: list[Half] = []
        try:
            for name, url, core in places:
                pin_database(cluster, {first, second})
                halves.append(Half(Path(folder) / name, url, core, arguments.games))
            sides = {"one": Side(halves[:1]), "two": Side(halves[1:])}
            for _ in range(arguments.rounds):
                for side, cores in ((sides["one"], {first}), (sides["two"], {first, second})):
                    pin_database(cluster, cores)
                    time.sleep(1)
                    side.round(arguments.seconds, cluster)
        finally:
            for half in halves:
                half.end()
    found: Json = {name: side.figures() for name, side in sides.items()}
    rates = {name: figures["moves_per_second"] for name, figures in found.items()}
    return {**found, "two_are_times_one": round(rates["two"] / rates["one"], 3)}


def main() -> None:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--games", type=int, default=30, help="of each process")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--play", default="", help=argparse.SUPPRESS)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    if arguments.play:
        uvloop.run(players(arguments.play, arguments.games))
        return
    report = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "load_average_before": os.getloadavg(),
        "games_of_each_process": arguments.games,
        **measure(arguments),
    }
    print(json.dumps(report, indent=1))
    arguments.output.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
