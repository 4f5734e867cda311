"""Sentences of the game layer, one TOML file per language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from crowned.base import Lang

FOLDER = Path(__file__).resolve().parent / "texts"


@cache
def load(folder: Path, lang: Lang) -> dict[str, Any]:
    """A language's file."""
    import tomllib  # noqa: PLC0415  # not a word is said by most programs

    return tomllib.loads((folder / f"{lang}.toml").read_text(encoding="utf-8"))


def sentence(lang: Lang, table: str, key: str) -> str:
    return str(load(FOLDER, lang)[table][key])
