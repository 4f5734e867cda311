"""`crowned book`: openings, from looking them up to building a book."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from crowned.base import BadInput
from crowned.cli.common import add_json, add_options, add_position, position_of, print_json, rules_of
from crowned.cli.progress import Progress
from crowned.engine.book import Book, BookMove, shipped
from crowned.engine.expand import NODES, Expansion
from crowned.game import Game
from crowned.position import Position, Ruleset

EXAMPLES = """\
examples:
  crowned book show {letters}                          what the first moves are worth
  crowned book show {letters} --after c3-d4,f6-g5  what the next ones are worth
  crowned book build ./house.toml --file house.book --positions 2000
  crowned book show ./house.toml --file house.book

A book is deep where both sides play well, and broad where moves are equally good. A build can be stopped by
Ctrl-C and goes on from its file.
"""
WHAT = ("show", "build")
USUAL = 8000
"""Positions of a book that is built without saying how many."""
SAVED_EVERY = 60
"""Expansions between two writings of the file, so that little is lost."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Look openings up, or build a book of them for any rules."
    parser.epilog = EXAMPLES
    parser.add_argument("what", metavar="|".join(WHAT), choices=WHAT, help="what to do")
    parser.add_argument("ruleset", metavar="RULESET", help="an id from `crowned rulesets`, or a ruleset file")
    add_options(parser)
    add_position(parser)
    parser.add_argument(
        "--after", metavar="MOVES", default="", help="show: what was played from there, separated by commas"
    )
    parser.add_argument(
        "--file", metavar="FILE", type=Path, help="the book (show: else the one that is shipped)"
    )
    parser.add_argument("--positions", metavar="N", type=int, default=USUAL, help="build: how many")
    parser.add_argument(
        "--nodes", metavar="N", type=int, default=NODES, help="build: searched behind each move"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    rules = rules_of(args)
    return _show(args, rules) if args.what == "show" else _build(args, rules)


# ---- looking up


def _show(args: argparse.Namespace, rules: Ruleset) -> int:
    book = _opened(args.file, rules) if args.file else shipped(rules.id, rules.fingerprint)
    if book is None:
        raise BadInput(f"there is no opening book of {rules.id}; `crowned book build` makes one")
    game = Game(rules, position_of(args, rules))
    for text in filter(None, args.after.split(",")):
        game.play(text.strip())
    position = game.position
    moves = book.moves(position)
    if args.json:
        print_json({"fen": position.fen, "positions": len(book), "moves": [_entry(move) for move in moves]})
    else:
        _print(position, moves)
    return 0 if moves else 1


def _entry(known: BookMove) -> dict[str, Any]:
    return {"move": known.move.text, "score": known.score.value, "win": round(known.score.expected, 4)}


def _print(position: Position, moves: tuple[BookMove, ...]) -> None:
    if not moves:
        print("the spinner comes first" if position.must_spin else "the book does not know this position")
    for known in moves:
        print(f"{known.move.text:14} {known.score.text:>8}")


def _opened(path: Path, rules: Ruleset) -> Book:
    book = Book.read(path.read_bytes(), str(path))
    if book.fingerprint != rules.fingerprint:
        raise BadInput("the opening book belongs to other rules", str(path))
    return book


# ---- building


def _build(args: argparse.Namespace, rules: Ruleset) -> int:
    if args.file is None:
        raise BadInput("crowned book build needs --file FILE")
    if args.positions < 1 or args.nodes < 1:
        raise BadInput("--positions and --nodes are 1 or more")
    before = _opened(args.file, rules) if args.file.exists() else None
    growing = Expansion(rules, args.nodes, before)
    growing.book().write(args.file)  # a place that cannot be written to is told before the work, not after
    try:
        _grow(growing, args)
    finally:
        growing.book().write(args.file)
    size = args.file.stat().st_size
    if args.json:
        print_json({"file": str(args.file), "positions": len(growing), "bytes": size})
    else:
        print(f"{args.file}: {len(growing)} positions, {size / 1000:.0f} kB")
    return 0


def _grow(growing: Expansion, args: argparse.Namespace) -> None:
    with Progress(args.positions, "positions", quiet=args.json) as bar:
        for step, known in enumerate(growing.grow(args.positions), 1):
            bar.show(known)
            if step % SAVED_EVERY == 0:
                growing.book().write(args.file)
