"""Helpers for messages: quoting what a user wrote, and guessing what he meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from crowned.base.sentence import Sentence

QUOTED = 40
"""Longest piece of the user's own text that a message repeats."""


def quoted(text: object) -> str:
    """The text in double quotes on one line: shortened, and with unprintable characters written out."""
    if not isinstance(text, str | float):
        return _plain(text)
    whole = str(text) if isinstance(text, str) else repr(text)
    cut = whole if len(whole) <= QUOTED else whole[:QUOTED] + "…"
    safe = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in cut)
    return f'"{safe}"' if isinstance(text, str) else safe


def _plain(value: object) -> str:
    """Containers are named, not printed: their text could be endless or too deeply nested."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**QUOTED else Sentence("a huge number")
    table, items = Sentence("a table"), Sentence("a list")
    named: tuple[tuple[type, str], ...] = ((dict, table), (list, items), (tuple, items))
    return next((name for kind, name in named if isinstance(value, kind)), f"a {type(value).__name__}")


def folded(text: str) -> str:
    """Letters and digits alone, without case and accents, words joined by hyphens: how names are compared."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in parts if not unicodedata.combining(c))
    return "-".join("".join(c if c.isalnum() else " " for c in plain).split())


def nearest(word: str, among: Iterable[str]) -> str | None:
    """The most similar of the known words, or None if nothing is similar."""
    if len(word) > 2 * QUOTED:
        return None
    from difflib import get_close_matches  # noqa: PLC0415  # only a misspelt word needs it

    found = get_close_matches(word.lower(), list(among), n=1, cutoff=0.6)
    return found[0] if found else None


def did_you_mean(word: str, among: Iterable[str]) -> str:
    """A tail for a message: '; did you mean x?', or nothing."""
    guess = nearest(word, among)
    return Sentence("; did you mean {guess}?", guess=guess) if guess else ""
