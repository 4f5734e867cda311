"""Where a lone king holds the main road: how much is won there, and is any of it too slow for the count?

    python bench/table_roads.py RULESET ... [--dir DIR]

Goes through every position of the slices in which a count runs only while the weaker side holds the road, up
to four pieces. One line of JSON for each count and slice: positions with the road held, how many of them the
stronger side wins, the most plies that takes, the plies the count allows, and how many wins take longer.
Tables that are missing are built first. The exit status is 1 if a win is too slow.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from crowned.position import Position, ruleset
from crowned.rules.counts import Count
from crowned.tables.build import Build
from crowned.tables.folder import home
from crowned.tables.slices import Slice
from crowned.tables.tableset import TableSet
from crowned.tables.trust import forces_of, plies_of

PIECES = 4


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rulesets", nargs="+", metavar="RULESET")
    parser.add_argument("--dir", type=Path, default=home())
    args = parser.parse_args()
    slow = [found for name in args.rulesets for found in series(name, args.dir)]
    return 1 if any(slow) else 0


def series(name: str, root: Path) -> Iterator[int]:
    """How many wins of each slice are too slow."""
    rules = ruleset(name)
    Build(rules, PIECES, root).run()
    tables = TableSet(rules)
    tables.load(root)
    for count in rules.spec.counts:
        for one in sorted(tables.files):
            if count.road == "lone" and count.stronger(forces_of(one)) is not None:
                yield told(name, tables, count, one)


def told(name: str, tables: TableSet, count: Count, one: Slice) -> int:
    held = [p for p in positions(tables, one) if holds_road(p, count, one)]
    wins = [value.plies or 0 for p in held if (value := tables.value(p)) and value.result != "draw"]
    slow = sum(plies > plies_of(count) for plies in wins)
    said = {"ruleset": name, "count": count.text, "slice": one.name, "held": len(held), "won": len(wins)}
    print(json.dumps({**said, "longest": max(wins, default=0), "allowed": plies_of(count), "slow": slow}))
    return slow


def positions(tables: TableSet, one: Slice) -> Iterator[Position]:
    for number in range(tables.size(one)):
        position = tables.native.position(one, number)
        if position is not None and position.outcome is None and not position.can_capture:
            yield position


def holds_road(position: Position, count: Count, one: Slice) -> bool:
    """The lone king stands on the main road, and nothing else does."""
    stronger = count.stronger(forces_of(one))
    assert stronger is not None
    own = "wW" if int(stronger) else "bB"  # slices are seen with White to move: the weaker side's letters
    on_it = [letter for square, letter in position.pieces().items() if square in position.rules.main_road]
    return bool(on_it) and all(letter in own for letter in on_it)


if __name__ == "__main__":
    sys.exit(main())
