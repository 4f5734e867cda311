"""The core against the plain-Python oracle, position by position, until it is beyond doubt.

    python bench/compare_reference.py [--positions 100000] [--variant-positions 2000] [--processes 2] [IDS …]

Every ruleset is tried on as many positions as asked for, half from random play and half placed at random
(king-rich, tower-rich, with open doors); every ruleset that differs from it in one axis on fewer. Compared
are the correct moves, the relaxed moves, the position after each, the ending, and for every wrong move the
pieces that answer for it. A difference is printed with as few pieces as still show it. The run can be stopped
by Ctrl-C, when it writes down what it has, and taken up again: finished lots are kept in
bench/results/compare_reference.tmp and count as long as neither core nor oracle has changed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from crowned.base.errors import TooManyMoves  # noqa: E402
from crowned.position import Ruleset, ruleset  # noqa: E402
from crowned.rules import catalog  # noqa: E402
from tests.reference.compare import Comparison  # noqa: E402
from tests.reference.trial import differences, report, tried  # noqa: E402
from tests.reference.variants import single_changes  # noqa: E402

RESULTS = ROOT / "bench" / "results"
KEPT = RESULTS / "compare_reference.tmp"
LOT = 500
"""Positions in one piece of work; small enough that little is lost when the run is stopped."""


class Lot(NamedTuple):
    """One piece of work: a ruleset, perhaps with one axis changed, and the number that seeds it."""

    ruleset: str
    change: str
    number: int
    size: int

    @property
    def name(self) -> str:
        return f"{self.ruleset} {self.change} {self.number} {self.size}"


# -- which work there is -------------------------------------------------------------------------


def lots(ids: list[str], positions: int, variant_positions: int) -> Iterator[Lot]:
    """Round after round over all rulesets, so that a run stopped early has seen something of each."""
    changes = {name: [label for label, _ in single_changes(ruleset(name))] for name in ids}
    for number in range(-(-max(positions, variant_positions) // LOT)):
        for name in ids:
            if size := min(LOT, positions - number * LOT) if number * LOT < positions else 0:
                yield Lot(name, "", number, size)
            if size := min(LOT, variant_positions - number * LOT) if number * LOT < variant_positions else 0:
                yield from (Lot(name, change, number, size) for change in changes[name])


def rules_of(lot: Lot) -> Ruleset:
    rules = ruleset(lot.ruleset)
    if not lot.change:
        return rules
    return next(variant for label, variant in single_changes(rules) if label == lot.change)


def build_mark() -> str:
    """Changes when the core, the oracle or a ruleset changes; older results then count no more."""
    from crowned import _native  # noqa: PLC0415

    files = [*Path(_native.__file__).parent.glob("*.so"), *(ROOT / "tests" / "reference").glob("*.py")]
    digest = sha256("".join(catalog.load(name).fingerprint for name in catalog.ids()).encode())
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


# -- one piece of work ---------------------------------------------------------------------------


def work(lot: Lot) -> dict[str, Any]:
    began = time.perf_counter()
    comparison = Comparison(rules_of(lot))
    faults, unlisted = [], 0
    for position in tried(comparison, random.Random(lot.name), lot.size):
        try:
            if differences(comparison, position):
                faults.append(report(comparison, position))
        except TooManyMoves:
            unlisted += 1  # beyond the core's budget, where nothing is listed
    seconds = round(time.perf_counter() - began, 3)
    return {"lot": lot.name, "faults": faults, "unlisted": unlisted, "seconds": seconds}


# -- the run -------------------------------------------------------------------------------------


def run(args: argparse.Namespace) -> int:
    mark = build_mark()
    done = kept(mark)
    todo = [lot for lot in lots(args.ids, args.positions, args.variant_positions) if lot.name not in done]
    print(f"{len(todo)} lots to do, {len(done)} kept from before", flush=True)
    with KEPT.open("a", encoding="utf-8") as log, multiprocessing.Pool(args.processes) as pool:
        with suppress(KeyboardInterrupt):
            for result in pool.imap_unordered(work, todo):
                done[result["lot"]] = result
                log.write(json.dumps({"build": mark, **result}) + "\n")
                log.flush()
                print("".join(f"DIFFERENCE {fault}\n" for fault in result["faults"]), end="", flush=True)
        pool.terminate()
    return summary(args, done)


def kept(mark: str) -> dict[str, dict[str, Any]]:
    """Lots that an earlier run of the same build has finished."""
    RESULTS.mkdir(exist_ok=True)
    if not KEPT.exists():
        return {}
    lines = [json.loads(line) for line in KEPT.read_text("utf-8").splitlines()]
    return {line["lot"]: line for line in lines if line["build"] == mark}


def summary(args: argparse.Namespace, done: dict[str, dict[str, Any]]) -> int:
    """Rows of rulesets that were not asked for this time stay as they are; each says when it was made."""
    wanted = [lot for lot in lots(args.ids, args.positions, args.variant_positions) if lot.name in done]
    table = {name: row(name, wanted, done) for name in args.ids}
    file = RESULTS / "compare_reference.json"
    before = json.loads(file.read_text("utf-8"))["rulesets"] if file.exists() else {}
    both = {name: entry for name, entry in sorted((before | table).items()) if name in catalog.ids()}
    file.write_text(json.dumps({**totals(both), "rulesets": both}, indent=1) + "\n", "utf-8")
    sums = totals(table)
    print(f"{sums['positions']} positions of {len(table)} rulesets and their variants, ", end="")
    print(f"{sums['differences']} differences")
    return 1 if sums["differences"] else 0


def totals(table: dict[str, dict[str, Any]]) -> dict[str, int]:
    positions = sum(entry["positions"] + entry["positions_with_one_axis_changed"] for entry in table.values())
    return {"positions": positions, "differences": sum(entry["differences"] for entry in table.values())}


def row(name: str, wanted: list[Lot], done: dict[str, dict[str, Any]]) -> dict[str, Any]:
    mine = [lot for lot in wanted if lot.ruleset == name]
    return {
        "positions": sum(lot.size for lot in mine if not lot.change),
        "variants": len({lot.change for lot in mine if lot.change}),
        "positions_with_one_axis_changed": sum(lot.size for lot in mine if lot.change),
        "differences": sum(len(done[lot.name]["faults"]) for lot in mine),
        "beyond_the_core's_budget": sum(done[lot.name].get("unlisted", 0) for lot in mine),
        "seconds": round(sum(done[lot.name]["seconds"] for lot in mine), 1),
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the core with the plain-Python oracle.")
    parser.add_argument("ids", nargs="*", default=list(catalog.ids()), metavar="RULESET")
    parser.add_argument("--positions", type=int, default=100_000, help="a ruleset")
    parser.add_argument(
        "--variant-positions", type=int, default=2_000, help="a ruleset with one axis changed"
    )
    parser.add_argument("--processes", type=int, default=2)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
