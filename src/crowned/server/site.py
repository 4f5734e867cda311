"""The running server: everything that requests and sockets share."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass, field, fields
from functools import partial

from crowned.server.cluster.alone import Alone
from crowned.server.cluster.base import Cluster
from crowned.server.cluster.messages import Counted, LoggedOut, Note
from crowned.server.cluster.shared import Shared
from crowned.server.computer.opponent import Computer, Opponent
from crowned.server.computer.queue import FairQueue
from crowned.server.config import Config
from crowned.server.health import Writable
from crowned.server.metrics import Metrics, add_process, plain
from crowned.server.monitor import Monitor
from crowned.server.people.accounts import People
from crowned.server.people.events import Events
from crowned.server.people.guesses import Leaked
from crowned.server.people.passkeys import Passkeys
from crowned.server.people.passwords import Passwords
from crowned.server.rooms.links import Links, site_key
from crowned.server.rooms.registry import Rooms, last_time
from crowned.server.rooms.services import Services
from crowned.server.store import Store, StoreError, open_store
from crowned.server.store.postgres import PostgresStore
from crowned.server.times import Now, not_before, steady_clock
from crowned.server.web.connections import Sockets
from crowned.server.web.limits import Limiter, Limits, Rate

logger = logging.getLogger(__name__)

COUNTED_TOGETHER = ("new_game", "new_session", "login_address", "login_name", "login_everywhere")
KNOWN_PLACES = 20_000
MOST_WORK = 20
"""Requests of one person, or one address, that may wait until something is worked out for them."""


def _cluster(store: Store) -> Cluster:
    """SQLite has one server; PostgreSQL any number of processes."""
    return Shared(store, store.url) if isinstance(store, PostgresStore) else Alone(store)


async def _machine_time(store: Store) -> Now:
    """The clock of this machine, or that of the database which several machines share."""
    now = steady_clock()
    return await store.clock(now) if isinstance(store, PostgresStore) else now


async def _own_time(store: Store, now: Now) -> Now:
    """A machine whose clock was set back must not make players wait for it."""
    last = await last_time(store)
    behind = last - now()
    if behind > 0:
        logger.warning("the machine's clock is %d ms behind the last game; going on from there", behind)
    return not_before(now, last)


class Limiters:
    """A limiter for every rate of the limits, by its name."""

    def __init__(self, limits: Limits) -> None:
        rates = {field.name: getattr(limits, field.name) for field in fields(limits)}
        self._all = {name: Limiter(rate) for name, rate in rates.items() if isinstance(rate, Rate)}

    def __getitem__(self, name: str) -> Limiter:
        return self._all[name]

    def share(self, cluster: Cluster) -> None:
        """What is allowed a few times a minute is counted in all processes together."""
        for name in COUNTED_TOGETHER:
            self._all[name].counted = partial(_tell_count, cluster, name)

    def take(self, note: Counted) -> None:
        self._all[note.name].count(note.key)


def _tell_count(cluster: Cluster, name: str, key: str) -> None:
    cluster.broadcast(Counted(name, key, cluster.node))


class Places:
    """Names and addresses at which somebody has proved who he is; the longest unused are forgotten."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, place: str) -> bool:
        return place in self._known

    def add(self, place: str) -> None:
        self._known[place] = None
        self._known.move_to_end(place)
        if len(self._known) > KNOWN_PLACES:
            self._known.popitem(last=False)


@dataclass
class Site:
    config: Config
    services: Services
    passwords: Passwords
    rooms: Rooms
    links: Links
    limiters: Limiters
    events: Events
    leaked: Leaked | None = None
    known: Places = field(default_factory=Places)
    sockets: Sockets = field(init=False)
    draining: bool = False
    """The server is about to end: whoever shares visitors out sends no more."""
    work: FairQueue = field(default_factory=lambda: FairQueue(1, small_places=1, most_waiting=MOST_WORK))
    """What requests have worked out in threads: one large thing at a time, and a small one beside it."""
    writable: Writable = field(init=False)
    passkeys: Passkeys = field(init=False)

    def __post_init__(self) -> None:
        self.sockets = Sockets(self)
        self.writable = Writable(self.services.store, self.services.now)
        self.passkeys = Passkeys(self.services.store, self.services.now, self.config)
        self._describe(self.services.metrics)

    def _describe(self, metrics: Metrics) -> None:
        metrics.describe("crowned_request_seconds", "Time to answer a request, by route.")
        metrics.describe("crowned_message_seconds", "Time to handle a message of a socket, by kind.")
        metrics.describe("crowned_write_seconds", "Time until a change of a game is on disk.")
        metrics.describe("crowned_loop_lag_seconds", "How late the event loop woke up.")
        metrics.describe("crowned_collection_seconds", "Time the garbage collector kept everybody waiting.")
        metrics.gauge("crowned_sockets", "Open sockets.", lambda: plain(len(self.sockets)))
        metrics.gauge("crowned_rooms", "Games that are open here.", self.rooms.figures)
        metrics.gauge(
            "crowned_notes_total", "Messages between processes.", self.services.cluster.figures, "counter"
        )
        add_process(metrics)

    async def ready(self) -> tuple[int, str]:
        """Whether visitors may be sent here: the database takes what is written, and nothing ends."""
        if self.draining:
            return 503, "ending\n"
        try:
            await self.writable.check()
        except StoreError as error:
            return 503, f"{error}\n"
        return 200, "ready\n"

    def monitor(self) -> Monitor:
        async def live() -> tuple[int, str]:
            return 200, "live\n"

        async def metrics() -> tuple[int, str]:
            return 200, self.services.metrics.text()

        return Monitor({"/live": live, "/ready": self.ready, "/metrics": metrics})

    @property
    def people(self) -> People:
        return self.services.people

    @classmethod
    async def open(cls, config: Config, opponent: Opponent, now: Now | None = None) -> Site:
        """Opens the database, takes up the games that were going on."""
        store = await open_store(config.database)
        try:
            return await cls._open(config, opponent, store, now)
        except BaseException:
            await store.close()
            raise

    @classmethod
    async def _open(
        cls, config: Config, opponent: Opponent | Computer, store: Store, now: Now | None
    ) -> Site:
        clock = await _own_time(store, now or await _machine_time(store))
        computer = opponent if isinstance(opponent, Computer) else Computer(opponent, config.engine_threads)
        people = People(store, clock, endless=config.own_device)
        services = Services(store, people, computer, clock, _cluster(store), config.pace)
        key = await site_key(store)
        leaked = Leaked(config.leaked) if config.leaked is not None else None
        limiters = Limiters(config.limits)
        events = Events(key, limiters["refusal"])
        site = cls(config, services, Passwords(), Rooms(services), Links(key), limiters, events, leaked)
        await site.people.forget_old_sessions()
        site.rooms.relay.others = site.take
        site.limiters.share(services.cluster)
        await site.rooms.start()
        return site

    def take(self, note: Note) -> None:
        """What another process says that is not about a game."""
        if isinstance(note, LoggedOut):
            self.sockets.close_sessions(note.session, note.person, note.but)
        elif isinstance(note, Counted) and note.sender != self.services.cluster.node:
            self.limiters.take(note)

    async def freeze(self, at: int) -> None:
        """The first thing when the server stops, before any socket is waited for."""
        await self.rooms.freeze(at)

    async def close(self) -> None:
        await self.rooms.stop()
        await self.services.cluster.stop()
        self.services.computer.close()
        await self.services.store.close()
