"""Who sits at a table, as everybody sees it."""

from __future__ import annotations

from crowned.protocols.pictures import SEATS
from crowned.protocols.views import PlayerView, Seat
from crowned.server.people import ratings
from crowned.server.people.accounts import Person
from crowned.server.rooms import log
from crowned.server.rooms.services import Services
from crowned.server.rooms.table import Table
from crowned.server.store import StoreError


async def players(services: Services, table: Table, people: dict[str, Person]) -> dict[Seat, PlayerView]:
    return {seat: await _player(services, table, people, seat) for seat in SEATS}


async def _player(services: Services, table: Table, people: dict[str, Person], seat: Seat) -> PlayerView:
    holder = table.seats[seat]
    if holder == log.COMPUTER:
        return PlayerView("", "computer", table.settings.level)
    person = people.get(holder)
    if person is None:
        return PlayerView("", "open")
    if not person.account:
        return PlayerView(person.name, "guest")
    try:
        standing = await ratings.standing(services.store, person.id, table.settings.ruleset)
    except StoreError:
        return PlayerView(person.name, "account")
    now = standing.now(services.now())
    rating = round(now.rating) if standing.games else None
    return PlayerView(person.name, "account", 0, rating, now.provisional)
