"""Games that go on and on: nobody is talked out of his move, and nobody else waits for them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from crowned.protocols import wire
from crowned.server.rooms import commands, draft, journal, storage
from crowned.server.rooms.audience import PAGE
from crowned.server.rooms.table import Table
from tests.server.client import Browser
from tests.server.conftest import Catalogue
from tests.server.house import House, Listener, friends, house, run, same
from tests.server.rooms.test_rooms import RULES

FULL, LONGEST, PIECE = 4, 6, 2
"""Small, so that a few moves are many."""


def test_a_full_log_keeps_nobody_from_moving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else who is losing would chat until his opponent cannot move and his time is up."""
    monkeypatch.setattr(commands, "LONGEST_LOG", FULL)

    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            keeper, first, second = await friends(own)
            for number in range(2 * FULL):
                assert isinstance(await own.move(keeper, (first, second)[number % 2]), wire.Ok)
            assert keeper.room.table.version > FULL
            refused = await own.act(keeper, first, "undo")
            assert (type(refused), refused.code) == (wire.Denied, "too_many")

    run(work)


def test_touching_pieces_makes_no_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The arbiter ends a game that goes on for ever, not one in which somebody straightens his pieces."""
    monkeypatch.setattr(draft, "LONGEST_GAME", LONGEST)

    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            keeper, first, second = await friends(own, rules=RULES.touching)
            square = first.state.choices[0].path[0]
            for number in range(2 * LONGEST):
                told = await own.act(keeper, first, "adjust", square=square, id=f"adjust{number}")
                assert isinstance(told, wire.Ok)
            assert keeper.room.table.phase == "playing"
            await play_to_the_end(own, keeper, first, second)
            assert keeper.room.table.ended is not None
            assert keeper.room.table.ended.reason == "adjudicated"

    run(work)


async def play_to_the_end(own: House, keeper: object, *players: Listener) -> None:
    for number in range(LONGEST):
        assert isinstance(await own.move(keeper, players[number % 2]), wire.Ok)  # type: ignore[arg-type]


def test_a_long_log_is_taken_in_piece_by_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PIECE", PIECE)
    monkeypatch.setattr(storage, "ROWS_AT_ONCE", PIECE)

    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            keeper, first, second = await friends(own)
            for number in range(10):
                await own.move(keeper, (first, second)[number % 2])
            services, game = own.site.services, keeper.room.table.id
            lines = await storage.load(services.store, game)
            assert [line.seq for line in lines] == list(range(1, keeper.room.table.version + 1))
            turns = await turns_of_others(journal.take_in(Table(game, services.lowered), lines))
            assert turns >= len(lines) // PIECE
            taken = await journal.take_in(Table(game, services.lowered), lines)
            whole = Table.fold(game, lines, services.lowered)
            assert same(taken.entries, whole.entries)
            assert (taken.pos, taken.version) == (whole.pos, whole.version)

    run(work)


def test_the_whole_of_a_long_log_is_given(alice: Browser, rules: Catalogue) -> None:
    """More than one page of it, in order, and the same as what sockets were told."""
    player = alice.play(alice.new_game(rules.strict)["id"])
    for _ in range(PAGE):
        player.choose(0)
        assert player.act("undo")["t"] == "ok"
    whole = alice.get(f"/api/games/{player.game}")
    assert [entry["v"] for entry in whole["entries"]] == list(range(1, whole["v"] + 1))
    assert whole["entries"] == player.entries
    assert whole["state"]["pos"] == player.state["pos"]


async def turns_of_others(work: object) -> int:
    """How often somebody else had his turn meanwhile."""
    turns, task = 0, asyncio.ensure_future(work)  # type: ignore[call-overload]
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    return turns
