"""`crowned play`: a game in the terminal."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from importlib import import_module

from crowned.base import BadInput, Lang, Side
from crowned.cli.colour import paint_for
from crowned.cli.common import add_lang, add_position, add_ruleset, lang_of, options_of, position_of
from crowned.cli.opponent import LEVELS, computer, has_computer
from crowned.cli.session import Session, Terminal
from crowned.cli.texts import text
from crowned.game import Game
from crowned.position import Ruleset, ruleset
from crowned.rules import catalog

EXAMPLES = """\
examples:
  crowned play {huff}
  crowned play {doors} --seed 42 --lang nl
  crowned play {letters} --computer black --level 5
  crowned play                                   asks which game

Type help in the game. Moves are typed as c3-d4 or 32-28; wrong ones are explained.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Play in the terminal, against the computer or a second person."
    parser.epilog = EXAMPLES
    add_ruleset(parser, optional=True)
    add_position(parser)
    parser.add_argument("--computer", choices=("white", "black", "both"), help="what the computer plays")
    parser.add_argument("--level", type=int, choices=LEVELS, default=5, help="how strong it plays (5)")
    parser.add_argument("--seed", help="where the dice start; the same seed gives the same spins")
    parser.add_argument("--flip", action="store_true", help="Black at the bottom")
    parser.add_argument("--colour", choices=("auto", "always", "never"), default="auto")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    lang = lang_of(args)
    rules = ruleset(args.ruleset or _ask(lang), **options_of(args.option))
    game = Game(rules, position_of(args, rules), seed=_seed(args.seed))
    with suppress(ImportError):  # where it exists, it gives the prompt a history and arrow keys
        import_module("readline")
    terminal = Terminal(input, print, paint_for(sys.stdout, args.colour))
    session = Session(game, lang, terminal, args.flip)
    for side in _computer_sides(args, rules):
        session.players[side] = (computer(), args.level)
    return session.run()


def _seed(text: str | None) -> bytes | None:
    """Any word will do: a seed is whatever bytes it has."""
    return None if text is None else text.encode()


def _computer_sides(args: argparse.Namespace, rules: Ruleset) -> tuple[Side, ...]:
    """Asked for, else the second player if this installation can play."""
    if args.computer == "both":
        return tuple(Side)
    if args.computer:
        return (Side[args.computer.upper()],)
    return (rules.spec.first.other,) if has_computer() and sys.stdin.isatty() else ()


def _ask(lang: Lang) -> str:
    """Let the player pick a game from the list."""
    if not sys.stdin.isatty():
        raise BadInput("say which game to play: crowned play RULESET (see crowned rulesets)")
    names = catalog.ids()
    for number, name in enumerate(names, 1):
        print(f"{number:3}  {name:22} {catalog.load(name).title[lang]}")
    answer = input(text(lang, "play", "choose")).strip()
    return names[int(answer) - 1] if answer.isdecimal() and 1 <= int(answer) <= len(names) else answer
