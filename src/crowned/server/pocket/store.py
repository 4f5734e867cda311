"""The store of a worker: SQLite without threads, in drawers. A write returns when it is flushed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import apsw

from crowned.server.pocket.disk import Disk, Drawer
from crowned.server.store.base import Parameter, Row, Statement, Store, StoreError, UnusableStoreError
from crowned.server.store.writer import Writer, explain, native_sql

PATH = Path("crowned.sqlite")
PRAGMAS = (
    "locking_mode=EXCLUSIVE",  # the index of the log lies in memory then; drawers cannot be shared
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "temp_store=MEMORY",
)


class PocketStore(Store):
    kind = "sqlite"

    def __init__(self, database: Drawer, log: Drawer) -> None:
        self._disk = Disk(database, log)
        connection = apsw.Connection(str(PATH), vfs=self._disk.name)
        self._writer = Writer(connection, PATH)

    @classmethod
    def open(cls, database: Drawer, log: Drawer) -> PocketStore:
        try:
            store = cls(database, log)
            for pragma in PRAGMAS:
                store._writer.connection.execute(f"PRAGMA {pragma}").fetchall()
            store._writer.check()
            store._writer.migrate()
        except apsw.Error as error:
            raise UnusableStoreError(explain(error, PATH)) from error
        return store

    async def read(self, sql: str, *parameters: Parameter) -> list[Row]:
        try:
            return list(self._writer.connection.execute(native_sql(sql), parameters))
        except apsw.Error as error:
            raise StoreError(explain(error, PATH)) from error

    async def write(self, statements: Sequence[Statement]) -> None:
        [error] = self._writer.write([statements])
        if error is not None:
            raise error

    async def close(self) -> None:
        self._writer.connection.close()
