"""Guests, accounts and sessions."""

from __future__ import annotations

import asyncio

from crowned.protocols.pictures import texts
from crowned.protocols.views import Lang
from crowned.rules import catalog
from crowned.server.people import passwords, ratings
from crowned.server.people.accounts import Person, Session, fold
from crowned.server.people.names import misleading
from crowned.server.store import ConflictError
from crowned.server.web.bodies import (
    Credentials,
    GuestName,
    NewPassword,
    PlayerPage,
    RatingView,
    Recovery,
    RecoveryCodes,
    SessionItem,
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


async def rename_guest(call: Call) -> SessionView:
    """A guest may be called anything but what an account is called, or seems to be."""
    person, name = call.signed_in.person, call.body.name
    if person.account:
        raise ProblemError(409, "already_account")
    if misleading(name):
        raise ProblemError(400, "misleading_name")
    if await call.site.people.account(name) is not None:
        raise ProblemError(409, "name_taken")
    await call.site.people.call_guest(person, name)
    await call.site.rooms.renamed(person.id)
    return SessionView(name, False, call.signed_in.lang)


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
    if misleading(body.name):
        raise ProblemError(400, "misleading_name")
    hashed = await _hashed(call, body.password, body.name)
    try:
        token, person = await call.site.people.register(session, body.name, hashed)
    except ConflictError:
        raise ProblemError(409, "name_taken") from None
    note(call, "register", person)
    call.site.sockets.log_out(session_hash=session.hash)
    await call.site.rooms.renamed(person.id)
    return Answer(SessionView(person.name, True, session.lang), cookie=token)


async def _hashed(call: Call, password: str, name: str) -> str:
    """The hash of a new password, if it is fit to be one."""
    found = await asyncio.to_thread(passwords.faults, password, name, call.site.leaked)
    if found:
        raise ProblemError(400, found[0])
    return await call.site.passwords.hash(password)


def note(call: Call, what: str, person: Person | None = None, *, good: bool = True) -> None:
    call.site.events.note(what, call.address, person.id if person else "", good=good)


async def log_in(call: Call) -> Answer:
    body: Credentials = call.body
    person = await proved(call, body.name, body.password)
    note(call, "login", person)
    return await started(call, person, body.lang or call.lang)


async def started(call: Call, person: Person, lang: Lang) -> Answer:
    """A new session for somebody who has proved who he is; the one before ends."""
    token = await call.site.people.log_in(person, lang, call.session)
    if call.session is not None:
        call.site.sockets.log_out(session_hash=call.session.hash)
    return Answer(SessionView(person.name, True, lang), cookie=token)


async def proved(call: Call, name: str, password: str) -> Person:
    """The account, if the password fits; slow and counted, so that guessing does not pay."""
    _check_guesses(call, name)
    found = await call.site.people.account(name)
    stored = found[1] if found else None
    if not await call.site.passwords.verify(stored, password) or found is None or stored is None:
        note(call, "login", found[0] if found else None, good=False)
        raise ProblemError(403, "bad_login")
    call.site.known.add(_place(call, name))
    if call.site.passwords.outdated(stored):
        await call.site.people.rehash(found[0], await call.site.passwords.hash(password))
    return found[0]


def _check_guesses(call: Call, name: str) -> None:
    """Few from one place, not many from all together; where the owner has been, he may always try."""
    place = _place(call, name)
    check_rate(call.site.limiters["login_address"], call.address)
    check_rate(call.site.limiters["login_name"], place)
    if place not in call.site.known:
        check_rate(call.site.limiters["login_everywhere"], fold(name))


def _place(call: Call, name: str) -> str:
    return f"{fold(name)} {call.address}"


def own_account(call: Call) -> Session:
    session = call.signed_in
    if not session.person.account:
        raise ProblemError(403, "bad_login")
    return session


async def change_password(call: Call) -> None:
    session = own_account(call)
    person = await proved(call, session.person.name, call.body.old)
    await call.site.people.set_password(session, await _hashed(call, call.body.new, person.name))
    note(call, "password", person)
    call.site.sockets.log_out(person=person.id, but=session.hash)


async def delete_account(call: Call) -> Answer:
    session = own_account(call)
    person = await proved(call, session.person.name, call.body.password)
    await call.site.people.delete(person)
    note(call, "delete", person)
    call.site.sockets.log_out(person=person.id)
    await call.site.rooms.renamed(person.id)
    return Answer(None, cookie="")


# ---------------------------------------------------------------- sessions


async def list_sessions(call: Call) -> list[SessionItem]:
    own = call.signed_in
    found = await call.site.people.sessions(own.person)
    return [SessionItem(_short(key), created, seen, key == own.hash) for key, created, seen in found]


def _short(hashed: str) -> str:
    return hashed[:16]


async def end_one(call: Call) -> None:
    found = await call.site.people.sessions(call.signed_in.person)
    await _end(call, [key for key, _, _ in found if _short(key) == call.path["id"]])


async def end_others(call: Call) -> None:
    found = await call.site.people.sessions(call.signed_in.person)
    await _end(call, [key for key, _, _ in found if key != call.signed_in.hash])


async def _end(call: Call, hashes: list[str]) -> None:
    await call.site.people.end_sessions(hashes)
    note(call, "end_sessions", call.signed_in.person)
    for hashed in hashes:
        call.site.sockets.log_out(session_hash=hashed)


# ---------------------------------------------------------------- recovery


async def make_codes(call: Call) -> RecoveryCodes:
    session = own_account(call)
    person = await proved(call, session.person.name, call.body.password)
    note(call, "recovery_codes", person)
    return RecoveryCodes(await call.site.people.new_codes(person))


async def recover(call: Call) -> Answer:
    """As slow as a login, and refused in the same words: nobody learns which names there are."""
    body: Recovery = call.body
    _check_guesses(call, body.name)
    hashed = await _hashed(call, body.password, body.name)
    found = await call.site.people.account(body.name)
    try:
        if found is None:
            raise ConflictError("there is no such account")
        await call.site.people.recover(found[0], body.code, hashed)
    except ConflictError:
        note(call, "recover", found[0] if found else None, good=False)
        raise ProblemError(403, "bad_code") from None
    person = found[0]
    note(call, "recover", person)
    call.site.sockets.log_out(person=person.id)
    token = await call.site.people.log_in(person, call.lang, None)
    return Answer(SessionView(person.name, True, call.lang), cookie=token)


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
    Endpoint(
        "POST",
        "/api/session/name",
        rename_guest,
        SessionView,
        "What a guest is called",
        GuestName,
        needs_session=True,
    ),
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
    Endpoint(
        "GET", "/api/sessions", list_sessions, list[SessionItem], "Where I am logged in", needs_session=True
    ),
    Endpoint("DELETE", "/api/sessions", end_others, None, "End my other sessions", needs_session=True),
    Endpoint("DELETE", "/api/sessions/{id}", end_one, None, "End one of my sessions", needs_session=True),
    Endpoint(
        "POST",
        "/api/account/codes",
        make_codes,
        RecoveryCodes,
        "New codes for a forgotten password",
        Credentials,
        needs_session=True,
    ),
    Endpoint("POST", "/api/recover", recover, SessionView, "A new password for a code", Recovery),
    Endpoint("GET", "/api/players/{name}", player, PlayerPage, "A player's ratings"),
)
