"""A hall: one game and everybody in this process who follows it.

Whatever is done in it is done one after another. What people are told is what the disk has, never more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec.structs import replace

from crowned.protocols import wire
from crowned.protocols.views import PlayerView, Role, Seat
from crowned.server.cluster.messages import Crowd
from crowned.server.rooms.audience import Audience, News, Place, Reader
from crowned.server.rooms.errands import Errands
from crowned.server.rooms.journal import Journal
from crowned.server.rooms.lag import Lag
from crowned.server.rooms.options import silent
from crowned.server.rooms.players import players
from crowned.server.rooms.refusals import DeniedError, MovedError, Refusal, denied
from crowned.server.rooms.stalls import Share
from crowned.server.rooms.table import Table
from crowned.server.rooms.verdicts import judged
from crowned.server.store import StoreError

logger = logging.getLogger(__name__)
GATHER_SECONDS = 0.25
"""Watchers who come and go are told together: a crowd that comes at once would tell itself of each."""
T = TypeVar("T")


class Hall:
    def __init__(self, journal: Journal, audience: Audience | None = None) -> None:
        self.journal = journal
        self.audience = Audience() if audience is None else audience
        self.after_commit: Callable[[], None] = lambda: None
        """Called, inside the lock, after every change: clocks and the computer look what is to be done."""
        self.after_failure: Callable[[], None] = lambda: None
        """Called when nobody knows whether the disk took a change: somebody must look, and soon."""
        self.after_moved: Callable[[], None] = lambda: None
        """Called when the database says that another process leads the game."""
        self.closed = False
        """The server stops: nothing is done here any more."""
        self.moved = False
        """This hall is none any more: another process leads the game, or this one in a new hall."""
        self._services = journal.services
        self.share = Share(self._services.stalls)
        self.lag = Lag(journal.table.settings.clock)
        self._lock = asyncio.Lock()
        self._players: dict[Seat, PlayerView] | None = None
        self._presence_due = False
        self._shown = Crowd()
        """Who was there when it was looked at last."""
        self._gathering: asyncio.TimerHandle | None = None
        self._errands = Errands(logger, f"game {journal.table.id}")

    @property
    def table(self) -> Table:
        return self.journal.table

    async def alone(self, work: Callable[[], Awaitable[T]], stays: bool = False) -> T:
        """Runs work as the only one in the room, to its end even if who asked for it goes away.

        ``stays``: whoever asks is never cancelled meanwhile, and needs no task that outlives him.
        """
        return await (self._alone(work) if stays else asyncio.shield(asyncio.create_task(self._alone(work))))

    async def _alone(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self._lock:
            self._check_open()
            await self.refresh()
            try:
                return await work()
            except MovedError:
                self.after_moved()
                raise
            except (Refusal, StoreError):
                raise
            except Exception:
                self.journal.distrust()
                raise
            finally:
                if self._presence_due:
                    self._presence()
                if not self.journal.sound:
                    self.after_failure()

    def _check_open(self) -> None:
        if self.moved:
            raise MovedError
        if self.closed:
            raise DeniedError("try_again")

    async def refresh(self) -> None:
        """Inside the lock: the table is what the disk has, and everybody knows all of it.

        A change whose answer was lost on the way from the database may have been made all the same.
        """
        if not await self.journal.ready():
            return
        self._players = None
        self.after_commit()
        if self.audience.behind(self.table.version):
            await self._tell(people_changed=True)

    async def look(self, at: Callable[[Table], T]) -> T:
        """What somebody outside wants to know of the table as the disk has it."""

        async def work() -> T:
            return at(self.table)

        return await self.alone(work)

    # ------------------------------------------------------------ coming and going

    async def join(self, reader: Reader, role: Role, since: int) -> None:
        async def work() -> None:
            news = await self._news()
            fits = 0 < since <= self.table.version
            told = news.update(role, reader.lang, since) if fits else news.snapshot(role, reader.lang)
            self.audience.places[reader] = Place(role, told.v)
            reader.send(wire.write(told))
            self._page_on(reader)
            if not self._presence():
                self.audience.presence(self.table, self.crowd(), [reader])
            await self.arrived(role)

        await self.alone(work)

    def _page_on(self, reader: Reader) -> None:
        """If this was only a piece of a long log, the next follows when it has been taken."""
        place = self.audience.places.get(reader)
        if place is not None:
            place.paging = place.version < self.table.version
            if place.paging:
                reader.when_taken(lambda: self._errands.send(self.alone(lambda: self._next_page(reader))))

    async def _next_page(self, reader: Reader) -> None:
        place = self.audience.places.get(reader)
        if place is not None:
            told = (await self._news()).update(place.role, reader.lang, place.version)
            place.version = told.v
            reader.send(wire.write(told))
            self._page_on(reader)

    def leave(self, reader: Reader) -> None:
        if self.audience.places.pop(reader, None) is not None:
            self._presence()

    def _presence(self) -> bool:
        """At once, or after the change that is just being written; whether everybody has been told."""
        self._presence_due = not self.journal.sound
        if self._presence_due or self.moved:
            return False
        before, self._shown = self._shown, self.audience.everywhere()
        if replace(before, watchers=0) != replace(self._shown, watchers=0):
            self.show_presence()
            return True
        if before.watchers != self._shown.watchers and self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHER_SECONDS, self._show_watchers)
        return False

    def _show_watchers(self) -> None:
        self._gathering = None
        if self.journal.sound and not self.moved:
            self.show_presence()

    def crowd(self) -> Crowd:
        """Everybody who is there, in all processes."""
        return self.audience.everywhere()

    def show_presence(self) -> None:
        """Tells everybody who is there."""
        self.audience.presence(self.table, self.crowd(), list(self.audience.places))

    async def saw(self, reader: Reader, v: int) -> None:
        """The reader's browser has shown a version."""
        self._check_open()
        self.seen(reader, v)

    def seen(self, reader: Reader, v: int) -> None:
        place = self.audience.places.get(reader)
        if place is not None and place.role != "watcher" and place.seen < v <= self.table.version:
            place.seen = v
            self._presence()

    async def arrived(self, role: Role) -> None:
        """Inside the lock: somebody has come."""

    # ------------------------------------------------------------ asking

    async def _stale(self, reader: Reader, message_id: str) -> wire.Stale:
        """Inside the lock: what the reader's message was not made for."""
        place = self.audience.places.get(reader) or Place(self.table.role(reader.person))
        known = place.version
        await self.refresh()
        news = await self._news()
        answer = news.stale(place.role, reader.lang, message_id, known)
        place.version = answer.v
        self._page_on(reader)
        return answer

    async def judge(self, reader: Reader, message: wire.AskJudge) -> None:
        async def work() -> None:
            reader.send(wire.write(self._judged(reader, message)))

        await self.alone(work)

    def _judged(self, reader: Reader, message: wire.AskJudge) -> wire.ServerMessage:
        table = self.table
        attempt = message.text if message.path is None else list(message.path)
        if attempt is None:
            return denied("bad_message", reader.lang, table.id, message.id, table.version)
        verdict = judged(table.game, attempt, reader.lang)
        if silent(table) and verdict.verdict in ("accepted", "offence"):
            return denied("silent", reader.lang, table.id, message.id, table.version)
        return wire.Judged(table.id, message.id, table.version, verdict)

    async def _tell(self, people_changed: bool = False) -> None:
        if self.journal.sound:
            self.audience.tell(await self._news(people_changed))

    # ------------------------------------------------------------ people

    async def news(self) -> News:
        return await self.alone(self._news)

    async def _news(self, people_changed: bool = False) -> News:
        if self._players is None:
            self._players = await players(self._services, self.table, self.journal.people)
        return News(self.table, self._players, self._services.now(), people_changed)

    async def renamed(self) -> None:
        """A player has another name now."""

        async def work() -> None:
            await self.journal.learn_names()
            self._players = None
            await self._tell(people_changed=True)

        await self.alone(work)
