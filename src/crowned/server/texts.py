"""The server's sentences, a file per language in ``sentences/``. The referee and the rules bring theirs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from crowned.base.sentence import said
from crowned.protocols.views import Lang

LANGS: tuple[Lang, ...] = ("de", "nl", "en")
FOLDER = Path(__file__).parent / "sentences"
_FILES: dict[Lang, dict[str, Any]] = {
    lang: tomllib.loads((FOLDER / f"{lang}.toml").read_text("utf-8")) for lang in LANGS
}
TEXTS: Mapping[Lang, Mapping[str, str]] = {lang: found.pop("answers") for lang, found in _FILES.items()}
"""The server's own sentences by their codes."""
PATTERNS: Mapping[Lang, Mapping[str, str]] = _FILES
"""Faults that the lower layers find: English pattern -> the pattern in each language."""


def say(code: str, lang: Lang) -> str:
    return TEXTS[lang][code]


def translated(faults: Iterable[str], lang: Lang) -> list[str]:
    """Faults in the reader's language; what was never a sentence of ours stays as it is."""
    return [str(said(fault, PATTERNS[lang], lang)) for fault in faults]


def preferred_language(header: str) -> Lang:
    """The first of our languages in an Accept-Language header; qualities decide, else the order."""
    ranked = sorted((_quality(part), -place, part) for place, part in enumerate(header[:200].split(",")))
    for _, _, part in reversed(ranked):
        for lang in LANGS:
            if part.strip().lower().startswith(lang):
                return lang
    return "en"


def _quality(part: str) -> float:
    _, _, weight = part.partition(";q=")
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0
