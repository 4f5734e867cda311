"""Fuzzed messages and requests by the hundred thousand: no crash, no error in the log, every game whole.

    python bench/server_fuzz.py [--messages 90000] [--requests 10000] [--sockets 20] [--seed 1]

Messages are real ones with fields left out, added, swapped and filled with junk, real ones with changed
characters, and plain noise; many are played, most are refused, some close the socket. Half of them come from
people who play both sides, the others from everybody around games of two: both players, who
watches by the link, somebody else with an account, and who has no session. Requests are made by
``fuzz_requests.py``, by strangers, guests and accounts. Somebody else has a game with a secret in it, whose
name everybody knows: what he has must be as it was, and nobody may be told. The result is added to
``results/server_series.json``.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.fuzz_messages import Fuzzer, Member, Victim, account, members  # noqa: E402
from bench.fuzz_requests import Requester  # noqa: E402
from bench.series import note  # noqa: E402

from crowned.rules import catalog  # noqa: E402
from crowned.server.web.api import ENDPOINTS  # noqa: E402
from tests.server.client import Server  # noqa: E402

Json = dict[str, Any]
TRACE_LINES = 40
ALLOWED_CLOSES = {1000, 1003, 1007, 1008, 1009}


@dataclass
class Crew:
    """Everybody who talks nonsense."""

    fuzzers: list[Fuzzer] = field(default_factory=list)
    requesters: list[Requester] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        return [fault for one in (*self.fuzzers, *self.requesters) for fault in one.faults]

    @property
    def heard(self) -> Counter[str]:
        return sum((fuzzer.heard for fuzzer in self.fuzzers), Counter())

    @property
    def closes(self) -> Counter[int]:
        return sum((fuzzer.closes for fuzzer in self.fuzzers), Counter())

    @property
    def statuses(self) -> Counter[int]:
        return sum((requester.statuses for requester in self.requesters), Counter())

    @property
    def reached(self) -> Counter[str]:
        return sum((requester.reached for requester in self.requesters), Counter())

    @property
    def sent(self) -> int:
        """Of what was answered; nobody counts a lot that was broken off."""
        return self.statuses.total()


async def fuzz(server: Server, victim: Victim, arguments: argparse.Namespace, crew: Crew) -> None:
    names = catalog.ids()
    seed = arguments.seed
    fuzzers = [
        Fuzzer(server.browser(), names[(seed + number) % len(names)], seed + number, victim)
        for number in range(arguments.sockets // 2)
    ]
    fuzzers += members(server, victim, names, seed, arguments.sockets - len(fuzzers))
    roles = [
        server.browser(session=False),
        server.browser(),
        account(server, seed),
        account(server, seed + 1),
    ]
    known = [victim.game, fuzzers[0].browser.new_game(names[0])["id"], "fuzzer1"]
    requesters = [Requester(role, seed + n, known, victim.secret) for n, role in enumerate(roles)]
    crew.fuzzers, crew.requesters = fuzzers, requesters
    gc.disable()  # what was heard is forgotten at once
    await asyncio.gather(
        *(fuzzer.run(arguments.messages // len(fuzzers)) for fuzzer in fuzzers),
        *(requester.run(arguments.requests // len(requesters)) for requester in requesters),
    )


def main() -> int:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--messages", type=int, default=90_000)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--sockets", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    os.environ["PYTHONFAULTHANDLER"] = "1"  # a crash of the core leaves its trace in the log, too
    begun = time.monotonic()
    crew = Crew()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), limits=1_000_000.0).start()
        try:
            victim = Victim(server)
            uvloop.run(fuzz(server, victim, arguments, crew))
            broken = [fuzzer.game for fuzzer in crew.fuzzers if not whole(fuzzer)]
            whole_victim = victim.whole
        except BaseException:
            note("fuzz, broken off", crew.sent, last_words(server, crew))
            raise
        status = server.stop()
    faults = [*crew.faults, *([] if whole_victim else ["the victim's game was changed"])]
    errors = traces(server.log)
    facts = {
        "messages": arguments.messages,
        "requests": crew.statuses.total(),
        "seconds": round(time.monotonic() - begun, 1),
        "answers": dict(crew.heard.most_common()),
        "closes": dict(crew.closes),
        "statuses": dict(crew.statuses.most_common()),
        "routes_reached": f"{sum(map(bool, crew.reached.values()))} of {len(ENDPOINTS)}",
        "faults": faults[:20],
        "games_broken": broken,
        "errors_in_the_log": errors[:20],
        "exit_status": status,
    }
    note("fuzz", arguments.messages + crew.statuses.total(), facts)
    clean = not errors and not faults and not broken and status == 0
    return 0 if clean and set(crew.closes) <= ALLOWED_CLOSES else 1


def last_words(server: Server, crew: Crew) -> Json:
    """Everything that could tell why a lot did not come to its end: how the server is or went, what it said
    and what it was told last."""
    trace = "".join(traceback.format_exc())
    assert server.process is not None
    with suppress(subprocess.TimeoutExpired):
        server.process.wait(5)
    ended = server.process.poll()
    if ended is None:
        server.stop()
    else:
        server._end()
    return {
        "the_bench_stopped_with": trace[-4000:],
        "the_server_had_ended_with": ended,
        "it_said_last": server.log[-60:],
        "it_was_told_last": [one.last[:2000] for one in (*crew.fuzzers, *crew.requesters)],
    }


def traces(lines: list[str]) -> list[str]:
    """Errors of the server's log, each with what follows it."""
    places = [n for n, line in enumerate(lines) if "Traceback" in line or "ERROR" in line]
    return ["".join(lines[n : n + TRACE_LINES]) for n in places]


def whole(fuzzer: Fuzzer) -> bool:
    """Asked by who may know."""
    browser = fuzzer.circle.people["white"] if isinstance(fuzzer, Member) else fuzzer.browser
    snapshot = browser.get(f"/api/games/{fuzzer.game}")
    return [entry["v"] for entry in snapshot["entries"]] == list(range(1, snapshot["v"] + 1))


if __name__ == "__main__":
    sys.exit(main())
