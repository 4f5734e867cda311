"""Portable Draughts Notation: reading what the field writes, writing what the standard wants.

for loaded in pdn.read_file("games.pdn"):   # one game in memory at a time
    print(loaded.tags["White"], loaded.game.position.fen)
for found in pdn.scan(["games", "more.pdn"]):   # survives bad games: a Fault says what is wrong
    print(found.error if isinstance(found, pdn.Fault) else found.rules.id)
text = pdn.write(game, {"White": "Anna", "Black": "Bert"})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from os import PathLike
from typing import TextIO

from crowned.game import Board, Game
from crowned.notation.pdn.files import scan
from crowned.notation.pdn.guess import Guess
from crowned.notation.pdn.loaded import Loaded
from crowned.notation.pdn.parser import read_game
from crowned.notation.pdn.source import Source, open_source, text_source
from crowned.notation.pdn.stream import Fault, stream
from crowned.notation.pdn.tree import MoveItem, PdnGame
from crowned.notation.pdn.visitor import Visitor, visit
from crowned.notation.pdn.writer import dumps, from_game
from crowned.position.ruleset import RulesetLike

__all__ = [
    "Fault",
    "Guess",
    "Loaded",
    "MoveItem",
    "PdnGame",
    "Visitor",
    "parse_file",
    "parse_text",
    "read_file",
    "read_text",
    "scan",
    "stream",
    "visit",
    "write",
]


def read_file(path: str | PathLike[str], rules: RulesetLike | None = None) -> Iterator[Loaded]:
    """The games of a file, one at a time. `rules` overrules what the tags say."""
    with open_source(path) as source:
        yield from _games(source, rules)


def read_text(text: str | TextIO, rules: RulesetLike | None = None) -> Iterator[Loaded]:
    """The games of a text or of an open text file, one at a time."""
    yield from _games(text_source(text), rules)


def parse_file(path: str | PathLike[str]) -> Iterator[PdnGame]:
    """The games of a file as they are written, no move judged."""
    with open_source(path) as source:
        yield from _parsed(source)


def parse_text(text: str | TextIO) -> Iterator[PdnGame]:
    """The games of a text as they are written, no move judged."""
    yield from _parsed(text_source(text))


def write(game: Game | Board, tags: Mapping[str, str] | None = None) -> str:
    """The game as PDN 3.0, variations and comments included."""
    return dumps(from_game(game.game if isinstance(game, Board) else game, tags))


def _parsed(source: Source) -> Iterator[PdnGame]:
    for number in count(1):
        game = read_game(source, number)
        if game is None:
            return
        yield game


def _games(source: Source, rules: RulesetLike | None) -> Iterator[Loaded]:
    for found in stream(source, rules):
        if isinstance(found, Fault):
            raise found.error
        yield found
