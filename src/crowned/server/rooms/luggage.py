"""Games that travel from one store to another, as their logs: from a browser to a server and back.

Only games without other people travel. In a log that travels its owner is called "me".
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import convert, to_builtins
from msgspec.structs import replace

from crowned.base import BadInput, CrownedError
from crowned.server import bounds
from crowned.server.people.accounts import Person
from crowned.server.rooms import clocks, log, spinner, storage
from crowned.server.rooms.draft import Draft
from crowned.server.rooms.journal import PIECE, take_in
from crowned.server.rooms.room import Room
from crowned.server.rooms.services import Services
from crowned.server.rooms.table import Table
from crowned.server.store import Statement, Store
from crowned.server.web.bodies import PackedGame, PackedLine

ME = "me"
TRAVELLING = ("computer", "hotseat")
PACKED_AT_ONCE = 256

# ---------------------------------------------------------------- packing


async def pack(store: Store, game: str, person: str, with_seed: bool) -> PackedGame | None:
    """A game for the road; None if its spinner is still secret here."""
    lines = await storage.load(store, game)
    packed = []
    for line in lines:
        packed.append(PackedLine(line.at, _named(line.actor, person), _body(line.body, person)))
        if len(packed) % PACKED_AT_ONCE == 0:
            await asyncio.sleep(0)
    seed = await storage.load_secret(store, game)
    if not seed:
        return PackedGame(game, packed)
    over = any(isinstance(line.body, log.Ended) for line in lines)
    return PackedGame(game, packed, seed) if with_seed or over else None


def _named(actor: str, person: str) -> Literal["me", "computer", "server"]:
    if actor == person:
        return "me"
    return "computer" if actor == log.COMPUTER else "server"


def _body(body: log.AnyBody, person: str) -> dict[str, Any]:
    found: dict[str, Any] = to_builtins(_for(body, person, ME))
    return found


def _for(body: log.AnyBody, old: str, new: str) -> log.AnyBody:
    """The same with another name for its owner."""
    if not isinstance(body, log.Created):
        return body
    held = body.settings
    seats = {name: new for name in ("white", "black", "by") if getattr(held, name) == old}
    return log.Created(replace(held, **seats))


# ---------------------------------------------------------------- unpacking


def unpack(packed: PackedGame, person: str, services: Services) -> list[log.Logged]:
    """The log for its new owner; BadInput if it is not one that the rules allow."""
    now = services.now()
    try:
        lines = [
            log.Logged(seq, _owned(line, person), _actor(line.actor, person), min(line.at, now))
            for seq, line in enumerate(packed.lines, 1)
        ]
        with bounds.as_in_a_room():
            table = Table.fold(packed.id, lines, services.lowered)
            table.game.playable()
        _check(table, packed, person)
    except BadInput:
        raise
    except (CrownedError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise BadInput(f"the game {packed.id} cannot be played through: {error}") from error
    return lines


def _owned(line: PackedLine, person: str) -> log.AnyBody:
    body = _for(convert(line.body, log.AnyBody), ME, person)
    if isinstance(body, log.Joined | log.Said):
        raise BadInput("games with other people do not travel")
    return body


def _actor(name: str, person: str) -> str:
    return person if name == ME else name


def _check(table: Table, packed: PackedGame, person: str) -> None:
    held = table.settings
    owners = {person, log.COMPUTER} if held.kind == "computer" else {person}
    ours = held.kind in TRAVELLING and {held.white, held.black} == owners and held.by == person
    if not ours or held.rated or held.public or held.chat:
        raise BadInput("games with other people do not travel")
    if held.fingerprint != table.rules.fingerprint or clocks.faults(held.clock):
        raise BadInput(f"the game {packed.id} does not fit its rules")
    if table.spins and not _promised(packed, held.commit):
        raise BadInput(f"the spinner of the game {packed.id} is not the one that was promised")


def _promised(packed: PackedGame, commit: str) -> bool:
    return bool(packed.seed) and spinner.commitment(packed.id, packed.seed) == commit


def stored(
    packed: PackedGame, lines: Sequence[log.Logged], owner: Person, services: Services
) -> list[Statement]:
    """A game that is new here. Its clock has stood still on the way."""
    told = [*lines, *_halted(Table.fold(packed.id, lines, services.lowered), services.now())]
    table = Table.fold(packed.id, told, services.lowered)
    secret = [storage.secret(packed.id, packed.seed)] if packed.seed else []
    found = storage.positions(table) if table.ended else []
    game = storage.insert(table, {owner.id: owner}, services.cluster.node)
    return [game, *(log.insert(packed.id, line) for line in told), *secret, *found]


def _halted(table: Table, now: int) -> list[log.Logged]:
    if table.clock is None or table.clock.running is None or table.paused:
        return []
    return [log.Logged(table.version + 1, log.Paused(table.at), log.SERVER, now)]


async def go_on(room: Room, lines: Sequence[log.Logged], person: str) -> bool:
    """Lets a game that is here go on as it did elsewhere; False if it was already here.

    BadInput if it is somebody else's, or went on in both places.
    """

    async def work() -> bool:
        if person not in room.table.seats.values():
            raise BadInput(f"the game {room.table.id} belongs to somebody else")
        services = room.journal.services
        known = await storage.load(services.store, room.table.id)
        more = _more(known, lines)
        if more:
            twin = await take_in(Table(room.table.id, services.lowered), known)
            await room.commit(await _draft(twin, more, services.now()))
        return bool(more)

    return await room.alone(work)


def _more(known: Sequence[log.Logged], lines: Sequence[log.Logged]) -> Sequence[log.Logged]:
    """What a log tells more than the one that is here. A spinner is revealed here by itself."""
    short, long = sorted((known, lines), key=len)
    if [line.body for line in short] != [line.body for line in long[: len(short)]]:
        raise BadInput("the game has gone on here in another way")
    return [line for line in lines[len(known) :] if not isinstance(line.body, log.Revealed)]


async def _draft(table: Table, lines: Sequence[log.Logged], now: int) -> Draft:
    """In pieces, so the table is one that nobody sees yet."""
    draft = Draft(table, 0)
    for number, line in enumerate(lines, 1):
        draft.at = max(line.at, table.at)
        draft.add(line.body, line.actor)
        if number % PIECE == 0:
            await asyncio.sleep(0)
    draft.at = max(now, table.at)
    for halt in _halted(table, draft.at):
        draft.add(halt.body)
    return draft
