"""All rooms of the server: opened when somebody comes, closed when nothing goes on in them any more."""

from __future__ import annotations

import asyncio
import logging

from crowned.server import log, records, spinner
from crowned.server.answers import Refusal
from crowned.server.draft import Draft
from crowned.server.journal import Journal
from crowned.server.keeper import Keeper
from crowned.server.links import new_game_id
from crowned.server.people import Person
from crowned.server.room import Room
from crowned.server.services import Services
from crowned.server.store import Statement, StoreError
from crowned.server.table import Table

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 20
IDLE_SWEEPS = 3
"""Sweeps an empty room stays open, so that a reload of the page finds it warm."""
HEARTBEAT_SECONDS = 1.0
RESUME_SECONDS = 15.0
"""How long after a restart a clock waits for its player."""


class Rooms:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._keepers: dict[str, Keeper] = {}
        self._opening: dict[str, asyncio.Task[Keeper | None]] = {}
        self._idle: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        return len(self._keepers)

    # ------------------------------------------------------------ opening

    async def get(self, game: str) -> Keeper | None:
        """The room of a game, opened if need be; None if there is no such game."""
        found = self._keepers.get(game)
        if found is not None:
            self._idle.pop(game, None)
            return found
        task = self._opening.get(game)
        if task is None:
            task = asyncio.create_task(self._open(game))
            self._opening[game] = task
            task.add_done_callback(lambda _: self._opening.pop(game, None))
        return await asyncio.shield(task)

    async def _open(self, game: str) -> Keeper | None:
        journal = await Journal.open(self._services, game)
        if journal is None:
            return None
        keeper = Keeper(Room(journal, self.new_game), self._services)
        self._keepers[game] = keeper
        keeper.look()
        return keeper

    # ------------------------------------------------------------ new games

    def new_game(
        self, settings: log.Settings, now: int, people: dict[str, Person]
    ) -> tuple[str, list[Statement]]:
        """A new game and the statements that store it."""
        game = new_game_id()
        statements = []
        table = Table(game, self._services.lowered)
        draft = Draft(table, now)
        if self._services.lowered.get(settings.rules).sliders:
            seed = spinner.new_seed()
            settings = log.committed(settings, spinner.commitment(game, seed))
            statements.append(records.secret(game, seed))
        draft.add(log.Created(settings), settings.by)
        draft.conclude()
        lines = [log.insert(game, line) for line in draft.lines]
        return game, [records.insert(table, people), *lines, *statements]

    async def create(self, settings: log.Settings, creator: Person) -> str:
        game, statements = self.new_game(settings, self._services.now(), {creator.id: creator})
        await self._services.store.write(statements)
        return game

    # ------------------------------------------------------------ life

    async def start(self) -> None:
        """Pauses what was going on when the server stopped, and keeps time from now on."""
        alive = await self._last_heartbeat()
        rows = await self._services.store.read("SELECT id FROM game WHERE phase = 'playing' AND timed = 1")
        for (game,) in rows:
            await self._pause(str(game), alive)
        self._tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self._beat())]
        if rows:
            self._tasks.append(asyncio.create_task(self._resume_all()))

    async def _pause(self, game: str, since: int) -> None:
        keeper = await self.get(game)
        if keeper is not None and not keeper.room.table.paused:
            await keeper.room.alone(lambda: self._write_pause(keeper, since))

    async def _write_pause(self, keeper: Keeper, since: int) -> None:
        table = keeper.room.table
        draft = Draft(table, self._services.now())
        draft.add(log.Paused(max(since, table.at)))
        await keeper.room.commit(draft)

    async def _resume_all(self) -> None:
        await asyncio.sleep(RESUME_SECONDS)
        for keeper in list(self._keepers.values()):
            if keeper.room.table.paused:
                await self._quietly(keeper.room.alone(keeper.room.resume))

    async def _quietly(self, work: object) -> None:
        try:
            await work  # type: ignore[misc]
        except (Refusal, StoreError) as error:
            logger.warning("not saved: %s", error)

    async def stop(self) -> None:
        """Freezes every running clock at this moment."""
        for task in self._tasks:
            task.cancel()
        now = self._services.now()
        for keeper in list(self._keepers.values()):
            table = keeper.room.table
            if table.clock is not None and table.phase == "playing" and not table.paused:
                await self._quietly(self._pause(table.id, now))
            keeper.stop()

    # ------------------------------------------------------------ housekeeping

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Closes rooms in which nothing has gone on for some sweeps."""
        for game, keeper in list(self._keepers.items()):
            if keeper.room.audience or keeper.busy:
                self._idle.pop(game, None)
                continue
            self._idle[game] = self._idle.get(game, 0) + 1
            if self._idle[game] >= IDLE_SWEEPS:
                keeper.stop()
                del self._keepers[game], self._idle[game]

    async def _beat(self) -> None:
        """Notes that the server lives, so that after a crash nobody is charged for the time it was dead."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            if any(keeper.busy and keeper.room.table.clock for keeper in self._keepers.values()):
                await self._quietly(self._services.store.write([heartbeat(self._services.now())]))

    async def _last_heartbeat(self) -> int:
        rows = await self._services.store.read("SELECT value FROM meta WHERE name = 'alive'")
        return int(rows[0][0]) if rows else 0

    async def renamed(self, person: str) -> None:
        for keeper in list(self._keepers.values()):
            if person in keeper.room.table.seats.values():
                await self._quietly(keeper.room.renamed())


def heartbeat(now: int) -> Statement:
    return Statement(
        "INSERT INTO meta (name, value) VALUES ('alive', $1)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (str(now),),
    )
