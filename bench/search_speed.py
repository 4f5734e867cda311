"""Speed of the search on this machine.

    python bench/search_speed.py [RULESET...]             nodes a second, and the signature
    python bench/search_speed.py --threads 2 [RULESET...] time to a depth, of one thread and of several
    python bench/search_speed.py --stop [RULESET...]      how long a search goes on after it was stopped

With threads, the same positions are searched to the same depths; beside it stands what the machine allows:
how many nodes a second as many searches that know nothing of each other reach together. `--output FILE` keeps
the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import crowned
from crowned.engine import Engine, Limits
from crowned.engine.bench import measure
from crowned.engine.match import openings
from crowned.engine.match.openings import begin
from crowned.game import Game
from crowned.position import Ruleset

HASH_MB = 64
SUITE = 8
PLIES = 12
LONG = 2_000_000
"""Nodes that decide how deep a position of the suite is searched."""
STOPS = 40
RUNS = 3


def suite(rules: Ruleset) -> list[Game]:
    """Positions of the opening and the middle game, always the same."""
    return [begin(rules, opening) for opening in islice(openings(rules, 1, PLIES), SUITE)]


def depth_of(rules: Ruleset, game: Game) -> int:
    infos = Engine(rules, hash_mb=HASH_MB).analyse(game, Limits(nodes=LONG))
    return max(info.depth for info in infos if info.whole)


def seconds_to(rules: Ruleset, game: Game, depth: int, threads: int) -> float:
    engine = Engine(rules, hash_mb=HASH_MB, threads=threads)
    began = time.perf_counter()
    engine.search(game, Limits(depth=depth))
    return time.perf_counter() - began


def side_by_side(rules: Ruleset, game: Game, depth: int, threads: int) -> tuple[float, float]:
    """The median of several runs, in turn: neighbours disturb both alike, and threads also differ by luck."""
    runs = [[seconds_to(rules, game, depth, n) for n in (1, threads)] for _ in range(RUNS)]
    return statistics.median(run[0] for run in runs), statistics.median(run[1] for run in runs)


def rate(rules: Ruleset, game: Game, searches: int) -> float:
    """Nodes a second of so many searches at the same time, each with a table of its own."""
    engines = [Engine(rules, hash_mb=HASH_MB) for _ in range(searches)]
    began = time.perf_counter()
    with ThreadPoolExecutor(searches) as pool:
        found = list(pool.map(lambda engine: engine.search(game, Limits(nodes=LONG)), engines))
    nodes: int = sum(info.nodes for info in found)
    return nodes / (time.perf_counter() - began)


def threads_of(rules: Ruleset, threads: int) -> dict[str, Any]:
    """Wall-clock times; they mean something on an idle machine only."""
    games = suite(rules)
    depths = [depth_of(rules, game) for game in games]
    pairs = [side_by_side(rules, game, depth, threads) for game, depth in zip(games, depths, strict=True)]
    one, many = zip(*pairs, strict=True)
    machine = rate(rules, games[0], threads) / rate(rules, games[0], 1)
    ratios = [b / a for a, b in zip(one, many, strict=True)]
    return {
        "ruleset": rules.id,
        "threads": threads,
        "depths": depths,
        "seconds": [round(sum(one), 3), round(sum(many), 3)],
        "time_ratio": round(sum(many) / sum(one), 3),
        "time_ratio_geometric": round(statistics.geometric_mean(ratios), 3),
        "independent_searches_rate": round(machine, 3),
    }


def stop_of(rules: Ruleset, threads: int) -> dict[str, Any]:
    """Milliseconds from the wish to stop, by a call and by an event, to the end of the search."""
    engine = Engine(rules, hash_mb=HASH_MB, threads=threads)
    calls = [_stopped(engine, rules, by_event=False) for _ in range(STOPS)]
    events = [_stopped(engine, rules, by_event=True) for _ in range(STOPS)]
    return {"ruleset": rules.id, "call_ms": _spread(calls), "event_ms": _spread(events)}


def _stopped(engine: Engine, rules: Ruleset, *, by_event: bool) -> float:
    event, ended = threading.Event(), threading.Event()

    def work() -> None:
        engine.search(rules.start(), Limits(infinite=True), stop_event=event)
        ended.set()

    worker = threading.Thread(target=work)
    worker.start()
    time.sleep(0.1)
    began = time.perf_counter()
    event.set() if by_event else engine.stop()
    ended.wait()
    spent = time.perf_counter() - began
    worker.join()
    return 1000 * spent


def _spread(values: list[float]) -> dict[str, float]:
    return {"median": round(statistics.median(values), 2), "worst": round(max(values), 2)}


def line(found: dict[str, Any]) -> str:
    if "call_ms" in found:
        return f"{found['ruleset']:22} stop: {found['call_ms']}  event: {found['event_ms']}"
    return (
        f"{found['ruleset']:22} {found['threads']} threads need {found['time_ratio']:.2f} of the time of one "
        f"(geometric mean {found['time_ratio_geometric']:.2f}); searches apart reach "
        f"{found['independent_searches_rate']:.2f} times the nodes a second"
    )


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rulesets", nargs="*", default=crowned.ruleset_ids())
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--stop", action="store_true")
    parser.add_argument("--output", type=Path)
    return parser.parse_args()


def main() -> int:
    options = parse()
    if not options.stop and options.threads == 1:
        for id_ in options.rulesets:
            print(measure(crowned.ruleset(id_)).text, flush=True)
        return 0
    found = []
    for id_ in options.rulesets:
        rules = crowned.ruleset(id_)
        found.append(stop_of(rules, options.threads) if options.stop else threads_of(rules, options.threads))
        print(line(found[-1]), flush=True)
    if options.output:
        machine = f"{os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}"
        options.output.write_text(json.dumps({"machine": machine, "results": found}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
