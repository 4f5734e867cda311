"""How long the computer seems to think: an answer that comes at once is hard to follow."""

from __future__ import annotations

import math
import random

from crowned.game import Game
from crowned.position.event import Huffed

SHORTEST = 0.35
PER_CHOICE = 0.09
"""Seconds for each doubling of the moves there are to choose from."""
PER_LEVEL = 0.03
REMEDY = 1.1
"""An offence is looked at for longer than a forced move."""
SPREAD = (0.75, 1.35)
READING = 4.0
"""A loss is told for some two seconds, and its mark lasts until the next move: time to see it."""


def seeming(game: Game, level: int, chance: random.Random) -> float:
    """Seconds from the opponent's move to the answer, never twice the same."""
    if game.pending is not None:
        seconds = REMEDY
    else:
        seconds = SHORTEST + PER_CHOICE * math.log2(max(1, len(game.playable()))) + PER_LEVEL * level
    return seconds * chance.uniform(*SPREAD) + (READING if _lost_one(game) else 0.0)


def _lost_one(game: Game) -> bool:
    record = game.tree.here.record
    return record is not None and any(isinstance(event, Huffed) for event in record.events)
