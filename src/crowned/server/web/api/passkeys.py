"""Passkeys: made behind the password, then a way to log in without one."""

from __future__ import annotations

from typing import Any

import msgspec

from crowned.server.people.passkeys import Passkey, RefusedError
from crowned.server.web.api.accounts import note, own_account, proved, started
from crowned.server.web.bodies import (
    Credentials,
    NewPasskey,
    PasskeyItem,
    PasskeyLogin,
    PasskeyOptions,
    SessionView,
)
from crowned.server.web.http import Answer, Call, Endpoint, check_rate
from crowned.server.web.problem import ProblemError


def _shown(key: Passkey) -> PasskeyItem:
    return PasskeyItem(key.id, key.name, key.created, key.seen)


def _options(text: str) -> PasskeyOptions:
    options: dict[str, Any] = msgspec.json.decode(text)
    return PasskeyOptions(options)


async def ask_for_one(call: Call) -> PasskeyOptions:
    """A new way into an account is made behind its password."""
    person = await proved(call, own_account(call).person.name, call.body.password)
    return _options(await call.site.passkeys.creation(person))


async def add(call: Call) -> PasskeyItem:
    person, body = own_account(call).person, call.body
    try:
        key = await call.site.passkeys.add(person, body.credential, body.name)
    except RefusedError:
        note(call, "passkey", person, good=False)
        raise ProblemError(403, "bad_passkey") from None
    note(call, "passkey", person)
    return _shown(key)


async def list_all(call: Call) -> list[PasskeyItem]:
    return [_shown(key) for key in await call.site.passkeys.all(own_account(call).person)]


async def remove(call: Call) -> None:
    person = own_account(call).person
    await call.site.passkeys.remove(person, call.path["id"])
    note(call, "passkey_removed", person)


async def ask_to_log_in(call: Call) -> PasskeyOptions:
    check_rate(call.site.limiters["login_address"], call.address)
    return _options(await call.site.passkeys.request())


async def log_in(call: Call) -> Answer:
    body: PasskeyLogin = call.body
    check_rate(call.site.limiters["login_address"], call.address)
    try:
        person = await call.site.passkeys.proved(body.credential)
    except RefusedError:
        note(call, "passkey_login", good=False)
        raise ProblemError(403, "bad_passkey") from None
    note(call, "passkey_login", person)
    return await started(call, person, body.lang or call.lang)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/account/passkeys/options",
        ask_for_one,
        PasskeyOptions,
        "What a device is asked for to make a passkey",
        Credentials,
        needs_session=True,
    ),
    Endpoint(
        "POST", "/api/account/passkeys", add, PasskeyItem, "Add a passkey", NewPasskey, needs_session=True
    ),
    Endpoint("GET", "/api/account/passkeys", list_all, list[PasskeyItem], "My passkeys", needs_session=True),
    Endpoint("DELETE", "/api/account/passkeys/{id}", remove, None, "Remove a passkey", needs_session=True),
    Endpoint(
        "POST", "/api/login/passkey/options", ask_to_log_in, PasskeyOptions, "What a device is asked to sign"
    ),
    Endpoint("POST", "/api/login/passkey", log_in, SessionView, "Log in with a passkey", PasskeyLogin),
)
