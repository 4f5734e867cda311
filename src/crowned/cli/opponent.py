"""Who plays: a person at the keyboard, or something that chooses by itself."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from threading import Event
from typing import Protocol

from crowned.base import BadInput
from crowned.game import Game
from crowned.position.action import Action

ENGINE = "crowned.engine"
LEVELS = range(1, 11)


class Opponent(Protocol):
    """Chooses an action that is open in the game; `stop` asks it to answer at once."""

    def choose(self, game: Game, level: int, stop: Event) -> Action: ...


def computer() -> Opponent:
    """The engine of this installation; BadInput if it has none."""
    if not has_computer():
        raise BadInput("this installation has no engine; play with a second person")
    opponent: Opponent = import_module(ENGINE).Opponent()
    return opponent


def has_computer() -> bool:
    return find_spec(ENGINE) is not None
