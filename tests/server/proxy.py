"""A proxy in front of PostgreSQL that loses what a test wants lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit, urlunsplit

Cut = Callable[[bytes], bool]


class Proxy:
    """Passes bytes on until ``cut`` says that the answer to a message is to be lost."""

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self.cut: Cut = lambda _: False
        """Asked for everything the server sends to the database; True: it arrives, its answer does not."""
        self.refuses = False
        """No new connections: the database is away."""
        self.lost = 0
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    @property
    def url(self) -> str:
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        user = f"{self._parts.username}@" if self._parts.username else ""
        return urlunsplit(self._parts._replace(netloc=f"{user}127.0.0.1:{port}"))

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        self._open.add(to_client)
        try:
            if not self.refuses:
                await self._pass_on(client, to_client)
        finally:
            self._open.discard(to_client)
            to_client.transport.abort()

    async def _pass_on(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        host, port = self._parts.hostname or "127.0.0.1", self._parts.port or 5432
        database, to_database = await asyncio.open_connection(host, port)
        back = asyncio.create_task(self._back(database, to_client))
        try:
            while data := await client.read(65536):
                if not self.cut(data):
                    to_database.write(data)
                    continue
                back.cancel()
                with suppress(asyncio.CancelledError):
                    await back
                to_database.write(data)
                await database.read(65536)  # done; the answer stays here
                self.lost += 1
                return
        finally:
            back.cancel()
            to_database.transport.abort()

    async def _back(self, database: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        while data := await database.read(65536):
            to_client.write(data)
        to_client.transport.abort()

    def break_all(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        self.break_all()


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[Proxy]:
    proxy = Proxy(url)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()


def once(word: bytes, after: Callable[[], None] = lambda: None) -> Cut:
    """Loses the answer to the first message with this word in it."""
    left = [1]

    def cut(data: bytes) -> bool:
        if word not in data or not left[0]:
            return False
        left[0] -= 1
        after()
        return True

    return cut
