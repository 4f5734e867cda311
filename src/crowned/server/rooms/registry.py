"""All rooms of the server: opened when somebody comes, closed when nothing goes on in them any more."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Sequence
from functools import partial

from crowned.server.cluster.base import Beat, Lease
from crowned.server.cluster.messages import Led, Renamed
from crowned.server.metrics import Labels
from crowned.server.people.accounts import Person
from crowned.server.rooms import log, spinner, storage
from crowned.server.rooms.annex import Annex, Follower
from crowned.server.rooms.audience import Audience, Reader
from crowned.server.rooms.draft import Draft
from crowned.server.rooms.journal import Journal
from crowned.server.rooms.keeper import Keeper
from crowned.server.rooms.links import new_game_id
from crowned.server.rooms.refusals import Refusal
from crowned.server.rooms.relay import Relay
from crowned.server.rooms.room import Room
from crowned.server.rooms.services import Services
from crowned.server.rooms.table import Table
from crowned.server.store import Statement, Store, StoreError

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 20
IDLE_SWEEPS = 3
"""Sweeps an empty room stays open, so that a reload of the page finds it warm."""
RETRY_SECONDS = 0.5
COMPARE_BEATS = 10
"""Heartbeats after which what is followed is compared with the database."""
STOP_SECONDS = 5.0
"""The longest it takes to freeze the clocks when the server stops; a database may hang."""

Post = Keeper | Follower
"""Who sees to a game in this process."""


class Rooms:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._keepers: dict[str, Post] = {}
        self._opening: dict[str, asyncio.Task[Post | None]] = {}
        self._audiences: dict[str, Audience] = {}
        """Who waits for the next room of a game whose leader has changed."""
        self._idle: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._frozen = False
        self.relay = Relay(self, services)

    def __len__(self) -> int:
        return len(self._keepers)

    def figures(self) -> dict[Labels, float]:
        """How many games are led and followed here."""
        led = sum(isinstance(post, Keeper) for post in self._keepers.values())
        return {(("as", "leader"),): led, (("as", "follower"),): len(self._keepers) - led}

    # ------------------------------------------------------------ opening

    async def get(self, game: str) -> Post | None:
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

    async def _open(self, game: str) -> Post | None:
        lease = await self._services.cluster.claim(game)
        if lease is None:
            return None
        journal = await Journal.open(self._services, game, lease.fence)
        if self._frozen:
            raise StoreError("the server stops")
        audience = self._audiences.setdefault(game, Audience())
        open_room = self._lead if lease.mine else self._follow
        post: Post = await open_room(journal, audience, lease)
        self._keepers[game] = post
        self._audiences.pop(game, None)
        return post

    async def _lead(self, journal: Journal, audience: Audience, lease: Lease) -> Keeper:
        """The pause is on disk before the clock is looked at: an absence of the leader lets no flag fall."""
        room = Room(journal, self.new_game, audience)
        await room.take_over(lease.away)
        room.after_moved = partial(self.moved, journal.table.id)
        keeper = Keeper(room, self._services)
        keeper.look()
        return keeper

    async def _follow(self, journal: Journal, audience: Audience, lease: Lease) -> Follower:
        annex = Annex(journal, lease.leader, self.relay, audience)
        annex.after_moved = partial(self.moved, journal.table.id)
        annex.report()
        await annex.catch_up()
        return Follower(annex)

    def known(self, game: str) -> Post | None:
        """The room of a game that is open here."""
        return self._keepers.get(game)

    def leave(self, game: str, reader: Reader) -> None:
        post = self._keepers.get(game)
        if post is not None:
            post.room.leave(reader)
        elif game in self._audiences:
            self._audiences[game].places.pop(reader, None)

    # ------------------------------------------------------------ changing leaders

    def moved(self, game: str) -> None:
        """The room of a game is none any more: who is in it goes over to the next one."""
        post = self._keepers.pop(game, None)
        if post is None:
            return
        wanted = post.busy or bool(post.room.audience.places)
        post.room.moved = True
        post.stop()
        post.room.audience.elsewhere.clear()
        self.relay.leader_lost(game)
        if wanted and not self._frozen:
            self._audiences[game] = post.room.audience
            self.relay.spawn(self._take_up(game))

    def led_by(self, leader: str, games: Sequence[str]) -> None:
        """Another process says that it leads games now, or that nobody does."""
        if leader == self._services.cluster.node:
            return
        for game in games:
            post = self._keepers.get(game)
            if isinstance(post, Keeper) or (post is not None and post.room.leader != leader):
                self.moved(game)

    async def _take_up(self, game: str) -> None:
        """Opens a room in which something goes on by itself or somebody waits, as soon as possible."""
        while game not in self._keepers and not self._frozen:
            try:
                if isinstance(await self.get(game), Keeper):
                    cluster = self._services.cluster
                    cluster.broadcast(Led([game], cluster.node))
                return
            except (Refusal, StoreError) as error:
                logger.warning("game %s cannot be taken up yet: %s", game, error)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                logger.exception("game %s cannot be read; it is left as it is", game)
                return

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
        return game, [storage.insert(table, people, self._services.cluster.node), *lines, *statements]

    async def create(self, settings: log.Settings, creator: Person) -> str:
        game, statements = self.new_game(settings, self._services.now(), {creator.id: creator})
        await self._services.store.write(statements)
        return game

    # ------------------------------------------------------------ life

    async def start(self) -> None:
        """Takes up what was going on when the last server stopped, and keeps time from now on."""
        self._services.cluster.deaf = self._missed_something
        await self._services.cluster.start(self._services.now())
        self._services.stalls.start()
        self._tasks = [asyncio.create_task(work) for work in (self._sweep(), self._beat())]

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
        self._services.stalls.stop()
        for task in self._tasks:
            task.cancel()
        led = [post for post in self._keepers.values() if isinstance(post, Keeper)]
        works = [asyncio.ensure_future(self._quietly(self._close(keeper, at))) for keeper in led]
        if works:
            await asyncio.wait(works, timeout=STOP_SECONDS)
        await self._quietly(self._hand_over([keeper.room for keeper in led if keeper.room.closed]))

    async def _hand_over(self, rooms: list[Room]) -> None:
        """Whoever else serves this database may lead these games from now on."""
        games = [room.table.id for room in rooms if room.journal.sound]
        await self._services.cluster.release(games)
        if games:
            self._services.cluster.broadcast(Led(games, ""))

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
        closed = []
        for game, keeper in list(self._keepers.items()):
            if keeper.room.audience or keeper.busy:
                self._idle.pop(game, None)
                continue
            self._idle[game] = self._idle.get(game, 0) + 1
            if self._idle[game] >= IDLE_SWEEPS:
                keeper.stop()
                keeper.room.moved = True
                del self._keepers[game], self._idle[game]
                closed.append(game)
        if closed:
            self.relay.spawn(self._services.cluster.release(closed))

    # ------------------------------------------------------------ the heartbeat

    async def _beat(self) -> None:
        """Says that the server lives, so that after a crash nobody is charged for the time it was dead."""
        for number in itertools.count(1):
            await self._quietly(self._beat_once())
            if number % COMPARE_BEATS == 0:
                await self._quietly(self._compare())
            await self._rest(self._services.cluster.period)

    async def _rest(self, seconds: float) -> None:
        """Sleeps, and notes how much longer it took: so long everybody else waited, too."""
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds
        await asyncio.sleep(seconds)
        self._services.metrics.took("crowned_loop_lag_seconds", max(0.0, loop.time() - due))

    async def _beat_once(self) -> None:
        keepers = list(self._keepers.values())
        busy = any(keeper.busy and keeper.room.table.clock for keeper in keepers)
        beat = await self._services.cluster.beat(self._services.now(), busy)
        self._heed(beat)
        await self._adopt(beat.dead)
        if self._services.pulse.beat():
            logger.warning("the server or its database was away for a while; no clock is charged for it")
            for keeper in keepers:
                keeper.make_fair()

    def _heed(self, beat: Beat) -> None:
        """Who follows a dead leader looks for another; a leader forgets who followed in a dead process."""
        for game, post in list(self._keepers.items()):
            if isinstance(post, Follower):
                if post.room.leader in beat.dead:
                    self.moved(game)
            elif beat.followed:
                self.moved(game)
            else:
                for node in beat.dead & post.room.audience.elsewhere.keys():
                    self.relay.spawn(post.room.lost(node, self._services.cluster.patience))

    async def _adopt(self, dead: frozenset[str]) -> None:
        """Games on the clock that nobody leads go on here."""
        while games := await self._services.cluster.orphans(dead):
            for game in games:
                self.moved(game)
                if game not in self._audiences:
                    self.relay.spawn(self._take_up(game))

    async def _compare(self) -> None:
        """Whatever was said and not heard: versions and leaders of what is followed here are asked for."""
        followed = {game: post for game, post in self._keepers.items() if isinstance(post, Follower)}
        if not followed:
            return
        for game, (version, leader) in (await self._services.cluster.standing(list(followed))).items():
            annex = followed[game].room
            if leader != annex.leader:
                self.moved(game)
            elif version > annex.table.version:
                self.relay.spawn(annex.catch_up())
            else:
                annex.report()

    def _missed_something(self) -> None:
        for game in list(self._keepers):
            self.relay.leader_lost(game)
        self.relay.spawn(self._compare())

    # ------------------------------------------------------------ people

    async def renamed(self, person: str) -> None:
        """Somebody has another name now."""
        self._services.cluster.broadcast(Renamed(person))
        await self.renamed_here(person)

    async def renamed_here(self, person: str) -> None:
        for keeper in list(self._keepers.values()):
            if person in keeper.room.table.seats.values():
                await self._quietly(keeper.room.renamed())


async def last_time(store: Store) -> int:
    """The latest moment a clock of a stored game has heard of."""
    queries = (
        "SELECT max(updated) FROM game WHERE phase = 'playing' AND timed = 1",
        "SELECT max(CAST(value AS BIGINT)) FROM meta WHERE name = 'alive'",
        "SELECT max(seen) FROM node",
    )
    found = [await store.read(query) for query in queries]
    return max(int(rows[0][0] or 0) for rows in found)
