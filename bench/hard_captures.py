"""Time the positions whose captures branch most: `python bench/hard_captures.py`.

They were found by hill climbing on the time of one call of `Position.moves()`; a generator that walks every
order of jumps needs minutes to years for some of them. The exit status is 1 if one takes longer than
the bound, so that a change that lets a position explode shows.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import crowned

CORPUS = Path(__file__).parents[1] / "tests" / "data" / "hard" / "captures.json"
BOUND_MS = 1000.0


def milliseconds(position: crowned.Position, rounds: int = 3) -> float:
    """The quickest of a few calls: other programs may share the machine."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        position.moves()
        best = min(best, time.process_time() - begun)
    return best * 1000


def main() -> int:
    worst = 0.0
    for entry in json.loads(CORPUS.read_text(encoding="utf-8")):
        position = crowned.Position.from_fen(crowned.ruleset(entry["ruleset"]), entry["fen"])
        taken = milliseconds(position)
        worst = max(worst, taken)
        print(f"{taken:9.2f} ms  {len(position.moves()):5} moves  {entry['ruleset']:14} {entry['fen']}")
    print(f"slowest {worst:.2f} ms, bound {BOUND_MS:.0f} ms")
    return worst > BOUND_MS


if __name__ == "__main__":
    sys.exit(main())
