"""The line between processes ends when it is told to, whatever happens at that moment."""

from __future__ import annotations

import asyncio

from crowned.server.cluster.bus import Bus
from crowned.server.cluster.messages import Renamed
from crowned.server.store.postgres import PostgresStore
from tests.server.postgres import Postgres


class Answered(Bus):
    """The database answers just when the speaker is cancelled, so that nobody hears of the cancelling."""

    async def _say(self, said: list[tuple[str, bytes]]) -> None:  # noqa: ARG002
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return


def test_closing_is_not_forgotten() -> None:
    async def run() -> int:
        bus = Answered("", lambda _: None, lambda: None)
        bus.start()
        bus.send("there", Renamed("somebody"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.wait_for(bus.close(), 30)
        return bus.sent

    assert asyncio.run(run()) == 1


def test_a_connection_that_nobody_gives_back_does_not_keep_the_store_open(postgres: Postgres) -> None:
    async def run() -> None:
        store = await PostgresStore.open(postgres.database("kept"))
        await store._pool.acquire()
        await asyncio.wait_for(store.close(), 30)

    asyncio.run(run())
