"""Is every entry what a plain search says? One ply deep, by the position's own moves, both sides to move.

    python bench/table_truth.py [RULESET ...] [--pieces 3] [--count 100000] [--all] [--dir DIR]

Random entries of the slices with so many pieces, or all of them. A position is worth the best of its moves,
correct or wrong where a wrong one may gain; what a move leads to is looked up, or over. Since conversions
lead to smaller slices and every other move one ply nearer to one, no wrong entry can stand among right ones.
Tables that are missing are built first. One line of JSON for each ruleset; the exit status is 1 if an entry
differs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from crowned.position import Position, ruleset
from crowned.rules import catalog
from crowned.tables.build import Build
from crowned.tables.errors import NoTables
from crowned.tables.folder import home
from crowned.tables.probe import ORDER, values
from crowned.tables.slices import Slice
from crowned.tables.tableset import TableSet


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    parser.add_argument("--pieces", type=int, default=3)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--dir", type=Path, default=home())
    args = parser.parse_args()
    return 1 if sum(series(name, args) for name in args.rulesets or catalog.ids()) else 0


def series(name: str, args: argparse.Namespace) -> int:
    """Compare one ruleset's entries; how many differ."""
    try:
        Build(ruleset(name), args.pieces, args.dir).run()
        tables = TableSet(ruleset(name))
    except NoTables:
        return 0
    tables.load(args.dir)
    slices = sorted(s for s in tables.files if s.pieces == args.pieces)
    if tables.native.chance or not slices:
        return 0
    seen, faults, began = 0, [], process_time()
    for position in every(tables, slices) if args.all else some(tables, slices, args.count):
        seen += 1
        if not follows(tables, position):
            faults.append(position.fen)
    said = {"ruleset": name, "pieces": args.pieces, "entries": seen, "differ": len(faults)}
    print(json.dumps({**said, "seconds": round(process_time() - began, 1), "faults": faults[:5]}), flush=True)
    return len(faults)


def every(tables: TableSet, slices: list[Slice]) -> Iterator[Position]:
    for one in slices:
        for number in range(tables.size(one)):
            yield from both(tables, one, number)


def some(tables: TableSet, slices: list[Slice], count: int) -> Iterator[Position]:
    dice, weights = random.Random(tables.rules.id), [tables.size(one) for one in slices]
    found: list[Position] = []
    while count > 0:
        one = dice.choices(slices, weights)[0]
        found = list(both(tables, one, dice.randrange(tables.size(one))))[:1]
        count -= len(found)
        yield from found if dice.random() < 0.5 else map(turned, found)


def both(tables: TableSet, one: Slice, number: int) -> Iterator[Position]:
    position = tables.native.position(one, number)
    if position is not None and position.outcome is None:
        yield position
        yield turned(position)


def turned(position: Position) -> Position:
    """The same after a half turn, with colours exchanged."""
    squares = position.rules.squares
    last = squares.files * squares.ranks - 1
    swap = str.maketrans("wbWB", "bwBW")
    placed = {
        squares.name(last - squares.cell(square)): letter.translate(swap)
        for square, letter in position.pieces().items()
    }
    return position.rules.place(placed, position.side.other)


def follows(tables: TableSet, position: Position) -> bool:
    """Whether the position is worth the best of its moves; how soon, unless a wrong move is the best."""
    answer = values(tables, position)
    if answer is None or len(answer.moves) != len(position.moves()):
        return False
    if not answer.moves:
        return answer.plies == 0
    if answer.offences:
        offered = [m.value.result for m in (*answer.moves, *answer.offences)]
        return min(offered, key=ORDER.index) == answer.result
    return answer.moves[0].value == answer.value


if __name__ == "__main__":
    sys.exit(main())
