"""The spinner nobody can bias and everybody can check (``docs/wire.md``, last section).

Only the standard library, so that ``crowned verify`` runs anywhere.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

SCHEME = "crowned-spin/1"
WORD = 2**64


def tlv(*parts: str | int | bytes) -> bytes:
    """Parts with their lengths, so that no two lists of parts give the same bytes."""
    return b"".join(len(raw).to_bytes(4, "big") + raw for raw in map(_raw, parts))


def _raw(part: str | int | bytes) -> bytes:
    if isinstance(part, str):
        return part.encode()
    return part.to_bytes(8, "big") if isinstance(part, int) else part


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def commitment(game: str, seed: bytes) -> str:
    """What the server publishes before anybody else adds a seed."""
    return hashlib.sha256(tlv(SCHEME, "commit", game, "server", seed)).hexdigest()


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


@dataclass(frozen=True, slots=True)
class Spinner:
    """All seeds of one game. A seat without seed (the computer) has the empty one."""

    game: str
    fingerprint: str
    server: bytes
    white: bytes
    black: bytes

    def number(self, ply: int, index: int, total: int) -> int:
        """A number below ``total``, every one equally likely."""
        if total < 1:
            raise ValueError("a spinner needs at least one outcome")
        key = _hmac(self.server, tlv(SCHEME, "key", self.game, self.fingerprint, self.white, self.black))
        limit = WORD - WORD % total
        counter = 0
        while True:
            digest = _hmac(key, tlv("spin", ply, index, total, counter))
            for start in range(0, 32, 8):
                word = int.from_bytes(digest[start : start + 8], "big")
                if word < limit:
                    return word % total
            counter += 1

    def spin(self, ply: int, index: int, weights: Mapping[str, int]) -> str:
        """The result of spin ``index`` made at ``ply``."""
        number = self.number(ply, index, sum(weights.values()))
        for result, weight in weights.items():
            if number < weight:
                return result
            number -= weight
        raise AssertionError("the weights' sum is beyond the last outcome")
