"""What is played, as plain data: it is sent to other processes and machines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from crowned.base import BadInput, Side
from crowned.engine.match.control import Control
from crowned.engine.match.players import Entry
from crowned.position.ruleset import Ruleset
from crowned.rules import catalog
from crowned.rules.write import to_toml

MAX_PLIES = 300
"""Moves after which a game is a draw, whatever the rules say about it."""
OPENING_PLIES = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """A match. The rules travel as the text of a file, so that a house ruleset needs none over there."""

    rules: str
    first: Entry
    second: Entry
    control: Control
    seed: int = 1
    max_plies: int = MAX_PLIES

    def __post_init__(self) -> None:
        if self.max_plies < 1:
            raise BadInput("a game needs at least one move")
        if not self.control.limited and not (self.first.limited and self.second.limited):
            raise BadInput("a match needs a limit: a clock, a time for each move, nodes or a depth")

    def ruleset(self) -> Ruleset:
        return Ruleset(catalog.load_text(self.rules))


def rules_text(rules: Ruleset) -> str:
    """The rules as a plan carries them."""
    return to_toml(rules.spec)


@dataclass(frozen=True, slots=True)
class Opening:
    """The first moves of a pair of games, and the seed of its dice."""

    number: int
    seed: int
    moves: tuple[str, ...] = ()
    start: str = ""
    """The position before them as text; empty for the start of the game."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game, seen by the first player."""

    game: dict[str, Any]
    """As `Game.to_dict` has it; the last action is the arbiter's where the board did not decide."""
    side: Side
    """The first player's."""
    names: tuple[str, str]
    """The first player's and the second's."""
    score: float | None
    """1, 0.5 or 0; None for a game that does not count."""
    points: int = 0
    faults: tuple[str, ...] = ()
    """What engines did wrong."""

    @property
    def white_and_black(self) -> tuple[str, str]:
        one, other = self.names
        return (one, other) if self.side is Side.WHITE else (other, one)


@dataclass(frozen=True, slots=True)
class Pair:
    """An opening, played from both sides."""

    opening: Opening
    games: tuple[Played, ...] = field(default_factory=tuple)
