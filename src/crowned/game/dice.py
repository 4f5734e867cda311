"""Dice that can be checked: every result follows from a seed, the ply and the number of the spin.

The scheme is that of docs/wire.md, section "The spinner"; a game on a server uses the key derived there
as its seed. Undoing a move and playing on leads to the same spin again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import count

SEED_BYTES = 32


class Dice:
    """A source of weighted results. Immutable: rolling the same place twice gives the same result."""

    __slots__ = ("key",)

    def __init__(self, seed: bytes | str | int | None = None) -> None:
        self.key = _key(seed)

    @property
    def seed(self) -> str:
        """The seed in hexadecimal digits."""
        return self.key.hex()

    def roll(self, ply: int, index: int, weights: Sequence[int]) -> int:
        """Which of the weighted results comes at spin `index` of a game, made at `ply`."""
        total = sum(weights)
        fair = 2**64 // total * total  # words above would favour the first results
        drawn = next(word for word in self._words(ply, index, total) if word < fair) % total
        for result, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0:
                return result
        raise AssertionError("the weights do not add up")

    def _words(self, ply: int, index: int, total: int) -> Iterator[int]:
        import hmac  # noqa: PLC0415  # it loads OpenSSL, which games without dice do not need

        for block in count():
            digest = hmac.digest(self.key, _tlv("spin", ply, index, total, block), "sha256")
            yield from (int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8))


def _key(seed: bytes | str | int | None) -> bytes:
    if seed is None:
        return os.urandom(SEED_BYTES)
    if isinstance(seed, bytes):
        return seed
    if isinstance(seed, int):
        return seed.to_bytes(SEED_BYTES, "big", signed=True)
    return bytes.fromhex(seed)


def _tlv(*parts: str | int) -> bytes:
    """Each part with its length before it, so that no two lists of parts give the same bytes."""
    pieces = [p.to_bytes(8, "big") if isinstance(p, int) else p.encode() for p in parts]
    return b"".join(len(piece).to_bytes(4, "big") + piece for piece in pieces)
