"""`crowned pdn filter`: only the games of a player, with a result, a position or material."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial

from crowned.base import BadInput, FenError, Side
from crowned.base.words import folded, quoted
from crowned.cli.pdn.reading import Games, output, told
from crowned.cli.pdn.stats import WINNERS
from crowned.notation import fen
from crowned.notation.pdn import Loaded
from crowned.position import Position
from crowned.rules import catalog

Test = Callable[[Loaded], bool]
_MATERIAL = re.compile(r"(K*M*)-(K*M*)", re.IGNORECASE)


def run(args: argparse.Namespace) -> int:
    tests = _tests(args)
    games = Games(args, writes=True)
    kept = 0
    with output(args.output) as out:
        for game in games.sound():
            if all(test(game) for test in tests):
                out.write(game.text.strip() + "\n\n")
                kept += 1
    if not args.quiet:
        print(f"{told(kept, 'game')} of {games.counts.total()}", file=sys.stderr)
    return games.status


def _tests(args: argparse.Namespace) -> list[Test]:
    """The cheap ones first: to look for a position, a game has to be played."""
    tests: list[Test] = []
    for sides, wanted in (
        (tuple(Side), args.player),
        ((Side.WHITE,), args.white),
        ((Side.BLACK,), args.black),
    ):
        if wanted:
            tests.append(partial(_is_called, sides, folded(wanted)))
    if args.result:
        tests.append(partial(_ended, args.result.replace(" ", "")))
    if args.game:
        tests.append(partial(_by_rules, catalog.known(args.game)))
    if args.min_plies is not None or args.max_plies is not None:
        tests.append(partial(_lasted, args.min_plies or 0, args.max_plies))
    if args.material:
        tests.append(partial(_had, _material(args.material)))
    if args.position:
        tests.append(partial(_reached, args.position))
    return tests


def _is_called(sides: tuple[Side, ...], wanted: str, game: Loaded) -> bool:
    return any(wanted in folded(game.player(side)) for side in sides)


def _ended(result: str, game: Loaded) -> bool:
    """2-0 is 1-0 in other points."""
    own = game.result.replace(" ", "")
    return own == result or (own in WINNERS and WINNERS[own] is WINNERS.get(result, own))


def _by_rules(name: str, game: Loaded) -> bool:
    return game.rules.id == name


def _lasted(least: int, most: int | None, game: Loaded) -> bool:
    return least <= game.plies and (most is None or game.plies <= most)


def _positions(game: Loaded) -> list[Position]:
    made = game.game
    return [made.start, *(record.after.position for record in made.history)]


def _reached(text: str, game: Loaded) -> bool:
    """A text that is no position of this game's board cannot come up in it."""
    try:
        wanted = fen.read(game.rules, text)
    except FenError:
        return False
    return any(position == wanted for position in _positions(game))


Material = tuple[tuple[int, int], tuple[int, int]]
"""Kings and men of one side and of the other."""


def _material(text: str) -> Material:
    found = _MATERIAL.fullmatch(text)
    if found is None:
        raise BadInput(f"{quoted(text)} is not material; two kings and a man against a king are KKM-K")
    one, other = (Counter(part.upper()) for part in found.groups())
    return (one["K"], one["M"]), (other["K"], other["M"])


def _had(wanted: Material, game: Loaded) -> bool:
    return any(_counted(position) in (wanted, wanted[::-1]) for position in _positions(game))


def _counted(position: Position) -> Material:
    tops = Counter(column[0] for column in position.pieces().values())
    return (tops["W"], tops["w"]), (tops["B"], tops["b"])
