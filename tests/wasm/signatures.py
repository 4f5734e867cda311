"""What a build of the core answers: leaves of every ruleset's tree, and what searches of fixed size find.

Run natively by the test, and by run.mjs inside Pyodide.
"""

from __future__ import annotations

import json
import time

from crowned.engine import Engine, Limits
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


def speed(nodes: int = 1_500_000) -> float:
    """Nodes a second of one search, for the report."""
    rules = ruleset(ids()[0])
    engine = Engine(rules, hash_mb=16)
    began = time.process_time()
    found = engine.search(rules.start(), Limits(nodes=nodes))
    return found.nodes / max(1e-6, time.process_time() - began)


def signatures() -> str:
    return json.dumps({"leaves": leaves(), "searched": {name: searched(name) for name in ids()}})
