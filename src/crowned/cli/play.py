"""`crowned play`: a game in the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

from crowned.base import BadInput, Lang, Side
from crowned.cli.colour import paint_for
from crowned.cli.common import add_lang, add_position, add_ruleset, lang_of, options_of, position_of
from crowned.cli.session import Opponent, Session, Terminal
from crowned.cli.texts import text
from crowned.engine import LEVELS, Engine, Limits
from crowned.engine.external import HubEngine
from crowned.game import Game
from crowned.position import Ruleset, ruleset
from crowned.position.action import Action
from crowned.rules import catalog

LEVEL = 5
HASH_MB = 32
GUEST_SECONDS = 0.3
"""Seconds that another program thinks at level 1; at level 10 ten times as long."""
EXAMPLES = """\
examples:
  crowned play {huff}
  crowned play {doors} --seed 42 --lang nl
  crowned play {letters} --computer black --level 5
  crowned play {numbers} --computer black --engine "scan hub"
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
    parser.add_argument(
        "--engine",
        metavar="COMMAND",
        help="another program as the computer, one that speaks Hub; the level says how long it thinks",
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
        with _opponent(args, rules) as opponent:
            session.players = dict.fromkeys(sides, (opponent, level))
            return session.run()
    return session.run()


@contextmanager
def _opponent(args: argparse.Namespace, rules: Ruleset) -> Iterator[Opponent]:
    """Our engine, or another program that speaks Hub."""
    if args.engine is None:
        yield Engine(rules, hash_mb=HASH_MB)
        return
    with HubEngine.start(args.engine, rules) as guest:
        yield Guest(guest)


class Guest:
    """Another program: it knows no levels, so a higher one gives it more time."""

    def __init__(self, engine: HubEngine) -> None:
        self._engine = engine

    def choose(self, game: Game, how: int, /) -> Action:
        return self._engine.choose(game, Limits(time=GUEST_SECONDS * how))


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
