"""Making games, joining them by link, looking at them."""

from __future__ import annotations

import asyncio
import secrets

import msgspec

from crowned.base import BadInput
from crowned.game import Game
from crowned.position import Position
from crowned.position.ruleset import Ruleset
from crowned.protocols import wire
from crowned.protocols.pictures import SEATS, rules_view, seat_of
from crowned.protocols.views import Role, Seat
from crowned.rules.write import to_toml
from crowned.server import bounds
from crowned.server.people.accounts import Person
from crowned.server.rooms import clocks, log
from crowned.server.rooms.colours import usual_side
from crowned.server.rooms.commands import other
from crowned.server.rooms.refusals import DeniedError, StaleError
from crowned.server.rooms.registry import Post
from crowned.server.rooms.table import Table
from crowned.server.rulesets import Seen
from crowned.server.web.api.rules import chosen
from crowned.server.web.bodies import GameCreated, Invite, Joined, Links, NewGame, TokenRequest
from crowned.server.web.http import Call, Endpoint, Long
from crowned.server.web.problem import ProblemError
from crowned.server.web.sockets import admitted

_texts = Seen(lambda rules: to_toml(rules.spec))


class TokenQuery(msgspec.Struct, frozen=True):
    token: str | None = None


# ---------------------------------------------------------------- creating


async def create_game(call: Call) -> GameCreated:
    body: NewGame = call.body
    person = call.signed_in.person
    await _check_count(call, person.id)
    faults = clocks.faults(body.clock)
    if faults:
        raise ProblemError(400, "bad_clock", faults)
    rules = await _rules(call, body)
    if body.rated and not (body.kind == "friend" and person.account and _is_plain(body)):
        raise ProblemError(400, "rated_needs_accounts")
    settings = _settings(body, rules, person.id, await asyncio.to_thread(_checked_fen, rules, body.fen))
    game = await call.site.rooms.create(settings, person)
    return GameCreated(game, _links(call, game, open_seat=body.kind == "friend"))


async def _check_count(call: Call, person: str) -> None:
    rows = await call.site.services.store.read(
        "SELECT count(*) FROM game WHERE (white = $1 OR black = $1) AND phase <> 'over'", person
    )
    if rows[0][0] >= call.site.config.limits.open_games_per_person:
        raise ProblemError(409, "too_many")


async def _rules(call: Call, body: NewGame) -> Ruleset:
    """The rules with what the lobby changes in them."""
    rules = await chosen(call, body.rules)
    extra: dict[str, object] = {}
    if body.policy == "strict" and rules.spec.enforcement != "strict":
        extra["enforcement"] = "strict"
    wanted = body.touch_move
    if wanted is None and body.kind == "computer":
        wanted = False  # the computer has no hands; who wants to be held to the rule says so
    if wanted is not None and wanted != rules.spec.touch_move:
        extra["touch_move"] = wanted
    return await chosen(call, body.rules, extra) if extra else rules


def _is_plain(body: NewGame) -> bool:
    return body.fen is None and body.rules.id is not None and not body.rules.options


def _settings(body: NewGame, rules: Ruleset, person: str, fen: str) -> log.Settings:
    own = _own_seat(body.side or usual_side(rules.spec), seat_of(rules.spec.first))
    rival = {"computer": log.COMPUTER, "hotseat": person, "friend": ""}[body.kind]
    holders: dict[Seat, str] = {own: person, other(own): rival}
    return log.Settings(
        kind=body.kind,
        rules=_texts.get(rules),
        fingerprint=rules.fingerprint,
        ruleset=rules.id,
        white=holders["white"],
        black=holders["black"],
        by=person,
        policy=body.policy,
        touch_move=rules.spec.touch_move,
        clock=body.clock,
        level=body.level if body.kind == "computer" else 0,
        rated=body.rated,
        chat=body.chat and body.kind == "friend",
        public=body.public,
        fen=fen,
        first_move=clocks.first_move(body.clock),
    )


def _own_seat(side: str, first: Seat) -> Seat:
    named: dict[str, Seat] = {"white": "white", "black": "black", "first": first, "second": other(first)}
    return named[side] if side in named else secrets.choice(SEATS)


def _checked_fen(rules: Ruleset, fen: str | None) -> str:
    """A game begins only where its moves can be listed."""
    try:
        position = Position.from_fen(rules, fen) if fen is not None else None
        with bounds.as_in_a_room():
            Game(rules, position).playable()
    except BadInput as error:
        raise ProblemError(400, "bad_position", error.faults) from None
    return "" if position is None else position.fen


def _links(call: Call, game: str, open_seat: bool) -> Links:
    site = call.site
    join = f"/j/{site.links.token('join', game)}" if open_seat else ""
    return Links(f"/g/{game}", f"/w/{site.links.token('watch', game)}", join)


# ---------------------------------------------------------------- coming by link


async def _keeper(call: Call, game: str | None) -> Post:
    keeper = await call.site.rooms.get(game) if game else None
    if keeper is None:
        raise ProblemError(404, "not_found")
    return keeper


async def get_invite(call: Call) -> Invite:
    keeper = await _keeper(call, call.site.links.game("join", call.path["token"]))
    people = keeper.room.journal.people
    person = call.session.person.id if call.session else ""
    return await keeper.room.look(lambda table: _invite(table, people, person))


def _invite(table: Table, people: dict[str, Person], person: str) -> Invite:
    settings = table.settings
    free = [seat for seat in SEATS if not table.seats[seat]]
    return Invite(
        id=table.id,
        by=people[settings.by].name if settings.by in people else "",
        rules=rules_view(table.rules),
        seat=free[0] if free else "white",
        clock=settings.clock,
        policy=settings.policy,
        touch_move=settings.touch_move,
        rated=settings.rated,
        taken=not free or table.phase != "waiting",
        mine=bool(table.seats_of(person)),
    )


async def join_game(call: Call) -> Joined:
    body: TokenRequest = call.body
    person = call.signed_in.person
    keeper = await _keeper(call, call.site.links.game("join", body.token))
    if keeper.room.table.settings.rated and not person.account:
        raise ProblemError(403, "rated_needs_accounts")
    try:
        return Joined(keeper.room.table.id, await keeper.room.take_seat(person.id))
    except DeniedError as refusal:
        if refusal.code == "try_again":
            raise ProblemError(503, "try_again", retry=2) from None
        raise ProblemError(409, "seat_taken") from None
    except StaleError:
        raise ProblemError(409, "seat_taken") from None


async def watch_game(call: Call) -> Joined:
    keeper = await _keeper(call, call.site.links.game("watch", call.body.token))
    return Joined(keeper.room.table.id, "watcher")


async def get_game(call: Call) -> Long:
    keeper, role = await seen(call)
    standing, pieces = (await keeper.room.news()).whole(role, call.lang)
    written = []
    for piece in pieces:
        written.append(msgspec.json.encode(piece)[1:-1])
        await asyncio.sleep(0)
    return Long(standing, "entries", list(filter(None, written)))


async def seen(call: Call) -> tuple[Post, Role]:
    """The game of a request and as what the reader sees it."""
    keeper = await _keeper(call, call.path["id"])
    person = call.session.person.id if call.session else ""
    token = call.query.token if call.query else None
    role = await keeper.room.look(lambda table: admitted(call.site, table, person, token))
    if role is None:
        raise ProblemError(404, "not_found")
    return keeper, role


async def get_links(call: Call) -> Links:
    keeper, role = await seen(call)
    if role == "watcher":
        raise ProblemError(404, "not_found")
    waits = await keeper.room.look(lambda table: table.phase == "waiting")
    return _links(call, call.path["id"], open_seat=waits)


async def get_rematch(call: Call) -> Links:
    """Whoever may see a game may see the one that its players went on with."""
    keeper, _ = await seen(call)
    following = await keeper.room.look(lambda table: table.rematch)
    if not following:
        raise ProblemError(404, "not_found")
    return _links(call, following, open_seat=False)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/games",
        create_game,
        GameCreated,
        "Make a game",
        NewGame,
        limit="new_game",
        needs_session=True,
    ),
    Endpoint("GET", "/api/invites/{token}", get_invite, Invite, "What a join link offers"),
    Endpoint("POST", "/api/join", join_game, Joined, "Take the free seat", TokenRequest, needs_session=True),
    Endpoint("POST", "/api/watch", watch_game, Joined, "The game of a spectator link", TokenRequest),
    Endpoint("GET", "/api/games/{id}", get_game, wire.Snapshot, "A game as it stands", query=TokenQuery),
    Endpoint("GET", "/api/games/{id}/links", get_links, Links, "The links of my game", needs_session=True),
    Endpoint(
        "GET", "/api/games/{id}/rematch", get_rematch, Links, "The game after this one", query=TokenQuery
    ),
)
