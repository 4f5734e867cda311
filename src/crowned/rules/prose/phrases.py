"""The texts of one language, as the data files beside this module hold them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from crowned.base.types import Lang
from crowned.rules.axes import Axes


class Phrases:
    """Looks up templates and fills them; a missing template is a fault of ours and raises KeyError."""

    def __init__(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        self._data = data

    def get(self, table: str, key: str) -> str:
        return str(self._data[table][key])

    def say(self, key: str, facts: Mapping[str, object]) -> str:
        """The sentence with this key."""
        return self.fill("say", key, facts)

    def fill(self, table: str, key: str, facts: Mapping[str, object]) -> str:
        return self.get(table, key).format_map(facts)

    def of_axis(self, axis: str, key: str) -> str:
        """An axis's label or help, or the name of one of its values."""
        return str(self._data["axis"][axis][key])

    def empty(self, axis: str) -> str:
        """An empty list: none, or the usual thing that the axis would replace."""
        return str(self._data["axis"][axis].get("empty", self._data["word"]["none"]))

    def king(self, values: Axes) -> Mapping[str, str]:
        """The forms of the word for a crowned man."""
        forms: Mapping[str, str] = self._data["king"][values.king_name]
        return forms

    def huff(self, values: Axes) -> Mapping[str, str]:
        """The forms of the word for taking a piece off after a missed capture."""
        forms: Mapping[str, str] = self._data["huff"][values.huff_name]
        return forms

    def joined(self, items: Sequence[str], last: str = "and") -> str:
        """A list as it is spoken: commas, and the word before the last item."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.get('word', last)} {items[-1]}"


@cache
def phrases(lang: Lang) -> Phrases:
    """The texts of the language."""
    text = (Path(__file__).parent / f"{lang}.toml").read_text(encoding="utf-8")
    return Phrases(tomllib.loads(text))


def sentence_case(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]
