"""Passkeys (WebAuthn): a device proves who logs in. There is nothing to guess, leak or be lured out of.

The device asks its owner for finger, face or PIN, so that a passkey is two factors in one.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from crowned.server.config import LOOPBACK, Config
from crowned.server.people.accounts import Person, hash_token
from crowned.server.store import ConflictError, Statement, Store
from crowned.server.times import Now

CHALLENGE_MS = 180_000
MOST = 10
"""Passkeys of one person."""
KEEP = (
    "INSERT INTO passkey (id, person, name, public_key, uses, created, seen)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7)"
)
WHOSE = (
    "SELECT k.public_key, k.uses, p.id, p.kind, p.name, p.created FROM passkey k"
    " JOIN person p ON p.id = k.person WHERE k.id = $1 AND p.kind = 'account'"
)
USED = "UPDATE passkey SET uses = $2, seen = $3 WHERE id = $1 AND uses = $4"
SPENT = "DELETE FROM challenge WHERE hash = $1 AND person = $2 AND expires > $3"


class RefusedError(Exception):
    """What a device sent proves nothing."""


@dataclass(frozen=True, slots=True)
class Passkey:
    id: str
    name: str
    created: int
    seen: int


def _library() -> ModuleType:
    from crowned.server.people import devices  # noqa: PLC0415  # see there

    return devices


def relying_party(config: Config) -> str:
    """The host that passkeys belong to; browsers take a name, never a number."""
    host = urlsplit(config.address).hostname or "localhost"
    return "localhost" if host in (*LOOPBACK, "::1") else host


class Passkeys:
    def __init__(self, store: Store, now: Now, config: Config) -> None:
        self._store = store
        self._now = now
        self._host = relying_party(config)
        self._origins = [origin for origin in config.allowed if urlsplit(origin).hostname == self._host]

    async def _ask(self, what: str, *given: Any) -> Any:
        """Asks the library, beside the event loop. Raises RefusedError."""

        def work() -> Any:
            library = _library()
            try:
                return getattr(library.Site(self._host, self._origins), what)(*given)
            except library.PasskeyError as error:
                raise RefusedError(str(error)) from error

        return await asyncio.to_thread(work)

    # ------------------------------------------------------------ making one

    async def creation(self, person: Person) -> str:
        """What the browser is to ask its device for, as JSON."""
        known = [key.id for key in await self.all(person)]
        return str(await self._ask("creation", person.id, person.name, await self._new(person.id), known))

    async def add(self, person: Person, credential: dict[str, Any], name: str) -> Passkey:
        """Raises RefusedError if the device's answer is not good."""
        challenge = await self._answered(credential, person.id)
        if len(await self.all(person)) >= MOST:
            raise RefusedError("too many passkeys")
        key, public, uses = await self._ask("made", credential, challenge)
        now = self._now()
        await self._write(Statement(KEEP, (key, person.id, name, public, uses, now, now)))
        return Passkey(key, name, now, now)

    # ------------------------------------------------------------ logging in

    async def request(self) -> str:
        """What the browser is to ask its device for, which knows whose passkeys it has."""
        return str(await self._ask("request", await self._new("")))

    async def proved(self, credential: dict[str, Any]) -> Person:
        """Whose device this is. Raises RefusedError."""
        challenge = await self._answered(credential, "")
        key = str(credential.get("id", ""))
        rows = await self._store.read(WHOSE, key)
        if not rows:
            raise RefusedError("unknown")
        public, uses, *person = rows[0]
        signed = await self._ask("signed", credential, challenge, public, uses)
        await self._write(Statement(USED, (key, signed, self._now(), uses), rows=1))
        return Person(*person)

    async def _write(self, statement: Statement) -> None:
        try:
            await self._store.write([statement])
        except ConflictError as error:
            raise RefusedError(str(error)) from error

    # ------------------------------------------------------------ challenges

    async def _new(self, person: str) -> bytes:
        """Something new to sign; old ones are swept out on the way."""
        challenge, now = secrets.token_bytes(32), self._now()
        key = (hash_token(challenge.hex()), person, now + CHALLENGE_MS)
        await self._store.write(
            [
                Statement("DELETE FROM challenge WHERE expires <= $1", (now,)),
                Statement("INSERT INTO challenge (hash, person, expires) VALUES ($1, $2, $3)", key),
            ]
        )
        return challenge

    async def _answered(self, credential: dict[str, Any], person: str) -> bytes:
        """The challenge that was answered, which nobody can answer again."""
        library = await asyncio.to_thread(_library)
        try:
            challenge: bytes = library.challenge_in(credential)
        except library.PasskeyError as error:
            raise RefusedError(str(error)) from error
        await self._write(Statement(SPENT, (hash_token(challenge.hex()), person, self._now()), rows=1))
        return challenge

    # ------------------------------------------------------------ those there are

    async def all(self, person: Person) -> list[Passkey]:
        sql = "SELECT id, name, created, seen FROM passkey WHERE person = $1 ORDER BY created, id"
        return [Passkey(*row) for row in await self._store.read(sql, person.id)]

    async def remove(self, person: Person, key: str) -> None:
        await self._store.write(
            [Statement("DELETE FROM passkey WHERE id = $1 AND person = $2", (key, person.id))]
        )
