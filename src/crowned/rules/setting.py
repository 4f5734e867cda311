"""One axis value with where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crowned.base.types import Lang
from crowned.rules.axes import Value

Texts = Mapping[Lang, str]


@dataclass(frozen=True, slots=True)
class Setting:
    """The value, the clauses that say it (or, for a house rule, leave it open), and a remark."""

    value: Value
    clauses: tuple[str, ...] = ()
    house: bool = False
    """True where the book is silent and the ruleset adds a rule of its own."""
    note: Texts = field(default_factory=dict)
    chosen: bool = False
    """True where the players chose another value than the ruleset's by an option."""
    instead: tuple[str, ...] = ()
    """For a chosen value: the clauses that say otherwise, or could be read otherwise."""
    also: Texts = field(default_factory=dict)
    """What the book adds to this rule and the value does not tell; it stands on the sheet behind the rule."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What a book says that no axis sets: who plays, what lies in the box, what the aim is."""

    section: str
    text: Texts
    clauses: tuple[str, ...] = ()
