"""Sentences that can be said in another language."""

from __future__ import annotations

from collections.abc import Mapping


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

    def __new__(cls, pattern: str, /, **parts: object) -> Sentence:
        made = super().__new__(cls, pattern.format_map(parts))
        made.pattern, made.parts = pattern, parts
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """Errors travel between processes, and their sentences with them."""
        return (self.pattern,), dict(self.parts)

    def said(self, patterns: Mapping[str, str]) -> str:
        """The text by another language's patterns; a pattern that is not among them stays English."""
        parts = {name: said(part, patterns) for name, part in self.parts.items()}
        return patterns.get(self.pattern, self.pattern).format_map(parts)


def said(part: object, patterns: Mapping[str, str]) -> object:
    """A sentence in another language; anything else as it is."""
    return part.said(patterns) if isinstance(part, Sentence) else part
