"""Count leaves in two processes: python examples/parallel_perft.py [RULESET DEPTH]"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

import crowned


def leaves(task: tuple[crowned.Position, int]) -> int:
    position, depth = task
    return position.perft(depth)


def main(words: list[str]) -> int:
    names = [word for word in words if not word.startswith("--")] or ["russian", "7"]
    start, depth = crowned.ruleset(names[0]).start(), int(names[1])
    tasks = [(start.play(move), depth - 1) for move in start.moves()]
    with ProcessPoolExecutor(2) as pool:
        print(f"{names[0]} perft({depth}) = {sum(pool.map(leaves, tasks))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
