"""Validating files of games: every game answered for, faulty ones with their place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from crowned.base import PdnError
from crowned.notation.pdn.parser import read_games
from crowned.notation.pdn.reader import build
from crowned.notation.pdn.reading import choose
from crowned.notation.pdn.source import Source
from crowned.notation.pdn.tree import PdnGame
from crowned.position.ruleset import Ruleset

Kind = Literal["ok", "illegal", "unreadable"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found out about one game."""

    number: int
    line: int
    kind: Kind
    ruleset: str = ""
    plies: int = 0
    result: str = ""
    error: PdnError | None = None
    warnings: tuple[str, ...] = ()


def check(source: Source, rules: Ruleset | None = None) -> Iterator[Checked]:
    """Every game of a source, in order; after a game that cannot be read, reading goes on with the next."""
    hint: Ruleset | None = None
    for number, game in enumerate(read_games(source, skip=True), 1):
        if isinstance(game, PdnError):
            yield Checked(number, game.line, "unreadable", error=game)
            continue
        checked, hint = _judged(game, rules, hint)
        yield checked


def _judged(game: PdnGame, rules: Ruleset | None, hint: Ruleset | None) -> tuple[Checked, Ruleset | None]:
    try:
        loaded = build(game, choose(game, rules, hint))
    except PdnError as error:
        return Checked(game.number, game.line, "illegal", error=error), hint
    own = loaded.game.rules
    plies = len(loaded.game.history)
    return Checked(game.number, game.line, "ok", own.id, plies, loaded.result, None, loaded.warnings), own
