"""Everything that is stored about somebody, in one file for himself."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from crowned.server.rooms import log
from crowned.server.store import Store
from crowned.server.web.bodies import OwnData, OwnGame
from crowned.server.web.http import Call, Endpoint, Long

TABLES = {
    "ratings": "SELECT ruleset, rating, deviation, volatility, games, at FROM rating WHERE person = $1",
    "rating_changes": (
        "SELECT game, ruleset, score, old_rating, new_rating, at FROM rating_change WHERE person = $1"
        " ORDER BY at"
    ),
    "house_rules": "SELECT id, title, toml, created FROM house WHERE owner = $1 ORDER BY created",
    "sessions": "SELECT lang, created, seen FROM session WHERE person = $1 ORDER BY created",
    "passkeys": "SELECT name, created, seen FROM passkey WHERE person = $1 ORDER BY created",
}
FIELDS = {
    "ratings": ("ruleset", "rating", "deviation", "volatility", "games", "at"),
    "rating_changes": ("game", "ruleset", "score", "old_rating", "new_rating", "at"),
    "house_rules": ("id", "title", "toml", "created"),
    "sessions": ("lang", "created", "seen"),
    "passkeys": ("name", "created", "seen"),
}


LINES_AT_ONCE = 256


async def own_data(call: Call) -> Long:
    person = call.signed_in.person
    store = call.site.services.store
    parts = {name: await _rows(store, name, person.id) for name in TABLES}
    games = await store.read("SELECT id FROM game WHERE white = $1 OR black = $1 ORDER BY created", person.id)
    told = OwnData(
        format="crowned-data/1",
        name=person.name,
        account=person.account,
        since=person.created,
        games=[],
        **parts,
    )
    return Long(told, "games", [await _game(store, str(game), person.id) for (game,) in games])


async def _rows(store: Store, name: str, person: str) -> list[dict[str, Any]]:
    rows = await store.read(TABLES[name], person)
    return [dict(zip(FIELDS[name], row, strict=True)) for row in rows]


async def _game(store: Store, game: str, person: str) -> bytes:
    """The log as it is stored; of other people it has nothing but what they did and wrote in this game."""
    lines: list[dict[str, Any]] = []
    for _, body, actor, at, _ in await store.read(log.SELECT, game, 0):
        lines.append({"at": at, "mine": actor == person, "what": _hidden(msgspec.json.decode(body), person)})
        if len(lines) % LINES_AT_ONCE == 0:
            await asyncio.sleep(0)
    return msgspec.json.encode(OwnGame(game, lines))


def _hidden(body: Any, person: str) -> Any:
    """Ids of persons are nobody's business; the own one says "me"."""
    if not isinstance(body, dict):
        return body
    return {name: (_person if name in PERSONAL else _hidden)(part, person) for name, part in body.items()}


PERSONAL = frozenset({"white", "black", "by", "person"})


def _person(value: object, person: str) -> object:
    if value == person:
        return "me"
    return value if value in ("", log.COMPUTER) else "opponent"


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/account/data",
        own_data,
        OwnData,
        "Everything that is stored about me",
        limit="analysis",
        needs_session=True,
    ),
)
