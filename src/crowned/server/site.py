"""The running server: everything that requests and sockets share."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, fields

from crowned.server.computer.opponent import Computer, Opponent
from crowned.server.config import Config
from crowned.server.health import Writable
from crowned.server.people.accounts import People
from crowned.server.people.passwords import Passwords
from crowned.server.rooms.links import Links, site_key
from crowned.server.rooms.registry import Rooms, last_time
from crowned.server.rooms.services import Services
from crowned.server.store import Store, open_store
from crowned.server.times import Now, not_before, steady_clock
from crowned.server.web.limits import Limiter, Limits, Rate
from crowned.server.web.sockets import Sockets

logger = logging.getLogger(__name__)


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


@dataclass
class Site:
    config: Config
    services: Services
    passwords: Passwords
    rooms: Rooms
    links: Links
    limiters: Limiters
    sockets: Sockets = field(init=False)
    writable: Writable = field(init=False)

    def __post_init__(self) -> None:
        self.sockets = Sockets(self)
        self.writable = Writable(self.services.store, self.services.now)

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
    async def _open(cls, config: Config, opponent: Opponent, store: Store, now: Now | None) -> Site:
        clock = await _own_time(store, now or steady_clock())
        computer = Computer(opponent, config.engine_threads)
        services = Services(store, People(store, clock), computer, clock, pace=config.pace)
        links = Links(await site_key(store))
        site = cls(config, services, Passwords(), Rooms(services), links, Limiters(config.limits))
        await site.people.forget_old_sessions()
        await site.rooms.start()
        return site

    async def freeze(self, at: int) -> None:
        """The first thing when the server stops, before any socket is waited for."""
        await self.rooms.freeze(at)

    async def close(self) -> None:
        await self.rooms.stop()
        await self.services.store.close()
