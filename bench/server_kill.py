"""SIGKILL at random moments under live games: is anything that was acknowledged lost or doubled?

    python bench/server_kill.py [--games 50] [--kills 100] [--minutes 60] [--postgres] [--seed 1]

Every game is played at random by a client that notes each acknowledgement, resends what was not answered
with the same id, and comes back after every kill. At the end the server's logs are compared with the notes.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from crowned.rules import catalog  # noqa: E402
from tests.server.client import Server  # noqa: E402
from tests.server.killing import torment  # noqa: E402
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
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60.0, help="no more kills after this time")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=ROOT / "bench" / "results" / "server_kill.json")
    arguments = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, database(arguments.postgres) as options:
        server = Server(Path(folder), *options, port=free_port()).start()
        try:
            report, back = torment(
                server,
                plain_ruleset(),
                games=arguments.games,
                kills=arguments.kills,
                seed=arguments.seed,
                until=begun + 60 * arguments.minutes,
            )
        finally:
            server.stop()
    found = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "database": "postgresql" if arguments.postgres else "sqlite, synchronous=FULL",
        "live_games": arguments.games,
        "kills": len(back),
        "seconds": round(time.monotonic() - begun, 1),
        "games_played": report.games,
        "acknowledged_moves": report.acked,
        "lost": report.lost,
        "doubled": report.doubled,
        "broken": report.broken,
        "seconds_until_listening_again": {
            "median": round(statistics.median(back), 2),
            "max": round(max(back), 2),
        },
    }
    arguments.output.parent.mkdir(exist_ok=True)
    arguments.output.write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    return 0 if report.clean else 1


if __name__ == "__main__":
    sys.exit(main())
