"""Tables built once per test run."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import crowned
from crowned.tables.build import Build
from crowned.tables.tableset import TableSet

_kept: list[TemporaryDirectory[str]] = []


def is_small(name: str) -> bool:
    """Whether a game is played on at most 32 squares."""
    return len(crowned.ruleset(name).squares.cells) <= 32


@cache
def plain_rulesets() -> tuple[str, ...]:
    """Rulesets that have tables of plain results and two or three pieces: no dice, no towers on a large
    board, and a single piece fights on."""
    loaded = [crowned.ruleset(name) for name in crowned.ruleset_ids()]
    return tuple(r.id for r in loaded if not (r.sliders or r.spec.bare_loses or _large_towers(r)))


def _large_towers(rules: crowned.Ruleset) -> bool:
    return rules.towers and not is_small(rules.id)


def pieces_of(name: str) -> int:
    return 3 if is_small(name) else 2


@cache
def folder_with(name: str, pieces: int) -> Path:
    folder = TemporaryDirectory()
    _kept.append(folder)
    Build(crowned.ruleset(name), pieces, Path(folder.name)).run()
    return Path(folder.name)


@cache
def tables_of(name: str, pieces: int) -> TableSet:
    tables = TableSet(crowned.ruleset(name))
    tables.load(folder_with(name, pieces))
    return tables
