"""The first games of a source, read ahead to learn which game its file holds."""

from __future__ import annotations

from collections.abc import Iterator

from crowned.base import PdnError
from crowned.notation.pdn.guess import SAMPLE, Census
from crowned.notation.pdn.parser import look_at_game, skip_game
from crowned.notation.pdn.reading import plies_played
from crowned.notation.pdn.ruleset_tags import names_rules, tagged_rules
from crowned.notation.pdn.source import Source
from crowned.notation.pdn.tree import PdnGame

MOST_TEXT = 1 << 20
"""Characters that are read ahead; they stay in memory until they are read."""


def take(source: Source) -> Census:
    """What the games from `pos` on say about the file. The window keeps what was looked at; `pos` moves."""
    games = list(_games(source))
    silent = [game for game in games if not names_rules(game.tags)]
    census = Census(plies_played)
    census.learn(silent, list(_named(games)), source.stem)
    return census


def _games(source: Source) -> Iterator[PdnGame]:
    start = source.pos
    found = 0
    while found < SAMPLE and source.pos - start < MOST_TEXT:
        try:
            game = look_at_game(source)
        except PdnError:
            skip_game(source, keep=True)
            continue
        if game is None:
            return
        found += 1
        yield game


def _named(games: list[PdnGame]) -> Iterator[str]:
    for game in games:
        try:
            rules, _ = tagged_rules(game)
        except PdnError:
            continue
        if rules is not None:
            yield rules.id
