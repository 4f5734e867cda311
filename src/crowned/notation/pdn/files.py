"""Many files at once: folders searched, every game answered for, one in memory at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path

from crowned.base import BadInput
from crowned.base.words import quoted
from crowned.notation.pdn.loaded import Loaded
from crowned.notation.pdn.source import Source, byte_source, open_source
from crowned.notation.pdn.stream import Fault, stream
from crowned.position.ruleset import RulesetLike

STANDARD_INPUT = "-"
Heard = Callable[[Source], None]
Paths = str | PathLike[str] | Iterable[str | PathLike[str]]
"""One path, or several."""


def scan(
    paths: Paths, rules: RulesetLike | None = None, *, heard: Heard | None = None
) -> Iterator[Loaded | Fault]:
    """The games of files and folders, a Fault in the place of each that is none.

    Nothing is raised for a bad game; only a path that cannot be read ends it. `heard` is told the source
    behind every game, for those who show how far it is.
    """
    for path in expand(paths):
        for source in _opened(path):
            for game in stream(source, rules):
                yield game
                if heard is not None:
                    heard(source)


def expand(paths: Paths) -> Iterator[str]:
    """The files that are meant: a folder stands for all PDN files in it and below, by name."""
    for path in [paths] if isinstance(paths, str | PathLike) else paths:
        folder = Path(path)
        if str(path) == STANDARD_INPUT or not folder.is_dir():
            yield str(path)
            continue
        found = sorted(file for file in folder.rglob("*") if file.suffix.lower() == ".pdn" and file.is_file())
        if not found:
            raise BadInput(f"no PDN file in {quoted(str(path))}")
        yield from map(str, found)


def _opened(path: str) -> Iterator[Source]:
    if path == STANDARD_INPUT:
        yield byte_source(sys.stdin.buffer, "standard input")
        return
    with open_source(path) as source:
        yield source
