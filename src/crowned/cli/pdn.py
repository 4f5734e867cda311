"""`crowned pdn`: files of games."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from crowned.cli.app import complain
from crowned.cli.common import add_json, add_options, options_of, print_json
from crowned.notation.pdn import Fault, Loaded, stream
from crowned.notation.pdn.source import Source, open_source, text_source
from crowned.position import Ruleset, ruleset

EXAMPLES = """\
examples:
  crowned pdn check games.pdn
  crowned pdn check games.pdn --ruleset {letters}     if the file does not say which game it is
  crowned pdn check - < games.pdn --json

Every game is answered for; a fault is told with line and column. The exit status is 0 if all games are
sound, 1 if one breaks the rules of its game, 2 if one cannot be read.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Check the games of a PDN file: can they be read, and are all moves legal?"
    parser.epilog = EXAMPLES
    parser.add_argument("what", metavar="check", choices=("check",), help="the only thing to do so far")
    parser.add_argument("file", metavar="FILE", help="a PDN file; - reads from the terminal")
    parser.add_argument("--ruleset", metavar="RULESET", help="the game, whatever the file says")
    add_options(parser)
    parser.add_argument("--quiet", "-q", action="store_true", help="only the sum at the end")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    counts: Counter[str] = Counter()
    plies = 0
    unreadable = ""
    with _opened(args.file) as source:
        for game in stream(source, _rules(args)):
            if isinstance(game, Loaded):
                plies += game.plies
            elif game.kind == "unreadable":
                unreadable = unreadable or str(game.error)
            counts["sound" if isinstance(game, Loaded) else game.kind] += 1
            _tell(args, game)
    if not args.json:
        print(_sum(counts, plies))
    if unreadable:
        complain(unreadable)
        return 2
    return 1 if counts["illegal"] else 0


def _tell(args: argparse.Namespace, game: Loaded | Fault) -> None:
    if args.json:
        print_json(data(game))
    elif isinstance(game, Fault) and not args.quiet:
        print(f"game {game.number}: {game.error.faults[0]}")


def _rules(args: argparse.Namespace) -> Ruleset | None:
    return ruleset(args.ruleset, **options_of(args.option)) if args.ruleset else None


@contextmanager
def _opened(name: str) -> Iterator[Source]:
    if name == "-":
        yield text_source(sys.stdin, "standard input")
    else:
        with open_source(name) as source:
            yield source


def data(game: Loaded | Fault) -> dict[str, Any]:
    """One game as JSON, a line each."""
    if isinstance(game, Fault):
        place = {"line": game.error.line, "column": game.error.column, "error": game.error.faults[0]}
        return {"game": game.number, "ok": False, "kind": game.kind, **place}
    return {
        "game": game.number,
        "ok": True,
        "ruleset": game.rules.id,
        "plies": game.plies,
        "result": game.result,
        "line": game.line,
        "warnings": list(game.warnings),
    }


def _sum(counts: Counter[str], plies: int) -> str:
    faulty = counts["illegal"] + counts["unreadable"]
    total = counts.total()
    games = f"{total} game" + ("" if total == 1 else "s")
    if not faulty:
        return f"{games}, {plies} plies: all sound"
    return f"{games}: {counts['sound']} sound, {counts['illegal']} illegal, {counts['unreadable']} unreadable"
