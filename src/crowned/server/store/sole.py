"""One server per PostgreSQL database: a lock that the database itself lets go of when its holder dies.

Rooms tell only their own sockets what happens; a second server on the same games would pause the first
one's clocks and show old positions.
"""

from __future__ import annotations

import asyncio
import logging
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]

from crowned.server.store.base import StoreError, UnusableStoreError

logger = logging.getLogger(__name__)

LOCK = 0x63726F776E6564
PATIENCE_SECONDS = 5.0
"""How long a new server waits for one that is just ending or has just been killed."""
RETRY_SECONDS = 0.2
REGAIN_SECONDS = 1.0
"""How long a write waits for the lock when the database has just come back."""
KEEPALIVE = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}
"""A machine that vanishes without a word holds the lock for about ten seconds."""
Broken = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)


class SoleServer:
    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: asyncpg.Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self._held = False

    async def take(self) -> None:
        """Raises UnusableStoreError if another server has the database."""
        deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while not await self._try():
            if asyncio.get_running_loop().time() > deadline:
                await self.close()
                place = urlsplit(self._url).hostname or "the local socket"
                raise UnusableStoreError(
                    f"the database at {place} is in use by another server; stop it or give another --database"
                )
            await asyncio.sleep(RETRY_SECONDS)

    async def _try(self) -> bool:
        if self._connection is None or self._connection.is_closed():
            settings = {"application_name": "crowned lock", **KEEPALIVE}
            self._connection = await asyncpg.connect(
                self._url, server_settings=settings, timeout=PATIENCE_SECONDS
            )
            self._connection.add_termination_listener(self._lost)
        self._held = bool(await self._connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK))
        return self._held

    async def check(self) -> None:
        """Before every write: nothing is written by a server that another may have followed."""
        if not self._held and self._task is not None:
            await asyncio.wait([self._task], timeout=REGAIN_SECONDS)
        if not self._held:
            raise StoreError("the database is not this server's alone at the moment")

    def _lost(self, _connection: asyncpg.Connection) -> None:
        self._held = False
        if not self._closing and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._take_again())

    async def _take_again(self) -> None:
        told = False
        while not self._closing:
            try:
                if await self._try():
                    return
                if not told:
                    logger.error("another server has taken over the database; this one writes nothing more")
                told = True
            except Broken:
                self._drop()
            await asyncio.sleep(RETRY_SECONDS)

    async def close(self) -> None:
        self._closing, self._held = True, False
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._drop()

    def _drop(self) -> None:
        if self._connection is not None and not self._connection.is_closed():
            self._connection.terminate()
        self._connection = None
