"""A game as it stands in the file: tags and a list of items, nothing judged yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from crowned.base import PdnError
from crowned.notation.pdn.source import place


@dataclass(slots=True)
class MoveItem:
    text: str
    """As written, without spaces."""
    at: int = field(default=0, compare=False)
    number: str = field(default="", compare=False)
    """The move number before it, as written; what the file counts is not believed, only shown."""
    strength: str = ""
    taken: tuple[str, ...] = ()
    """Captured squares the file adds to tell apart two captures (`47x36 <42,29>`)."""


@dataclass(slots=True)
class Comment:
    text: str
    at: int = field(default=0, compare=False)


@dataclass(slots=True)
class Nag:
    value: int
    at: int = field(default=0, compare=False)


@dataclass(slots=True)
class SetupItem:
    fen: str
    at: int = field(default=0, compare=False)


@dataclass(slots=True)
class Unknown:
    """A move the file does not know: `...` or `-` in its place."""

    at: int = field(default=0, compare=False)


@dataclass(slots=True)
class Variation:
    items: list[Item]
    at: int = field(default=0, compare=False)


Item = MoveItem | Comment | Nag | SetupItem | Unknown | Variation


@dataclass(slots=True)
class PdnGame:
    """One game of a file."""

    tags: dict[str, str] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    result: str = ""
    """What ended the moves: a result, "*", or nothing."""
    number: int = field(default=1, compare=False)
    """Which game of its file this is."""
    line: int = field(default=1, compare=False)
    column: int = field(default=1, compare=False)
    text: str = field(default="", compare=False, repr=False)
    """The game's own text, for error messages; `at` of an item counts from its start."""
    source: str = field(default="", compare=False)
    tag_places: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    def tag_error(self, fault: str, tag: str) -> PdnError:
        """An error at a tag of this game, or at its start if it has no such tag."""
        return self.error(fault, self.tag_places.get(tag, 0))

    def error(self, fault: str, at: int) -> PdnError:
        """An error at an item of this game."""
        line, column = place(self.text, at, self.line, self.column)
        return PdnError(fault, line, column, self.source)

    def moves(self) -> Iterator[MoveItem]:
        """The moves of the main line."""
        return (item for item in self.items if isinstance(item, MoveItem))
