"""The store: both databases keep the same promises."""

from __future__ import annotations

import asyncio
from pathlib import Path

import apsw
import pytest

from crowned.server.store import ConflictError, Statement, StoreError, UnusableStoreError, open_store
from crowned.server.store import migrate as migrations
from crowned.server.store.backup import copy
from crowned.server.store.sqlite import SqliteStore, check_version
from tests.server.postgres import Postgres

PUT = "INSERT INTO meta (name, value) VALUES ($1, $2)"


def put(name: str, value: str = "x") -> Statement:
    return Statement(PUT, (name, value))


def test_what_is_written_is_read_and_is_there_after_opening_again(database: str) -> None:
    async def run() -> None:
        store = await open_store(database)
        await store.write([put("a", "ä"), put("b")])
        await store.close()
        again = await open_store(database)
        rows = await again.read("SELECT name, value FROM meta WHERE name < $1 ORDER BY name", "c")
        assert rows == [("a", "ä"), ("b", "x")]
        await again.close()

    asyncio.run(run())


def test_all_or_nothing(database: str) -> None:
    async def run() -> None:
        store = await open_store(database)
        await store.write([put("a")])
        with pytest.raises(ConflictError):
            await store.write([put("b"), put("a")])
        with pytest.raises(ConflictError):
            await store.write(
                [put("c"), Statement("UPDATE meta SET value = 'y' WHERE name = 'no'", (), rows=1)]
            )
        assert await store.read("SELECT name FROM meta") == [("a",)]
        await store.close()

    asyncio.run(run())


def test_a_conflict_costs_only_its_own_writer(database: str) -> None:
    """Many writers at once, every third in conflict: the others are not touched by it."""

    async def run() -> None:
        store = await open_store(database)
        await store.write([put("taken")])
        jobs = [store.write([put("taken" if n % 3 == 0 else f"n{n}")]) for n in range(90)]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        for number, answer in enumerate(answers):
            assert isinstance(answer, ConflictError) == (number % 3 == 0)
        assert await store.read("SELECT count(*) FROM meta") == [(61,)]
        await store.close()

    asyncio.run(run())


def test_events_are_unique_by_number_and_by_message(database: str) -> None:
    event = "INSERT INTO event (game, seq, kind, actor, client_id, body, at) VALUES ($1,$2,'k',$3,$4,'{}',0)"
    game = (
        "INSERT INTO game VALUES ('g',1,'p','k','r','f',0,0,'','','','',0,0,0,'open','','',0,0,'','',0,0)",
        (),
    )

    async def run() -> None:
        store = await open_store(database)
        await store.write([Statement(*game), Statement(event, ("g", 1, "ann", "m1"))])
        for again in (("g", 1, "bob", "m2"), ("g", 2, "ann", "m1")):
            with pytest.raises(ConflictError):
                await store.write([Statement(event, again)])
        await store.write([Statement(event, ("g", 2, "bob", "m1")), Statement(event, ("g", 3, "bob", None))])
        await store.write([Statement(event, ("g", 4, "bob", None))])
        assert await store.read("SELECT count(*) FROM event") == [(4,)]
        await store.close()

    asyncio.run(run())


def test_a_newer_database_is_refused(database: str) -> None:
    async def run() -> None:
        store = await open_store(database)
        await store.write([Statement("INSERT INTO migration (number, name) VALUES ($1, 'later')", (9999,))])
        await store.close()
        with pytest.raises(UnusableStoreError, match="newer version"):
            await open_store(database)

    asyncio.run(run())


def test_migrations_are_numbered_in_order() -> None:
    steps = migrations.migrations()
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert migrations.missing([step.number for step in steps]) == []
    assert migrations.missing([]) == steps


def test_an_unknown_kind_of_database() -> None:
    with pytest.raises(UnusableStoreError, match="unknown kind"):
        asyncio.run(open_store("mysql://somewhere/else"))


# ---------------------------------------------------------------- SQLite


def test_old_sqlite_is_refused() -> None:
    for version in (3_007_000, 3_040_001, 3_051_002):
        with pytest.raises(UnusableStoreError, match="write-ahead log"):
            check_version(version)
    check_version(3_051_003)
    check_version(apsw.SQLITE_VERSION_NUMBER)


def test_commits_are_synced(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(tmp_path / "s.sqlite")
        assert list(store._writer.connection.execute("PRAGMA synchronous")) == [(2,)]
        assert list(store._writer.connection.execute("PRAGMA journal_mode")) == [("wal",)]
        assert list(store._writer.connection.execute("PRAGMA foreign_keys")) == [(1,)]
        await store.close()

    asyncio.run(run())


def test_one_server_per_file(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(tmp_path / "s.sqlite")
        with pytest.raises(UnusableStoreError, match="in use by another server"):
            await SqliteStore.open(tmp_path / "s.sqlite")
        await store.close()
        await (await SqliteStore.open(tmp_path / "s.sqlite")).close()

    asyncio.run(run())


def test_a_full_disk_is_said_and_survived(tmp_path: Path) -> None:
    """SQLite's own page limit stands for the disk: the same error, at the same place."""

    async def run() -> None:
        store = await SqliteStore.open(tmp_path / "s.sqlite")
        pages = next(iter(store._writer.connection.execute("PRAGMA page_count")))[0]
        store._writer.connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()
        big = "x" * 100_000
        with pytest.raises(StoreError, match="the disk is full"):
            await asyncio.gather(*(store.write([put(f"n{n}", big)]) for n in range(5)))
        store._writer.connection.execute("PRAGMA max_page_count = 1000000").fetchall()
        await store.write([put("after", big)])
        assert await store.read("SELECT name FROM meta") == [("after",)]
        await store.close()

    asyncio.run(run())


def test_a_locked_database_is_said_and_survived(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(tmp_path / "s.sqlite")
        store._writer.connection.set_busy_timeout(10)
        rude = apsw.Connection(str(tmp_path / "s.sqlite"))
        rude.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked by another program"):
            await store.write([put("a")])
        assert await store.read("SELECT count(*) FROM meta") == [(0,)]
        rude.execute("ROLLBACK")
        await store.write([put("a")])
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("content", [b"this is no database, but long enough to be looked at " * 20])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.sqlite"
    path.write_bytes(content)
    with pytest.raises(UnusableStoreError, match="damaged or not a database"):
        asyncio.run(open_store(str(path)))
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableStoreError, match="cannot be used"):
        asyncio.run(open_store(str(tmp_path / "file" / "s.sqlite")))


def test_backup_of_a_database_in_use(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(tmp_path / "s.sqlite")
        await store.write([put(f"n{n}", "y" * 1000) for n in range(500)])
        copy(tmp_path / "s.sqlite", tmp_path / "copy.sqlite")
        await store.write([put("later")])
        await store.close()
        copied = await SqliteStore.open(tmp_path / "copy.sqlite")
        assert await copied.read("SELECT count(*) FROM meta") == [(500,)]
        await copied.close()

    asyncio.run(run())
    with pytest.raises(UnusableStoreError, match="no database"):
        copy(tmp_path / "none.sqlite", tmp_path / "copy2.sqlite")


# ---------------------------------------------------------------- PostgreSQL


def test_postgres_messages_name_the_fault(postgres: Postgres) -> None:
    for url, words in (
        (f"postgresql://postgres@127.0.0.1:{postgres.port}/nothing", "no such database"),
        ("postgresql://postgres@127.0.0.1:1/x", "does not answer"),
    ):
        with pytest.raises(UnusableStoreError, match=words):
            asyncio.run(open_store(url))


def test_postgres_goes_away_and_comes_back(postgres: Postgres) -> None:
    """A crash of the database: nothing acknowledged is lost, and the server goes on without a restart."""
    url = postgres.database("crash")

    async def run() -> None:
        store = await open_store(url)
        await store.write([put("before")])
        postgres.stop("immediate")
        with pytest.raises(StoreError):
            await store.write([put("during")])
        postgres.start()
        await store.write([put("after")])
        assert await store.read("SELECT name FROM meta ORDER BY name") == [("after",), ("before",)]
        await store.close()

    asyncio.run(run())
