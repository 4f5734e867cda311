"""Levels: ten players from a child's first game to the engine at its best.

A level sees a certain number of nodes and chooses among moves that look nearly equal to it. Every level
follows captures to their end, so none gives a piece away by chance alone. Where a ruleset lets people miss
a capture, the lowest levels miss some.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from crowned._native import Move
from crowned.base import BadInput
from crowned.engine.api import Limits, Line, Score
from crowned.game import Game
from crowned.position.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Level:
    """How one level plays."""

    number: int
    nodes: int
    depth: int
    margin: int
    """How much worse than the best a move may look and still be played; 100 is about a man."""
    overlook: float = 0.0
    """How often a capture that is owed, or an opponent's offence, is not seen."""
    taste: float = 2.0
    """How much the better of the moves within the margin are preferred; 0: not at all."""
    naive: bool = False
    """Judges by the weights set by hand: what pieces are worth, and little about what doors and dice do."""
    modest: float = 0.0
    """How often any move will do that keeps what there is: what could be gained is not seen."""

    @property
    def lines(self) -> int:
        return (12 if self.taste == 0 else 6) if self.margin else 1

    def limits(self, chance: bool) -> Limits:
        """Where dice decide, a ply has several times the nodes."""
        return Limits(nodes=self.nodes * (4 if chance else 1), depth=self.depth)


LEVELS: tuple[Level, ...] = (
    Level(1, 60, 1, 60, overlook=0.28, taste=0.0),
    Level(2, 120, 1, 45, overlook=0.18, taste=1.5),
    Level(3, 300, 2, 25, overlook=0.1),
    Level(4, 700, 3, 40, overlook=0.03),
    Level(5, 1_500, 4, 26),
    Level(6, 4_000, 5, 18),
    Level(7, 10_000, 7, 12),
    Level(8, 25_000, 9, 8),
    Level(9, 80_000, 11, 5),
    Level(10, 2_000_000, 120, 0),
)

CHANCE_LEVELS: tuple[Level, ...] = (
    Level(1, 60, 1, 95, overlook=0.35, taste=0.0, naive=True, modest=1.0),
    Level(2, 70, 1, 95, overlook=0.15, taste=0.0, naive=True, modest=0.45),
    Level(3, 80, 1, 84, overlook=0.08, taste=0.0, naive=True),
    Level(4, 90, 1, 45, overlook=0.03, taste=0.0, naive=True),
    Level(5, 100, 1, 45, taste=0.0),
    Level(6, 110, 1, 36, taste=0.0),
    Level(7, 120, 1, 24, taste=0.0),
    Level(8, 130, 1, 11, taste=0.0),
    Level(9, 500, 2, 8, taste=0.0),
    Level(10, 2_000_000, 120, 0),
)
"""Where dice decide, looking deeper gains little, judging better gains much. So levels differ in judgement:
the first do not see what doors and dice may bring, the others see it ever more finely. A man is worth 100 to
the naive ones and hardly ever less than 53 to the others; no margin reaches that."""
MEASURED_WITH = 24
"""Pieces on the boards that margins were found on. With more of them games are longer, and errors add up."""


def level_of(number: int, rules: Ruleset) -> Level:
    """How a level from 1 to 10 plays a ruleset."""
    if not 1 <= number <= len(LEVELS):
        raise BadInput(f"there is no level {number}; levels go from 1 to {len(LEVELS)}")
    level = (CHANCE_LEVELS if rules.sliders else LEVELS)[number - 1]
    pieces = max(MEASURED_WITH, len(rules.start().pieces()))
    return replace(level, margin=level.margin * MEASURED_WITH**2 // pieces**2)


def pick(lines: Sequence[Line], level: Level, dice: random.Random, stands: Score | None = None) -> Line:
    """One of the lines that look nearly as good as the best; the better, the likelier.

    `stands` is what the position is worth as it is, for who does not see that it could become better.
    """
    best = lines[0].score
    bar = best.odds if stands is None else min(best.odds, stands.odds)
    near = [line for line in lines if line.moves and bar - line.score.odds <= level.margin]
    if not level.margin or best.decided or len(near) < 2:
        return lines[0]
    chances = [math.exp(min(0.0, line.score.odds - bar) * level.taste / level.margin) for line in near]
    return dice.choices(near, chances)[0]


def overlooks(game: Game, level: Level, dice: random.Random) -> tuple[Move, ...]:
    """The moves a player sees who has not noticed that he must capture; nothing if he has noticed."""
    if not level.overlook or game.rules.spec.enforcement == "strict":
        return ()
    owed = game.moves()
    if not owed or not owed[0].captures or dice.random() >= level.overlook:
        return ()
    return tuple(move for move in game.playable() if not move.captures)
