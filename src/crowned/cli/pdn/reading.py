"""What the tasks share: games one after the other, a bar that shows how far it is, and the sum of faults."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from crowned.base import BadInput
from crowned.cli.app import INTERRUPTED, NO, OK, complain
from crowned.cli.common import options_of
from crowned.cli.progress import Progress
from crowned.notation.pdn import Fault, Loaded, scan
from crowned.notation.pdn.files import STANDARD_INPUT, expand
from crowned.notation.pdn.source import Source
from crowned.position import Ruleset, ruleset

KILOBYTE = 1024


class Games:
    """The games of all files. Faulty ones are counted; Ctrl-C ends quietly with what was done so far."""

    def __init__(self, args: argparse.Namespace, *, tell: bool = True, writes: bool = False) -> None:
        self._args = args
        self._bar: Progress | None = None
        self._silent = args.quiet or (writes and output_is_terminal(args.output))
        self._tell = tell and not args.quiet
        self._before = 0
        self._last: Source | None = None
        self.counts: Counter[str] = Counter()
        self.unreadable = ""
        self.interrupted = False
        self.files = list(expand(args.files))

    def __iter__(self) -> Iterator[Loaded | Fault]:
        files = self.files
        with Progress(_kilobytes(files), "KB", quiet=self._silent) as self._bar:
            bar = self._bar
            try:
                for game in scan(files, _rules(self._args), heard=lambda source: self._show(bar, source)):
                    self._count(game)
                    yield game
            except KeyboardInterrupt:
                self.interrupted = True

    def sound(self) -> Iterator[Loaded]:
        """Only those that are games; the others go to standard error."""
        for game in self:
            if isinstance(game, Loaded):
                yield game
            elif self._tell:
                self.complain(f"{game.error}", f"game {game.number}")

    def say(self, line: str) -> None:
        """Print a line, not into the bar."""
        if self._bar:
            self._bar.wipe()
        print(line)

    def complain(self, message: str, where: str) -> None:
        if self._bar:
            self._bar.wipe()
        complain(message, f"crowned: {where}")

    def _count(self, game: Loaded | Fault) -> None:
        self.counts["sound" if isinstance(game, Loaded) else game.kind] += 1
        if isinstance(game, Fault) and game.kind == "unreadable":
            self.unreadable = self.unreadable or str(game.error)

    def _show(self, bar: Progress, source: Source) -> None:
        if self._last is not None and source is not self._last:
            self._before += self._last.offset
        self._last = source
        bar.show((self._before + source.offset) // KILOBYTE, f"{self.counts.total()} games")

    @property
    def status(self) -> int:
        """What the command says at its end."""
        if self.interrupted:
            return INTERRUPTED
        if self.unreadable:
            complain(self.unreadable)
            return 2
        return NO if self.counts["illegal"] else OK


def _kilobytes(files: list[str]) -> int:
    """The size of all files together; pipes have none."""
    known = (Path(file) for file in files if file != STANDARD_INPUT)
    return sum(path.stat().st_size for path in known if path.is_file()) // KILOBYTE


def _rules(args: argparse.Namespace) -> Ruleset | None:
    options = options_of(args.option)
    if options and not args.ruleset:
        raise BadInput("--option changes the rules of --ruleset, which is missing")
    return ruleset(args.ruleset, **options) if args.ruleset else None


@contextmanager
def output(name: str | None) -> Iterator[TextIO]:
    """Where games are written."""
    if name is None or name == STANDARD_INPUT:
        yield sys.stdout
        return
    with Path(name).open("w", encoding="utf-8") as file:
        yield file


def output_is_terminal(name: str | None) -> bool:
    """Games that run over the screen leave no place for a bar."""
    return name in (None, STANDARD_INPUT) and sys.stdout.isatty()


def told(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")
