"""Sentences that can be said in another language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self


class Sentence(str):
    """An English text that remembers its pattern and what filled it.

    >>> fault = Sentence("{found} is out of range; accepted: {low} to {high}", found=99, low=4, high=12)
    >>> fault
    '99 is out of range; accepted: 4 to 12'
    >>> fault.said({fault.pattern: "{found} liegt nicht zwischen {low} und {high}"})
    '99 liegt nicht zwischen 4 und 12'
    """

    __slots__ = ("parts", "pattern")
    pattern: str
    parts: Mapping[str, object]

    def __new__(cls, pattern: str, /, **parts: object) -> Self:
        made = super().__new__(cls, pattern.format_map(parts))
        made.pattern, made.parts = pattern, parts
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """Errors travel between processes, and their sentences with them."""
        return (self.pattern,), dict(self.parts)

    def said(self, patterns: Mapping[str, str], lang: str = "en") -> str:
        """The text by another language's patterns; a pattern that is not among them stays English."""
        parts = {name: said(part, patterns, lang) for name, part in self.parts.items()}
        return patterns.get(self.pattern, self.pattern).format_map(parts)


class Spoken(Sentence):
    """A text that comes in every language from the start, such as the referee's."""

    __slots__ = ("texts",)
    texts: Mapping[str, str]

    def __new__(cls, texts: Mapping[str, str]) -> Self:
        made = super().__new__(cls, "{text}", text=texts["en"])
        made.texts = texts
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[Mapping[str, str]], dict[str, object]]:  # type: ignore[override]
        return (self.texts,), {}

    def said(self, patterns: Mapping[str, str], lang: str = "en") -> str:  # noqa: ARG002
        return self.texts.get(lang, str(self))


def said(part: object, patterns: Mapping[str, str], lang: str = "en") -> object:
    """A sentence in another language; anything else as it is."""
    return part.said(patterns, lang) if isinstance(part, Sentence) else part
