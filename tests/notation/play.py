"""Random games for the notation tests: moves, offences, remedies, spins, words, variations, comments."""

from __future__ import annotations

from random import Random
from typing import Any

from crowned.game import Game
from crowned.position import Ruleset
from crowned.position.action import Adjust, MoveAction, OfferDraw, Resign, Touch

RARE = (Touch, Adjust, OfferDraw, Resign)
REMARKS = (
    "good",
    "ein [%clk 0:01:02] Zug",
    '½ — "quoted" 100%',
    "two\nlines",
    '[Event "no tag"]',
    "(a) $1 !",
)


def random_game(rules: Ruleset, seed: int, actions: int = 60, notes: bool = True) -> Game:
    """A game of at most so many actions; with notes also variations, comments, marks and times."""
    random = Random(seed)
    game = Game(rules, seed=seed)
    for _ in range(actions):
        if game.outcome is not None or not _act(game, random, notes):
            if not notes or not game.tree.back():
                break
        elif notes:
            _annotate(game, random)
    return game


def _act(game: Game, random: Random, notes: bool) -> bool:
    if game.must_spin and random.random() < 0.7:
        game.spin()
        return True
    open_now = [a for a in game.actions() if not isinstance(a, RARE) or random.random() < 0.03]
    if not open_now:
        return False
    correct = [a for a in open_now if isinstance(a, MoveAction) and a.move in game.moves()]
    chosen = random.choice(correct if correct and random.random() < 0.6 else open_now)
    game.play(chosen, time=random.randrange(100_000) if notes and random.random() < 0.1 else None)
    return True


def _annotate(game: Game, random: Random) -> None:
    if random.random() < 0.08:
        game.comment = random.choice(REMARKS)
    if random.random() < 0.08:
        game.tree.here.nags = tuple(random.sample(range(1, 20), random.randrange(1, 3)))
    if random.random() < 0.08:
        game.tree.back()


def told(game: Game) -> dict[str, Any]:
    """Everything a game is, but the place in it where somebody looks."""
    data = game.to_dict()
    del data["here"]
    if not any(node.record and node.record.rolled for node in game.tree.nodes()):
        del data["seed"]
    return data
