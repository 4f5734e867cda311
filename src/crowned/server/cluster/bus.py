"""Messages between processes by PostgreSQL's LISTEN and NOTIFY.

The database that keeps the games also carries what the processes say to each other, so there is nothing
else to run and nothing else that can fail. Notifications are sent in transactions of their own, many at
once: inside the transaction of a move they would make every commit wait for every other one's sync.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeVar

import asyncpg  # type: ignore[import-untyped]

from crowned.server.cluster import messages
from crowned.server.cluster.messages import Note
from crowned.server.store.postgres import Broken

logger = logging.getLogger(__name__)
T = TypeVar("T")

EVERYBODY = "crowned"
PATIENCE = 2.0
"""Seconds after which a connection that does not answer is given up."""
RETRY = 0.2
LONGEST = 7900
"""Bytes of a notification; PostgreSQL takes 7999."""
MOST_WAITING = 10_000
"""Notes that may wait for a database that does not answer; older ones have lost their use."""
MAIL_MS = 30_000
NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
SAY = "SELECT pg_notify(channel, body) FROM unnest($1::text[], $2::text[]) AS said (channel, body)"
POST = f"INSERT INTO mail (id, body, expires) VALUES ($1, $2, {NOW} + {MAIL_MS})"  # noqa: S608
OPEN = "SELECT body FROM mail WHERE id = $1"
SETTINGS = {
    "synchronous_commit": "off",  # a note needs no disk
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}


class Channel:
    """A connection that is made again whenever it breaks; one question at a time."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._name = name
        self._connection: asyncpg.Connection | None = None
        self._turn = asyncio.Lock()

    async def ask(self, question: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        """Raises one of ``Broken`` if the database does not answer in time."""
        async with self._turn:
            try:
                return await asyncio.wait_for(self._ask(question), PATIENCE)
            except Broken:
                self.drop()
                raise

    async def _ask(self, question: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        if self._connection is None or self._connection.is_closed():
            settings = {"application_name": f"crowned {self._name}", **SETTINGS}
            self._connection = await asyncpg.connect(self._url, server_settings=settings)
            await self.made(self._connection)
        return await question(self._connection)

    async def made(self, connection: asyncpg.Connection) -> None:
        """Called with every new connection."""

    def drop(self) -> None:
        if self._connection is not None and not self._connection.is_closed():
            self._connection.terminate()
        self._connection = None


class Ear(Channel):
    """The connection on which a process hears the others. It also carries the process's heartbeat,
    so that one who cannot hear does not count as alive for long."""

    def __init__(self, url: str, take: Callable[[str], None], deaf: Callable[[], None]) -> None:
        super().__init__(url, "ear")
        self.channel = ""
        self._take = take
        self._deaf = deaf
        self._heard_before = False

    async def made(self, connection: asyncpg.Connection) -> None:
        for channel in (EVERYBODY, self.channel):
            await connection.add_listener(channel, self._hear)
        if self._heard_before:
            self._deaf()
        self._heard_before = True

    def _hear(self, _connection: object, _pid: int, _channel: str, body: str) -> None:
        self._take(body)


class Bus:
    def __init__(self, url: str, take: Callable[[Note], None], deaf: Callable[[], None]) -> None:
        self.ear = Ear(url, self._hear, deaf)
        self._mouth = Channel(url, "mouth")
        self._take = take
        self._waiting: list[tuple[str, bytes]] = []
        self._more = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        """Being cancelled is not enough: ``wait_for`` forgets it if the database answers at that moment."""
        self.sent = self.heard = 0

    def start(self) -> None:
        self._spawn(self._speak())

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        self._closing = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)
        self._mouth.drop()
        self.ear.drop()

    # ------------------------------------------------------------ hearing

    def _hear(self, body: str) -> None:
        self.heard += 1
        try:
            note = messages.read(body)
        except Exception:
            logger.exception("a process of another version speaks on this database")
            return
        if isinstance(note, messages.Mail):
            self._spawn(self._fetch(note.id))
        else:
            self._take(note)

    async def _fetch(self, number: str) -> None:
        try:
            rows = await self._mouth.ask(lambda line: line.fetch(OPEN, number))
        except Broken as error:
            logger.warning("a message between processes is lost: %s", error)
            return
        for row in rows:
            self._take(messages.read(row[0]))

    # ------------------------------------------------------------ speaking

    def send(self, channel: str, note: Note) -> None:
        self._waiting.append((channel, messages.write(note)))
        del self._waiting[:-MOST_WAITING]
        self._more.set()

    async def _speak(self) -> None:
        while not self._closing:
            await self._more.wait()
            self._more.clear()
            said, self._waiting = self._waiting, []
            try:
                await self._say(said)
                self.sent += len(said)
            except Broken:
                self._waiting = said + self._waiting
                self._more.set()
                await asyncio.sleep(RETRY)

    async def _say(self, said: list[tuple[str, bytes]]) -> None:
        channels = [channel for channel, _ in said]
        bodies = [(body if len(body) <= LONGEST else await self._mail(body)).decode() for _, body in said]
        await self._mouth.ask(lambda line: line.execute(SAY, channels, bodies))

    async def _mail(self, body: bytes) -> bytes:
        number = secrets.token_urlsafe(12)
        await self._mouth.ask(lambda line: line.execute(POST, number, body.decode()))
        return messages.write(messages.Mail(number))
