"""The journal of a game: its table in memory and its log on disk, kept equal."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from crowned.server.people import ratings
from crowned.server.people.accounts import Person
from crowned.server.rooms import log, storage
from crowned.server.rooms.draft import Draft
from crowned.server.rooms.refusals import DeniedError, MovedError, StaleError
from crowned.server.rooms.services import Services
from crowned.server.rooms.table import Table
from crowned.server.store import ConflictError, Statement, StoreError

TRIES = 3
"""A write that loses a race over a rating is made again with the new rating."""
PIECE = 24
"""Lines of a log that are taken at once; then others have their turn."""


async def take_in(table: Table, lines: Sequence[log.Logged]) -> Table:
    """Folds lines into a table that nobody sees meanwhile. Long games keep nobody waiting."""
    for number, line in enumerate(lines, 1):
        table.apply(line)
        if number % PIECE == 0:
            await asyncio.sleep(0)
    return table


class Journal:
    def __init__(self, services: Services, table: Table, people: dict[str, Person], fence: int = 0) -> None:
        self.services = services
        self.table = table
        self.people = people
        self.fence = fence
        """Shown at every write; the database takes nothing from who is not the leader any more."""
        self.sound = True
        """Whether the table is what the disk has. An unsound table is shown to nobody."""

    @classmethod
    async def open(cls, services: Services, game: str, fence: int = 0) -> Journal:
        table = await take_in(Table(game, services.lowered), await storage.load(services.store, game))
        journal = cls(services, table, {}, fence)
        await journal.learn_names()
        return journal

    async def learn_names(self) -> None:
        ids = {person for person in self.table.seats.values() if person not in ("", log.COMPUTER)}
        self.people = await self.services.people.names(ids)

    def distrust(self) -> None:
        """Something unforeseen happened in the middle of a change: fold anew before anything else."""
        self.sound = False

    async def ready(self) -> bool:
        """Sees to it that the table is what the disk has; True if it had to be folded anew."""
        if self.sound:
            return False
        lines = await storage.load(self.services.store, self.table.id)
        self.table = await take_in(Table(self.table.id, self.services.lowered), lines)
        self.sound = True
        return True

    async def catch_up(self) -> bool:
        """For who only follows: takes what others have written. True if there was something."""
        if not self.sound:
            return await self.ready()
        lines = await storage.load(self.services.store, self.table.id, self.table.version)
        self.sound = False
        await take_in(self.table, lines)
        self.sound = True
        return bool(lines)

    async def commit(self, draft: Draft, extra: Sequence[Statement] = ()) -> None:
        """Puts the draft on disk. Whatever goes wrong, the table is as the disk has it afterwards."""
        if not draft.lines:
            return
        self.sound = False
        try:
            await self._write(draft, extra)
        except ConflictError:
            raise await self._overtaken() from None
        except StoreError:
            raise DeniedError("try_again") from None
        self.table = draft.table
        self.sound = True

    async def _overtaken(self) -> StaleError | MovedError | DeniedError:
        """Somebody was first: another tab, or another leader."""
        try:
            led = await storage.fence(self.services.store, self.table.id) == self.fence
        except StoreError:
            return DeniedError("try_again")
        return StaleError() if led else MovedError()

    async def _write(self, draft: Draft, extra: Sequence[Statement]) -> None:
        table, before = draft.table, draft.lines[0].seq - 1
        draft.conclude()
        over = any(isinstance(line.body, log.Ended) for line in draft.lines)
        if over and table.spins:
            draft.add(log.Revealed(await storage.load_secret(self.services.store, table.id)))
        lines = storage.append(table, self.people, draft.lines, before, self.fence)
        if not over and not extra:
            with self.services.metrics.timed("crowned_write_seconds"):
                await self.services.store.write_together(lines)
            return
        statements = [*lines.apart, *extra]
        if over:
            statements.extend(storage.positions(table))
        await (self._write_rated(statements) if over and _counts(table) else self._plain(statements))

    async def _plain(self, statements: Sequence[Statement]) -> None:
        with self.services.metrics.timed("crowned_write_seconds"):
            await self.services.store.write(statements)

    async def _write_rated(self, statements: Sequence[Statement]) -> None:
        async with self.services.rating_turn:
            for attempt in range(TRIES):
                try:
                    await self._plain([*statements, *await self._rating_changes()])
                except ConflictError:
                    if attempt == TRIES - 1:
                        raise
                else:
                    return

    async def _rating_changes(self) -> list[Statement]:
        table = self.table
        winner = table.ended.winner if table.ended else None
        game = ratings.RatedGame(
            table.id, table.settings.ruleset, table.seats["white"], table.seats["black"], winner, table.at
        )
        return await ratings.changes(self.services.store, game)


def _counts(table: Table) -> bool:
    return table.settings.rated and table.ended is not None and table.ended.reason != "aborted"
