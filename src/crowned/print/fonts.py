"""The standard fonts that every PDF reader has: widths in thousandths of the size, and encoding."""

from __future__ import annotations

import unicodedata
from typing import Literal

Font = Literal["plain", "bold", "italic"]
NAMES: dict[Font, str] = {"plain": "Helvetica", "bold": "Helvetica-Bold", "italic": "Helvetica-Oblique"}

# From the space (32) to the tilde (126), as Adobe's metrics for the fourteen standard fonts list them.
_PLAIN = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
    *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
    *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
_BOLD = (
    *(278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611),
    *(975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556),
    *(333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611),
    *(611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584),
)
_OTHERS = {
    "€": (556, 556),
    "…": (1000, 1000),
    "•": (350, 350),
    "–": (556, 556),
    "—": (1000, 1000),
    "„": (333, 500),
    "“": (333, 500),
    "”": (333, 500),
    "‚": (222, 278),
    "‘": (222, 278),
    "’": (222, 278),
    "ß": (611, 611),
    "§": (556, 556),
    "«": (556, 556),
    "»": (556, 556),
    "°": (400, 400),
    "×": (584, 584),
    "·": (278, 278),
    "½": (834, 834),
}


def width(text: str, font: Font, size: float) -> float:
    """How wide a text is, in points."""
    return sum(_advance(letter, font) for letter in text) * size / 1000


def _advance(letter: str, font: Font) -> int:
    bold = font == "bold"
    if letter in _OTHERS:
        return _OTHERS[letter][bold]
    code = ord(_base(letter))  # an accent does not widen its letter
    return (_BOLD if bold else _PLAIN)[code - 32] if 32 <= code <= 126 else 556


def _base(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0]


def encoded(text: str) -> bytes:
    """The text in the encoding that the fonts are used with; a letter it lacks loses its accent."""
    return b"".join(_byte(letter) for letter in text)


def _byte(letter: str) -> bytes:
    for candidate in (letter, _base(letter), "?"):
        try:
            return candidate.encode("cp1252")
        except UnicodeEncodeError:
            continue
    return b"?"
