"""Opens the server in a worker: its store in drawers, its computer elsewhere, one visitor at its desk."""

from __future__ import annotations

from crowned.server.computer.opponent import PlainOpponent
from crowned.server.config import Config
from crowned.server.pocket.computer import Ask, FarComputer
from crowned.server.pocket.desk import ORIGIN, Desk
from crowned.server.pocket.disk import Drawer
from crowned.server.pocket.store import PocketStore
from crowned.server.site import Site
from crowned.server.store import Statement
from crowned.server.web.app import create_app
from crowned.server.web.limits import Limits

COOKIE = "pocket_session"
NO_LIMITS = Limits().scaled(1e6)
"""Limits protect a server's visitors from each other; who is alone may be as quick as he likes."""


class Pocket:
    def __init__(self, site: Site, store: PocketStore, desk: Desk) -> None:
        self.site = site
        self.store = store
        self.desk = desk

    @classmethod
    async def open(cls, database: Drawer, log: Drawer, ask: Ask, *, pace: float = 1.0) -> Pocket:
        store = PocketStore.open(database, log)
        config = Config(origins=(ORIGIN,), pace=pace, own_device=True, limits=NO_LIMITS)
        computer = FarComputer(ask)
        site = await Site._open(config, computer, store, None)
        app = create_app(config, PlainOpponent())
        app.state.site = site

        async def keep(cookie: str) -> None:
            await store.write(
                [
                    Statement("DELETE FROM meta WHERE name = $1", (COOKIE,)),
                    Statement("INSERT INTO meta (name, value) VALUES ($1, $2)", (COOKIE, cookie)),
                ]
            )

        rows = await store.read("SELECT value FROM meta WHERE name = $1", COOKIE)
        return cls(site, store, Desk(app, str(rows[0][0]) if rows else "", keep))

    async def close(self) -> None:
        await self.site.sockets.say_goodbye()
        await self.site.close()
