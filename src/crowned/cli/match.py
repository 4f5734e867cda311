"""`crowned match`: two players, many games, and what they say about who is stronger."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from crowned.base import BadInput
from crowned.base.words import quoted
from crowned.cli.app import INTERRUPTED
from crowned.cli.common import add_json, add_options, options_of, print_json
from crowned.cli.progress import Progress
from crowned.engine.match import (
    MAX_PLIES,
    OPENING_PLIES,
    Control,
    Opening,
    Plan,
    Played,
    Runner,
    Sprt,
    Standing,
    ballots,
    drawn,
    given,
    on_cluster,
    on_cores,
    openings,
    play_match,
    read_clock,
    read_entry,
    rules_text,
)
from crowned.game import Game
from crowned.notation import pdn
from crowned.position import Ruleset, ruleset

SHOWN_FAULTS = 5
BALLOTS = "ballots"
EXAMPLES = """\
players:
  level:1 … level:10            a level
  engine                        the engine within the limits of the match
  engine:hash=64,threads=2      with options: hash, threads, weights, nodes, depth, time, tables=off
  my.weights  hand              the engine with other weights
  hub:COMMAND                   another program that speaks Hub; hub(NAME=VALUE,…):COMMAND sets its parameters
  build:FOLDER                  the engine of another build of this program (`src` of its clone), all rulesets

examples:
  crowned match level:5 level:4 --ruleset {towers}
  crowned match new.weights engine --ruleset {letters} --time 1+0.1 --sprt 0,10 --games 5000
  crowned match level:8 level:7 --ruleset {numbers} --openings my-openings.pdn
  crowned match level:8 level:7 --ruleset {letters} --openings ballots
  crowned match engine "hub:scan hub" --ruleset {numbers} --movetime 0.2 --pdn games.pdn

Every opening is played twice, with the sides changed; where there is a spinner it falls alike in both
games. The exit status is 0; with --sprt it is 1 if the second hypothesis was not accepted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play a match between two players; Elo with its error, and a test that stops in time."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("first", metavar="A", help="a player, see below")
    parser.add_argument("second", metavar="B")
    parser.add_argument("--ruleset", metavar="RULESET", required=True, help="the game")
    add_options(parser)
    parser.add_argument("--games", type=int, default=100, help="how many games at most (100)")
    _add_limits(parser)
    parser.add_argument(
        "--openings",
        default=str(OPENING_PLIES),
        metavar="PLIES|ballots[:NAME]|FILE",
        help=f"random moves at the start of each pair ({OPENING_PLIES}), the ballots of a federation,"
        " or a PDN file of openings",
    )
    parser.add_argument("--seed", type=int, default=1, help="of openings, dice and levels (1)")
    parser.add_argument("--sprt", metavar="ELO0,ELO1", help="stop when one hypothesis is accepted at 5 %%")
    parser.add_argument(
        "--max-plies", type=int, default=MAX_PLIES, help=f"moves that make a draw ({MAX_PLIES})"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="games at the same time (all cores)"
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        const="auto",
        metavar="ADDRESS",
        help="spread over a Ray cluster; `local` starts one here",
    )
    parser.add_argument("--pdn", metavar="FILE", help="write all games there")
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress bar")
    add_json(parser)


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--time", metavar="BASE+INC", help="a clock for each side, in seconds, such as 1+0.1")
    parser.add_argument("--movetime", type=float, default=0.0, metavar="S", help="seconds for every move")
    parser.add_argument("--nodes", type=int, default=0, help="nodes for every move")
    parser.add_argument("--depth", type=int, default=0, help="depth of every search")
    parser.add_argument(
        "--margin", type=float, default=0.1, metavar="S", help="how far a clock may be overrun (0.1)"
    )


def run(args: argparse.Namespace) -> int:
    rules = ruleset(args.ruleset, **options_of(args.option))
    plan = _plan(args, rules)
    sprt = _sprt(args.sprt) if args.sprt else None
    last, interrupted = _played(args, rules, plan, sprt)
    if last is not None and args.json:
        print_json(summary(args, plan, last))
    if interrupted:
        return INTERRUPTED
    if last is None:
        raise BadInput("no game was played")
    return 1 if sprt is not None and last.verdict != sprt.elo1 else 0


def _plan(args: argparse.Namespace, rules: Ruleset) -> Plan:
    if args.games < 1 or args.jobs < 1:
        raise BadInput("a match has at least one game and one job")
    base, increment = read_clock(args.time) if args.time else (0.0, 0.0)
    control = Control(
        base=base,
        increment=increment,
        move_time=args.movetime,
        nodes=args.nodes,
        depth=args.depth,
        margin=args.margin,
    )
    first, second = read_entry(args.first), read_entry(args.second)
    return Plan(rules_text(rules), first, second, control, args.seed, args.max_plies)


def _sprt(text: str) -> Sprt:
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise BadInput(f"{quoted(text)} is not two numbers such as 0,10") from None
    if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
        raise BadInput(f"of the hypotheses {quoted(text)} the first has to be the smaller one")
    return Sprt(elo0, elo1)


def _runner(args: argparse.Namespace) -> Runner:
    return on_cluster(args.ray) if args.ray else on_cores(min(args.jobs, (args.games + 1) // 2))


def _played(
    args: argparse.Namespace, rules: Ruleset, plan: Plan, sprt: Sprt | None
) -> tuple[Standing | None, bool]:
    """Play; Ctrl-C ends the match with what has been played so far, and is told."""
    pairs = (args.games + 1) // 2
    first = _openings(args, rules)
    last: Standing | None = None
    faults: list[str] = []
    interrupted = False
    with _file(args.pdn) as out, Progress(2 * pairs, "games", quiet=args.quiet) as bar:
        try:
            for last in play_match(plan, first, pairs, runner=_runner(args), sprt=sprt):
                bar.show(last.tally.games + last.tally.void, _note(last))
                faults += [fault for game in last.pair.games for fault in game.faults]
                if out is not None:
                    out.writelines(pdn_text(plan, rules, last))
                    out.flush()
        except KeyboardInterrupt:
            interrupted = True
    if last is not None and not args.json:
        print("\n".join(report(plan, last, faults)))
    return last, interrupted


def _openings(args: argparse.Namespace, rules: Ruleset) -> Iterator[Opening]:
    """Random ones, ballots, or those of a file: positions, moves or both, one after the other."""
    if args.openings.lstrip("-").isdecimal():
        return openings(rules, args.seed, int(args.openings))
    kind, _, name = args.openings.partition(":")
    if kind == BALLOTS:
        return drawn(rules, ballots(rules, name), args.seed)
    return given([loaded.game for loaded in pdn.read_file(args.openings, rules)], args.seed)


@contextmanager
def _file(name: str | None) -> Iterator[TextIO | None]:
    if name is None:
        yield None
        return
    with Path(name).open("w", encoding="utf-8") as file:
        yield file


def _note(standing: Standing) -> str:
    tally = standing.tally
    test = f"  LLR {standing.sprt.ratio(tally):+.2f}" if standing.sprt else ""
    return f"+{tally.wins} ={tally.draws} -{tally.losses}  Elo {standing.estimate.text}{test}"


# ---- what came out


def report(plan: Plan, last: Standing, faults: list[str]) -> Iterator[str]:
    tally, found = last.tally, last.estimate
    names = last.pair.games[0].names
    yield f"{names[0]} - {names[1]}, {plan.control.text}"
    yield f"{tally.games} games: +{tally.wins} ={tally.draws} -{tally.losses}, {100 * tally.score:.1f} %"
    yield f"Elo {found.text}, {100 * found.superior:.1f} % likely to be the stronger one"
    yield "pairs by points (0, 1/2, 1, 3/2, 2): " + ", ".join(map(str, tally.pairs))
    if tally.points:
        yield f"points won less points lost: {tally.points:+d}"
    if last.sprt is not None:
        yield _test_line(last, last.sprt)
    if tally.void:
        yield f"{tally.void} games do not count, because an engine failed"
    yield from (f"fault: {fault}" for fault in faults[:SHOWN_FAULTS])
    if len(faults) > SHOWN_FAULTS:
        yield f"and {len(faults) - SHOWN_FAULTS} more faults"


def _test_line(last: Standing, sprt: Sprt) -> str:
    low, high = sprt.bounds
    verdict = "undecided" if last.verdict is None else f"accepted: {last.verdict:g} Elo"
    ratio = f"LLR {sprt.ratio(last.tally):+.2f} ({low:.2f}, {high:.2f})"
    return f"test of {sprt.elo0:g} against {sprt.elo1:g} Elo: {ratio}, {verdict}"


def summary(args: argparse.Namespace, plan: Plan, last: Standing) -> dict[str, Any]:
    tally, found = last.tally, last.estimate
    data: dict[str, Any] = {
        "ruleset": args.ruleset,
        "players": list(last.pair.games[0].names),
        "control": plan.control.text,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "void": tally.void,
        "pairs": list(tally.pairs),
        "score": round(tally.score, 6),
        "elo": {"value": _finite(found.elo), "low": _finite(found.low), "high": _finite(found.high)},
        "superior": round(found.superior, 6),
    }
    if last.sprt is not None:
        data["sprt"] = {"llr": round(last.sprt.ratio(tally), 4), "accepted": last.verdict}
    return data


def _finite(value: float) -> float | None:
    return round(value, 2) if math.isfinite(value) else None


def pdn_text(plan: Plan, rules: Ruleset, standing: Standing) -> Iterator[str]:
    """Both games of a pair."""
    for number, played in enumerate(standing.pair.games, 1):
        game = Game.from_dict(played.game, rules)
        yield pdn.write(game, _tags(plan, played, f"{standing.pair.opening.number + 1}.{number}")) + "\n"


def _tags(plan: Plan, played: Played, number: str) -> dict[str, str]:
    white, black = played.white_and_black
    tags = {
        "Event": "Crowned match",
        "Date": datetime.now(UTC).strftime("%Y.%m.%d"),
        "Round": number,
        "White": white,
        "Black": black,
    }
    if plan.control.base:
        tags["TimeControl"] = f"{plan.control.base:g}+{plan.control.increment:g}"
    return tags | ({"Fault": played.faults[-1]} if played.faults else {})
