"""Guests, accounts and sessions."""

from __future__ import annotations

from crowned.protocols.pictures import texts
from crowned.rules import catalog
from crowned.server.people import passwords, ratings
from crowned.server.people.accounts import Person, Session, fold
from crowned.server.store import ConflictError
from crowned.server.web.bodies import (
    Credentials,
    NewPassword,
    PlayerPage,
    RatingView,
    SessionView,
    StartSession,
)
from crowned.server.web.http import Answer, Call, Endpoint, check_rate
from crowned.server.web.problem import ProblemError


def _shown(person: Person, call: Call) -> SessionView:
    return SessionView(person.name, person.account, call.session.lang if call.session else call.lang)


async def get_session(call: Call) -> SessionView:
    return _shown(call.signed_in.person, call)


async def start_session(call: Call) -> Answer:
    if call.session is not None:
        return Answer(_shown(call.session.person, call))
    check_rate(call.site.limiters["new_session"], call.address)
    lang = call.body.lang or call.lang
    token, session = await call.site.people.new_guest(lang)
    return Answer(SessionView(session.person.name, False, lang), cookie=token)


async def end_session(call: Call) -> Answer:
    if call.session is not None:
        await call.site.people.log_out(call.session)
        call.site.sockets.log_out(session_hash=call.session.hash)
    return Answer(None, cookie="")


async def register(call: Call) -> Answer:
    body: Credentials = call.body
    check_rate(call.site.limiters["login_address"], call.address)
    session = call.session or (await call.site.people.new_guest(body.lang or call.lang))[1]
    if session.person.account:
        raise ProblemError(409, "already_account")
    found = passwords.faults(body.password, body.name)
    if found:
        raise ProblemError(400, found[0])
    hashed = await call.site.passwords.hash(body.password)
    try:
        token, person = await call.site.people.register(session, body.name, hashed)
    except ConflictError:
        raise ProblemError(409, "name_taken") from None
    call.site.sockets.log_out(session_hash=session.hash)
    await call.site.rooms.renamed(person.id)
    return Answer(SessionView(person.name, True, session.lang), cookie=token)


async def log_in(call: Call) -> Answer:
    body: Credentials = call.body
    person = await _proved(call, body.name, body.password)
    lang = body.lang or call.lang
    token = await call.site.people.log_in(person, lang, call.session)
    if call.session is not None:
        call.site.sockets.log_out(session_hash=call.session.hash)
    return Answer(SessionView(person.name, True, lang), cookie=token)


async def _proved(call: Call, name: str, password: str) -> Person:
    """The account, if the password fits; slow and counted, so that guessing does not pay."""
    check_rate(call.site.limiters["login_address"], call.address)
    check_rate(call.site.limiters["login_name"], fold(name))
    found = await call.site.people.account(name)
    stored = found[1] if found else None
    if not await call.site.passwords.verify(stored, password) or found is None or stored is None:
        raise ProblemError(403, "bad_login")
    if call.site.passwords.outdated(stored):
        await call.site.people.rehash(found[0], await call.site.passwords.hash(password))
    return found[0]


def _own_account(call: Call) -> Session:
    session = call.signed_in
    if not session.person.account:
        raise ProblemError(403, "bad_login")
    return session


async def change_password(call: Call) -> None:
    session = _own_account(call)
    person = await _proved(call, session.person.name, call.body.old)
    found = passwords.faults(call.body.new, person.name)
    if found:
        raise ProblemError(400, found[0])
    hashed = await call.site.passwords.hash(call.body.new)
    await call.site.people.set_password(session, hashed)
    call.site.sockets.log_out(person=person.id, but=session.hash)


async def delete_account(call: Call) -> Answer:
    session = _own_account(call)
    person = await _proved(call, session.person.name, call.body.password)
    await call.site.people.delete(person)
    call.site.sockets.log_out(person=person.id)
    await call.site.rooms.renamed(person.id)
    return Answer(None, cookie="")


async def player(call: Call) -> PlayerPage:
    found = await call.site.people.account(call.path["name"])
    if found is None:
        raise ProblemError(404, "no_such_page")
    person = found[0]
    now = call.site.services.now()
    standings = await ratings.standings(call.site.services.store, person.id)
    shown = [_rating(ruleset, standing, now) for ruleset, standing in standings.items()]
    return PlayerPage(person.name, person.created, shown)


def _rating(ruleset: str, standing: ratings.Standing, now: int) -> RatingView:
    rating = standing.now(now)
    title = texts(catalog.load(ruleset).title) if ruleset in catalog.ids() else {}
    return RatingView(
        ruleset, title, round(rating.rating), round(rating.deviation), standing.games, rating.provisional
    )


ENDPOINTS = (
    Endpoint("GET", "/api/session", get_session, SessionView, "Who I am", needs_session=True),
    Endpoint("POST", "/api/session", start_session, SessionView, "Become a guest", StartSession),
    Endpoint("DELETE", "/api/session", end_session, None, "Log out"),
    Endpoint("POST", "/api/account", register, SessionView, "Turn the guest into an account", Credentials),
    Endpoint("POST", "/api/login", log_in, SessionView, "Log in", Credentials),
    Endpoint(
        "POST",
        "/api/account/password",
        change_password,
        None,
        "Change the password; other sessions end",
        NewPassword,
        needs_session=True,
    ),
    Endpoint(
        "DELETE",
        "/api/account",
        delete_account,
        None,
        "Delete the account; its games stay without the name",
        Credentials,
        needs_session=True,
    ),
    Endpoint("GET", "/api/players/{name}", player, PlayerPage, "A player's ratings"),
)
