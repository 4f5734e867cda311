"""The archive: finding games by ruleset, player, result and position."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from crowned.protocols.pictures import SEATS, SIDES, texts
from crowned.protocols.views import Seat, Text
from crowned.rules import catalog
from crowned.server.people.accounts import fold
from crowned.server.rooms.log import COMPUTER
from crowned.server.store import Row
from crowned.server.web.bodies import GameBrief, GameList
from crowned.server.web.http import Call, Endpoint

COLUMNS = (
    "id, ruleset, kind, white, black, white_name, black_name, created, plies, result, reason,"
    " title, actor, deadline, level"
)
CREATED = 7


class Search(msgspec.Struct, frozen=True):
    scope: Literal["mine", "public"] = "mine"
    ruleset: Annotated[str, Meta(max_length=60)] | None = None
    player: Annotated[str, Meta(max_length=40)] | None = None
    result: Literal["white", "black", "draw", "aborted", "open"] | None = None
    key: Annotated[str, Meta(max_length=32)] | None = None
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 30


class Conditions:
    """An SQL condition that grows with its parameters."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.values: list[str | int] = []

    def add(self, part: str, value: str | int) -> None:
        self.values.append(value)
        self.parts.append(part.replace("?", f"${len(self.values)}"))

    @property
    def sql(self) -> str:
        return " AND ".join(self.parts)


async def search_games(call: Call) -> GameList:
    query: Search = call.query
    wanted = _conditions(call, query)
    sql = (
        f"SELECT {COLUMNS} FROM game WHERE {wanted.sql}"  # noqa: S608 - our own words only
        f" ORDER BY created DESC LIMIT {query.limit + 1}"
    )
    rows = await call.site.services.store.read(sql, *wanted.values)
    person = call.session.person.id if call.session else ""
    more = rows[query.limit - 1][CREATED] if len(rows) > query.limit else None
    now = call.site.services.now()
    return GameList([_brief(row, person, now) for row in rows[: query.limit]], more)


def _conditions(call: Call, query: Search) -> Conditions:
    wanted = Conditions()
    if query.scope == "mine":
        wanted.add("(white = ? OR black = ?)", call.signed_in.person.id)
    else:
        wanted.add("(public = ? AND phase IN ('playing', 'over'))", 1)
    if query.ruleset is not None:
        wanted.add("ruleset = ?", query.ruleset)
    if query.player is not None:
        named = "IN (SELECT id FROM person WHERE folded = ?)"
        wanted.add(f"(white {named} OR black {named})", fold(query.player))
    if query.result is not None:
        wanted.add("result = ?", query.result)
    if query.key is not None:
        wanted.add("id IN (SELECT game FROM game_position WHERE hash = ?)", query.key)
    if query.before is not None:
        wanted.add("created < ?", query.before)
    return wanted


def _brief(row: Row, person: str, now: int) -> GameBrief:
    game, ruleset, kind, white, black, white_name, black_name, created, plies, result, reason = row[:11]
    title, actor, deadline, level = row[11:]
    return GameBrief(
        id=game,
        ruleset=ruleset,
        title=_title(ruleset, title),
        kind=kind,
        white=white_name,
        black=black_name,
        created=created,
        plies=plies,
        result=result,
        reason=reason,
        mine=_mine(white == person, black == person) if person else "",
        actor=actor or None,
        left=max(0, deadline - now) if deadline else None,
        computer="white" if white == COMPUTER else "black" if black == COMPUTER else None,
        level=level,
        sides=_sides(ruleset),
    )


def _title(ruleset: str, own: str) -> Text:
    """House rules have a name of their own."""
    if own:
        return msgspec.json.decode(own, type=Text)
    return texts(catalog.load(ruleset).title) if ruleset in catalog.ids() else {"en": ruleset}


def _sides(ruleset: str) -> dict[Seat, Text]:
    if ruleset not in catalog.ids():
        return {}
    named = catalog.load(ruleset).sides
    return {seat: texts(named[SIDES[seat]].name) for seat in SEATS}


def _mine(white: bool, black: bool) -> Literal["", "white", "black", "both"]:
    if white and black:
        return "both"
    if white:
        return "white"
    return "black" if black else ""


ENDPOINTS = (Endpoint("GET", "/api/games", search_games, GameList, "Find games", query=Search),)
