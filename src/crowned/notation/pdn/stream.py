"""The games of a source, one at a time, each judged: the quick way where it suffices, else in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from crowned.base import PdnError
from crowned.notation.pdn.loaded import Loaded
from crowned.notation.pdn.parser import read_game, skip_game
from crowned.notation.pdn.quick import QuickReader
from crowned.notation.pdn.reader import build
from crowned.notation.pdn.reading import choose
from crowned.notation.pdn.source import Source
from crowned.position.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that is none: its text cannot be read, or it breaks the rules."""

    number: int
    kind: Literal["unreadable", "illegal"]
    error: PdnError


def stream(source: Source, rules: Ruleset | None = None) -> Iterator[Loaded | Fault]:
    """Every game in order; after a faulty one, reading goes on with the next. `rules` overrules the tags."""
    quick = QuickReader(source, rules)
    hint: Ruleset | None = None
    number = 0
    while True:
        number += 1
        source.drop()
        found: Loaded | Fault | None = quick.next(number)
        if found is None:
            found = _in_full(source, number, rules, hint)
            if found is None:
                return
            if isinstance(found, Loaded):
                quick.learn(found)
        if isinstance(found, Loaded):
            hint = found.rules
        yield found


def _in_full(
    source: Source, number: int, rules: Ruleset | None, hint: Ruleset | None
) -> Loaded | Fault | None:
    try:
        game = read_game(source, number)
    except PdnError as error:
        skip_game(source)
        return Fault(number, "unreadable", error)
    if game is None:
        return None
    try:
        return build(game, choose(game, rules, hint))
    except PdnError as error:
        return Fault(number, "illegal", error)
