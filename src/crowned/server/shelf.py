"""How the games stand on the shelf: in which order, and with which moment of play on show."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from crowned.base import BadInput, IllegalMove
from crowned.game import Game
from crowned.position import Position
from crowned.position.ruleset import Ruleset
from crowned.rules import catalog
from crowned.rules.spec import Spec

OUR_BOOKS = re.compile(r"R([0-9]+)\.[0-9]+$")
"""The rulebooks this project reads clause by clause are cited like this."""


@cache
def _shelf() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("shelf.toml").read_text(encoding="utf-8"))


def book_number(spec: Spec) -> int | None:
    """The number of our book that the ruleset follows; None for a standard game."""
    cited = (OUR_BOOKS.match(clause) for axis in spec for clause in spec.clauses(axis))
    return next((int(found[1]) for found in cited if found), None)


@cache
def in_order() -> tuple[str, ...]:
    """All shipped rulesets: our books by number, then the most played, then the rest."""
    return tuple(sorted(catalog.ids(), key=_place))


def _place(name: str) -> tuple[int, int, str]:
    book, popular = book_number(catalog.load(name)), _shelf()["popular"]
    if book is not None:
        return 0, book, name
    return (1, popular.index(name), name) if name in popular else (2, 0, name)


def demo(rules: Ruleset) -> Game:
    """The moment on show, played. A variant shows what the game it varies shows, if its rules allow it."""
    shown = _shown(rules.spec.id)
    try:
        game = Game(rules, Position.from_fen(rules, shown["fen"]))
        for text in shown["moves"]:
            game.play(text)
    except (KeyError, BadInput, IllegalMove):  # nothing is shown, or it belongs to another board
        return Game(rules)
    return game


def _shown(name: str) -> dict[str, Any]:
    demos: dict[str, dict[str, Any]] = _shelf()["demo"]
    parent = catalog.load(name).extends
    return demos.get(name) or (_shown(parent) if parent else {})
