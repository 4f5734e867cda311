"""`crowned pdn merge`: all games in one file, each once."""

from __future__ import annotations

import argparse
import hashlib
import sys

from crowned.base.words import folded
from crowned.cli.pdn.reading import Games, output, told
from crowned.notation.pdn import Loaded
from crowned.notation.pdn.ruleset_tags import rule_tags


def run(args: argparse.Namespace) -> int:
    games = Games(args, writes=True)
    seen: set[bytes] = set()
    double = 0
    with output(args.output) as out:
        for game in games.sound():
            mark = _mark(game)
            if mark in seen:
                double += 1
                continue
            seen.add(mark)
            out.write(_text(game) + "\n\n")
    if not args.quiet:
        print(f"{told(len(seen), 'game')}, {told(double, 'double')} left out", file=sys.stderr)
    return games.status


def _mark(game: Loaded) -> bytes:
    """Equal for games of the same players that begin alike and, after as many moves, end alike.

    Eight bytes a game are kept. The order of the moves in between is not compared.
    """
    players = "|".join(folded(game.tags.get(tag, "")) for tag in ("White", "Black"))
    start = "".join(game.tags.get("FEN", "").split())
    text = f"{game.rules.fingerprint}|{start}|{players}|{game.plies}|{game.position.fen}"
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()


def _text(game: Loaded) -> str:
    """The game as it stands in its file. What was guessed from its neighbours there is now written down."""
    if game.guess is None:
        return game.text.strip()
    tags = "\n".join(f'[{name} "{value}"]' for name, value in rule_tags(game.rules.spec).items())
    return f"{tags}\n{game.text.strip()}"
