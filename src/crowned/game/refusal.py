"""Refusals: the game knows that something is not open, the referee above it knows why.

The package registers the referee here, so that this layer can hand out verdicts without importing upwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from crowned.base import GameOver, IllegalMove
from crowned.base.errors import Judgement

if TYPE_CHECKING:
    from crowned.game.game import Game

Judge = Callable[["Game", Any], Judgement]
_judges: list[Judge] = []


def register_judge(judge: Judge) -> None:
    """Let this function explain refusals from now on."""
    _judges[:] = [judge]


def refuse(game: Game, attempt: Any, text: str) -> NoReturn:
    """Raise what the attempt deserves."""
    kind = GameOver if game.outcome is not None else IllegalMove
    verdict = _judges[0](game, attempt) if _judges else None
    if verdict is not None and verdict.is_legal:  # the squares are right: it was listed somewhere else
        raise kind(f"{text} is a move of another position, or of other rules")
    raise kind("" if verdict else f"{text} is not allowed now", verdict)
