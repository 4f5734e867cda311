"""`crowned verify`: recompute the spins of a game that was played on a server."""

from __future__ import annotations

import argparse
from importlib import import_module

from crowned.cli.common import add_json, print_json

EXAMPLES = """\
example:
  crowned verify transcript.json

A server commits to its seed before the game and reveals it afterwards; two players promise theirs before
either is shown. Anybody can check with this that no spin was chosen. Nothing is asked of the network.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Replay a transcript and check its commitment and every spin."
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="the transcript, as the server gives it after a game")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    report = import_module("crowned.server.rooms.verify").verify_file(args.file)
    if args.json:
        print_json(
            {
                "game": report.game,
                "ok": report.ok,
                "actions": report.actions,
                "spins": report.spins,
                "promised": report.promised,
                "problems": list(report.problems),
            }
        )
    elif report.ok:
        print(f"{report.game}: {report.actions} actions and {report.spins} spins, all as they should be")
        if report.promised:
            print("both players had promised their seeds before either was shown")
    else:
        for problem in report.problems:
            print(f"{report.game}: {problem}")
    return 0 if report.ok else 1
