"""PostgreSQL: the same statements over a pool of connections, each write one synchronous transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]

from crowned.server.store.base import (
    ConflictError,
    Parameter,
    Row,
    Statement,
    Store,
    StoreError,
    Together,
    UnusableStoreError,
)
from crowned.server.store.migrate import LEDGER, missing
from crowned.server.times import Now

MIGRATION_LOCK = 0x63726F776E
POOL = 10
SIDE_BY_SIDE = 3
"""Groups that are written at the same time: while one waits for its sync, the next is on its way."""
GROUP = 128
CLOCK = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
CLOCK_READINGS = 5
PATIENCE = 5.0
"""Seconds after which a database that does not answer counts as away."""
IDLE_MS = 2000
"""After so long the database ends a transaction whose client says nothing: a process that sleeps in the
middle of one would keep its rows locked, and nobody could take its games over. Shorter than a lease."""
CLOSE_SECONDS = 3.0
Broken = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    asyncio.TimeoutError,
)
Taken = (asyncpg.UniqueViolationError, asyncpg.SerializationError, asyncpg.DeadlockDetectedError)


def explain(error: BaseException, url: str) -> str:
    """One line a host can act on, without the password of the URL."""
    place = urlsplit(url).hostname or "the local socket"
    if isinstance(error, asyncpg.DiskFullError):
        return f"the database at {place} has no disk space left"
    if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
        return f"the database at {place} refuses this user or password"
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return f"there is no such database at {place}: create it with 'createdb'"
    if isinstance(error, OSError | asyncio.TimeoutError):
        return f"the database at {place} does not answer: {error}"
    return f"the database at {place} failed: {error}"


Waiting = tuple[Together, asyncio.Future[None]]


class PostgresStore(Store):
    kind = "postgresql"

    def __init__(self, url: str, pool: asyncpg.Pool) -> None:
        self.url = url
        self._pool = pool
        self._waiting: list[Waiting] = []
        self._writers: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        settings = {
            "synchronous_commit": "on",
            "application_name": "crowned",
            "idle_in_transaction_session_timeout": str(IDLE_MS),
        }
        try:
            # None is kept open for its own sake: the pool would log a trace whenever the database is away.
            pool = await asyncpg.create_pool(
                url, min_size=0, max_size=POOL, server_settings=settings, command_timeout=PATIENCE
            )
        except Broken as error:
            raise UnusableStoreError(explain(error, url)) from error
        store = cls(url, pool)
        try:
            await store._migrate()
        except BaseException as error:
            await store.close()
            if isinstance(error, Broken):
                raise UnusableStoreError(explain(error, url)) from error
            raise
        return store

    async def _migrate(self) -> None:
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
            await connection.execute(LEDGER)
            applied = [int(row[0]) for row in await connection.fetch("SELECT number FROM migration")]
            for step in missing(applied):
                await connection.execute(step.sql)
                await connection.execute("INSERT INTO migration VALUES ($1, $2)", step.number, step.name)

    async def read(self, sql: str, *parameters: Parameter) -> list[Row]:
        try:
            return [tuple(row) for row in await self._pool.fetch(sql, *parameters)]
        except Broken as error:
            raise StoreError(explain(error, self.url)) from error

    async def write(self, statements: Sequence[Statement]) -> None:
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection, connection.transaction():
                for statement in statements:
                    await _execute(connection, statement)
        except Taken as error:
            raise ConflictError(str(error)) from error
        except Broken as error:
            raise StoreError(explain(error, self.url)) from error

    async def write_together(self, part: Together) -> None:
        """Whoever comes while others are being written goes with the next; a few of these go side by side."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((part, done))
        if len(self._writers) < SIDE_BY_SIDE:
            writer = asyncio.create_task(self._write_waiting())
            self._writers.add(writer)
            writer.add_done_callback(self._writers.discard)
        await done

    async def _write_waiting(self) -> None:
        while self._waiting:
            group = self._next_group()
            try:
                answers = await self._write_group([part for part, _ in group])
            except BaseException:
                answer(group, [StoreError("the server stops") for _ in group])
                raise
            answer(group, answers)

    def _next_group(self) -> list[Waiting]:
        """Those who want the same of different rows; the others are taken next."""
        group: dict[Parameter, Waiting] = {}
        rest = []
        for waiting in self._waiting:
            part = waiting[0]
            fits = part.sql == self._waiting[0][0].sql and len(group) < GROUP and part.row[0] not in group
            if fits:
                group[part.row[0]] = waiting
            else:
                rest.append(waiting)
        self._waiting = rest
        return list(group.values())

    async def _write_group(self, parts: list[Together]) -> list[Exception | None]:
        """One statement for all. If one of them cannot be taken, all are written alone."""
        rows = zip(*(part.row for part in parts), strict=True)
        lines = zip(*(line for part in parts for line in part.lines), strict=True)
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                taken = await connection.fetch(parts[0].sql, *map(list, rows), *map(list, lines))
        except Taken:
            return [await self._write_alone(part) for part in parts]
        except Broken as error:
            return [StoreError(explain(error, self.url)) for _ in parts]
        keys = {row[0] for row in taken}
        return [None if part.row[0] in keys else ConflictError("the row has changed") for part in parts]

    async def _write_alone(self, part: Together) -> Exception | None:
        try:
            await self.write(part.apart)
        except (ConflictError, StoreError) as error:
            return error
        return None

    async def clock(self, own: Now) -> Now:
        """The database's clock, carried on by this machine's; the quickest of some answers is the best."""
        answers = []
        for _ in range(CLOCK_READINGS):
            before = own()
            ((there,),) = await self.read(CLOCK)
            answers.append((own() - before, there - (before + own()) // 2))
        shift = min(answers)[1]
        return lambda: own() + shift

    async def close(self) -> None:
        """In order if it can be had; a connection that nobody gives back does not keep the server alive."""
        try:
            await asyncio.wait_for(self._pool.close(), CLOSE_SECONDS)
        except Broken:
            self._pool.terminate()


def answer(group: list[Waiting], answers: Sequence[Exception | None]) -> None:
    for (_, done), error in zip(group, answers, strict=True):
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


async def _execute(connection: asyncpg.Connection, statement: Statement) -> None:
    status = await connection.execute(statement.sql, *statement.parameters)
    changed = int(status.rsplit(" ", 1)[-1])
    if statement.rows is not None and changed != statement.rows:
        raise ConflictError(f"{changed} rows instead of {statement.rows}")
