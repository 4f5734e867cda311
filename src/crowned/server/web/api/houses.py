"""House rulesets that were saved: found by their key, shared by a link."""

from __future__ import annotations

import secrets

import msgspec

from crowned.rules import catalog
from crowned.rules.write import to_toml
from crowned.server.store import Row, Statement
from crowned.server.web.api.rules import chosen, page
from crowned.server.web.bodies import HousePage, Houses, HouseView, RulesChoice, SaveHouse
from crowned.server.web.http import Call, Endpoint
from crowned.server.web.problem import ProblemError

MOST = 200
SELECT = (
    "SELECT h.id, h.title, p.name, h.created, h.base, h.owner, h.toml FROM house h"
    " JOIN person p ON p.id = h.owner"
)


def _shown(row: Row, call: Call) -> HouseView:
    key, title, by, created, base, owner, _ = row
    mine = call.session is not None and call.session.person.id == owner
    return HouseView(key, title, by, created, base, f"/house/{key}", mine)


async def list_houses(call: Call) -> Houses:
    owner = call.signed_in.person.id
    rows = await call.site.services.store.read(f"{SELECT} WHERE h.owner = $1 ORDER BY h.created DESC", owner)
    return Houses([_shown(row, call) for row in rows])


async def save_house(call: Call) -> HouseView:
    body: SaveHouse = call.body
    owner = call.signed_in.person
    rules = await chosen(call, msgspec.structs.replace(body.rules, title=body.title))
    count = await call.site.services.store.read("SELECT count(*) FROM house WHERE owner = $1", owner.id)
    if count[0][0] >= MOST:
        raise ProblemError(409, "too_many")
    key, now = secrets.token_urlsafe(12), call.site.services.now()
    base = rules.spec.id if rules.spec.id in catalog.ids() else ""
    values = (key, owner.id, body.title, base, to_toml(rules.spec), now)
    sql = "INSERT INTO house (id, owner, title, base, toml, created) VALUES ($1, $2, $3, $4, $5, $6)"
    await call.site.services.store.write([Statement(sql, values)])
    return HouseView(key, body.title, owner.name, now, base, f"/house/{key}", True)


async def get_house(call: Call) -> HousePage:
    rows = await call.site.services.store.read(f"{SELECT} WHERE h.id = $1", call.path["key"])
    if not rows:
        raise ProblemError(404, "no_such_page")
    rules = await chosen(call, RulesChoice(toml=rows[0][6], title=rows[0][1]))
    return HousePage(_shown(rows[0], call), page(rules))


async def delete_house(call: Call) -> None:
    owner = call.signed_in.person.id
    store, key = call.site.services.store, call.path["key"]
    if not await store.read("SELECT 1 FROM house WHERE id = $1 AND owner = $2", key, owner):
        raise ProblemError(404, "no_such_page")
    await store.write([Statement("DELETE FROM house WHERE id = $1 AND owner = $2", (key, owner))])


ENDPOINTS = (
    Endpoint("GET", "/api/houses", list_houses, Houses, "My house rulesets", needs_session=True),
    Endpoint(
        "POST",
        "/api/houses",
        save_house,
        HouseView,
        "Save a house ruleset",
        SaveHouse,
        limit="new_game",
        needs_session=True,
    ),
    Endpoint("GET", "/api/houses/{key}", get_house, HousePage, "A house ruleset by its link"),
    Endpoint("DELETE", "/api/houses/{key}", delete_house, None, "Forget it", needs_session=True),
)
