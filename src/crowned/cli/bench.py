"""`crowned bench`: how fast the core is on this machine."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import crowned
from crowned.base import BadInput
from crowned.cli.common import add_json, add_options, options_of, print_json
from crowned.position import Ruleset, ruleset
from crowned.rules import catalog

EXAMPLES = """\
examples:
  crowned bench perft
  crowned bench perft {numbers} {towers} --seconds 3
  crowned bench perft --peers          beside other programs, where the source tree is at hand
  crowned bench list {numbers}
  crowned bench search {towers}

perft: leaf nodes a second from the start position: one thread, the last ply counted in bulk, no hash table.
list: the same with every move of the last ply written down, as a search needs them: moves a second.
search: nodes a second of the engine, and a signature: the nodes of a fixed search.
"""
PEERS = Path(crowned.__file__).resolve().parents[2] / "bench" / "perft_peers.py"
DEEPEST = 40
RUNS = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Measure the speed of the move generator or of the search."
    parser.epilog = EXAMPLES
    parser.add_argument("what", choices=("perft", "list", "search"), help="what to measure")
    parser.add_argument("rulesets", metavar="RULESET", nargs="*", help="which games (all)")
    add_options(parser)
    parser.add_argument("--seconds", type=float, default=1.0, help="at least this long for each game (1)")
    parser.add_argument("--peers", action="store_true", help="perft side by side with other programs")
    parser.add_argument("--nodes", type=int, default=3_000_000, help="nodes of each search (3,000,000)")
    parser.add_argument("--threads", type=int, default=1, help="threads of each search (1)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.peers:
        return _peers(args)
    results = []
    options = options_of(args.option)
    take = _search if args.what == "search" else _perft
    for name in args.rulesets or catalog.ids():
        result, line = take(ruleset(name, **options), args)
        results.append(result)
        if not args.json:
            print(line, flush=True)
    if args.json:
        print_json({"isa": crowned._native.isa, "results": results})
    return 0


def _perft(rules: Ruleset, args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    listed = args.what == "list"
    result = measure(rules, args.seconds, listed=listed)
    return result, _line(result, "moves listed" if listed else "leaf nodes")


def _search(rules: Ruleset, args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    from crowned.engine import bench  # noqa: PLC0415  # loads the engine, which perft does without

    speed = bench.measure(rules, args.nodes, args.threads)
    return {**asdict(speed), "nodes_per_second": speed.nps}, speed.text


def measure(rules: Ruleset, seconds: float, *, listed: bool = False) -> dict[str, Any]:
    """The quickest of several counts at a depth that takes long enough: other programs only slow it down."""
    position = rules.start()
    for depth in range(1, DEEPEST):
        nodes, spent = _count(position, depth, listed)
        if spent >= seconds / RUNS or nodes == 0:
            break
    spent = min(spent, *(_count(position, depth, listed)[1] for _ in range(RUNS)))
    rate = nodes / spent if spent else 0.0
    return {
        "ruleset": rules.id,
        "depth": depth,
        "nodes": nodes,
        "seconds": round(spent, 6),
        "nodes_per_second": round(rate),
    }


def _count(position: crowned.Position, depth: int, listed: bool) -> tuple[int, float]:
    began = time.process_time()
    return position.perft(depth, listed=listed), time.process_time() - began


def _line(result: dict[str, Any], what: str) -> str:
    rate = result["nodes_per_second"] / 1e6
    return f"{result['ruleset']:22} depth {result['depth']:2}  {rate:8.1f} million {what} a second"


def _peers(args: argparse.Namespace) -> int:
    if not PEERS.exists():
        raise BadInput("--peers needs the source tree, where bench/perft_peers.py lies")
    games = ["--games", ",".join(args.rulesets)] if args.rulesets else []
    command = [sys.executable, str(PEERS), *games, "--seconds", str(args.seconds)]
    return subprocess.run(command, check=False).returncode  # noqa: S603
