"""What a build of the core answers: leaves of every ruleset's tree, and what searches of fixed size find.

Run natively by the tests and bench/wasm_speed.py, and inside Pyodide by run.mjs and Chromium.
"""

from __future__ import annotations

import json
import sys
import time

from crowned.engine import Engine, Limits
from crowned.engine.book import shipped
from crowned.position.ruleset import ruleset
from crowned.rules.catalog import ids

DEPTH = 4
NODES = 20_000


def leaves() -> dict[str, list[int]]:
    return {name: [ruleset(name).start().perft(depth) for depth in range(1, DEPTH + 1)] for name in ids()}


def searched(name: str) -> list[object]:
    """Depth, score and moves; nodes decide, never the clock."""
    rules = ruleset(name)
    info = Engine(rules, hash_mb=4, seed=1).search(rules.start(), Limits(nodes=NODES), 2)
    lines = [[line.spin, line.score.value, [move.text for move in line.moves]] for line in info.lines]
    return [info.depth, info.nodes, lines]


def opened(name: str) -> list[object]:
    """What the book of openings says of the first position."""
    rules = ruleset(name)
    book = shipped(name, rules.fingerprint)
    return [[found.move.text, found.score.value] for found in book.moves(rules.start())] if book else []


def processor_seconds() -> float:
    """Of this process. Python inside Node knows the wall's clock only; Node itself knows better."""
    if sys.platform != "emscripten":
        return time.process_time()
    from js import process  # type: ignore[import-not-found]  # noqa: PLC0415  nowhere else

    used = process.cpuUsage()
    return float(used.user + used.system) / 1e6


def speed(name: str, nodes: int, runs: int = 3) -> float:
    """Nodes a second of processor time, the best of some searches: compiling goes on during the first."""
    rules, best = ruleset(name), 0.0
    for _ in range(1 + runs):
        engine, began = Engine(rules, hash_mb=16), processor_seconds()
        found = engine.search(rules.start(), Limits(nodes=nodes))
        best = max(best, found.nodes / max(1e-6, processor_seconds() - began))
    return best


def signatures() -> str:
    by_name = {"searched": searched, "opened": opened}
    return json.dumps(
        {"leaves": leaves()} | {what: {name: of(name) for name in ids()} for what, of in by_name.items()}
    )
