"""All rooms of the server: opened when somebody comes, closed when nothing goes on in them any more."""

from __future__ import annotations

import asyncio
import logging

from crowned.server.people.accounts import Person
from crowned.server.rooms import log, spinner, storage
from crowned.server.rooms.draft import Draft
from crowned.server.rooms.journal import Journal
from crowned.server.rooms.keeper import Keeper
from crowned.server.rooms.links import new_game_id
from crowned.server.rooms.refusals import Refusal
from crowned.server.rooms.room import Room
from crowned.server.rooms.services import Services
from crowned.server.rooms.table import Table
from crowned.server.store import Statement, Store, StoreError

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 20
IDLE_SWEEPS = 3
"""Sweeps an empty room stays open, so that a reload of the page finds it warm."""
HEARTBEAT_SECONDS = 1.0
STOP_SECONDS = 5.0
"""The longest it takes to freeze the clocks when the server stops; a database may hang."""


class Rooms:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._keepers: dict[str, Keeper] = {}
        self._opening: dict[str, asyncio.Task[Keeper | None]] = {}
        self._idle: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._interrupted: set[str] = set()
        """Games whose clock ran when the last server died, as long as no pause is written for them."""
        self._died = 0
        """When the last server was seen alive for the last time."""
        self._frozen = False

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
        room = Room(journal, self.new_game)
        await self._make_up(room)
        if self._frozen:
            raise StoreError("the server stops")
        keeper = Keeper(room, self._services)
        self._keepers[game] = keeper
        keeper.look()
        return keeper

    async def _make_up(self, room: Room) -> None:
        """The pause is on disk before the clock is looked at: an absence of the server lets no flag fall."""
        if room.table.id in self._interrupted:
            await room.alone(lambda: room.pause(self._died))
            self._interrupted.discard(room.table.id)

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
            statements.append(storage.secret(game, seed))
        draft.add(log.Created(settings), settings.by)
        draft.conclude()
        lines = [log.insert(game, line) for line in draft.lines]
        return game, [storage.insert(table, people), *lines, *statements]

    async def create(self, settings: log.Settings, creator: Person) -> str:
        game, statements = self.new_game(settings, self._services.now(), {creator.id: creator})
        await self._services.store.write(statements)
        return game

    # ------------------------------------------------------------ life

    async def start(self) -> None:
        """Takes up what was going on when the last server stopped, and keeps time from now on."""
        self._died = await last_heartbeat(self._services.store)
        rows = await self._services.store.read("SELECT id FROM game WHERE phase = 'playing' AND timed = 1")
        self._interrupted = {str(game) for (game,) in rows}
        works = (self._sweep(), self._recover_and_beat())
        self._tasks = [asyncio.create_task(work) for work in works]

    async def _recover_and_beat(self) -> None:
        """No beat before every interrupted game is paused: else a second crash would be charged."""
        for game in list(self._interrupted):
            await self._recover(game)
        await self._beat()

    async def _recover(self, game: str) -> None:
        while game in self._interrupted:
            try:
                await self.get(game)
            except (Refusal, StoreError) as error:
                logger.warning("game %s cannot be taken up yet: %s", game, error)
                await asyncio.sleep(HEARTBEAT_SECONDS)
            except Exception:
                logger.exception("game %s cannot be read; it is left as it is", game)
                return

    async def _quietly(self, work: object) -> None:
        try:
            await work  # type: ignore[misc]
        except (Refusal, StoreError) as error:
            logger.warning("not saved: %s", error)

    async def freeze(self, at: int) -> None:
        """The server stops: every running clock stands still from ``at`` on, and no room changes any more."""
        if self._frozen:
            return
        self._frozen = True
        for task in self._tasks:
            task.cancel()
        works = [self._quietly(self._close(keeper, at)) for keeper in self._keepers.values()]
        if works:
            await asyncio.wait(map(asyncio.ensure_future, works), timeout=STOP_SECONDS)

    async def _close(self, keeper: Keeper, at: int) -> None:
        try:
            await keeper.room.close(at)
        finally:
            keeper.stop()

    async def stop(self) -> None:
        await self.freeze(self._services.now())

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
            await self._quietly(self._beat_once())
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def _beat_once(self) -> None:
        keepers = list(self._keepers.values())
        if any(keeper.busy and keeper.room.table.clock for keeper in keepers):
            await self._services.store.write([heartbeat(self._services.now())])
        if self._services.pulse.beat():
            logger.warning("the server or its database was away for a while; no clock is charged for it")
            for keeper in keepers:
                keeper.make_fair()

    async def renamed(self, person: str) -> None:
        for keeper in list(self._keepers.values()):
            if person in keeper.room.table.seats.values():
                await self._quietly(keeper.room.renamed())


async def last_heartbeat(store: Store) -> int:
    rows = await store.read("SELECT value FROM meta WHERE name = 'alive'")
    return int(rows[0][0]) if rows else 0


async def last_time(store: Store) -> int:
    """The latest moment a clock of a stored game has heard of."""
    sql = "SELECT max(updated) FROM game WHERE phase = 'playing' AND timed = 1"
    rows = await store.read(sql)
    return max(await last_heartbeat(store), int(rows[0][0] or 0))


def heartbeat(now: int) -> Statement:
    return Statement(
        "INSERT INTO meta (name, value) VALUES ('alive', $1)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (str(now),),
    )
