"""A game that was read: sound, with its tags, and built when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from crowned.base import Side
from crowned.game import Game
from crowned.notation.pdn.guess import Guess
from crowned.position import Position
from crowned.position.ruleset import Ruleset


@dataclass
class Loaded:
    """Every move has been found legal. The Game, with its history, is made on first use."""

    tags: dict[str, str]
    result: str
    """What the file says: the Result tag, else what stands behind the moves, else "*"."""
    position: Position
    """The position at the end of the main line."""
    make: Callable[[], Game] = field(repr=False)
    number: int = 1
    """Which game of its file it is."""
    line: int = 1
    """Where it starts."""
    plies: int = 0
    """Actions of the main line."""
    warnings: tuple[str, ...] = ()
    """What a reader should be told, such as a ruleset that has changed since."""

    text: str = field(default="", repr=False)
    """The game as it stands in the file."""
    file: str = ""
    """Where it was found."""
    guess: Guess | None = None
    """What the rules were taken for and how sure that is, where the game does not name them."""
    plain: str = field(default="", repr=False)
    """The moves as they stand in the file, where they are a plain line from the usual start."""

    @property
    def rules(self) -> Ruleset:
        return self.position.rules

    def player(self, side: Side) -> str:
        """Who played this side, as the file writes it; some name players by who begins (P1, P2)."""
        own = self.tags.get("White" if side is Side.WHITE else "Black", "")
        return own or self.tags.get("P1" if side is self.rules.spec.first else "P2", "")

    @cached_property
    def game(self) -> Game:
        """The game at the end of its main line."""
        return self.make()
