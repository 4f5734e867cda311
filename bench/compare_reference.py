"""The core against the plain-Python oracle, position by position, until it is beyond doubt.

    python bench/compare_reference.py [--positions 100000] [--variant-positions 2000] [--processes 2] [IDS …]
    python bench/compare_reference.py --axes [AXIS …] [--positions 100000] [--processes 2] [IDS …]

Every ruleset is tried on as many positions as asked for, half from random play and half placed at random
(king-rich, tower-rich, with open doors); every ruleset that differs from it in one axis on fewer. With --axes
every axis is tried on as many: all its values in all rulesets that take them, by turns, with strict capture
and where a missed one may be huffed. Compared are the correct moves, the relaxed moves, the position after
each, the ending, and for every wrong move the pieces that answer for it. A difference is printed with as few
pieces as still show it. The run can be stopped by Ctrl-C, when it writes down what it has, and taken up
again: finished lots are kept in bench/results/compare_reference.tmp and count as long as neither program nor
the oracle nor their ruleset has changed. A row of the results is replaced only by one of as many positions.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Iterable, Iterator
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
from tests.reference.variants import TRIED, single_changes, variants_of  # noqa: E402

RESULTS = ROOT / "bench" / "results"
KEPT = RESULTS / "compare_reference.tmp"
Rows = dict[str, dict[str, Any]]
LOT = 500
"""Positions in one piece of work; small enough that little is lost when the run is stopped."""


class Lot(NamedTuple):
    """One piece of work: a ruleset, perhaps with one axis changed, and the number that seeds it."""

    ruleset: str
    change: str
    number: int
    size: int
    axis: str = ""
    """The axis that is looked at, of whose positions these are some."""

    @property
    def name(self) -> str:
        return f"{self.ruleset} {self.change} {self.number} {self.size}{self.axis and ' of ' + self.axis}"


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


def axis_lots(axes: list[str], ids: list[str], positions: int) -> Iterator[Lot]:
    """Round after round over all axes; of each its variants by turns, in an order that mixes them."""
    variants = {axis: [(name, label) for name, label, _ in variants_of(axis, ids)] for axis in axes}
    for axis in axes:
        random.Random(axis).shuffle(variants[axis])
    for number in range(-(-positions // LOT)):
        for axis in (axis for axis in axes if variants[axis]):
            name, label = variants[axis][number % len(variants[axis])]
            yield Lot(name, label, number, min(LOT, positions - number * LOT), axis)


def rules_of(lot: Lot) -> Ruleset:
    rules = ruleset(lot.ruleset)
    if lot.axis:
        return next(
            variant for _, label, variant in variants_of(lot.axis, [lot.ruleset]) if label == lot.change
        )
    if not lot.change:
        return rules
    return next(variant for label, variant in single_changes(rules) if label == lot.change)


def build_mark() -> str:
    """Changes when the core, what feeds it, or the oracle changes; older results then count no more."""
    from crowned import _native  # noqa: PLC0415

    program = [
        file
        for layer in ("rules", "position", "game")
        for file in (ROOT / "src" / "crowned" / layer).rglob("*.py")
    ]
    oracle = (ROOT / "tests" / "reference").glob("*.py")
    files = [*Path(_native.__file__).parent.glob("*.so"), *program, *oracle]
    digest = sha256()
    for file in sorted(file for file in files if not file.name.startswith("test_")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def mark_of(build: str, lot: Lot) -> str:
    """Changes with the lot's ruleset too."""
    return f"{build} {catalog.load(lot.ruleset).fingerprint}"


# -- one piece of work ---------------------------------------------------------------------------


def work(lot: Lot) -> dict[str, Any]:
    began = time.process_time()
    comparison = Comparison(rules_of(lot))
    faults, unlisted = [], 0
    for position in tried(comparison, random.Random(lot.name), lot.size):
        try:
            if differences(comparison, position):
                faults.append(report(comparison, position))
        except TooManyMoves:
            unlisted += 1  # beyond the core's budget, where nothing is listed
    seconds = round(time.process_time() - began, 3)
    return {"lot": lot.name, "faults": faults, "unlisted": unlisted, "seconds": seconds}


# -- the run -------------------------------------------------------------------------------------


def run(args: argparse.Namespace) -> int:
    build = build_mark()
    wanted = list(wanted_lots(args))
    before = kept()
    done = {lot.name: before[lot.name] for lot in wanted if counts(before.get(lot.name), build, lot)}
    todo = {lot.name: lot for lot in wanted if lot.name not in done}
    print(f"{len(todo)} lots to do, {len(done)} kept from before", flush=True)
    with KEPT.open("a", encoding="utf-8") as log, suppress(KeyboardInterrupt):
        for result in results(list(todo.values()), args.processes):
            done[result["lot"]] = result
            log.write(json.dumps({"build": mark_of(build, todo[result["lot"]]), **result}) + "\n")
            log.flush()
            print("".join(f"DIFFERENCE {fault}\n" for fault in result["faults"]), end="", flush=True)
    return summary(args, [lot for lot in wanted if lot.name in done], done)


def wanted_lots(args: argparse.Namespace) -> Iterator[Lot]:
    if args.axes is None:
        return lots(args.ids, args.positions, args.variant_positions)
    return axis_lots(args.axes or list(TRIED), args.ids, args.positions)


def results(todo: list[Lot], processes: int) -> Iterator[dict[str, Any]]:
    """As they come; one process needs no other beside it."""
    if processes == 1:
        yield from map(work, todo)
        return
    with multiprocessing.Pool(processes) as pool:
        yield from pool.imap_unordered(work, todo)


def kept() -> dict[str, dict[str, Any]]:
    """Lots that earlier runs have finished."""
    RESULTS.mkdir(exist_ok=True)
    if not KEPT.exists():
        return {}
    lines = [json.loads(line) for line in KEPT.read_text("utf-8").splitlines()]
    return {line["lot"]: line for line in lines}


def counts(line: dict[str, Any] | None, build: str, lot: Lot) -> bool:
    return line is not None and line["build"] == mark_of(build, lot)


def fuller(new: Rows, old: Rows) -> Rows:
    """A short trial does not wipe out what a long run has shown; a difference always counts."""
    return {
        name: row
        for name, row in new.items()
        if row["differences"] or row["positions"] >= old.get(name, row)["positions"]
    }


def summary(args: argparse.Namespace, wanted: list[Lot], done: dict[str, dict[str, Any]]) -> int:
    """Rows of what was not asked for this time stay as they are; each says when it was made."""
    file = RESULTS / "compare_reference.json"
    before = json.loads(file.read_text("utf-8")) if file.exists() else {}
    rulesets, axes = before.get("rulesets", {}), before.get("axes", {})
    if args.axes is None:
        table = {name: row([lot for lot in wanted if lot.ruleset == name], done) for name in args.ids}
        rulesets |= fuller(table, rulesets)
    else:
        seen = dict.fromkeys(lot.axis for lot in wanted)
        table = {axis: axis_row([lot for lot in wanted if lot.axis == axis], done) for axis in seen}
        axes |= fuller(table, axes)
    rulesets = {name: entry for name, entry in sorted(rulesets.items()) if name in catalog.ids()}
    both = [*rulesets.values(), *axes.values()]
    written = {**totals(both), "rulesets": rulesets, "axes": dict(sorted(axes.items()))}
    file.write_text(json.dumps(written, indent=1) + "\n", "utf-8")
    sums = totals(table.values())
    print(
        f"{sums['positions']} positions of {len(table)} rulesets or axes, {sums['differences']} differences"
    )
    return 1 if sums["differences"] else 0


def totals(rows: Iterable[dict[str, Any]]) -> dict[str, int]:
    entries = list(rows)
    changed = sum(entry.get("positions_with_one_axis_changed", 0) for entry in entries)
    return {
        "positions": sum(entry["positions"] for entry in entries) + changed,
        "differences": sum(entry["differences"] for entry in entries),
    }


def row(mine: list[Lot], done: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {
        "positions": sum(lot.size for lot in mine if not lot.change),
        "variants": len({lot.change for lot in mine if lot.change}),
        "positions_with_one_axis_changed": sum(lot.size for lot in mine if lot.change),
        **findings(mine, done),
    }


def axis_row(mine: list[Lot], done: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {
        "positions": sum(lot.size for lot in mine),
        "values": sorted({lot.change for lot in mine}),
        "rulesets": len({lot.ruleset for lot in mine}),
        **findings(mine, done),
    }


def findings(mine: list[Lot], done: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {
        "differences": sum(len(done[lot.name]["faults"]) for lot in mine),
        "beyond_the_core's_budget": sum(done[lot.name].get("unlisted", 0) for lot in mine),
        "seconds": round(sum(done[lot.name]["seconds"] for lot in mine), 1),
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the core with the plain-Python oracle.")
    parser.add_argument("ids", nargs="*", default=list(catalog.ids()), metavar="RULESET")
    parser.add_argument("--axes", nargs="*", choices=TRIED, metavar="AXIS", help="axes instead of rulesets")
    parser.add_argument("--positions", type=int, default=100_000, help="a ruleset, or an axis")
    parser.add_argument(
        "--variant-positions", type=int, default=2_000, help="a ruleset with one axis changed"
    )
    parser.add_argument("--processes", type=int, default=2)
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
