"""Sentences of the terminal game, one TOML file per language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from crowned.base import Lang

FOLDER = Path(__file__).resolve().parent


@cache
def _load(lang: Lang) -> dict[str, dict[str, str]]:
    return tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))


def text(lang: Lang, table: str, key: str, **values: object) -> str:
    """A sentence with its placeholders filled."""
    return _load(lang)[table][key].format(**values)


def has(lang: Lang, table: str, key: str) -> bool:
    return key in _load(lang)[table]


def meaning(lang: Lang, word: str) -> str:
    """The command that a word of the language means; any other word means itself."""
    return _load(lang)["word"].get(word, word)
