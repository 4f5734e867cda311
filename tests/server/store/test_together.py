"""Moves of many games written at once: each is taken or refused for itself, and all of it or nothing."""

from __future__ import annotations

import asyncio
import time

import pytest

from crowned.server.cluster.shared import LEASE_MS
from crowned.server.rooms import log, storage
from crowned.server.store import ConflictError, Statement, Store, StoreError, Together, open_store
from crowned.server.store.postgres import IDLE_MS, Broken, PostgresStore, _execute
from tests.server.client import crowd
from tests.server.postgres import Postgres
from tests.server.proxy import proxied

GAME = (
    "INSERT INTO game (id, version, phase, kind, ruleset, fingerprint, timed, public, white, black,"
    " white_name, black_name, created, updated, plies, result, reason, fence) VALUES"
    " ($1, 1, 'playing', 'friend', 'r', 'f', 0, 0, 'a', 'b', 'A', 'B', 0, 0, 0, 'open', '', 7)"
)


def part(game: str, *, version: int = 1, fence: int = 7, message: str = "m", count: int = 1) -> Together:
    """Lines after ``version``, as a room makes them."""
    last = version + count
    row = (game, last, "playing", "a", "b", "A", "B", 5, last, "open", "", "white", 0, version, fence)
    lines = tuple(
        (game, version + n, "said", "a", f"{message}{n}", '{"kind":"started"}', 5)
        for n in range(1, count + 1)
    )
    apart = (*(Statement(log.INSERT, line) for line in lines), Statement(storage.UPDATE, row, rows=1))
    return Together(storage.APPEND, row, lines, apart)


async def games(store: Store, *names: str) -> None:
    for name in names:
        await store.write(
            [Statement(GAME, (name,)), Statement(log.INSERT, (name, 1, "k", "a", "m1", "{}", 0))]
        )


async def lines_of(store: Store) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for game, seq in await store.read("SELECT game, seq FROM event ORDER BY game, seq"):
        found.setdefault(game, []).append(seq)
    return found


def test_each_is_taken_or_refused_for_itself(database: str) -> None:
    async def run() -> None:
        store = await open_store(database)
        await games(store, "good", "long", "stale", "fenced", "twice")
        parts = [
            part("good", message="x"),
            part("stale", version=4, message="x"),
            part("fenced", fence=6, message="x"),
            part("long", message="x", count=3),
            part("none", message="x"),
        ]
        answers = await asyncio.gather(*map(store.write_together, parts), return_exceptions=True)
        assert [type(answer) for answer in answers] == [
            type(None),
            ConflictError,
            ConflictError,
            type(None),
            ConflictError,
        ]
        plain = {"fenced": [1], "stale": [1], "twice": [1]}
        assert await lines_of(store) == {**plain, "good": [1, 2], "long": [1, 2, 3, 4]}
        rows = await store.read("SELECT id, version FROM game WHERE version > 1 ORDER BY id")
        assert rows == [("good", 2), ("long", 4)]
        await store.close()

    asyncio.run(run())


def test_a_message_that_is_there_already_costs_only_its_own_game(database: str) -> None:
    async def run() -> None:
        store = await open_store(database)
        await games(store, *(f"g{number}" for number in range(40)))
        parts = [part(f"g{n}", message="x" if n % 4 else "m") for n in range(40)]
        for one in parts:
            if one.row[0] in ("g0", "g4"):
                assert one.lines[0][4] == "m1", "the id of a message that was done"
        answers = await asyncio.gather(*map(store.write_together, parts), return_exceptions=True)
        for number, answer in enumerate(answers):
            assert isinstance(answer, ConflictError) == (number % 4 == 0)
        assert {len(lines) for lines in (await lines_of(store)).values()} == {1, 2}
        await store.close()

    asyncio.run(run())


def test_one_game_is_written_once_however_many_want_it(database: str) -> None:
    """A leader that was given up and the next one may be in one process: one of them has the number."""

    async def run() -> None:
        store = await open_store(database)
        await games(store, "g")
        parts = [part("g", message=f"n{number}", fence=7 if number == 3 else number) for number in range(6)]
        answers = await asyncio.gather(*map(store.write_together, parts), return_exceptions=True)
        assert [answer is None for answer in answers] == [number == 3 for number in range(6)]
        assert await lines_of(store) == {"g": [1, 2]}
        again = [part("g", version=2, message=f"a{number}") for number in range(4)]
        answers = await asyncio.gather(*map(store.write_together, again), return_exceptions=True)
        assert [answer is None for answer in answers].count(True) == 1
        assert await lines_of(store) == {"g": [1, 2, 3]}
        await store.close()

    asyncio.run(run())


def test_a_lost_answer_is_told_to_all_of_a_group(postgres: Postgres) -> None:
    """Nobody knows whether it was written: everybody has to look."""

    async def run() -> None:
        async with proxied(postgres.database("together")) as proxy:
            store = await open_store(proxy.url)
            await games(store, "one", "two")
            await asyncio.gather(*(store.write_together(part(game, message="x")) for game in ("one", "two")))
            proxy.cut = lambda data: b"y" in data
            parts = [part(game, version=2, message="y") for game in ("one", "two")]
            answers = await asyncio.gather(*map(store.write_together, parts), return_exceptions=True)
            assert {type(answer) for answer in answers} == {StoreError}
            proxy.cut = lambda _: False
            known = await lines_of(store)
            assert known["one"][:2] == [1, 2]
            await store.write_together(part("one", version=known["one"][-1], message="z"))
            await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("count", [1, 300])
def test_many_are_written_in_groups(postgres: Postgres, count: int) -> None:
    async def run() -> None:
        store = await open_store(postgres.database(f"groups{count}"))
        await games(store, *(f"g{number}" for number in range(count)))
        parts = [part(f"g{number}", message="x") for number in range(count)]
        await asyncio.gather(*map(store.write_together, parts))
        assert await store.read("SELECT count(*) FROM event WHERE seq = 2") == [(count,)]
        await store.close()

    asyncio.run(run())


def test_a_process_that_sleeps_in_a_transaction_lets_go_of_its_rows(postgres: Postgres) -> None:
    """It was stopped between a change and its commit; whoever takes its game over must not wait for it."""

    async def work() -> None:
        url = postgres.database("asleep")
        sleeper, other = await open_store(url), await open_store(url)
        assert isinstance(sleeper, PostgresStore)
        await games(other, "g")
        change = Statement("UPDATE game SET fence = fence + 1 WHERE id = $1", ("g",), 1)
        async with sleeper._pool.acquire() as connection:
            asleep = connection.transaction()
            await asleep.start()
            await _execute(connection, change)
            begun = time.monotonic()
            await other.write([change])
            assert IDLE_MS < LEASE_MS
            assert time.monotonic() - begun < LEASE_MS / 1000 + 0.5 * crowd()
            with pytest.raises(Broken):
                await asleep.commit()
        rows = await other.read("SELECT fence FROM game WHERE id = $1", "g")
        assert rows[0][0] == 8, "what it had not committed is not there"
        await other.write([change])
        await sleeper.write([change])
        for store in (sleeper, other):
            await store.close()

    asyncio.run(work())
