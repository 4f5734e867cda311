"""Names that could be taken for somebody else's: of letters of two scripts, or that only look Latin.

Scripts that hardly anybody writes today (Lisu, Cherokee, Coptic …) have whole alphabets that look Latin, and
so have the letters of phonetics and the digits of other scripts; none of them is needed for a name.
"""

from __future__ import annotations

import unicodedata
from importlib.resources import files

SMALL = frozenset("асеорхуіјѕһԁԛԝӏүοναιρυχϲϳօսհոցզլ")
CAPITAL = frozenset("АВЕКМНОРСТХІЈЅУԌΑΒΕΖΗΙΚΜΝΟΡΤΥΧՕՍԼ")
"""Letters of Cyrillic, Greek and Armenian that a reader takes for Latin ones."""
SCRIPTS = frozenset(files("crowned.server.people").joinpath("scripts.txt").read_text("utf-8").split())
"""Those in everyday use (Unicode Standard Annex 31, recommended scripts)."""
LATIN = frozenset("abcdefghijklmnopqrstuvwxyzßæœøđłŋþðħŧıəĸ")
"""Small letters of Latin without their accents; all others are phonetic or look like one of these."""
TOGETHER = frozenset({"HIRAGANA", "KATAKANA", "CJK"})
"""Scripts that are written in one word."""


def misleading(name: str) -> bool:
    """Whether a new name may be mistaken for another."""
    plain = unicodedata.normalize("NFKC", name)
    letters = [letter for letter in plain if letter.isalpha()]
    scripts = {script(letter) for letter in letters}
    if not scripts <= SCRIPTS or (len(scripts) > 1 and not scripts <= TOGETHER):
        return True
    if any(letter.isnumeric() and not letter.isascii() and not letter.isalpha() for letter in plain):
        return True
    if scripts == {"LATIN"}:
        return not all(bare(letter) in LATIN for letter in letters)
    return bool(letters) and scripts != {"LATIN"} and all(letter in SMALL | CAPITAL for letter in letters)


def bare(letter: str) -> str:
    """A Latin letter, small and without accents."""
    return unicodedata.normalize("NFD", letter.lower())[0]


def script(letter: str) -> str:
    """The first word of a letter's name in Unicode: LATIN, CYRILLIC, GREEK …"""
    return unicodedata.name(letter, "UNKNOWN").split(" ", 1)[0].split("-", 1)[0]
