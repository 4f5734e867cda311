"""`crowned pdn merge`: all games in one file, each once."""

from __future__ import annotations

import argparse
import hashlib
import sys
from array import array

from crowned.base import Side
from crowned.base.words import folded
from crowned.cli.pdn.reading import Games, output, told
from crowned.notation.pdn import Loaded
from crowned.notation.pdn.ruleset_tags import rule_tags

DRAWERS = 1 << 15
"""A mark is looked for in one drawer: of a million games it holds thirty."""


def run(args: argparse.Namespace) -> int:
    games = Games(args, writes=True)
    seen = Marks()
    double = 0
    with output(args.output) as out:
        for game in games.sound():
            if seen.add(_mark(game)):
                out.write(_text(game) + "\n\n")
            else:
                double += 1
    if not args.quiet:
        print(f"{told(len(seen), 'game')}, {told(double, 'double')} left out", file=sys.stderr)
    return games.status


class Marks:
    """Which marks have come, in some twelve bytes each: a seventh of what a set takes."""

    def __init__(self) -> None:
        self._drawers = [array("Q") for _ in range(DRAWERS)]

    def __len__(self) -> int:
        return sum(map(len, self._drawers))

    def add(self, mark: int) -> bool:
        """Whether the mark is new."""
        drawer = self._drawers[mark % DRAWERS]
        if mark in drawer:
            return False
        drawer.append(mark)
        return True


def _mark(game: Loaded) -> int:
    """Equal for games of the same players that begin alike and, after as many moves, end alike.

    The order of the moves in between is not compared.
    """
    players = "|".join(folded(game.player(side)) for side in Side)
    start = "".join(game.tags.get("FEN", "").split())
    text = f"{game.rules.fingerprint}|{start}|{players}|{game.plies}|{game.position.fen}"
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def _text(game: Loaded) -> str:
    """The game as it stands in its file. What was guessed from its neighbours there is now written down."""
    if game.guess is None:
        return game.text.strip()
    tags = "\n".join(f'[{name} "{value}"]' for name, value in rule_tags(game.rules.spec).items())
    return f"{tags}\n{game.text.strip()}"
