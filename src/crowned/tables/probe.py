"""Asking the tables: what a position and each of its moves is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from crowned.position import Move, Position, Ruleset
from crowned.tables.errors import NoTables
from crowned.tables.folder import roots
from crowned.tables.tableset import TableSet, Value


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move with what it is worth to who makes it."""

    move: Move
    value: Value


@dataclass(frozen=True, slots=True)
class Answer:
    """The exact value of a position for its side to move, and of every move, best first."""

    value: Value
    moves: tuple[MoveValue, ...]

    @property
    def result(self) -> str:
        return self.value.result

    @property
    def plies(self) -> int | None:
        return self.value.plies

    def to_dict(self) -> dict[str, Any]:
        moves = [{"move": m.move.text, **_entry(m.value)} for m in self.moves]
        return {**_entry(self.value), "moves": moves}


def _entry(value: Value) -> dict[str, Any]:
    return {"result": value.result, "plies": value.plies}


def probe(position: Position, folder: Path | str | None = None) -> Answer | None:
    """The exact value of a position, if there are tables for it: in a folder, or in the usual places."""
    tables = open_tables(position.rules, folder)
    return None if tables is None else ask(tables, position)


def open_tables(rules: Ruleset, folder: Path | str | None = None) -> TableSet | None:
    """The tables of a ruleset as they lie there now; None where it can have none."""
    try:
        tables = _opened(rules, roots(None if folder is None else Path(folder)))
    except NoTables:
        return None
    return tables


@lru_cache(maxsize=32)
def _opened(rules: Ruleset, places: tuple[Path, ...]) -> TableSet:
    tables = TableSet(rules)
    tables.load(*places)
    return tables


def forget() -> None:
    """Look into the folders anew when next asked."""
    _opened.cache_clear()


def ask(tables: TableSet, position: Position) -> Answer | None:
    value = tables.value(position)
    if value is None:
        return None
    moves = [] if position.outcome else [_moved(tables, position, move) for move in position.moves()]
    return Answer(value, tuple(sorted((m for m in moves if m is not None), key=lambda m: rank(m.value))))


def _moved(tables: TableSet, position: Position, move: Move) -> MoveValue | None:
    after = tables.value(position.play(move))
    converted = bool(move.captures) or move.crowns or move.falls
    return None if after is None else MoveValue(move, after.before(converted))


def rank(value: Value) -> tuple[int, int]:
    """Orders values from the best to the worst: quick wins first, quick losses last."""
    plies = value.plies or 0
    return {"win": (0, plies), "draw": (1, 0), "loss": (2, -plies)}[value.result]
