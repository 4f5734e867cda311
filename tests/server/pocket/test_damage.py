"""A damaged store is told of and left as it is; no error that nobody expects locks anybody out."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

import pytest

from crowned.server.pocket.disk import MemoryDrawer
from crowned.server.pocket.store import PocketStore
from crowned.server.store import DamagedStoreError
from tests.server.pocket.page import Page, fetch, open_pocket, visited

Drawers = tuple[MemoryDrawer, MemoryDrawer]
RULES = {"rules": {"id": "koenig"}, "kind": "hotseat"}


def copied(drawers: Drawers) -> Drawers:
    copies = MemoryDrawer(), MemoryDrawer()
    for copy, drawer in zip(copies, drawers, strict=True):
        copy.write(bytes(drawer.content), 0)
    return copies


async def played_with() -> tuple[Drawers, Drawers]:
    """Closed: everything is in the database. Killed after that: what is newest is in the log."""
    drawers = MemoryDrawer(), MemoryDrawer()
    pocket = await visited(drawers)
    await play(Page(pocket))
    await pocket.close()
    closed = copied(drawers)
    pocket = await visited(drawers)
    await play(Page(pocket))
    killed = copied(drawers)
    await pocket.close()
    return closed, killed


async def play(page: Page) -> None:
    game = (await fetch(page.pocket, "POST", "/api/games", RULES))["id"]
    state = await page.join(game)
    for _ in range(3):
        state = await page.play(game, state)


@pytest.fixture(scope="module")
def stores() -> tuple[Drawers, Drawers]:
    return asyncio.run(played_with())


@pytest.mark.parametrize("size", [0, 1, 100, 4096, 100_000])
def test_what_is_cut_off_is_told_and_not_touched(size: int, stores: tuple[Drawers, Drawers]) -> None:
    """Not even by the log, which SQLite would empty into it, or throw away beside an empty file."""
    database, log = copied(stores[1])
    database.truncate(size)
    before = bytes(database.content), bytes(log.content)
    with pytest.raises(DamagedStoreError):
        PocketStore.open(database, log)
    assert (bytes(database.content), bytes(log.content)) == before


def test_whatever_is_damaged_is_told_or_can_be_played_with(stores: tuple[Drawers, Drawers]) -> None:
    async def visit(drawers: Drawers) -> None:
        with suppress(DamagedStoreError):
            pocket = await open_pocket(drawers)
            await fetch(pocket, "GET", "/api/rulesets")

    for seed in range(100):
        dice, drawers = random.Random(seed), copied(stores[0])
        for _ in range(8):
            at = dice.randrange(drawers[0].size() - 60)
            drawers[0].write(dice.randbytes(dice.choice((1, 60))), at)
        asyncio.run(visit(drawers))


def test_a_name_that_is_no_text_any_more_is_damage() -> None:
    drawers = MemoryDrawer(), MemoryDrawer()
    pocket = asyncio.run(visited(drawers))
    asyncio.run(pocket.close())
    at = drawers[0].content.index(b"pocket_session") + len("pocket_session")
    drawers[0].write(bytes([0xFF]) * 8, at)
    with pytest.raises(DamagedStoreError):
        asyncio.run(open_pocket(drawers))


class Unreadable(MemoryDrawer):
    def read(self, size: int, at: int) -> bytes:
        raise OSError(f"NotReadableError: {size} at {at}")


def test_what_the_browser_cannot_read_is_damaged() -> None:
    torn = Unreadable()
    torn.write(b"SQLite format 3", 0)
    with pytest.raises(DamagedStoreError):
        PocketStore.open(torn, MemoryDrawer())
