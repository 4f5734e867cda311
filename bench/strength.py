"""Crowned against its peers from PyPI: matches at equal time, all in one run on one machine.

    python bench/strength.py [--games 100] [--movetime 0.1] [--jobs 2] [--only turbo,dame] [--output FILE]

Which matches, and what they should end with, is in bench/strength.toml. Each peer lives in its own virtual
environment under bench/.venvs and is driven over Hub. Results go to the terminal and to
bench/results/strength.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from perft_peers import peer_python

import crowned
from crowned import _native
from crowned.cli.progress import Progress
from crowned.engine.match import (
    Control,
    Plan,
    Standing,
    on_cores,
    openings,
    play_match,
    read_entry,
    rules_text,
)

BENCH = Path(__file__).resolve().parent
MATCHES = tomllib.loads((BENCH / "strength.toml").read_text())
RESULTS = BENCH / "results" / "strength.json"


def peer_text(name: str) -> str:
    """The peer as a player of a match."""
    peer = MATCHES["peers"][name]
    python = peer_python(peer["package"])
    places = {"python": str(python), "bin": str(python.parent), "peers": str(BENCH / "peers")}
    return "hub:" + shlex.join(word.format(**places) for word in peer["command"])


def play(match: dict[str, Any], options: argparse.Namespace) -> dict[str, Any]:
    rules = crowned.ruleset(match["ruleset"])
    control = Control(move_time=options.movetime)
    plan = Plan(
        rules_text(rules),
        read_entry(options.player),
        read_entry(peer_text(match["peer"])),
        control,
        options.seed,
    )
    pairs = (options.games + 1) // 2
    last: Standing | None = None
    faults: list[str] = []
    with Progress(2 * pairs, f"games against {match['peer']}") as bar:
        for last in play_match(plan, openings(rules, options.seed), pairs, runner=on_cores(options.jobs)):
            bar.show(last.tally.games + last.tally.void, last.estimate.text)
            faults += [fault for game in last.pair.games for fault in game.faults]
    if last is None:
        raise SystemExit("no game was played")
    return result(match, last, faults)


def result(match: dict[str, Any], last: Standing, faults: list[str]) -> dict[str, Any]:
    tally = last.tally
    return {
        **match,
        "players": list(last.pair.games[0].names),
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "void": tally.void,
        "score": round(tally.score, 4),
        "elo": last.estimate.text,
        "met": tally.score >= match["target"],
        "faults": faults[:10],
    }


def line(found: dict[str, Any]) -> str:
    counts = f"+{found['wins']} ={found['draws']} -{found['losses']}"
    wanted = f"wanted {100 * found['target']:.0f} %, {'met' if found['met'] else 'NOT met'}"
    head = f"{found['ruleset']:14} {found['players'][1]:22}"
    return f"{head} {counts:14} {100 * found['score']:5.1f} %  ({wanted})  Elo {found['elo']}"


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=MATCHES["games"])
    parser.add_argument("--movetime", type=float, default=MATCHES["movetime"], help="seconds for every move")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="engine", help="who plays for us, as in `crowned match`")
    parser.add_argument("--only", type=lambda text: text.split(","), help="some of the peers")
    parser.add_argument("--output", type=Path, default=RESULTS)
    return parser.parse_args()


def main() -> int:
    options = parse()
    found = []
    for match in MATCHES["match"]:
        if options.only is None or match["peer"] in options.only:
            found.append(play(match, options))
            print(line(found[-1]), flush=True)
            options.output.parent.mkdir(exist_ok=True)
            options.output.write_text(json.dumps(about(options) | {"matches": found}, indent=2) + "\n")
    return 0 if all(match["met"] for match in found) else 1


def about(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "crowned": crowned.__version__,
        "isa": _native.isa,
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}",
        "movetime": options.movetime,
        "player": options.player,
    }


if __name__ == "__main__":
    sys.exit(main())
