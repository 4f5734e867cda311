"""Random mixtures of options over random positions: core and game against the plain-Python oracle.

    python bench/hammer_options.py [--seconds 600] [--seed 1]

Each round takes a ruleset, changes some of its axes at once (those of moving, of doors, and of what follows a
missed capture), and compares the two on positions of every flavour and along a random game: correct moves,
playable moves, endings, and for every wrong move the pieces that answer for it and who picks one. A
difference is printed with as few pieces as still show it. The short version is a test,
`tests/reference/test_hammer.py`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.reference.trial import hammered


def main() -> int:
    parser = argparse.ArgumentParser(description="Hammer random options against the oracle.")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, until = random.Random(args.seed), time.monotonic() + args.seconds
    mixtures = compared = wrong = 0
    while time.monotonic() < until:
        count, faults = hammered(rng)
        mixtures, compared, wrong = mixtures + bool(count), compared + count, wrong + len(faults)
        print("".join(f"DIFFERENCE {fault}\n" for fault in faults), end="", flush=True)
    print(f"{mixtures} mixtures, {compared} positions, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
