"""Every board of a batch plays by the rules of crowned.game: same actions, same positions, same results."""

from __future__ import annotations

import random

import numpy as np
import pytest

import crowned
from crowned.rl import CHANCE, SlowEnv, VecEnv

BOARDS = 3
PLIES = 110
LONGEST = 60
HOUSES = [
    ("blasen", {"remedies": ["huff", "accept"], "huff_is_move": True}),
    ("koenig", {"king": "flying", "priority": ["most"]}),
    ("koenig", {"enforcement": "auto_huff", "priority": ["most"], "men_back": True}),
    ("koenig", {"huff_target": "moved_piece"}),
    ("pinzgau", {"must_continue": False}),
    ("international", {"draw_by": "claim", "draw_no_progress": 4}),
    ("english", {"draw_no_progress": 3, "draw_repetition": 2}),
    ("turm", {"must_continue": False}),
    (
        "russian",
        {"files": 4, "ranks": 4, "setup_rows": 1, "draw_counts": ["KK/KM/K v K 2 strong", "any 2-4 3 each"]},
    ),
    (
        "russian",
        {
            "files": 4,
            "ranks": 4,
            "setup_rows": 1,
            "draw_counts": ["KM/KK v K/M 2 plies man", "K v K/M 3 strong kept claimed", "any 2-3 7 each man"],
        },
    ),
    (
        "english",
        {
            "files": 4,
            "ranks": 4,
            "setup_rows": 1,
            "draw_repetition": 0,
            "draw_no_progress": 0,
            "draw_counts": [
                "KM/KK v K/M 4 each automatic",
                "K v K/M 5 plies kept",
                "any 2-4 9 each automatic",
            ],
        },
    ),
    ("turkish", {"files": 4, "ranks": 6, "setup_rows": 1}),
    ("valluik", {"draw_by": "automatic", "draw_no_progress": 3}),
]


def pair(rules: crowned.Ruleset, encoding: str) -> tuple[VecEnv, list[SlowEnv]]:
    env = VecEnv(rules, BOARDS, seed=5, encoding=encoding, max_plies=LONGEST)  # type: ignore[arg-type]
    twins = [SlowEnv(rules, encoding=encoding, max_plies=LONGEST) for _ in range(BOARDS)]  # type: ignore[arg-type]
    return env, twins


def compare(env: VecEnv, twins: list[SlowEnv], dice: random.Random) -> None:
    for _ in range(PLIES):
        for board, twin in enumerate(twins):
            compare_board(env, board, twin)
        chosen = [dice.choice(sorted(twin.open())) for twin in twins]
        actors = [int(twin.game.actor) for twin in twins]
        env.step(chosen)
        for board, (twin, action) in enumerate(zip(twins, chosen, strict=True)):
            twin.step(action)
            compare_end(env, board, twin, actors[board])


def compare_board(env: VecEnv, board: int, twin: SlowEnv) -> None:
    assert env.players[board] == twin.player
    assert env.mask[board].tolist() == twin.mask().tolist()
    assert env.position(board) == twin.game.position
    seen, expected = env.observations[board], twin.observation()
    assert [name for i, name in enumerate(env.plane_names) if (seen[i] != expected[i]).any()] == []


def compare_end(env: VecEnv, board: int, twin: SlowEnv, actor: int) -> None:
    assert (env.dones[board], env.truncations[board]) == (twin.over, twin.truncated)
    result = twin.result if twin.over else 0.0
    assert env.results[board] == result
    assert env.rewards[board] == (result if actor == 0 else -result)
    if twin.over:
        twin.reset()


@pytest.mark.parametrize("encoding", ["index", "step"])
@pytest.mark.parametrize("name", crowned.ruleset_ids())
def test_every_ruleset(name: str, encoding: str) -> None:
    compare(*pair(crowned.ruleset(name), encoding), random.Random(f"{name} {encoding}"))


@pytest.mark.parametrize("encoding", ["index", "step"])
@pytest.mark.parametrize(("name", "options"), HOUSES)
def test_house_rules(name: str, options: dict[str, object], encoding: str) -> None:
    compare(*pair(crowned.ruleset(name, **options), encoding), random.Random(f"{options} {encoding}"))


@pytest.mark.parametrize("name", ["koenig", "international", "turm", "valluik", "frisian", "turkish"])
def test_both_count_the_same_actions_and_planes(name: str) -> None:
    rules = crowned.ruleset(name)
    for encoding in ("index", "step"):
        env, (twin, *_) = pair(rules, encoding)
        assert env.actions == twin.actions
        assert env.plane_names == twin.plane_names
        assert env.observations.shape[1:] == twin.observation().shape


@pytest.mark.parametrize(("name", "hops"), [("english", 256), ("russian", 896), ("international", 1800)])
def test_step_codes_are_as_many_as_documented(name: str, hops: int) -> None:
    assert VecEnv(crowned.ruleset(name, draw_by="automatic"), 1, encoding="step").actions == hops


def test_perft_by_steps_is_perft() -> None:
    """Walking the tree by numbers reaches as many leaves as the generator counts."""
    for name in ("international", "english"):
        rules = crowned.ruleset(name)
        assert leaves(SlowEnv(rules), 3) == rules.start().perft(3)


def leaves(env: SlowEnv, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for action in env.open():
        child = env.clone()
        child.step(action)
        total += leaves(child, depth - 1)
    return total


def test_spins_follow_their_weights() -> None:
    env = VecEnv("valluik", 400, seed=1, chance="rolled")
    assert not (env.players == CHANCE).any()
    spins = {"black": 0, "green": 0, "orange": 0}
    for board in range(env.n):
        spin = env.position(board).spin
        assert spin is not None
        spins[spin] += 1
    total, weights = sum(spins.values()), env.chance_weights
    for count, weight in zip(spins.values(), weights, strict=True):
        assert abs(count / total - weight / sum(weights)) < 0.12


def test_chance_rolls_where_it_is_asked_to() -> None:
    env = VecEnv("valluik", 8, seed=2)
    assert (env.players == CHANCE).all()
    env.step(np.full(8, -1))
    assert (env.players != CHANCE).all()
    assert all(env.position(board).spin for board in range(8))
