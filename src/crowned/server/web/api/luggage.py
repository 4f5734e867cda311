"""Everything of one's own as one file, to be taken to another server, into a browser, and back."""

from __future__ import annotations

import asyncio
import dataclasses

import msgspec

from crowned.base import BadInput
from crowned.server.rooms import luggage
from crowned.server.rooms.keeper import Keeper
from crowned.server.web.api import houses
from crowned.server.web.api.rules import chosen
from crowned.server.web.bodies import (
    Arrived,
    BroughtGame,
    BroughtHouse,
    Luggage,
    PackedGame,
    PackedHouse,
    RulesChoice,
    SaveHouse,
)
from crowned.server.web.http import Call, Endpoint, Long
from crowned.server.web.problem import ProblemError

OWN = (
    "SELECT id FROM game WHERE (white = $1 OR black = $1) AND kind IN ('computer', 'hotseat')"
    " ORDER BY created"
)


async def pack(call: Call) -> Long:
    me, store = call.signed_in.person.id, call.site.services.store
    ids = [str(row[0]) for row in await store.read(OWN, me)]
    games = [
        msgspec.json.encode(packed)
        for game in ids
        if (packed := await luggage.pack(store, game, me, call.site.config.own_device)) is not None
    ]
    rows = await store.read("SELECT title, toml FROM house WHERE owner = $1 ORDER BY created", me)
    told = Luggage("crowned-luggage/1", [], [PackedHouse(*row) for row in rows], len(ids) - len(games))
    return Long(told, "games", games)


async def unpack_game(call: Call) -> Arrived:
    """A game that is new here, or one that has gone on elsewhere."""
    packed: PackedGame = call.body.game
    services, person = call.site.services, call.signed_in.person
    await _look_over(call, packed)
    try:
        lines = await asyncio.to_thread(luggage.unpack, packed, person.id, services)
        post = await call.site.rooms.get(packed.id)
        if post is None:
            statements = await asyncio.to_thread(luggage.stored, packed, lines, person, services)
            await services.store.write(statements)
            return Arrived("new")
        if not isinstance(post, Keeper):
            raise ProblemError(503, "try_again")
        return Arrived("longer" if await luggage.go_on(post.room, lines, person.id) else "known")
    except BadInput as error:
        raise ProblemError(400, "bad_file", error.faults) from None


async def _look_over(call: Call, packed: PackedGame) -> None:
    """The rules are read as those of any request are, before the game is."""
    settings = packed.lines[0].body.get("settings") if packed.lines else None
    toml = settings.get("rules") if isinstance(settings, dict) else None
    if not isinstance(toml, str):
        raise ProblemError(400, "bad_file")
    await chosen(call, RulesChoice(toml=toml))


async def unpack_house(call: Call) -> Arrived:
    house: PackedHouse = call.body.house
    owner, store = call.signed_in.person.id, call.site.services.store
    sql = "SELECT 1 FROM house WHERE owner = $1 AND title = $2 AND toml = $3"
    if await store.read(sql, owner, house.title, house.toml):
        return Arrived("known")
    body = SaveHouse(house.title, RulesChoice(toml=house.toml))
    await houses.save_house(dataclasses.replace(call, body=body))
    return Arrived("new")


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/luggage",
        pack,
        Luggage,
        "My games and house rules, to be taken elsewhere",
        limit="analysis",
        needs_session=True,
    ),
    Endpoint(
        "POST",
        "/api/luggage/game",
        unpack_game,
        Arrived,
        "Bring a game along, or let it go on as elsewhere",
        BroughtGame,
        limit="analysis",
        needs_session=True,
    ),
    Endpoint(
        "POST",
        "/api/luggage/house",
        unpack_house,
        Arrived,
        "Bring a house ruleset along",
        BroughtHouse,
        limit="analysis",
        needs_session=True,
    ),
)
