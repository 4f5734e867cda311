"""`crowned perft`: count the leaves of the move tree."""

from __future__ import annotations

import argparse
import time
from threading import Thread

from crowned.base import BadInput
from crowned.cli.common import (
    add_json,
    add_position,
    add_ruleset,
    position_of,
    print_json,
    rules_of,
)
from crowned.position import Position

DEEPEST = 60
EXAMPLES = """\
examples:
  crowned perft {numbers} 8
  crowned perft {towers} 6 --divide
  crowned perft {letters} 9 --fen "W:Wc3,e3:Bd6,Kh8"

Moves are different if they start, end or leave the position differently. Where a wheel is spun, the
actions of all its results are counted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Count the positions a number of moves ahead: the usual test of a move generator."
    parser.epilog = EXAMPLES
    add_ruleset(parser)
    parser.add_argument("depth", metavar="DEPTH", type=int, help="how many moves ahead")
    add_position(parser)
    parser.add_argument("--divide", action="store_true", help="show the count of each first move")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if not 0 <= args.depth <= DEEPEST:
        raise BadInput(f"the depth is {args.depth}; it may be 0 to {DEEPEST}")
    rules = rules_of(args)
    position = position_of(args, rules)
    counts, seconds = _counted(position, args.depth, args.divide)
    nodes = sum(counts.values())
    if args.json:
        _print_json(args, position, nodes, seconds, counts)
        return 0
    if args.divide:
        for text, count in sorted(counts.items()):
            print(f"{text:14} {count}")
    rate = f", {nodes / seconds / 1e6:,.1f} million a second" if seconds > 0.01 else ""
    print(f"{nodes} nodes at depth {args.depth} in {seconds:.3f} s{rate}")
    return 0


def _counted(position: Position, depth: int, divide: bool) -> tuple[dict[str, int], float]:
    """Counts by first move (or all under ""), and the time; in a thread, so that Ctrl-C is heard."""
    counts: dict[str, int] = {}

    def count() -> None:
        if divide and depth:
            counts.update((move.text, nodes) for move, nodes in position.divide(depth))
        else:
            counts[""] = position.perft(depth)

    began = time.perf_counter()
    worker = Thread(target=count, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.2)
    return counts, time.perf_counter() - began


def _print_json(
    args: argparse.Namespace, position: Position, nodes: int, seconds: float, counts: dict[str, int]
) -> None:
    answer = {
        "ruleset": position.rules.id,
        "fen": position.fen,
        "depth": args.depth,
        "nodes": nodes,
        "seconds": round(seconds, 6),
    }
    print_json(answer | ({"divide": dict(sorted(counts.items()))} if args.divide else {}))
