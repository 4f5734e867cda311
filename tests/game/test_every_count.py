"""Every draw that a ruleset counts is played to its end: so many moves, then a draw, claimed or not."""

from __future__ import annotations

from random import Random

import pytest

from crowned import Game, Position, Ruleset, ruleset, ruleset_ids
from crowned.base import CrownedError
from crowned.game.endings import countdowns
from crowned.rules.counts import Count

FREE = {"draw_repetition": 0, "draw_no_progress": 0, "king_run_limit": 0}
"""Nothing else may end the game before the count does."""
ALL = [
    (name, count.text)
    for name in ruleset_ids()
    for count in ruleset(name).spec.counts
    if count.number and count.unit != "wins"
]
TRIES = 400


def alone(name: str, text: str) -> Ruleset:
    """The ruleset with this count and no other."""
    return ruleset(name, draw_counts=[text], **FREE)


def forces(count: Count, rng: Random) -> tuple[str, str]:
    if count.strong:
        return rng.choice(count.strong).rstrip("+"), rng.choice(count.weak)
    return "K" * (count.pieces[0] - 1), "K"


def begun(rules: Ruleset, count: Count, rng: Random) -> Game | None:
    """A game in which the count has just begun: White has the stronger force, and nothing can be taken."""
    strong, weak = forces(count, rng)
    squares = rng.sample([rules.squares.name(cell) for cell in rules.squares.cells], len(strong + weak))
    sides = [[f"{'K' * (piece == 'K')}{squares.pop()}" for piece in force] for force in (strong, weak)]
    try:
        game = Game(rules, Position.from_fen(rules, f"W:W{','.join(sides[0])}:B{','.join(sides[1])}"))
    except CrownedError:
        return None
    return game if [one.count for one in countdowns(game.state)] == [count] else None


def quiet(game: Game, rng: Random, counting: bool = True) -> str | None:
    """A king's move after which nothing can be taken and the count still runs."""
    moves = [move for move in game.position.moves() if not move.captures and move.crowns is False]
    for move in rng.sample(moves, len(moves)):
        if game.position.pieces()[move.source] not in "WB":
            continue
        after = game.position.play(move)
        if any(reply.captures for reply in after.moves()):
            continue
        if not counting:
            return str(move.text)
        trial = Game.from_dict(game.to_dict(), game.rules)
        trial.play(move.text)
        if trial.outcome is not None or countdowns(trial.state):
            return str(move.text)
    return None


def played_out(rules: Ruleset, count: Count, rng: Random) -> tuple[Game, list[int]] | None:
    """The game to the end of the count, and the moves each side has made."""
    game, made = begun(rules, count, rng), [0, 0]
    while game is not None and game.outcome is None and game.draw_claim is None:
        move = quiet(game, rng)
        if move is None:
            return None
        made[game.position.turn] += 1
        game.play(move)
    return (game, made) if game is not None else None


@pytest.mark.parametrize(("name", "text"), ALL)
def test_a_game_ends_by_the_count_after_exactly_so_many_moves(name: str, text: str) -> None:
    rules, rng = alone(name, text), Random(f"{name} {text}")
    count = rules.spec.counts[0]
    found = next((one for _ in range(TRIES) if (one := played_out(rules, count, rng))), None)
    assert found is not None, "no position was found in which the count runs to its end"
    game, (white, black) = found
    if rules.spec.draw_by == "claim":
        assert game.outcome is None
        assert game.draw_claim == "material_count"
        game.play("claim draw")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (None, "material_count")
    moves = {"each": min(white, black), "strong": white, "lone": black}
    assert moves[count.unit] == count.number
    assert white - black in (0, 1)


def shuffled(rules: Ruleset, rng: Random) -> tuple[Game, int] | None:
    """Two kings each, moved at random without a capture until a draw; and the plies it took."""
    squares = rng.sample([rules.squares.name(cell) for cell in rules.squares.cells], 4)
    fen = "W:WK{},K{}:BK{},K{}".format(*squares)
    game, plies = Game(rules, Position.from_fen(rules, fen)), 0
    if any(move.captures for move in game.position.moves()):
        return None
    while game.outcome is None and game.draw_claim is None:
        move = quiet(game, rng, counting=False)
        if move is None or plies > 300:
            return None
        game.play(move)
        plies += 1
    return game, plies


COUNTING = [
    name
    for name in ruleset_ids()
    if ruleset(name).spec.draw_no_progress and not ruleset(name).sliders and ruleset(name).spec.goal == "win"
]


@pytest.mark.parametrize("name", COUNTING)
def test_a_game_without_progress_ends_after_exactly_so_many_moves_of_each(name: str) -> None:
    rules, rng = ruleset(name, draw_repetition=0, draw_counts=()), Random(name)
    found = next((one for _ in range(TRIES) if (one := shuffled(rules, rng))), None)
    assert found is not None
    game, plies = found
    spec = rules.spec
    assert plies == spec.draw_no_progress * (2 if spec.draw_counter_unit == "move" else 1)
    if spec.draw_by == "claim":
        assert game.draw_claim == "no_progress"
        game.play("claim draw")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (None, "no_progress")
