"""What the protocol tests share: the rulesets that plain protocols can carry, and random games under them."""

from __future__ import annotations

from functools import cache
from random import Random

import crowned
from crowned.engine import hub

PLAIN = sorted(hub.shipped_variants().values())
"""Ids of the rulesets with nothing but men, kings and correct moves."""


@cache
def rules_of(name: str) -> crowned.Ruleset:
    return crowned.ruleset(name)


def random_game(rules: crowned.Ruleset, random: Random, plies: int) -> crowned.Game:
    game = crowned.Game(rules)
    while len(game.history) < plies and game.outcome is None:
        game.play(random.choice(game.moves()))
    return game
