"""For any position and attempt: accepted exactly if it is among the moves, refused only with a reason."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crowned import Game, Position, judge, ruleset, ruleset_ids
from crowned.referee.reasons import AXES_OF
from tests.battery.chance import random_game, random_position
from tests.position.test_walk import captures_by_hand, few_enough

pytestmark = pytest.mark.parametrize("name", ruleset_ids())
SEEDS = st.integers(0, 2**32)


def any_path(position: Position, rng: Random) -> tuple[str, ...]:
    """Mostly along lines from an own piece, as somebody might try; sometimes anywhere."""
    rules = position.rules
    own = [sq for sq, column in position.pieces().items() if column[0].upper() == position.side.letter]
    cell = rules.squares.cell(rng.choice(own)) if own else rng.choice(rules.squares.cells)
    path = [cell]
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        near = [c for ray in rules.board.rays[path[-1]].values() for c in ray[:3]]
        path.append(rng.choice(near if near and rng.random() < 0.95 else rules.squares.cells))
    return tuple(map(rules.squares.name, path))


def tampered(position: Position, rng: Random) -> tuple[str, ...]:
    """A real move, cut short, prolonged or led astray."""
    paths = [move.path for move in position.playable() if move.path]
    if not paths:
        return any_path(position, rng)
    path = list(rng.choice(paths))
    squares = [position.rules.squares.name(cell) for cell in position.rules.squares.cells]
    match rng.randrange(3):
        case 0:
            path = path[: max(1, len(path) - 1)]
        case 1:
            path.append(rng.choice(squares))
        case _:
            path[rng.randrange(len(path))] = rng.choice(squares)
    return tuple(path)


def is_listed(game: Game, path: tuple[str, ...]) -> bool:
    return any(move.path == path for move in game.playable())


@settings(max_examples=20)
@given(seed=SEEDS)
def test_every_attempt_is_answered(name: str, seed: int) -> None:
    rng = Random(seed)
    game = random_game(ruleset(name), seed, most=rng.randrange(60))
    if game.outcome is not None:
        return
    check_attempts(game, rng)


@settings(max_examples=20)
@given(seed=SEEDS)
def test_every_attempt_in_any_position_is_answered(name: str, seed: int) -> None:
    position = random_position(ruleset(name), seed)
    game = Game(position.rules, position)
    if game.outcome is None:
        check_attempts(game, Random(seed))


def check_attempts(game: Game, rng: Random) -> None:
    position = game.position
    for path in [any_path(position, rng) for _ in range(12)] + [tampered(position, rng) for _ in range(8)]:
        verdict = judge(game, path)
        if is_listed(game, path):
            assert verdict.is_legal
        if verdict.is_legal:
            assert verdict.action is not None
            done = game.play(verdict.action)
            assert done.position != position
            assert done.action.text in {move.text for move in game.tree.here.record.before.playable}  # type: ignore[union-attr]
            game.undo()
        else:
            assert verdict.reason in AXES_OF, (position.fen, path)
            assert reason_fits(game, verdict.reason), (position.fen, path, verdict)


def reason_fits(game: Game, reason: str) -> bool:
    """A reason must be one that this ruleset can give; a guess of the referee would show here."""
    spec = game.rules.spec
    if reason.startswith("priority_"):
        return reason.removeprefix("priority_") in spec.priority
    needs = {
        "door_last_resort": spec.enter_open_door == "last_resort",
        "open_door": spec.enter_open_door == "forbidden",
        "must_spin": bool(game.rules.sliders),
        "spin_wants_door": bool(game.rules.sliders),
        "touched": bool(spec.touch_move),
        "king_run_limit": bool(spec.king_run_limit),
        "correct_move_owed": game.state.owes,
        "answer_owed": game.pending is not None,
        "already_jumped": not game.rules.lifts_at_once,
        "same_tower": game.rules.towers,
        "nearest_first": spec.nearest == "global",
        "man_takes_king": not spec.man_takes_king,
        "man_backward_capture": not spec.men_back,
        "crowned_stops": spec.crown == "stop",
        "must_continue": bool(spec.must_continue),
        "game_over": False,
        "not_your_turn": False,
    }
    return needs.get(reason, True)


@settings(max_examples=20)
@given(seed=SEEDS)
def test_every_correct_move_is_accepted_in_every_form(name: str, seed: int) -> None:
    position = random_position(ruleset(name), seed)
    game = Game(position.rules, position)
    for move in game.moves():
        assert judge(game, move).verdict == "accepted"
        assert judge(game, move.text).verdict == "accepted"
        if move.path:
            assert judge(game, move.path).verdict == "accepted"
            short = judge(game, (move.path[0], move.path[-1]))
            assert short.is_legal or short.verdict in ("ambiguous", "incomplete"), (position.fen, move.text)


@settings(max_examples=20)
@given(seed=SEEDS)
def test_every_beginning_of_a_correct_move_can_be_finished(name: str, seed: int) -> None:
    position = random_position(ruleset(name), seed)
    game = Game(position.rules, position)
    for move in game.moves():
        for length in range(1, len(move.path)):
            verdict = judge(game, move.path[:length])
            assert verdict.verdict != "refused", (position.fen, move.path[:length], verdict)
            if verdict.verdict == "incomplete":
                assert move.text in verdict.evidence


@settings(max_examples=20)
@given(seed=SEEDS)
def test_every_order_of_jumps_is_accepted(name: str, seed: int) -> None:
    """The generator lists one of the ways that come to the same; a hand may choose any of them."""
    position = random_position(ruleset(name), seed)
    game = Game(position.rules, position)
    if game.outcome is not None or not few_enough(position):
        return
    for walk in captures_by_hand(position)[:20]:
        assert judge(game, walk.names).verdict == "accepted", (position.fen, walk.names)
        for length in range(1, len(walk.names)):
            assert judge(game, walk.names[:length]).verdict != "refused", (position.fen, walk.names[:length])
