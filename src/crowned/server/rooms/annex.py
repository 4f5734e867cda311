"""An annex: a hall for a game that another process leads.

It folds the same log as the leader and tells its own readers; whatever would change the game is passed on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from crowned.protocols import wire
from crowned.protocols.views import Role, Seat
from crowned.server.cluster.messages import Crowd, Report
from crowned.server.rooms.audience import Audience, FarReader, News, Reader
from crowned.server.rooms.hall import Hall
from crowned.server.rooms.journal import Journal
from crowned.server.rooms.refusals import MovedError, StaleError
from crowned.server.rooms.room import Changing
from crowned.server.rooms.table import Table

T = TypeVar("T")


class Asking(Protocol):
    """The way to the leader of a game."""

    async def ask(
        self, leader: str, game: str, reader: Reader, message: Changing, now: int
    ) -> wire.ServerMessage:
        """The leader's answer. Raises StaleError, or MovedError if he leads the game no more."""

    async def ask_seat(self, leader: str, game: str, person: str) -> Seat:
        """The seat the leader has given somebody."""


class Annex(Hall):
    def __init__(self, journal: Journal, leader: str, asking: Asking, audience: Audience) -> None:
        super().__init__(journal, audience)
        self.leader = leader
        self._asking = asking
        self._crowd = Crowd()
        """Everybody who is there, in all processes, as the leader said last."""

    # ------------------------------------------------------------ what the leader does

    async def message(
        self,
        reader: Reader,
        message: Changing,
        now: int,
        stays: bool = False,  # noqa: ARG002
    ) -> wire.ServerMessage:
        answer = await self._ask(reader, message, now)
        if isinstance(message, wire.Move) and isinstance(answer, wire.Ok):
            self.lag.moved(reader.person, self.lag.of(reader.person, reader.credit))
        await self.catch_up(getattr(answer, "v", 0))
        reader.send(wire.write(answer))
        return answer

    async def _ask(self, reader: Reader, message: Changing, now: int) -> wire.ServerMessage:
        self._check_open()
        try:
            return await self._asking.ask(
                self.leader, self.table.id, self._credited(reader, now), message, now
            )
        except MovedError:
            self.after_moved()
            raise
        except StaleError:
            await self.catch_up()
            return await self.alone(lambda: self._stale(reader, message.id))

    def _credited(self, reader: Reader, now: int) -> Reader:
        """For the leader: what of his time was the network's, or that of this process."""
        credit = self.lag.of(reader.person, reader.credit) + self.share.stalled(self.table.clock, now)
        return FarReader(reader.person, reader.lang, credit)

    async def take_seat(self, person: str) -> Seat:
        self._check_open()
        try:
            return await self._asking.ask_seat(self.leader, self.table.id, person)
        except MovedError:
            self.after_moved()
            raise

    # ------------------------------------------------------------ what was done elsewhere

    async def catch_up(self, v: int | None = None, people: bool = False) -> None:
        """Reads what the leader has written, and tells everybody here; not if ``v`` is known already."""

        async def work() -> None:
            if people:
                await self.journal.learn_names()
            if v is None or v > self.table.version or not self.journal.sound:
                await self.journal.catch_up()
                self._players = None
            self.share.told(self.table.clock, self._services.now())
            if people or self.audience.behind(self.table.version):
                await self._tell(people_changed=people)

        await self.alone(work)

    async def look(self, at: Callable[[Table], T]) -> T:
        await self.catch_up()
        return await super().look(at)

    async def news(self) -> News:
        await self.catch_up()
        return await super().news()

    async def join(self, reader: Reader, role: Role, since: int) -> None:
        await self.catch_up(since)
        await super().join(reader, role, since)

    # ------------------------------------------------------------ presence

    def crowd(self) -> Crowd:
        return self._crowd

    def show_presence(self) -> None:
        self.report()
        super().show_presence()

    def report(self, gone: bool = False) -> None:
        """Tells the leader who is here."""
        cluster = self._services.cluster
        cluster.send(self.leader, Report(self.table.id, cluster.node, self.audience.here(), gone))

    def others(self, crowd: Crowd) -> None:
        """The leader has said who is there."""
        self._crowd = crowd
        super().show_presence()


class Follower:
    """Stands where a keeper would stand for a game that another process leads."""

    leads = False
    busy = False

    def __init__(self, room: Annex) -> None:
        self.room = room

    async def ask_hint(self, reader: Reader, message: wire.AskHint, now: int) -> None:
        await self.room.message(reader, message, now)

    def thought(self, reader: Reader, message: wire.Thought) -> None:
        """Only the leader asks, and only who is with it."""

    def make_fair(self) -> None:
        """The leader sees to it."""

    def stop(self) -> None:
        self.room.report(gone=True)
