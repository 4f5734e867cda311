"""Random games and random positions, repeatable from a seed, for any ruleset."""

from __future__ import annotations

from random import Random

from crowned.game import Game
from crowned.position import Position, Ruleset
from crowned.position.action import Action
from tests.reference.compare import Comparison
from tests.reference.positions import FLAVOURS, placement

LONGEST = 160
"""Actions after which a random game is left as it is."""


def any_action(game: Game, rng: Random) -> Action:
    """One of the open actions, offences and remedies included; touching and adjusting now and then."""
    actions = game.actions()
    lively = [action for action in actions if action.kind not in ("touch", "adjust", "decline_draw")]
    return rng.choice(actions if rng.random() < 0.05 else lively or actions)


def play_on(game: Game, rng: Random, most: int = LONGEST) -> Game:
    """Play to the end of the game, or until enough is enough; sometimes somebody offers a draw or resigns."""
    for _ in range(most):
        if game.outcome is not None:
            break
        if rng.random() < 0.01 and game.draw_offer is None:
            game.play("offer draw")
        if rng.random() < 0.002:
            game.play("resign")
        elif game.must_spin and rng.random() < 0.5:
            game.spin()
        else:
            game.play(any_action(game, rng))
    return game


def random_game(rules: Ruleset, seed: int, most: int = LONGEST) -> Game:
    return play_on(Game(rules, seed=seed), Random(seed), most)


def random_position(rules: Ruleset, seed: int) -> Position:
    """Anything that could stand on the board, though perhaps no game leads there."""
    rng = Random(seed)
    comparison = Comparison(rules)
    return comparison.native(placement(comparison.law, rng, rng.choice(FLAVOURS)))
