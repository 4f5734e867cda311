"""What nobody needs any more is gone at once: nothing in a room or a game refers in circles."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from crowned.game import Game
from crowned.position.ruleset import Ruleset, ruleset
from crowned.protocols import wire
from crowned.protocols.views import ClockRule
from crowned.server.rooms import log
from tests.server.house import House, house, run, settle
from tests.server.rooms.test_rooms import RULES, friends


@pytest.fixture(autouse=True)
def _without_the_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_a_game_dies_without_the_collector() -> None:
    game = Game(ruleset(RULES.huffing))
    for _ in range(6):
        game.play(game.moves()[0])
    game.undo()
    twin = game.copy()
    refs = [weakref.ref(part) for part in (game, game.tree, game.tree.root, game.tree.here, twin.tree.root)]
    del game, twin
    assert [part() for part in refs] == [None] * len(refs)


def test_a_room_dies_without_the_collector(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            refs = await play_and_close(own)
            await asyncio.sleep(0)
            alive = [name for name, part in refs.items() if part() is not None]
            assert alive == []

    run(work)


async def play_and_close(own: House) -> dict[str, weakref.ref[object]]:
    """A game with a clock, refusals, a wrong position and an end; then nobody is there any more."""
    keeper, first, second = await friends(own, ClockRule("fischer", 60_000, 1_000))
    for _ in range(4):
        for reader in (first, second):
            await own.move(keeper, reader)
    stale = wire.Move(g=keeper.room.table.id, ply=0, pos="0" * 16, id="old", text="x")
    assert isinstance(await keeper.room.message(first, stale, own.time()), wire.Stale)
    wrong = wire.Move(
        g=stale.g, ply=keeper.room.table.ply, pos=keeper.room.table.pos, id="wrong", text="a1-a1"
    )
    assert isinstance(await keeper.room.message(first, wrong, own.time()), wire.Illegal)
    await own.act(keeper, first, "resign")
    table = keeper.room.table
    parts = {
        "keeper": keeper,
        "room": keeper.room,
        "journal": keeper.room.journal,
        "table": table,
        "game": table.game,
        "node": table.game.tree.here,
    }
    refs: dict[str, weakref.ref[object]] = {name: weakref.ref(part) for name, part in parts.items()}
    for reader in (first, second):
        keeper.room.leave(reader)
    for _ in range(5):
        own.site.rooms.sweep()
    assert len(own.site.rooms) == 0
    return refs


def test_rules_die_without_the_collector() -> None:
    """A stranger may make up new ones with every request."""
    rules = Ruleset(ruleset(RULES.strict).spec.called({"en": "once"}))
    game = Game(rules)
    game.play(game.moves()[0])
    assert rules.start() == game.start
    assert rules.start() is game.start, "the same object as long as somebody has it"
    ref = weakref.ref(rules)
    del rules, game
    assert ref() is None


def _trees() -> int:
    return sum(type(thing).__name__ == "Tree" for thing in gc.get_objects())


def test_the_computers_thoughts_leave_nothing_behind(tmp_path: Path) -> None:
    gc.collect()
    before = _trees()  # other tests may keep games of their own

    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            person = await own.person()
            keeper = await own.game(RULES.strict, person.id, log.COMPUTER)
            reader = await own.join(keeper, person.id)
            for _ in range(5):
                await settle(lambda: bool(reader.state.choices) or reader.state.phase == "over")
                await own.move(keeper, reader)
            await settle(lambda: bool(reader.state.choices) or reader.state.phase == "over")
            await asyncio.sleep(0.05)
            assert _trees() - before == 1, "copies made for thinking are gone"

    run(work)
