"""Games in the database: the log, the row folded from it, and the search over finished games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec import json

from crowned.protocols.pictures import SEATS, has_own_name, texts
from crowned.server.people.accounts import Person
from crowned.server.rooms import log
from crowned.server.rooms.table import Table, position_hash
from crowned.server.store import Statement, Store, Together

FIXED = "kind, ruleset, fingerprint, timed, public, created, title, level"
MOVING = (
    "version, phase, white, black, white_name, black_name, updated, plies, result, reason, actor, deadline"
)
"""Columns that a line of the log may change."""


ROWS_AT_ONCE = 256


async def load(store: Store, game: str, since: int = 0) -> list[log.Logged]:
    """The lines of a game, read in pieces between which others have their turn."""
    rows = await store.read(log.SELECT, game, since)
    lines = [log.from_row(row) for row in rows[:ROWS_AT_ONCE]]
    for start in range(ROWS_AT_ONCE, len(rows), ROWS_AT_ONCE):
        await asyncio.sleep(0)
        lines += map(log.from_row, rows[start : start + ROWS_AT_ONCE])
    return lines


async def fence(store: Store, game: str) -> int:
    """The number that the leader of a game has to show."""
    rows = await store.read("SELECT fence FROM game WHERE id = $1", game)
    return int(rows[0][0]) if rows else -1


def result(table: Table) -> str:
    if table.ended is None:
        return "open"
    if table.ended.reason == "aborted":
        return "aborted"
    return table.ended.winner or "draw"


def fixed(table: Table) -> tuple[str | int, ...]:
    settings = table.settings
    return (
        settings.kind,
        settings.ruleset,
        settings.fingerprint,
        int(settings.clock.kind != "none"),
        int(settings.public),
        table.created,
        _own_title(table),
        settings.level,
    )


def moving(table: Table, people: dict[str, Person]) -> tuple[str | int, ...]:
    names = [people[table.seats[seat]].name if table.seats[seat] in people else "" for seat in SEATS]
    return (
        table.version,
        table.phase,
        table.seats["white"],
        table.seats["black"],
        *names,
        table.at,
        table.ply,
        result(table),
        table.ended.reason if table.ended else "",
        table.actor or "",
        (table.clock.deadline or 0) if table.clock else 0,
    )


def _own_title(table: Table) -> str:
    """The name of house rules in all languages; empty where the ruleset's own name is meant."""
    spec = table.rules.spec
    return json.encode(texts(spec.title)).decode() if has_own_name(spec) else ""


def insert(table: Table, people: dict[str, Person], leader: str) -> Statement:
    """The game's row; everything in it can be folded again from the log."""
    values = (table.id, *fixed(table), *moving(table, people), leader)
    places = ", ".join(f"${number}" for number in range(1, len(values) + 1))
    return Statement(f"INSERT INTO game (id, {FIXED}, {MOVING}, leader) VALUES ({places})", values)  # noqa: S608


UPDATE = (
    "UPDATE game SET "  # noqa: S608
    + ", ".join(f"{name} = ${number}" for number, name in enumerate(MOVING.split(", "), 2))
    + f", away = 0 WHERE id = $1 AND version = ${len(MOVING.split(', ')) + 2}"
    + f" AND fence = ${len(MOVING.split(', ')) + 3}"
)


def update(table: Table, people: dict[str, Person], version: int, fence: int) -> Statement:
    """The new row, if the old one still had the version that the lines were made for, and the same leader."""
    return Statement(UPDATE, (table.id, *moving(table, people), version, fence), rows=1)


def _arrays(columns: Sequence[str], first: int) -> str:
    """Parameters from ``$first`` on, an array for each column, made rows again."""
    kinds = ["bigint" if column in INTEGERS else "text" for column in columns]
    return f"unnest({', '.join(f'${number}::{kind}[]' for number, kind in enumerate(kinds, first))})"


INTEGERS = {"version", "updated", "plies", "deadline", "old", "held", "seq", "at"}
ROW = ("id", *MOVING.split(", "), "old", "held")
LINE = tuple(log.COLUMNS.split(", "))
APPEND = (
    f"WITH given ({', '.join(ROW)}) AS (SELECT * FROM {_arrays(ROW, 1)}), "  # noqa: S608
    f"done AS (UPDATE game SET {', '.join(f'{name} = given.{name}' for name in MOVING.split(', '))}, away = 0"
    " FROM given WHERE game.id = given.id AND game.version = given.old AND game.fence = given.held"
    " RETURNING game.id), "
    f"told AS (INSERT INTO event ({log.COLUMNS}) SELECT line.* FROM {_arrays(LINE, len(ROW) + 1)}"
    f" AS line ({log.COLUMNS}) JOIN done ON done.id = line.game) "
    "SELECT id FROM done"
)
"""The lines of several games and their rows, each game's if its row is as its lines expect it."""


def append(
    table: Table, people: dict[str, Person], lines: Sequence[log.Logged], version: int, fence: int
) -> Together:
    """New lines of a game and its new row."""
    row = update(table, people, version, fence)
    told = tuple(log.values(table.id, line) for line in lines)
    apart = (*(Statement(log.INSERT, values) for values in told), row)
    return Together(APPEND, row.parameters, told, apart)


def positions(table: Table) -> list[Statement]:
    """The index by which a finished game is found by its positions, each named once."""
    seen: dict[str, int] = {position_hash(table.game.start): 0}
    for record in table.game.history:
        seen.setdefault(position_hash(record.after.position), record.after.ply)
    return [
        Statement("INSERT INTO game_position (game, ply, hash) VALUES ($1, $2, $3)", (table.id, ply, key))
        for ply, (key, _) in enumerate(seen.items())
    ]


def secret(game: str, seed: str) -> Statement:
    return Statement("INSERT INTO secret (game, seed) VALUES ($1, $2)", (game, seed))


async def load_secret(store: Store, game: str) -> str:
    """For the spinner alone."""
    rows = await store.read("SELECT seed FROM secret WHERE game = $1", game)
    return str(rows[0][0]) if rows else ""
