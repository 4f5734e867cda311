"""`crowned moves`: the correct moves of a position."""

from __future__ import annotations

import argparse
from typing import Any

from crowned.cli.common import (
    add_json,
    add_lang,
    add_position,
    add_ruleset,
    lang_of,
    position_of,
    print_json,
    rules_of,
    side_key,
)
from crowned.game import Game
from crowned.position import Move, Position

EXAMPLES = """\
examples:
  crowned moves {numbers}
  crowned moves {letters} --fen "W:Wc3,e3:Bd4,f6"
  crowned moves ./house.toml --option majority=true --json

Only correct moves are listed. Where the rules let a missed capture stand until it is punished, ask
`crowned judge` about it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "List the correct moves: those that fulfil every obligation."
    parser.epilog = EXAMPLES
    add_ruleset(parser)
    add_position(parser)
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    rules = rules_of(args)
    position = position_of(args, rules)
    game = Game(rules, position=position)
    moves = () if game.outcome else position.moves()
    if args.json:
        print_json(answer(game, moves))
    elif game.outcome:
        print(game.outcome.text(lang_of(args)))
    else:
        for move in moves:
            print(line(position, move))
    return 0


def answer(game: Game, moves: tuple[Move, ...]) -> dict[str, Any]:
    position = game.position
    return {
        "to_move": side_key(position.turn),
        "outcome": game.outcome.to_dict() if game.outcome else None,
        "must_spin": position.must_spin and not game.outcome,
        "moves": [entry(position, move) for move in moves],
    }


def entry(position: Position, move: Move) -> dict[str, Any]:
    """One move. A slide has no path; where a spin is due, `spin` is the result that the move needs."""
    data: dict[str, Any] = {"move": move.text}
    if position.must_spin:
        data["spin"] = move.spin
    if move.path:
        data["path"] = list(move.path)
    return data | {
        "captures": list(move.captures),
        "falls": move.falls,
        "after": position.with_spin(move.spin or position.spin).play(move).fen,
    }


def line(position: Position, move: Move) -> str:
    spin = f"spin {move.spin}: " if position.must_spin else ""
    return spin + move.text + (" (falls)" if move.falls else "")
