"""The store of a worker: SQLite without threads, in drawers. A write returns when it is flushed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import apsw

from crowned.server.pocket.disk import Disk, Drawer
from crowned.server.store.base import (
    DamagedStoreError,
    Parameter,
    Row,
    Statement,
    Store,
    StoreError,
    UnusableStoreError,
)
from crowned.server.store.writer import Writer, damaged, explain, native_sql

PATH = Path("crowned.sqlite")
PRAGMAS = (
    "locking_mode=EXCLUSIVE",  # the index of the log lies in memory then; drawers cannot be shared
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "temp_store=MEMORY",
)

TIDY_PAGES = 256
"""With so many pages the log is emptied into the database, when nobody waits: about forty moves."""
TIDY_SECONDS = 1.0
MOST_PAGES = 1024
"""Who never rests waits for it, after so many."""
ROOM = 3 * TIDY_PAGES * 2048
"""Of the log, kept for good: half as much again as it needs."""


class PocketStore(Store):
    kind = "sqlite"

    def __init__(self, database: Drawer, log: Drawer) -> None:
        self._disk = Disk(database, log)
        connection = apsw.Connection(str(PATH), vfs=self._disk.name)
        connection.set_wal_hook(self._wrote)
        self._writer = Writer(connection, PATH)
        self._tidying: asyncio.TimerHandle | None = None

    @classmethod
    def open(cls, database: Drawer, log: Drawer) -> PocketStore:
        """What is damaged is left as it is: somebody may be able to read it yet."""
        if not database.size() and log.size():
            raise DamagedStoreError(damaged(PATH))  # SQLite would throw the log away and begin anew
        try:
            store = cls(database, log)
            store._prepare()
        except apsw.Error as error:
            raise _unusable(error) from error
        return store

    def _prepare(self) -> None:
        try:
            for pragma in PRAGMAS:
                self._writer.connection.execute(f"PRAGMA {pragma}").fetchall()
            self._writer.check()
            self._writer.migrate()
        except (apsw.Error, UnusableStoreError):
            self._let_go()
            raise
        self._disk.reserve(ROOM)

    def _let_go(self) -> None:
        """Without emptying the log into the database, as SQLite does before it closes one."""
        self._writer.connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        self._writer.connection.close()

    async def read(self, sql: str, *parameters: Parameter) -> list[Row]:
        try:
            return list(self._writer.connection.execute(native_sql(sql), parameters))
        except UnicodeDecodeError as error:
            raise DamagedStoreError(damaged(PATH)) from error
        except apsw.Error as error:
            raise StoreError(explain(error, PATH)) from error

    async def write(self, statements: Sequence[Statement]) -> None:
        [error] = self._writer.write([statements])
        if error is not None:
            raise error

    async def close(self) -> None:
        self._rest()
        self._writer.connection.close()

    # ------------------------------------------------------------ the log

    def _wrote(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        """After every change. Emptying takes a while: it waits until the last change is one ago."""
        self._rest()
        if pages >= MOST_PAGES:
            self._tidy()
        elif pages >= TIDY_PAGES and (loop := _running()):
            self._tidying = loop.call_later(TIDY_SECONDS, self._tidy)
        return apsw.SQLITE_OK

    def _rest(self) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
            self._tidying = None

    def _tidy(self) -> None:
        """What cannot be moved yet stays in the log, where it is as safe."""
        self._tidying = None
        with suppress(apsw.Error):
            self._writer.connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)


def _unusable(error: apsw.Error) -> UnusableStoreError:
    if isinstance(error, apsw.NotADBError | apsw.CorruptError | apsw.IOError):
        return DamagedStoreError(damaged(PATH))
    return UnusableStoreError(explain(error, PATH))


def _running() -> asyncio.AbstractEventLoop | None:
    """None: a change at the start, before anybody is served."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
