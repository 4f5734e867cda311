"""Secret links. A link is the game's id with a keyed hash, so that none needs to be stored."""

from __future__ import annotations

import base64
import hmac
import secrets
from contextlib import suppress
from typing import Literal

from crowned.server.store import ConflictError, Statement, Store

Purpose = Literal["join", "watch"]
ID_LENGTH = 12
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""Nothing that looks like something else when read aloud."""


def new_game_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


class Links:
    def __init__(self, key: bytes) -> None:
        self._key = key

    def token(self, purpose: Purpose, game: str) -> str:
        return game + self._seal(purpose, game)

    def _seal(self, purpose: Purpose, game: str) -> str:
        digest = hmac.digest(self._key, f"{purpose}:{game}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:18]).decode()

    def game(self, purpose: Purpose, token: str) -> str | None:
        """The game a link leads to, or None if nobody made this link."""
        game, seal = token[:ID_LENGTH], token[ID_LENGTH:]
        return game if hmac.compare_digest(seal.encode(), self._seal(purpose, game).encode()) else None


async def site_key(store: Store) -> bytes:
    """The key of this database, made on first use."""
    fresh = secrets.token_hex(32)
    sql = "INSERT INTO meta (name, value) VALUES ('site_key', $1)"
    rows = await store.read("SELECT value FROM meta WHERE name = 'site_key'")
    if not rows:
        with suppress(ConflictError):
            await store.write([Statement(sql, (fresh,))])
        rows = await store.read("SELECT value FROM meta WHERE name = 'site_key'")
    return bytes.fromhex(rows[0][0])
