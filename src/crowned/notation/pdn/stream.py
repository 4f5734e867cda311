"""The games of a source, one at a time, each judged: the quick way where it suffices, else in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Literal

from crowned.base import PdnError
from crowned.notation.pdn.guess import Census
from crowned.notation.pdn.loaded import Loaded
from crowned.notation.pdn.parser import look_at_game, skip_game
from crowned.notation.pdn.quick import QuickReader
from crowned.notation.pdn.reader import build
from crowned.notation.pdn.reading import choose
from crowned.notation.pdn.ruleset_tags import names_rules
from crowned.notation.pdn.sample import take
from crowned.notation.pdn.source import Source
from crowned.position.ruleset import Ruleset, RulesetLike, ruleset


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that is none: its text cannot be read, or it breaks the rules."""

    number: int
    kind: Literal["unreadable", "illegal"]
    error: PdnError
    tags: dict[str, str] = field(default_factory=dict)
    """What was read of it before the fault."""
    file: str = ""


def stream(source: Source, rules: RulesetLike | None = None) -> Iterator[Loaded | Fault]:
    """Every game in order; after a faulty one, reading goes on with the next. `rules` overrules the tags."""
    reader = Reader(source, None if rules is None else ruleset(rules))
    for number in count(1):
        found = reader.next(number)
        if found is None:
            return
        yield found


class Reader:
    """The games of one source. What the file holds is asked when its first game without a GameType comes."""

    def __init__(self, source: Source, rules: Ruleset | None = None) -> None:
        self._source = source
        self._rules = rules
        self._quick = QuickReader(source, rules)
        self._census: Census | None = None

    def next(self, number: int) -> Loaded | Fault | None:
        self._source.drop()
        return self._quick.next(number) or self.in_full(number)

    def in_full(self, number: int) -> Loaded | Fault | None:
        """The next game by the long way, which knows everything there is to know about it."""
        begin = self._source.pos
        try:
            game = look_at_game(self._source, number)
        except PdnError as error:
            skip_game(self._source)
            return Fault(number, "unreadable", error, file=self._source.name)
        if game is None:
            return None
        if self._census is None and self._rules is None and not names_rules(game.tags):
            self._ask(begin)
        try:
            return build(game, choose(game, self._rules, self._census))
        except PdnError as error:
            return Fault(number, "illegal", error, game.tags, self._source.name)

    def _ask(self, begin: int) -> None:
        """Look at the games from here on, and come back."""
        end = self._source.pos
        self._source.pos = begin
        self._census = take(self._source)
        self._source.pos = end
        self._quick.expect(self._census.usual())
