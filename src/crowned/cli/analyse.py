"""`crowned analyse`: games with scores, marks for mistakes, and the lines that were better."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from crowned.base import BadInput, Side
from crowned.cli.app import complain
from crowned.cli.common import add_json, add_lang, add_options, lang_of, options_of, print_json
from crowned.cli.progress import Progress
from crowned.engine import Engine, Limits
from crowned.engine.annotate import BLUNDER, INACCURACY, MISTAKE, Judgement, annotate
from crowned.notation import pdn
from crowned.notation.pdn.source import Source, open_source, text_source
from crowned.position import Ruleset, ruleset

SECONDS = 0.3
SIGNS = {INACCURACY: "?!", MISTAKE: "?", BLUNDER: "??"}
EXAMPLES = """\
examples:
  crowned analyse games.pdn > annotated.pdn
  crowned analyse games.pdn --time 2 --threads 4 --output annotated.pdn
  crowned analyse games.pdn --game 3 --nodes 200000 --json

Every position of the main line is searched. A move that gives away a part of the expected result is
marked ?! ? or ??, with the better line beside it. The comment [%eval 0.35] says how many men White is
ahead, [%eval #5] that White wins in five moves, [%eval 100.00] that an endgame table says so.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Annotate the games of a PDN file with scores, mistakes and better lines."
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="a PDN file; - reads from standard input")
    parser.add_argument("--ruleset", metavar="RULESET", help="the game, whatever the file says")
    add_options(parser)
    parser.add_argument(
        "--time", type=float, default=0.0, metavar="S", help=f"seconds for a position ({SECONDS:g})"
    )
    parser.add_argument(
        "--nodes", type=int, default=0, help="nodes for a position; gives the same every time"
    )
    parser.add_argument("--depth", type=int, default=0, help="depth of every search")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, default=64, metavar="MB", help="size of the table (64)")
    parser.add_argument("--game", type=int, metavar="N", help="only this game of the file")
    parser.add_argument("--no-lines", action="store_true", help="scores and marks only")
    parser.add_argument("--output", metavar="FILE", help="where the annotated games go (standard output)")
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress bar and no summary")
    add_lang(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    limits = _limits(args)
    faults: list[str] = []
    found = 0
    with _opened(args.file) as source, _written(args.output) as out:
        desk = _Desk(args, limits)
        for game in pdn.stream(source, _rules(args)):
            if args.game is not None and game.number != args.game:
                continue
            found += 1
            if isinstance(game, pdn.Fault):
                complain(f"game {game.number}: {game.error.faults[0]}")
                faults.append(game.kind)
                continue
            desk.annotate(game, out)
    if not found:
        raise BadInput(f"{args.file} has no game" + (f" {args.game}" if args.game is not None else ""))
    return 2 if "unreadable" in faults else 1 if faults else 0


def _limits(args: argparse.Namespace) -> Limits:
    if args.threads < 1 or args.hash < 1:
        raise BadInput("threads and hash are at least 1")
    given = args.time or args.nodes or args.depth
    return Limits(time=args.time if given else SECONDS, nodes=args.nodes, depth=args.depth)


def _rules(args: argparse.Namespace) -> Ruleset | None:
    return ruleset(args.ruleset, **options_of(args.option)) if args.ruleset else None


@contextmanager
def _opened(name: str) -> Iterator[Source]:
    if name == "-":
        yield text_source(sys.stdin, "standard input")
        return
    with open_source(name) as source:
        yield source


@contextmanager
def _written(name: str | None) -> Iterator[TextIO]:
    if name is None:
        yield sys.stdout
        return
    with Path(name).open("w", encoding="utf-8") as file:
        yield file


class _Desk:
    """Where games are annotated; one engine serves all games of one ruleset."""

    def __init__(self, args: argparse.Namespace, limits: Limits) -> None:
        self.args = args
        self.limits = limits
        self._engine: Engine | None = None

    def engine(self, rules: Ruleset) -> Engine:
        if self._engine is None or self._engine.rules.fingerprint != rules.fingerprint:
            self._engine = Engine(rules, hash_mb=self.args.hash, threads=self.args.threads, seed=0)
        return self._engine

    def annotate(self, loaded: pdn.Loaded, out: TextIO) -> None:
        game = loaded.game
        found: list[Judgement] = []
        with Progress(loaded.plies + 1, "positions", quiet=self.args.quiet) as bar:
            steps = annotate(
                game,
                self.engine(game.rules),
                self.limits,
                lines=not self.args.no_lines,
                lang=lang_of(self.args),
            )
            for step in steps:
                found += [step.judgement] if step.judgement else []
                bar.show(step.done, f"game {loaded.number}")
        if self.args.json:
            print_json(data(loaded, found))
        if not self.args.json or self.args.output:
            out.write(pdn.write(game, loaded.tags) + "\n")
            out.flush()
        if not self.args.quiet and not self.args.json:
            print(summary(loaded, found), file=sys.stderr)


def summary(loaded: pdn.Loaded, found: list[Judgement]) -> str:
    players = [loaded.tags.get(side.name.capitalize(), "?") for side in Side]
    sides = [f"{name}: {_marks(found, side)}" for name, side in zip(players, Side, strict=True)]
    return f"game {loaded.number}: {'; '.join(sides)}"


def _marks(found: list[Judgement], side: Side) -> str:
    own = [judgement for judgement in found if judgement.by is side]
    counts = [f"{sum(j.mark == mark for j in own)} {sign}" for mark, sign in SIGNS.items()]
    lost = sum(judgement.loss for judgement in own) / len(own) if own else 0.0
    return ", ".join(counts) + f", {100 * lost:.1f} % a move given away"


def data(loaded: pdn.Loaded, found: list[Judgement]) -> dict[str, Any]:
    """One game as JSON, a line each."""
    moves = [
        {
            "ply": judgement.ply,
            "by": judgement.by.name_key,
            "move": judgement.move,
            "best": judgement.best,
            "before": round(judgement.before, 4),
            "after": round(judgement.after, 4),
            "mark": SIGNS.get(judgement.mark or 0),
        }
        for judgement in found
    ]
    return {"game": loaded.number, "ruleset": loaded.game.rules.id, "moves": moves}
