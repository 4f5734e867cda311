"""How long a search waits for a table: nanoseconds a look-up in memory, for each slice.

    python bench/table_lookup.py RULESET [--pieces 4] [--times 200000] [--dir DIR]

Positions of a slice are asked in no order, one after the other, without dice and without a search; half of
them stand in no cache. Tables that are missing are built first.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from crowned.position import ruleset
from crowned.tables.build import Build
from crowned.tables.folder import home
from crowned.tables.tableset import TableSet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--pieces", type=int, default=4)
    parser.add_argument("--times", type=int, default=200_000)
    parser.add_argument("--dir", type=Path, default=home())
    args = parser.parse_args()
    rules = ruleset(args.ruleset)
    Build(rules, args.pieces, args.dir).run()
    tables = TableSet(rules)
    tables.load(args.dir)
    found = [s for s in sorted(tables.files, key=lambda s: (s.pieces, s.name)) if s.pieces == args.pieces]
    figures = {s: 1e9 * tables.native.time_of_asking(s, args.times) for s in found}
    for one, nanoseconds in figures.items():
        print(f"{one.name:12} {nanoseconds:6.0f} ns  {tables.size(one):>12,} numbers")
    whole = sum(tables.size(s) for s in found)
    mean = sum(figures[s] * tables.size(s) for s in found) / whole
    worst = max(figures.values())
    print(f"{args.ruleset}: {mean:.0f} ns on the average of {whole:,} numbers, {worst:.0f} at most")


if __name__ == "__main__":
    main()
