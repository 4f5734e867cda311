"""`crowned hub`: the engine for other programs, over standard input and output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

import crowned
from crowned.base import BadInput
from crowned.cli.common import add_ruleset, rules_of
from crowned.engine.hub import fits
from crowned.engine.hub.line import LONGEST
from crowned.position import Ruleset
from crowned.protocols.hub import Session

EXAMPLES = """\
examples:
  crowned hub                     tell your program to run this command
  crowned hub {letters}             begin with another game than the usual one
  crowned hub ./house.toml        a game of your own, as a variant of its own name

The program speaks version 2 of the Hub protocol; docs/hub.md lists its variants and parameters. Try it by
hand: type  hub , init , pos , level move-time=1 , go think , quit , each on a line of its own.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Run as an engine that speaks the Hub protocol, for the programs that drive engines."
    parser.epilog = EXAMPLES
    add_ruleset(parser, optional=True)


def run(args: argparse.Namespace) -> int:
    rules = rules_of(args) if args.ruleset else None
    if rules is not None:
        _check(rules)
    session = Session(_send, rules, crowned.__version__)
    try:
        for line in lines(sys.stdin.buffer):
            if not session.receive(line):
                return 0
    finally:
        session.close()
    return 0


def _check(rules: Ruleset) -> None:
    if not fits(rules.spec):
        raise BadInput(f"Hub has no words for towers, doors and huffing, so it cannot carry {rules.id}")


def _send(line: str) -> None:
    """A reader that has gone away ends the input as well; until then there is nobody to complain to."""
    with suppress(OSError, ValueError):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream. One that is too long comes cut, which is enough to be refused."""
    whole = True
    while data := stream.readline(LONGEST + 2):
        begins, whole = whole, data.endswith(b"\n")
        if begins:
            yield data.decode("utf-8", "replace").rstrip("\r\n")
