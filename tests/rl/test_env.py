"""How a batch is used: arrays in place, seeds, threads, ends, bad input."""

from __future__ import annotations

import numpy as np
import pytest

import crowned
from crowned.rl import VecEnv
from tests.test_public import imported_by


def play(env: VecEnv, steps: int) -> list[tuple[object, ...]]:
    seen = []
    for _ in range(steps):
        actions = env.sample().copy()
        env.step(actions)
        seen.append((actions.tolist(), env.rewards.tolist(), env.dones.tolist(), env.players.tolist()))
    return seen


def test_the_same_seed_plays_the_same_games() -> None:
    first, second = VecEnv("valluik", 6, seed=3), VecEnv("valluik", 6, seed=3)
    assert play(first, 60) == play(second, 60)
    other = VecEnv("valluik", 6, seed=4)
    assert play(first, 5) != play(other, 5)
    first.reset(9)
    second.reset(9)
    assert play(first, 20) == play(second, 20)


def test_boards_have_dice_of_their_own() -> None:
    env = VecEnv("russian", 50, seed=1)
    assert len(set(env.sample().tolist())) > 1


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_nothing(threads: int) -> None:
    alone, together = VecEnv("koenig", 37, seed=3), VecEnv("koenig", 37, seed=3, threads=threads)
    assert play(alone, 150) == play(together, 150)
    assert (alone.observations == together.observations).all()
    assert (alone.mask == together.mask).all()


def test_the_arrays_stay_the_same_arrays() -> None:
    env = VecEnv("russian", 4)
    held = (env.observations, env.mask, env.rewards, env.dones, env.players)
    observations, rewards, dones, mask = env.step(env.sample())
    assert observations is held[0]
    assert (mask is held[1], rewards is held[2], dones is held[3]) == (True, True, True)
    assert env.reset() is held[0]


def test_games_end_and_begin_anew() -> None:
    env = VecEnv("english", 64, seed=1)
    ended, results = 0, set()
    for _ in range(400):
        env.step(env.sample())
        for board in np.flatnonzero(env.dones):
            ended += 1
            results.add(float(env.results[board]))
            assert env.position(int(board)) == env.rules.start()
    assert ended > 64
    assert {1.0, -1.0} <= results


def test_a_board_may_stay_at_its_end() -> None:
    rules = crowned.ruleset("russian")
    env = VecEnv(rules, 2, autoreset=False, start=rules.read("W:We7:Bb2,h2"))
    for _ in range(300):
        env.step(env.sample())
    assert env.dones.all()
    assert not env.mask.any()
    before = env.position(0)
    env.step(env.sample())
    assert env.position(0) == before
    assert (env.rewards == 0).all()


def test_points_are_rewards() -> None:
    rules = crowned.ruleset("turm")
    env = VecEnv(rules, 1, start=rules.read("W:WKa1,Kc1:Bb2"), seed=0)
    rewards = []
    for _ in range(40):
        env.step(env.sample())
        if env.dones[0]:
            rewards.append(float(env.results[0]))
    assert rewards
    assert max(map(abs, rewards)) >= 2


def test_a_refused_action_changes_nothing() -> None:
    env = VecEnv("russian", 3, seed=1)
    before = [env.position(board) for board in range(3)]
    for actions in ([0, 99, 0], [0, 0, -1], [0, 128, 0], [0, 0, 5000]):
        with pytest.raises(crowned.BadInput, match=r"action -?\d+ is not open on board \d"):
            env.step(actions)
    with pytest.raises(crowned.BadInput, match="3 boards need 3 actions"):
        env.step([0, 0])
    assert [env.position(board) for board in range(3)] == before


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"n": 0}, "one board at least"),
        ({"n": 1, "threads": 0}, "one thread at least"),
        ({"n": 1, "encoding": "uci"}, "encoded by index or step"),
        ({"n": 1, "max_actions": 0}, "positive"),
        ({"n": 1, "chance": "never"}, "explicit or rolled"),
    ],
)
def test_bad_input_is_told(arguments: dict[str, object], match: str) -> None:
    with pytest.raises(crowned.BadInput, match=match):
        VecEnv("russian", **arguments)  # type: ignore[arg-type]


def test_the_start_must_be_playable() -> None:
    rules = crowned.ruleset("russian")
    with pytest.raises(crowned.BadInput, match="nothing is left"):
        VecEnv(rules, 1, start=rules.read("W:Wc3:B"))
    with pytest.raises(crowned.BadInput, match="belongs to"):
        VecEnv(rules, 1, start=crowned.ruleset("pool").start())


def test_house_rules_by_option() -> None:
    assert VecEnv("blasen", 1, king="short").rules == crowned.ruleset("blasen", king="short")
    with pytest.raises(IndexError, match="no board 7"):
        VecEnv("blasen", 2).position(7)
    assert len(VecEnv("blasen", 2)) == 2
    assert "2 boards of <Ruleset blasen>" in repr(VecEnv("blasen", 2))


def test_importing_crowned_needs_no_numpy() -> None:
    """Whoever only plays does not pay for what learns."""
    assert "numpy" not in imported_by("import crowned, crowned.engine, crowned.cli")
