"""Names that could be taken for somebody else's: of letters of two scripts, or that only look Latin."""

from __future__ import annotations

import unicodedata

SMALL = frozenset("асеорхуіјѕһԁԛԝӏүοναιρυχϲϳօսհոցզլ")
CAPITAL = frozenset("АВЕКМНОРСТХІЈЅУԌΑΒΕΖΗΙΚΜΝΟΡΤΥΧՕՍԼ")
"""Letters of Cyrillic, Greek and Armenian that a reader takes for Latin ones."""
TOGETHER = frozenset({"HIRAGANA", "KATAKANA", "CJK"})
"""Scripts that are written in one word."""


def misleading(name: str) -> bool:
    """Whether a new name may be mistaken for another."""
    letters = [letter for letter in unicodedata.normalize("NFKC", name) if letter.isalpha()]
    scripts = {script(letter) for letter in letters}
    if len(scripts) > 1 and not scripts <= TOGETHER:
        return True
    return bool(letters) and scripts != {"LATIN"} and all(letter in SMALL | CAPITAL for letter in letters)


def script(letter: str) -> str:
    """The first word of a letter's name in Unicode: LATIN, CYRILLIC, GREEK …"""
    return unicodedata.name(letter, "UNKNOWN").split(" ", 1)[0].split("-", 1)[0]
