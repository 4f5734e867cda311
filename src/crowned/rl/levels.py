"""Opponents: the engine's ten levels, and one who moves at random. Each chooses a number for a `SlowEnv`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crowned.engine import Engine
from crowned.engine.levels import level_of
from crowned.position import Ruleset, RulesetLike, ruleset
from crowned.position.action import Action, MoveAction
from crowned.rl.slow import SlowEnv

Opponent = Callable[[SlowEnv, np.random.Generator], int]


def at_random(env: SlowEnv, dice: np.random.Generator) -> int:
    """Any open action."""
    return int(dice.choice(list(env.open())))


def level(rules: RulesetLike, number: int, *, seed: int = 0) -> Opponent:
    """The engine at a level from 1 to 10; it plays hop by hop where actions are hops."""
    return _Level(ruleset(rules), number, seed)


class _Level:
    def __init__(self, rules: Ruleset, number: int, seed: int) -> None:
        level_of(number, rules)
        self._engine = Engine(rules, hash_mb=8, seed=seed)
        self._number = number
        self._walking: Action | None = None

    def __call__(self, env: SlowEnv, dice: np.random.Generator) -> int:
        if not env.walked or self._walking is None:
            self._walking = self._engine.choose(env.game, self._number)
        found = _number(env, self._walking)
        return at_random(env, dice) if found is None else found


def _number(env: SlowEnv, action: Action) -> int | None:
    """The number that does the action, or goes on doing it."""
    path = action.move.path if isinstance(action, MoveAction) else ()
    for number, chosen in env.open().items():
        if isinstance(chosen, tuple):
            if path[: len(chosen)] == chosen and len(path) > len(env.walked):
                return number
        elif chosen.text == action.text:
            return number
    return None
