"""Who is who: guests, accounts and their sessions."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from crowned.protocols.views import Lang
from crowned.server.store import Statement, Store
from crowned.server.texts import say
from crowned.server.times import Now

DAY = 86_400_000
SESSION_DAYS = 180
"""Without use, a session ends after this time."""
LONGEST_DAYS = 365
"""However it is used, a session ends after this time."""
CODES = 8
CODE_LENGTH = 24
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""None that looks like another; 24 of them are 118 bits, too many to guess from a stolen hash."""


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    kind: Literal["guest", "account", "deleted"]
    name: str
    created: int = 0

    @property
    def account(self) -> bool:
        return self.kind == "account"


@dataclass(frozen=True, slots=True)
class Session:
    hash: str
    person: Person
    lang: Lang


def fold(name: str) -> str:
    """Names that look alike to a reader are the same name."""
    return unicodedata.normalize("NFKC", name).casefold()


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_id() -> str:
    return secrets.token_urlsafe(12)


class People:
    """The tables person and session. Tokens are kept as hashes: a stolen database opens no session."""

    def __init__(self, store: Store, now: Now, endless: bool = False) -> None:
        """``endless``: on one's own device, where whoever came back after a year would find nothing his."""
        self._store = store
        self._now = now
        self._endless = endless

    def _since(self, days: int) -> int:
        """What happened before is so many days old, and too old."""
        return 0 if self._endless else self._now() - days * DAY

    async def session(self, token: str) -> Session | None:
        rows = await self._store.read(
            "SELECT s.hash, s.lang, s.seen, p.id, p.kind, p.name, p.created FROM session s"
            " JOIN person p ON p.id = s.person WHERE s.hash = $1 AND s.created >= $2",
            hash_token(token),
            self._since(LONGEST_DAYS),
        )
        if not rows or rows[0][2] < self._since(SESSION_DAYS):
            return None
        hashed, lang, seen, *person = rows[0]
        if seen < self._now() - DAY:
            await self._touch(hashed)
        return Session(hashed, Person(*person), cast("Lang", lang))

    async def forget_old_sessions(self) -> None:
        """Sessions that nobody has used for long, or that are too old, end for good."""
        oldest = (self._since(SESSION_DAYS), self._since(LONGEST_DAYS))
        await self._store.write([Statement("DELETE FROM session WHERE seen < $1 OR created < $2", oldest)])

    async def sessions(self, person: Person) -> list[tuple[str, int, int]]:
        """Hash, beginning and last day of use of everything that is logged in as somebody, newest first."""
        sql = "SELECT hash, created, seen FROM session WHERE person = $1 ORDER BY created DESC, hash"
        return [(str(row[0]), int(row[1]), int(row[2])) for row in await self._store.read(sql, person.id)]

    async def end_sessions(self, hashes: Sequence[str]) -> None:
        await self._store.write([self._end(hashed) for hashed in hashes])

    async def new_codes(self, person: Person) -> list[str]:
        """Codes that replace a forgotten password, each once; the old ones are void."""
        codes = ["".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)) for _ in range(CODES)]
        sql = "INSERT INTO recovery (person, hash) VALUES ($1, $2)"
        void = Statement("DELETE FROM recovery WHERE person = $1", (person.id,))
        await self._store.write([void, *(Statement(sql, (person.id, hash_token(code))) for code in codes)])
        return codes

    async def recover(self, person: Person, code: str, password_hash: str) -> None:
        """A new password for a code. All sessions end. ConflictError if there is no such code."""
        used = (person.id, hash_token(code))
        await self._store.write(
            [
                Statement("DELETE FROM recovery WHERE person = $1 AND hash = $2", used, rows=1),
                Statement(
                    "UPDATE person SET password = $2 WHERE id = $1", (person.id, password_hash), rows=1
                ),
                Statement("DELETE FROM session WHERE person = $1", (person.id,)),
            ]
        )

    async def holds(self, hashed: str) -> bool:
        """Whether a session still exists."""
        return bool(await self._store.read("SELECT 1 FROM session WHERE hash = $1", hashed))

    async def _touch(self, hashed: str) -> None:
        await self._store.write(
            [Statement("UPDATE session SET seen = $2 WHERE hash = $1", (hashed, self._now()))]
        )

    async def new_guest(self, lang: Lang) -> tuple[str, Session]:
        """A guest and the token of his session."""
        name = f"{say('guest', lang)} {secrets.randbelow(9000) + 1000}"
        person = Person(new_id(), "guest", name, self._now())
        token, start = self._new_session(person, lang)
        create = Statement(
            "INSERT INTO person (id, kind, name, created) VALUES ($1, 'guest', $2, $3)",
            (person.id, person.name, person.created),
        )
        await self._store.write([create, start])
        return token, Session(hash_token(token), person, lang)

    def _new_session(self, person: Person, lang: Lang) -> tuple[str, Statement]:
        token = secrets.token_urlsafe(32)
        now = self._now()
        sql = "INSERT INTO session (hash, person, lang, created, seen) VALUES ($1, $2, $3, $4, $5)"
        return token, Statement(sql, (hash_token(token), person.id, lang, now, now))

    async def register(self, session: Session, name: str, password_hash: str) -> tuple[str, Person]:
        """The guest becomes an account and keeps his games. ConflictError if the name is taken."""
        person = Person(session.person.id, "account", name, session.person.created)
        token, start = self._new_session(person, session.lang)
        become = Statement(
            "UPDATE person SET kind = 'account', name = $2, folded = $3, password = $4"
            " WHERE id = $1 AND kind = 'guest'",
            (person.id, name, fold(name), password_hash),
            rows=1,
        )
        await self._store.write([become, self._end(session.hash), start, *self._rename(person.id, name)])
        return token, person

    def _rename(self, person: str, name: str) -> list[Statement]:
        return [
            Statement("UPDATE game SET white_name = $2 WHERE white = $1", (person, name)),
            Statement("UPDATE game SET black_name = $2 WHERE black = $1", (person, name)),
        ]

    async def call_guest(self, person: Person, name: str) -> None:
        """Another name for a guest; who wants it for himself alone makes an account."""
        sql = "UPDATE person SET name = $2 WHERE id = $1 AND kind = 'guest'"
        rename = Statement(sql, (person.id, name), rows=1)
        await self._store.write([rename, *self._rename(person.id, name)])

    async def account(self, name: str) -> tuple[Person, str] | None:
        """The account of this name and its password hash."""
        rows = await self._store.read(
            "SELECT id, kind, name, created, password FROM person WHERE folded = $1 AND kind = 'account'",
            fold(name),
        )
        return (Person(*rows[0][:4]), rows[0][4]) if rows else None

    async def log_in(self, person: Person, lang: Lang, old: Session | None) -> str:
        """A new session; the one before ends, so that nobody can plant a token."""
        token, start = self._new_session(person, lang)
        await self._store.write([start, *([self._end(old.hash)] if old else [])])
        return token

    def _end(self, hashed: str) -> Statement:
        return Statement("DELETE FROM session WHERE hash = $1", (hashed,))

    async def log_out(self, session: Session) -> None:
        await self._store.write([self._end(session.hash)])

    async def set_password(self, session: Session, password_hash: str) -> None:
        """All other sessions of the account end."""
        person = session.person.id
        await self._store.write(
            [
                Statement("UPDATE person SET password = $2 WHERE id = $1", (person, password_hash), rows=1),
                Statement("DELETE FROM session WHERE person = $1 AND hash <> $2", (person, session.hash)),
            ]
        )

    async def rehash(self, person: Person, password_hash: str) -> None:
        sql = "UPDATE person SET password = $2 WHERE id = $1"
        await self._store.write([Statement(sql, (person.id, password_hash))])

    async def delete(self, person: Person) -> None:
        """Name, password, sessions, ratings and house rules go; games stay with an unnamed player."""
        key = (person.id,)
        await self._store.write(
            [
                Statement("DELETE FROM session WHERE person = $1", key),
                Statement("DELETE FROM recovery WHERE person = $1", key),
                Statement("DELETE FROM passkey WHERE person = $1", key),
                Statement("DELETE FROM rating WHERE person = $1", key),
                Statement("DELETE FROM house WHERE owner = $1", key),
                Statement(
                    "UPDATE person SET kind = 'deleted', name = '–', folded = NULL, password = NULL"
                    " WHERE id = $1",
                    key,
                ),
                *self._rename(person.id, "–"),
            ]
        )

    async def names(self, ids: set[str]) -> dict[str, Person]:
        """The people with these ids (two at most, the players of a game)."""
        found = {}
        for key in sorted(ids):
            rows = await self._store.read("SELECT id, kind, name, created FROM person WHERE id = $1", key)
            found.update({row[0]: Person(*row) for row in rows})
        return found
