"""SIGKILL at random moments under live games: is anything that was acknowledged lost or doubled?

    python bench/server_kill.py [--games 20] [--times 100] [--minutes 60] [--postgres] [--seed 1]

Every game is played at random by two people on sockets of their own, with a clock; they note each
acknowledgement and everything they are told, resend what was not answered with the same id, and come back
after every kill. At the end both views are compared with the server's log. The result is added to
``results/server_series.json``.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.nursery import Nursling  # noqa: E402
from bench.series import note  # noqa: E402

from crowned.rules import catalog  # noqa: E402
from tests.server.pairs import disturb, hall  # noqa: E402
from tests.server.postgres import free_port, throwaway  # noqa: E402


def plain_ruleset() -> str:
    """A game without chance and without offences: every choice is simply played."""
    specs = (catalog.load(name) for name in catalog.ids())
    return next(spec.id for spec in specs if not spec.sliders and spec.enforcement == "strict")


@contextmanager
def database(postgres: bool) -> Iterator[list[str]]:
    """The options for a server: on SQLite, or on a PostgreSQL that lives as long as the run."""
    if not postgres:
        yield []
        return
    with throwaway() as cluster:
        yield ["--database", cluster.database("killed")]


def main() -> int:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60.0, help="no more kills after this time")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begun = time.monotonic()
    back: list[float] = []
    with tempfile.TemporaryDirectory() as folder, database(arguments.postgres) as options:
        server = Nursling(Path(folder), *options, port=free_port()).start()

        def kill(_pick: random.Random) -> None:
            server.kill()
            started = time.monotonic()
            server.start()
            back.append(time.monotonic() - started)

        white, black = ([server.browser() for _ in range(arguments.games)] for _ in range(2))
        players = hall(white, black, white, plain_ruleset())
        report = disturb(
            players,
            kill,
            server.origin,
            times=arguments.times,
            seed=arguments.seed,
            until=begun + 60 * arguments.minutes,
        )
        server.stop()
    facts = {
        "live_games": arguments.games,
        "seconds": round(time.monotonic() - begun, 1),
        "seconds_until_listening_again": {
            "median": round(statistics.median(back), 2),
            "max": round(max(back), 2),
        },
        "sockets_broken": players.breaks,
        "traces_in_the_log": sum("Traceback" in line for line in server.log),
    }
    note(f"kill, {'postgresql' if arguments.postgres else 'sqlite'}", len(back), facts, report)
    return 0 if report.clean else 1


if __name__ == "__main__":
    sys.exit(main())
