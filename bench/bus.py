"""What it costs to pass messages between processes by PostgreSQL's LISTEN and NOTIFY, as the server does it.

    python bench/bus.py [--notes 20000] [--together 20]

Notes of the size of a passed-on move go from one connection to another, so many in one transaction as wait
at the time. Told are notes a second, the time until one alone is heard, and the processor time that sender,
listener and database spend on each.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import asyncpg
import uvloop

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from crowned.server.cluster.bus import SAY, SETTINGS  # noqa: E402
from tests.server.postgres import throwaway  # noqa: E402

BODY = json.dumps({"n": "ask", "id": "x" * 12, "g": "g" * 16, "message": "m" * 160})


def spent(process: int) -> float:
    """Processor seconds of a process."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


async def measure(url: str, notes: int, together: int) -> dict[str, float]:
    speaker, listener = [await asyncpg.connect(url, server_settings=SETTINGS) for _ in range(2)]
    heard = asyncio.Semaphore(0)
    await listener.add_listener("there", lambda *_: heard.release())
    backends = [await line.fetchval("SELECT pg_backend_pid()") for line in (speaker, listener)]
    alone = []
    for _ in range(200):
        begun = time.perf_counter()
        await speaker.execute(SAY, ["there"], [BODY])
        await heard.acquire()
        alone.append((time.perf_counter() - begun) * 1000)
    begun, own, theirs = time.perf_counter(), time.process_time(), sum(map(spent, backends))
    for first in range(0, notes, together):
        bodies = [BODY.replace("x" * 12, f"{first + n:012}") for n in range(together)]
        await speaker.execute(SAY, ["there"] * together, bodies)
        for _ in range(together):
            await heard.acquire()
    seconds = time.perf_counter() - begun
    return {
        "notes_a_second": round(notes / seconds),
        "alone_ms": round(sorted(alone)[len(alone) // 2], 3),
        "cpu_ms_of_both_processes_a_note": round((time.process_time() - own) * 1000 / notes, 4),
        "cpu_ms_of_the_database_a_note": round((sum(map(spent, backends)) - theirs) * 1000 / notes, 4),
    }


def main() -> None:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--notes", type=int, default=20_000)
    parser.add_argument("--together", type=int, default=20)
    arguments = parser.parse_args()
    with throwaway() as postgres:
        url = postgres.database("bus")
        for together in (1, arguments.together):
            count = arguments.notes if together > 1 else arguments.notes // 10
            found = uvloop.run(measure(url, count, together))
            print(json.dumps({"together": together, "notes": count, **found, "load": os.getloadavg()[0]}))


if __name__ == "__main__":
    main()
