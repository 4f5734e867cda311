"""`crowned pdn convert`: the games anew, by other rules, in another notation or dialect."""

from __future__ import annotations

import argparse

from crowned.base import BadInput
from crowned.cli.app import NO
from crowned.cli.pdn.reading import Games, output
from crowned.notation.pdn import Loaded
from crowned.notation.pdn.convert import Dialect, dialect, in_notation, rewritten
from crowned.position import Ruleset, ruleset


def run(args: argparse.Namespace) -> int:
    how = dialect(args.dialect)
    target = ruleset(args.to) if args.to else None
    games = Games(args, writes=True)
    refused = 0
    with output(args.output) as out:
        for game in games.sound():
            try:
                out.write(rewritten(game, _rules(args, game, target, how), how) + "\n")
            except BadInput as error:
                refused += 1
                games.complain(str(error), f"{game.file}: game {game.number}")
    return games.status or (NO if refused else 0)


def _rules(args: argparse.Namespace, game: Loaded, target: Ruleset | None, how: Dialect) -> Ruleset:
    rules = target or game.rules
    notation = args.notation or ("numbers" if how.numbers else "")
    return in_notation(rules, notation) if notation else rules
