"""The spinner nobody can bias and everybody can check (``docs/wire.md``, last section).

The server commits to a seed, the players add theirs, and the key made of all of them is the seed of the
game's dice. Only the standard library, so that ``crowned verify`` runs anywhere.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

SCHEME = "crowned-spin/1"


def tlv(*parts: str | bytes) -> bytes:
    """Parts with their lengths, so that no two lists of parts give the same bytes."""
    pieces = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(piece).to_bytes(4, "big") + piece for piece in pieces)


def new_seed() -> str:
    return secrets.token_bytes(32).hex()


def commitment(game: str, seed: str, who: str = "server") -> str:
    """What the server, or the seat ``white`` or ``black``, publishes before anybody shows a seed."""
    return hashlib.sha256(tlv(SCHEME, "commit", game, who, bytes.fromhex(seed))).hexdigest()


def dice_key(game: str, fingerprint: str, server_seed: str, white_seed: str, black_seed: str) -> bytes:
    """The seed of the game's dice. A seat without seed (the computer) has the empty text."""
    players = (bytes.fromhex(white_seed), bytes.fromhex(black_seed))
    message = tlv(SCHEME, "key", game, fingerprint, *players)
    return hmac.digest(bytes.fromhex(server_seed), message, "sha256")
