"""Won endings against the best defence: does the engine ever give one away?

    python bench/table_endings.py [RULESET ...] [--pieces 4] [--count 1000] [--time 0.03] [--level N]

Random won positions of each ruleset's tables. The engine has the winning side at so many seconds a move, or
at a level; the defender takes the longest defence that the tables know. Endings that the counts of the rules
make a draw before anything can happen are told apart: nobody can win them. Tables that are missing are
built first. One line of JSON for each ruleset; the exit status is 1 if an ending was given away.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from crowned.engine.api import Limits
from crowned.engine.search import Engine
from crowned.game import Game
from crowned.position import Move, Position, ruleset
from crowned.rules import catalog
from crowned.tables.build import Build
from crowned.tables.errors import NoTables
from crowned.tables.folder import home
from crowned.tables.probe import values
from crowned.tables.tableset import TableSet


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    parser.add_argument("--pieces", type=int, default=4)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.03)
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    lost = [series(name, args) for name in args.rulesets or catalog.ids()]
    return 1 if any(lost) else 0


def series(name: str, args: argparse.Namespace) -> int:
    """Play one ruleset's endings; how many were given away."""
    tables = tables_of(name, args.pieces)
    if tables is None or tables.native.chance:
        return 0
    engine = Engine(tables.rules, hash_mb=16, seed=args.seed)
    how = args.level or Limits(time=args.time)
    began, seen, faults = perf_counter(), Counter[str](), []
    for position in won(tables, args.count, random.Random(f"{name} {args.seed}")):
        result = play(engine, tables, position, how)
        seen[result] += 1
        faults += [position.fen] if result == "given away" else []
    said = {"ruleset": name, "pieces": args.pieces, **seen, "seconds": round(perf_counter() - began, 1)}
    print(json.dumps({**said, **({"faults": faults[:10]} if faults else {})}), flush=True)
    return len(faults)


def tables_of(name: str, pieces: int) -> TableSet | None:
    rules = ruleset(name)
    root = Path(os.environ.get("CROWNED_TABLES") or home())
    try:
        Build(rules, pieces, root).run()
        tables = TableSet(rules)
    except NoTables:
        return None
    tables.load(root)
    return tables


def won(tables: TableSet, count: int, dice: random.Random) -> Iterator[Position]:
    slices = sorted(s for s in tables.files if s.pieces == tables.pieces)
    weights = [tables.size(s) for s in slices]
    while count:
        one = dice.choices(slices, weights)[0]
        position = tables.native.position(one, dice.randrange(tables.size(one)))
        if isinstance(position, Position) and position.outcome is None:
            value = tables.value(position)
            if value is not None and value.result == "win" and Game(tables.rules, position).outcome is None:
                count -= 1
                yield position


def play(engine: Engine, tables: TableSet, position: Position, how: Limits | int) -> str:
    game = Game(engine.rules, position=position)
    winner = game.actor
    late = False
    while game.outcome is None:
        answer = values(tables, game)
        late = late or (answer is not None and answer.late)
        if game.actor is winner:
            engine.play(game, how)
        elif game.pending is not None:
            engine.play(game, 10)
        else:
            game.play(longest(tables, game))
    if game.outcome.winner is winner:
        return "won"
    return "drawn by counting" if late and game.outcome.winner is None else "given away"


def longest(tables: TableSet, game: Game) -> Move:
    def lasts(move: Move) -> tuple[int, int]:
        value = tables.value(game.position.play(move))
        if value is None or value.result != "win":
            return (1, 0)  # it escapes
        return (0, 0 if move.captures or move.crowns else value.plies or 0)

    return max(game.moves(), key=lasts)


if __name__ == "__main__":
    sys.exit(main())
