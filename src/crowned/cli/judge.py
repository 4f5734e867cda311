"""`crowned judge`: ask the referee about a move."""

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
)
from crowned.game import Game
from crowned.referee import Verdict, judge, legal_elsewhere

EXAMPLES = """\
examples:
  crowned judge {letters} c3-c4
  crowned judge {huff} e3-f4 --fen "W:Wc3,e3:Bd4" --lang de
  crowned judge {huff} "huff c3" --fen "W:Wc3,e3:Bd4" --after e3-f4
  crowned judge {letters} c3-d4 --elsewhere       where else would this be correct?

The exit status is 0 if the move can be played (an offence stands until it is answered), else 1.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Say whether a move is allowed; if not, why not, and by which clause."
    parser.epilog = EXAMPLES
    add_ruleset(parser)
    parser.add_argument("move", metavar="MOVE", nargs="+", help='c3-d4, c3xe5xg7, G1>L, "huff c3", …')
    add_position(parser)
    parser.add_argument("--after", metavar="MOVES", help="what was done before, separated by commas")
    parser.add_argument(
        "--elsewhere",
        action="store_true",
        help="also name the rulesets under which the move would be correct",
    )
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    rules = rules_of(args)
    game = Game(rules, position=position_of(args, rules))
    for text in (args.after or "").split(","):
        if text.strip():
            game.play(text)
    move = " ".join(args.move)
    verdict = judge(game, move)
    elsewhere = legal_elsewhere(game, move) if args.elsewhere else None
    lang = lang_of(args)
    if args.json:
        extra: dict[str, Any] = {} if elsewhere is None else {"elsewhere": elsewhere}
        print_json(verdict.to_dict(lang) | extra)
    else:
        print("\n".join(lines(verdict, verdict.text(lang), elsewhere)))
    return 0 if verdict.is_legal else 1


def lines(verdict: Verdict, text: str, elsewhere: list[str] | None) -> list[str]:
    shown = [f"{verdict.verdict}: {text}"]
    details = {
        "clauses": verdict.clauses,
        "evidence": verdict.evidence,
        "removable": verdict.removable,
        "remedies": verdict.remedies,
        "elsewhere": elsewhere,
    }
    return shown + [f"  {name:9} {' '.join(words)}" for name, words in details.items() if words]
