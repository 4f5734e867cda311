"""A file told to a visitor piece by piece, as it is written and without judging a move.

class Longest(pdn.Visitor[int]):
    def begin_game(self, tags: Mapping[str, str]) -> bool:
        self.moves = 0
        return tags.get("White") == "Anna"    # other games are passed over

    def move(self, move: pdn.MoveItem) -> None:
        self.moves += 1

    def end_game(self) -> int:
        return self.moves

print(max(pdn.visit("games.pdn", Longest())))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from os import PathLike
from typing import Generic, TypeVar

from crowned.base import PdnError
from crowned.notation.pdn.parser import read_game, skip_game
from crowned.notation.pdn.source import Source, open_source
from crowned.notation.pdn.tree import Comment, Item, MoveItem, Nag, PdnGame, SetupItem, Variation

Told = TypeVar("Told")


class Visitor(Generic[Told]):
    """What is told of a game, in the order of the file. Only `end_game` has to be written."""

    def begin_game(self, tags: Mapping[str, str]) -> bool:  # noqa: ARG002  # what a visitor overrides
        """A game with these tags begins; False passes over it."""
        return True

    def move(self, move: MoveItem) -> None:
        """A move as written; inside variations too."""

    def comment(self, text: str) -> None:
        """Words in braces or behind a semicolon."""

    def nag(self, value: int) -> None:
        """A mark such as $1."""

    def setup(self, fen: str) -> None:
        """A position among the moves."""

    def unknown(self) -> None:
        """A move that the file does not know."""

    def begin_variation(self) -> None:
        """What follows could have been played instead of the move before."""

    def end_variation(self) -> None:
        """The line goes on where it was left."""

    def result(self, text: str) -> None:
        """What stands behind the moves; empty if nothing does."""

    def end_game(self) -> Told:
        """What the visitor makes of the game."""
        raise NotImplementedError("a visitor says what it makes of a game")

    def fault(self, error: PdnError) -> None:
        """A game that is not PDN; reading goes on with the next. Raise the error to end it."""


def visit(path: str | PathLike[str], visitor: Visitor[Told]) -> Iterator[Told]:
    """What the visitor makes of every game of a file, one in memory at a time."""
    with open_source(path) as source:
        for game in _readable(source, visitor):
            if visitor.begin_game(game.tags):
                yield walk(game, visitor)


def walk(game: PdnGame, visitor: Visitor[Told]) -> Told:
    """Tell a game that has begun."""
    _tell(game.items, visitor)
    visitor.result(game.result)
    return visitor.end_game()


def _readable(source: Source, visitor: Visitor[Told]) -> Iterator[PdnGame]:
    for number in count(1):
        try:
            game = read_game(source, number)
        except PdnError as error:
            skip_game(source)
            visitor.fault(error)
            continue
        if game is None:
            return
        yield game


def _tell(items: Sequence[Item], visitor: Visitor[Told]) -> None:
    for item in items:
        match item:
            case MoveItem():
                visitor.move(item)
            case Comment(text):
                visitor.comment(text)
            case Nag(value):
                visitor.nag(value)
            case SetupItem(fen):
                visitor.setup(fen)
            case Variation(line):
                visitor.begin_variation()
                _tell(line, visitor)
                visitor.end_variation()
            case _:
                visitor.unknown()
