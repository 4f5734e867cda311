"""Rooms are opened when somebody comes, stay while something goes on, and tell who is there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from crowned.protocols import wire
from crowned.protocols.views import ClockRule
from crowned.server.rooms import hall
from tests.server.house import friends, house, run

FISCHER = ClockRule("fischer", 60_000, 2_000)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "rooms.sqlite")


def test_empty_rooms_are_closed_and_opened_again(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, first, second = await friends(own)
            await own.move(keeper, first)
            game = keeper.room.table.id
            for _ in range(5):
                own.site.rooms.sweep()
            assert len(own.site.rooms) == 1, "somebody is there"
            for reader in (first, second):
                keeper.room.leave(reader)
            for _ in range(5):
                own.site.rooms.sweep()
            assert len(own.site.rooms) == 0
            again = await own.keeper(game)
            assert again is not keeper
            assert again.room.table.ply == 1

    run(work)


def test_a_room_with_a_running_clock_stays(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, first, second = await friends(own, FISCHER)
            for reader in (first, second):
                keeper.room.leave(reader)
            for _ in range(5):
                own.site.rooms.sweep()
            assert len(own.site.rooms) == 1

    run(work)


def test_presence_tells_who_is_there_and_what_was_seen(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, first, second = await friends(own)
            told = first.last(wire.Presence)
            assert told.white
            assert told.black
            keeper.room.seen(second, keeper.room.table.version)
            keeper.room.seen(second, 999)
            shown = first.last(wire.Presence)
            assert max(shown.white_seen, shown.black_seen) == keeper.room.table.version
            keeper.room.leave(second)
            gone = first.last(wire.Presence)
            assert gone.white != gone.black

    run(work)


def test_a_crowd_that_comes_at_once_is_told_together(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them knows at once who is there; the others hear once of all of them."""
    gather = 1.5  # long enough for twenty to come on a busy machine
    monkeypatch.setattr(hall, "GATHER_SECONDS", gather)

    async def work() -> None:
        async with house(database) as own:
            keeper, first, _ = await friends(own)
            people = [(await own.person()).id for _ in range(20)]
            before = first.count(wire.Presence)
            watchers = [await own.join(keeper, person) for person in people]
            assert [one.count(wire.Presence) for one in watchers] == [1] * 20
            assert watchers[-1].last(wire.Presence).watchers == 20
            assert first.count(wire.Presence) == before
            await asyncio.sleep(1.5 * gather)
            assert first.count(wire.Presence) == before + 1
            assert first.last(wire.Presence).watchers == 20
            for one in watchers:
                await keeper.room.join(one, "watcher", 0)
            await asyncio.sleep(1.5 * gather)
            assert first.count(wire.Presence) == before + 1, "nobody came who was not there"

    run(work)
