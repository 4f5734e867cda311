"""Passwords: argon2id in a thread, never more than two at once, so that logins cannot starve the games."""

from __future__ import annotations

import asyncio
import unicodedata

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from crowned.server.people.guesses import Leaked, guessed

HASHER = PasswordHasher(time_cost=1, memory_cost=47104, parallelism=1, type=Type.ID)
"""OWASP's first choice: 46 MiB, one pass."""

SHORTEST, LONGEST = 8, 128


def faults(password: str, name: str, leaked: Leaked | None = None) -> list[str]:
    """Codes of what is wrong with a new password; no rules on which kinds of characters it has."""
    plain = password.casefold()
    found = []
    if not SHORTEST <= len(password) <= LONGEST:
        found.append("password_length")
    if guessed(password) or (leaked is not None and leaked.holds(password)):
        found.append("password_common")
    if name and (plain == name.casefold() or plain.removesuffix("123") == name.casefold()):
        found.append("password_is_name")
    return found


def normal(password: str) -> str:
    """The same password typed on another keyboard gives the same text."""
    return unicodedata.normalize("NFKC", password)


class Passwords:
    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._gate = asyncio.Semaphore(2)
        self._decoy = hasher.hash("no account has this password")

    async def hash(self, password: str) -> str:
        async with self._gate:
            return await asyncio.to_thread(self._hasher.hash, normal(password))

    async def verify(self, stored: str | None, password: str) -> bool:
        """An unknown name (None) takes as long as a wrong password."""
        async with self._gate:
            fits = await asyncio.to_thread(self._fits, stored or self._decoy, normal(password))
        return fits and stored is not None

    def _fits(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, stored: str) -> bool:
        return self._hasher.check_needs_rehash(stored)
