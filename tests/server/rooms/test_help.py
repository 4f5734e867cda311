"""A server whose engine is busy: whoever has an engine in his browser is served by that."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crowned.protocols import wire
from crowned.server.computer.engine import EngineOpponent
from crowned.server.computer.queue import FairQueue, Owner
from crowned.server.pocket.desk import ORIGIN, Desk, Reply
from crowned.server.rooms import log
from crowned.server.rooms.keeper import Keeper
from crowned.server.rooms.table import position_hash
from crowned.server.rulesets import choose
from crowned.server.web.api.analysis import set_up
from crowned.server.web.app import create_app
from crowned.server.web.bodies import RulesChoice
from tests.server.conftest import Catalogue
from tests.server.house import House, Listener, house, run, settle

RULES = Catalogue()
BIG = 60.0


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "help.sqlite")


@asynccontextmanager
async def busy(queue: FairQueue) -> AsyncIterator[None]:
    """Somebody else has every place."""
    async with AsyncExitStack() as stack:
        while queue.has_room(0.0):
            size = BIG if queue.has_room(BIG) else 0.0
            await stack.enter_async_context(queue.place(Owner("somebody", "else"), size))
        yield


async def computers_turn(own: House, engine: bool = True, rated: bool = False) -> tuple[Keeper, Listener]:
    """A game in which the computer is to move, before anybody has had the time to think."""
    person = await own.person()
    keeper = await own.game(RULES.strict, person.id, log.COMPUTER, rated=rated)
    reader = await own.join(keeper, person.id)
    reader.engine = engine
    if reader.state.choices:
        await own.move(keeper, reader)
    return keeper, reader


def questions(reader: Listener) -> list[wire.Think]:
    return [message for message in reader.heard if isinstance(message, wire.Think)]


def answer(question: wire.Think, text: str, **other: Any) -> wire.Thought:
    return wire.Thought(**{"g": question.g, "ply": question.ply, "pos": question.pos, "text": text, **other})


async def quiet_for_a_while() -> None:
    await asyncio.sleep(0.05)


def test_the_players_browser_moves_for_a_busy_computer(database: str) -> None:
    async def work() -> None:
        async with house(database) as own, busy(own.site.services.computer.table):
            keeper, reader = await computers_turn(own)
            await settle(lambda: len(questions(reader)) == 1)
            [question] = questions(reader)
            game = set_up(choose(RulesChoice(toml=question.toml), None), question.fen or None, question.moves)
            assert (question.ply, question.pos) == (game.ply, position_hash(game.position))
            text = game.moves()[-1].text
            keeper.thought(reader, answer(question, text))
            await settle(lambda: keeper.room.table.ply == question.ply + 1)
            assert keeper.room.table.game.history[-1].action.text == text
            assert keeper.room.table.entries[-1].by == keeper.room.table.computer

    run(work)


@pytest.mark.parametrize(("engine", "rated"), [(False, False), (True, True)])
def test_nobody_is_asked_who_has_no_engine_or_plays_for_a_rating(
    database: str, engine: bool, rated: bool
) -> None:
    async def work() -> None:
        async with house(database) as own:
            async with busy(own.site.services.computer.table):
                keeper, reader = await computers_turn(own, engine, rated)
                await quiet_for_a_while()
                assert questions(reader) == []
            await settle(lambda: keeper.room.table.actor != keeper.room.table.computer)

    run(work)


def test_nobody_is_asked_while_there_is_room(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, reader = await computers_turn(own)
            await settle(lambda: keeper.room.table.actor != keeper.room.table.computer)
            assert questions(reader) == []

    run(work)


def test_what_does_not_fit_is_dropped_and_the_server_moves_when_it_can(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            async with busy(own.site.services.computer.table):
                keeper, reader = await computers_turn(own)
                await settle(lambda: len(questions(reader)) == 1)
                [question] = questions(reader)
                good = keeper.room.table.game.moves()[0].text
                keeper.thought(Listener(reader.person), answer(question, good))
                keeper.thought(reader, answer(question, good, ply=question.ply + 1))
                keeper.thought(reader, answer(question, good, pos="0"))
                keeper.thought(reader, answer(question, "resign"))
                keeper.thought(reader, answer(question, "a1-h8"))
                await quiet_for_a_while()
                assert keeper.room.table.ply == question.ply
            await settle(lambda: keeper.room.table.ply == question.ply + 1)
            keeper.thought(reader, answer(question, good))
            await quiet_for_a_while()
            assert keeper.room.table.ply == question.ply + 1, "an answer that comes too late"

    run(work)


# ---------------------------------------------------------------- analysis


async def ask(own: House, path: str, **body: Any) -> Reply:
    async def keep(_cookie: str) -> None:
        """Nobody comes back."""

    own.site.config = replace(own.site.config, origins=(ORIGIN,))
    app = create_app(own.site.config, EngineOpponent())
    app.state.site = own.site
    headers = {"content-type": "application/json", "origin": ORIGIN}
    raw = json.dumps({"rules": {"id": RULES.strict}, **body}).encode()
    return await Desk(app, "", keep).fetch("POST", path, headers, raw)


@pytest.mark.parametrize(("path", "found"), [("lines", "lines"), ("game", "moves")])
def test_an_impatient_question_is_told_that_the_engine_is_busy(database: str, path: str, found: str) -> None:
    async def work() -> None:
        async with house(database, EngineOpponent(hash_mb=1)) as own:
            quick = {"milliseconds": 20}
            async with busy(own.site.services.computer.desk):
                told = await ask(own, f"/api/analysis/{path}", **quick, patient=False)
                assert (told.status, json.loads(told.body)["code"]) == (503, "busy")
                waiting = asyncio.ensure_future(ask(own, f"/api/analysis/{path}", **quick))
                await quiet_for_a_while()
                assert not waiting.done()
            assert found in json.loads((await waiting).body)
            at_once = await ask(own, f"/api/analysis/{path}", **quick, patient=False)
            assert at_once.status == 200

    run(work)


def test_a_level_chooses_in_any_position(database: str) -> None:
    async def work() -> None:
        async with house(database, EngineOpponent(hash_mb=1)) as own:
            first = json.loads((await ask(own, "/api/analysis/choice", level=1)).body)["text"]
            then = json.loads((await ask(own, "/api/analysis/choice", level=1, moves=[first])).body)["text"]
            assert then != first
            assert (await ask(own, "/api/analysis/choice", level=11)).status == 400

    run(work)
