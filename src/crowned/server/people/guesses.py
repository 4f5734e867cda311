"""Passwords that guessers try: the commonest, what is commonly made of words, and a list of leaked ones."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO

COMMON = frozenset(files("crowned.server.people").joinpath("passwords.txt").read_text("utf-8").split())
"""Those of at least eight characters that every guesser tries first, also with something added."""
PIECE = 5
"""Bytes of a hash by which a common password is known: of 10 million others, one is taken for one of them."""
SPELT = str.maketrans("013457@$!|", "oieastasil")
"""Digits and signs in the place of letters."""
ROWS = ("qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm", "azertyuiopqsdfghjklmwxcvbn")
LINES = (*ROWS, "abcdefghijklmnopqrstuvwxyz", "01234567890", "1q2w3e4r5t6z7u8i9o0p", "1q2w3e4r5t6y7u8i9o0p")
SHORTEST_ROOT = 4


def _root(plain: str) -> str:
    """Without what is put before and after: years, numbers, exclamation marks."""
    return re.sub(r"^[\W\d_]+|[\W\d_]+$", "", plain)


ROOTS = frozenset(filter(lambda root: len(root) >= SHORTEST_ROOT, (_root(word) for word in COMMON)))


def guessed(password: str) -> bool:
    """Whether a guesser comes upon it by his usual rules."""
    plain = password.casefold()
    spelt = plain.translate(SPELT)
    shapes = {plain, spelt, _root(plain), _root(spelt), _root(plain)[::-1]}
    if len(set(plain)) < 3 or shapes & (COMMON | ROOTS) or any(map(_common, {plain, spelt, plain[::-1]})):
        return True
    return _repeats(plain) or _walks(plain)


def piece(word: str) -> bytes:
    return hashlib.sha256(word.encode()).digest()[:PIECE]


@cache
def _pieces() -> frozenset[bytes]:
    """Of the 11,000 commonest passwords of leaks; scripts/common_passwords.py says where they are from."""
    raw = files("crowned.server.people").joinpath("common.bin").read_bytes()
    return frozenset(raw[place : place + PIECE] for place in range(0, len(raw), PIECE))


def _common(word: str) -> bool:
    return piece(word) in _pieces()


def _repeats(plain: str) -> bool:
    """One short piece again and again."""
    return any(plain == (plain[:size] * len(plain))[: len(plain)] for size in range(1, len(plain) // 2 + 1))


def _walks(plain: str) -> bool:
    """Along the alphabet, the numbers or the keyboard, in one direction."""
    return any(plain in line or plain[::-1] in line for line in LINES)


class Leaked:
    """A file of SHA-1 hashes of leaked passwords, sorted, as haveibeenpwned.com offers for download."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._size = path.stat().st_size

    def holds(self, password: str) -> bool:
        """By halves: forty looks into a file of any size."""
        wanted = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()
        with self._path.open("rb") as file:
            low, high = 0, self._size
            while low < high:
                middle = (low + high) // 2
                found = self._line_from(file, middle)
                low, high = (low, middle) if not found or found >= wanted else (middle + 1, high)
            return self._line_from(file, low) == wanted

    def _line_from(self, file: BinaryIO, place: int) -> bytes:
        """The hash of the first line that begins at this place or after it."""
        file.seek(max(0, place - 1))
        if place:
            file.readline()
        return file.readline()[:40].upper()
