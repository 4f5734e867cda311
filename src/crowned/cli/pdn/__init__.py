"""`crowned pdn`: files of games."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module

from crowned.cli.common import add_json, add_options

TASKS = {
    "check": "can the games be read, and are all moves legal?",
    "stats": "results, lengths, openings and players, by ruleset",
    "convert": "write the games anew: other rules, notation or dialect",
    "filter": "only the games of a player, with a result, a position or material",
    "merge": "all games in one file, each once",
}
EXAMPLES = """\
tasks:
  {tasks}

examples:
  crowned pdn check games.pdn archive/          files, and folders with all that is in them
  crowned pdn check - < games.pdn --json        a line of JSON for every game
  crowned pdn stats archive/ --top 10
  crowned pdn filter archive/ --player sijbrands --result 2-0 --output won.pdn
  crowned pdn filter archive/ --position "W:W32:B19" --material KM-K
  crowned pdn convert games.pdn --notation numbers --dialect checkerboard
  crowned pdn merge a.pdn b.pdn --output all.pdn

A file that does not say which game it holds is asked as a whole; what was guessed, and how sure that is, is
told. --ruleset overrules it. Faults are told with line and column, and reading goes on behind them. The
exit status is 0 if all games are sound, 1 if one breaks the rules of its game, 2 if one cannot be read.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Check, count, convert, filter and merge files of games."
    tasks = "\n  ".join(f"{name:9}{says}" for name, says in TASKS.items())
    parser.epilog = EXAMPLES.replace("{tasks}", tasks)
    parser.add_argument("what", metavar="TASK", choices=TASKS, help=", ".join(TASKS))
    parser.add_argument("files", metavar="FILE", nargs="+", help="PDN files or folders; - is standard input")
    parser.add_argument("--ruleset", metavar="RULESET", help="the game, whatever the files say")
    add_options(parser)
    parser.add_argument("--output", metavar="FILE", help="where games are written (default: standard output)")
    parser.add_argument("--quiet", "-q", action="store_true", help="only the sum at the end")
    _add_stats(parser)
    _add_convert(parser)
    _add_filter(parser)
    add_json(parser)


def _add_stats(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("stats")
    group.add_argument("--top", type=int, default=5, metavar="N", help="openings and players shown (5)")
    group.add_argument("--plies", type=int, default=4, metavar="N", help="moves that make an opening (4)")


def _add_convert(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("convert")
    group.add_argument("--to", metavar="RULESET", help="play the games by other rules")
    group.add_argument("--notation", choices=("numbers", "letters"), help="how squares are written")
    group.add_argument("--dialect", default="standard", help="standard, lidraughts or checkerboard")


def _add_filter(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("filter (all that are given must hold)")
    group.add_argument("--player", metavar="NAME", help="part of a name, of either side")
    group.add_argument("--white", metavar="NAME")
    group.add_argument("--black", metavar="NAME")
    group.add_argument("--result", metavar="RESULT", help="such as 1-0, 2-0, 1/2-1/2")
    group.add_argument("--game", metavar="RULESET", help="games by these rules")
    group.add_argument("--position", metavar="FEN", help="a position that comes up")
    group.add_argument("--material", metavar="KM-K", help="kings and men of the two sides that come up")
    group.add_argument("--min-plies", type=int, metavar="N")
    group.add_argument("--max-plies", type=int, metavar="N")


def run(args: argparse.Namespace) -> int:
    task: Callable[[argparse.Namespace], int] = import_module(f"crowned.cli.pdn.{args.what}").run
    return task(args)
