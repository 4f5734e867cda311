"""`crowned play`: a game in the terminal."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from importlib import import_module

from crowned.base import BadInput, Lang, Side
from crowned.cli.colour import paint_for
from crowned.cli.common import add_lang, add_position, add_ruleset, lang_of, options_of, position_of
from crowned.cli.session import Session, Terminal
from crowned.cli.texts import text
from crowned.engine import LEVELS, Engine
from crowned.game import Game
from crowned.position import Ruleset, ruleset
from crowned.rules import catalog

LEVEL = 5
HASH_MB = 32
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
    parser.add_argument(
        "--computer",
        choices=("white", "black", "both", "none"),
        help="what the computer plays (asked in a terminal, else none: two persons play)",
    )
    levels = [level.number for level in LEVELS]
    parser.add_argument(
        "--level", type=int, choices=levels, default=LEVEL, help=f"how strong it plays ({LEVEL})"
    )
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
    sides, level = _computer(args, rules, lang)
    if sides:
        engine = Engine(rules, hash_mb=HASH_MB)
        session.players = dict.fromkeys(sides, (engine, level))
    return session.run()


def _seed(text: str | None) -> bytes | None:
    """Any word will do: a seed is whatever bytes it has."""
    return None if text is None else text.encode()


def _computer(args: argparse.Namespace, rules: Ruleset, lang: Lang) -> tuple[tuple[Side, ...], int]:
    """What the computer plays, and how strong; a player at a terminal who did not say is asked."""
    if args.computer is None and sys.stdin.isatty():
        answer = input(text(lang, "play", "opponent", most=len(LEVELS))).strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(LEVELS):
            return (rules.spec.first.other,), int(answer)
        return (), args.level
    if args.computer in ("white", "black"):
        return (Side[args.computer.upper()],), args.level
    return (tuple(Side) if args.computer == "both" else ()), args.level


def _ask(lang: Lang) -> str:
    """Let the player pick a game from the list."""
    if not sys.stdin.isatty():
        raise BadInput("say which game to play: crowned play RULESET (see crowned rulesets)")
    names = catalog.ids()
    for number, name in enumerate(names, 1):
        print(f"{number:3}  {name:22} {catalog.load(name).title[lang]}")
    answer = input(text(lang, "play", "choose")).strip()
    return names[int(answer) - 1] if answer.isdecimal() and 1 <= int(answer) <= len(names) else answer
