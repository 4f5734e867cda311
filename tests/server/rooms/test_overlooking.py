"""Low levels miss captures and offences as the handbook says, asked in the way the server asks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from crowned.engine.levels import LEVELS
from crowned.game import Game
from crowned.position.ruleset import Ruleset, ruleset
from crowned.rules import catalog
from crowned.server.computer.engine import EngineOpponent
from crowned.server.computer.opponent import Computer

FORGIVING = [name for name in catalog.ids() if catalog.load(name)["enforcement"] != "strict"]
TRIALS = 100
SECONDS = 10.0


def reached(rules: Ruleset, wanted: Callable[[Game], bool]) -> Game:
    """A game that random correct moves have led to such a moment."""
    for seed in range(1000):
        dice, game = random.Random(seed), Game(rules)
        while game.outcome is None and game.ply < 40:
            if wanted(game):
                return game
            game.play(dice.choice(game.moves()))
    raise AssertionError("no such moment")


def owes(game: Game) -> bool:
    """A capture is owed, and something else could be played."""
    quiet = [move for move in game.playable() if not move.captures]
    return bool(game.moves()[0].captures) and len(quiet) > 1


def asked(game: Game, level: int) -> list[str]:
    opponent = EngineOpponent(hash_mb=1)
    with opponent.engine(game.rules) as engine:
        engine._random = random.Random(level)
    computer = Computer(opponent)

    async def work() -> list[str]:
        return [await computer.choose(game, level, SECONDS) for _ in range(TRIALS)]

    return asyncio.run(work())


def about(share: float, count: int) -> bool:
    """Within four standard deviations of what was promised."""
    spread = (TRIALS * share * (1 - share)) ** 0.5
    return abs(count - TRIALS * share) <= 4 * spread


@pytest.mark.parametrize("name", FORGIVING)
@pytest.mark.parametrize("level", [1, 2, 5])
def test_captures_are_missed_as_often_as_promised(name: str, level: int) -> None:
    game = reached(ruleset(name), owes)
    correct = {move.text for move in game.moves()}
    missed = [text for text in asked(game, level) if text not in correct]
    share = LEVELS[level - 1].overlook
    if game.rules.offences_gain:
        # There a wrong move may be worth its price, so that some are made with open eyes.
        assert len(missed) > TRIALS * share or about(share, len(missed)), len(missed)
    else:
        assert about(share, len(missed)), len(missed)


@pytest.mark.parametrize("name", FORGIVING)
def test_offences_are_missed_as_often_as_promised(name: str) -> None:
    rules = ruleset(name)
    game = reached(rules, owes)
    quiet = next(move for move in game.playable() if not move.captures)
    game.play(quiet)
    if game.pending is None or "accept" not in game.pending.remedies:
        assert rules.spec.enforcement == "auto_huff"
        return
    missed = [text for text in asked(game, 1) if text == "accept"]
    assert about(LEVELS[0].overlook, len(missed)), len(missed)
