"""How fast the search is, and a number that proves a refactoring: the nodes of fixed searches.

The signature changes only when the tree does: a new order of moves, another reduction, other weights.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from crowned.engine.api import Limits
from crowned.engine.search import Engine
from crowned.position.ruleset import Ruleset

RUNS = 3
SIGNATURE_DEPTH = 9
CHANCE_DEPTH = 4
"""Where dice decide, a ply has many times the nodes."""


@dataclass(frozen=True, slots=True)
class Speed:
    """One ruleset's figures."""

    ruleset: str
    signature: int
    """Nodes of a search of the start position to a fixed depth with weights set by hand."""
    nodes: int
    seconds: float
    """Processor time, so that a busy machine changes little."""
    depth: int

    @property
    def nps(self) -> int:
        return int(self.nodes / self.seconds) if self.seconds else 0

    @property
    def text(self) -> str:
        speed = f"{self.nps / 1e6:6.2f} M nodes/s  depth {self.depth:2d}"
        return f"{self.ruleset:22} {speed}  signature {self.signature}"


def signature(rules: Ruleset) -> int:
    engine = Engine(rules, hash_mb=8, weights_file="hand")
    depth = CHANCE_DEPTH if rules.sliders else SIGNATURE_DEPTH
    # A node limit that is never reached makes the search begin with an empty memory.
    return engine.search(rules.start(), Limits(depth=depth, nodes=1 << 40)).nodes


def measure(rules: Ruleset, nodes: int = 3_000_000, threads: int = 1) -> Speed:
    """The quickest of several searches of the start position: other programs only slow it down."""
    engine = Engine(rules, hash_mb=64, threads=threads)
    proof = signature(rules)
    return min(
        (_once(engine, proof, nodes) for _ in range(RUNS)), key=lambda speed: speed.seconds / speed.nodes
    )


def _once(engine: Engine, proof: int, nodes: int) -> Speed:
    began = time.process_time()
    info = engine.search(engine.rules.start(), Limits(nodes=nodes))
    return Speed(engine.rules.id, proof, info.nodes, time.process_time() - began, info.depth)
