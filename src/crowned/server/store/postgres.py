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
    UnusableStoreError,
)
from crowned.server.store.migrate import LEDGER, missing
from crowned.server.times import Now

MIGRATION_LOCK = 0x63726F776E
POOL = 10
CLOCK = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
CLOCK_READINGS = 5
PATIENCE = 5.0
"""Seconds after which a database that does not answer counts as away."""
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


class PostgresStore(Store):
    kind = "postgresql"

    def __init__(self, url: str, pool: asyncpg.Pool) -> None:
        self.url = url
        self._pool = pool

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        settings = {"synchronous_commit": "on", "application_name": "crowned"}
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


async def _execute(connection: asyncpg.Connection, statement: Statement) -> None:
    status = await connection.execute(statement.sql, *statement.parameters)
    changed = int(status.rsplit(" ", 1)[-1])
    if statement.rows is not None and changed != statement.rows:
        raise ConflictError(f"{changed} rows instead of {statement.rows}")
