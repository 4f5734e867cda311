"""One position after another held against the oracle, and the smallest that shows a difference."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from crowned.base.errors import TooManyMoves
from crowned.position import ruleset
from crowned.rules import catalog

from .compare import Comparison
from .position import Position
from .positions import FLAVOURS, placement
from .variants import changed, mixture

MANY = 150
POSITIONS = 12
"""Of each mixture; many mixtures show more than many positions of one."""


def differences(comparison: Comparison, position: Position) -> list[str]:
    return comparison.differences(position) + comparison.offence_differences(position)


def tried(comparison: Comparison, rng: Random, size: int) -> Iterator[Position]:
    """By turns a game played on by a random move, and a fresh placement of each flavour."""
    game = comparison.law.start()
    for number in range(size):
        if number % 2:
            yield placement(comparison.law, rng, FLAVOURS[number // 2 % len(FLAVOURS)])
        else:
            yield game
            game = next_in_game(comparison, rng, game)


def next_in_game(comparison: Comparison, rng: Random, game: Position) -> Position:
    """Mostly correct play; now and then an offence, for it leads where correct play does not."""
    law = comparison.law
    if _branches(comparison, game):
        return law.start()
    moves = law.playable(game) if rng.random() < 0.1 else law.correct(game)
    return rng.choice(moves).after if moves else law.start()


def report(comparison: Comparison, position: Position) -> str:
    """The smallest position that still shows a difference, and the difference."""
    small = shrunk(comparison, position)
    lines = [repr(comparison.rules), comparison.law.write(small), *differences(comparison, small)]
    return "\n  ".join(lines)


def shrunk(comparison: Comparison, position: Position) -> Position:
    """Take pieces away one by one, as long as the difference stays."""
    for square in position.pieces:
        fewer = {other: column for other, column in position.pieces.items() if other != square}
        smaller = position._replace(pieces=fewer)
        if differences(comparison, smaller):
            return shrunk(comparison, smaller)
    return position


def _branches(comparison: Comparison, position: Position) -> bool:
    """Whether there is more to list than the oracle can in reasonable time."""
    try:
        return len(comparison.native(position).playable()) > MANY
    except TooManyMoves:
        return True


def hammered(rng: Random, rounds: int = 1) -> tuple[int, list[str]]:
    """Positions compared, and what differed."""
    compared, faults = 0, []
    for _ in range(rounds):
        rules = changed(ruleset(rng.choice(catalog.ids())), mixture(rng))
        if rules is None:
            continue
        comparison = Comparison(rules)
        for position in tried(comparison, rng, POSITIONS):
            if _branches(comparison, position):
                continue
            compared += 1
            if differences(comparison, position):
                faults.append(report(comparison, position))
    return compared, faults
