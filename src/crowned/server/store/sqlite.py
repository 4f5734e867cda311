"""SQLite: one writer thread with group commit, readers beside it.

Many games wait for one sync: the writer takes everything that is queued, writes it in one transaction,
each caller in a savepoint of its own, and answers all of them after the commit. ``synchronous=FULL`` makes
that commit a promise that survives a power cut.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import IO, NamedTuple

import apsw

from crowned.server.store.base import Parameter, Row, Statement, Store, StoreError, UnusableStoreError
from crowned.server.store.filelock import take_lock
from crowned.server.store.writer import Writer, explain, native_sql

logger = logging.getLogger(__name__)

FIXED_VERSION = 3_051_003
"""Older versions can lose a write-ahead log when two connections checkpoint at once (sqlite.org/wal.html)."""
GROUP = 256
BUSY_MS = 5000
CHECKED_BYTES = 64 << 20
"""Smaller files are looked through at every start (a fraction of a second)."""
READERS = 2


class Job(NamedTuple):
    statements: Sequence[Statement]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


def check_version(version: int) -> None:
    if version < FIXED_VERSION:
        raise UnusableStoreError(
            f"SQLite {version // 1_000_000}.{version // 1000 % 1000}.{version % 1000} can corrupt its"
            " write-ahead log; install the package apsw 3.51.3 or newer"
        )


def warn_if_empty(path: Path) -> None:
    """An empty file is a valid database without games; hardly anybody means that."""
    if path.exists() and path.stat().st_size == 0:
        logger.warning("the database file %s is empty: this is a new site; restore a backup if not", path)


def connect(path: Path, read_only: bool = False) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(BUSY_MS)
    return connection


class SqliteStore(Store):
    kind = "sqlite"

    def __init__(self, path: Path, lock: IO[str]) -> None:
        self.path = path
        self._lock = lock
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(READERS, "crowned-read")
        self._writer = Writer(connect(path), path)
        self._thread = threading.Thread(target=self._write_forever, name="crowned-write", daemon=True)

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        check_version(apsw.SQLITE_VERSION_NUMBER)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = take_lock(path.with_name(path.name + ".lock"))
        except OSError as error:
            raise UnusableStoreError(f"the folder {path.parent} cannot be used: {error.strerror}") from error
        try:
            warn_if_empty(path)
            store = cls(path, lock)
            store._prepare()
        except apsw.Error as error:
            lock.close()
            raise UnusableStoreError(explain(error, path)) from error
        except UnusableStoreError:
            lock.close()
            raise
        store._thread.start()
        return store

    def _prepare(self) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            self._writer.connection.execute(f"PRAGMA {pragma}").fetchall()
        if self.path.stat().st_size < CHECKED_BYTES:
            self._writer.check()
        self._writer.migrate()

    # ------------------------------------------------------------ reading

    async def read(self, sql: str, *parameters: Parameter) -> list[Row]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, native_sql(sql), parameters)

    def _read(self, sql: str, parameters: tuple[Parameter, ...]) -> list[Row]:
        try:
            if not hasattr(self._local, "connection"):
                self._local.connection = connect(self.path, read_only=True)
            return list(self._local.connection.execute(sql, parameters))
        except apsw.Error as error:
            raise StoreError(explain(error, self.path)) from error

    # ------------------------------------------------------------ writing

    async def write(self, statements: Sequence[Statement]) -> None:
        loop = asyncio.get_running_loop()
        job = Job(statements, loop, loop.create_future())
        self._jobs.put(job)
        await job.done

    def _write_forever(self) -> None:
        while (group := self._next_group()) is not None:
            answers = self._writer.write([job.statements for job in group])
            for loop in {job.loop for job in group}:
                mine = [(job, error) for job, error in zip(group, answers, strict=True) if job.loop is loop]
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_answer, mine)

    def _next_group(self) -> list[Job] | None:
        """Everything that waits, at least one job; None when the store closes."""
        first = self._jobs.get()
        if first is None:
            return None
        group = [first]
        while len(group) < GROUP and not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                self._jobs.put(None)
                break
            group.append(job)
        return group

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown()
        self._writer.connection.close()
        self._lock.close()


def _answer(answers: list[tuple[Job, Exception | None]]) -> None:
    for job, error in answers:
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
