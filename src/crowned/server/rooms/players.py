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
        return await _rated(services, table, person)
    except StoreError:
        return PlayerView(person.name, "account")


async def _rated(services: Services, table: Table, person: Person) -> PlayerView:
    """With the rating; after a game that counted, with the one it led to and the difference it made."""
    standing = await ratings.standing(services.store, person.id, table.settings.ruleset)
    now = standing.now(services.now())
    over = table.settings.rated and table.phase == "over"
    change = await ratings.change_by(services.store, person.id, table.id) if over else None
    if change is not None:
        before, after = change
        return PlayerView(person.name, "account", 0, after, now.provisional, after - before)
    return PlayerView(
        person.name, "account", 0, round(now.rating) if standing.games else None, now.provisional
    )
