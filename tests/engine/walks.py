"""Positions from random games: the same for the same seed, of every stage of a game."""

from __future__ import annotations

import random
from collections.abc import Iterator

from crowned.position import Position
from crowned.position.ruleset import Ruleset

SPINS = ("black", "green", "orange")


def walk(rules: Ruleset, dice: random.Random, plies: int) -> Position:
    """The position after so many random moves, or the last one before the game would have ended."""
    position = rules.start()
    for _ in range(plies):
        spun = position.with_spin(dice.choice(SPINS)) if position.must_spin else position
        moves = spun.moves()
        after = spun.play(dice.choice(moves)) if moves else spun
        if not moves or after.outcome:
            break
        position = after
    return position


def positions(rules: Ruleset, seed: int, longest: int = 80) -> Iterator[Position]:
    """Endlessly many positions that are not over."""
    dice = random.Random(seed)
    while True:
        position = walk(rules, dice, dice.randrange(4, longest))
        if position.outcome is None:
            yield position
