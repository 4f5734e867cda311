"""The adapters, tried by the libraries' own checkers where these are installed."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import crowned
from crowned.rl import SlowEnv
from crowned.rl.levels import at_random, level
from crowned.rl.text import TextGame

RULESETS = ["koenig", "valluik", "turm", "international"]


# ---- language models


def test_a_conversation() -> None:
    talk = TextGame("russian")
    assert "is to act" in talk.prompt()
    assert "a3-b4" not in talk.prompt()
    reply = talk.answer("Let me think. c3-b4 looks weak, so I play **c3-d4**.")
    assert (reply.played, reply.action) == (True, "c3-d4")
    assert talk.side is crowned.Side.BLACK
    refused = talk.answer("a1-h8")
    assert not refused.played
    assert refused.text
    assert talk.game.ply == 1
    assert not talk.answer("I resign myself to thinking").played or talk.over


def test_an_answer_without_a_move() -> None:
    reply = TextGame("international").answer("What a nice game!")
    assert (reply.played, reply.action) == (False, "")
    assert "a move looks like 32-28" in reply.text


def test_the_rules_can_be_told_in_words() -> None:
    for lang in crowned.LANGS:
        assert len(TextGame("turm", lang=lang).rules().splitlines()) > 10


def test_offences_and_spins_are_talked_about() -> None:
    talk = TextGame("blasen", list_moves=True)
    for text in ("b6-c5", "c3-d4", "f6-g5", "g3-f4"):
        assert talk.answer(text).played
    assert "huff d4" in talk.prompt()
    assert talk.answer("huff d4").played
    doors = TextGame("valluik", seed=1)
    assert doors.game.position.spin is not None


# ---- opponents


@pytest.mark.parametrize("encoding", ["index", "step"])
@pytest.mark.parametrize("name", RULESETS)
def test_levels_play_by_numbers(name: str, encoding: str) -> None:
    rules, dice = crowned.ruleset(name), np.random.default_rng(1)
    env = SlowEnv(rules, encoding=encoding, max_plies=24, seed=1)  # type: ignore[arg-type]
    players = (level(rules, 2, seed=1), at_random)
    while not env.over:
        env.step(-1 if env.chance else players[env.player](env, dice))
    assert env.game.ply > 5


# ---- other libraries


@pytest.mark.parametrize("name", RULESETS)
def test_gymnasium(name: str) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env  # noqa: PLC0415

    from crowned.rl.gym import DraughtsEnv  # noqa: PLC0415

    env = DraughtsEnv(name, max_plies=40)
    _, info = env.reset(seed=3)
    over = False
    while not over:
        _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        over = terminated or truncated
    assert isinstance(reward, float)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Open(env), skip_render_check=True)


class Open:
    """gymnasium's checker knows no masks: whatever it asks for, something open is played."""

    def __new__(cls, env: object) -> object:
        from gymnasium import ActionWrapper  # noqa: PLC0415

        class Nearest(ActionWrapper):  # type: ignore[type-arg]
            def action(self, action: int) -> int:
                mask = self.env.unwrapped._game.mask()  # type: ignore[attr-defined]
                return int(action) if mask[action] else int(np.flatnonzero(mask)[0])

        return Nearest(env)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RULESETS)
def test_pettingzoo(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test  # noqa: PLC0415

    from crowned.rl.zoo import env  # noqa: PLC0415

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(name, max_plies=40), num_cycles=60)
        seed_test(lambda: env(name, max_plies=40), num_cycles=40)


def spiel_game(name: str) -> Any:
    pyspiel = pytest.importorskip("pyspiel")
    from crowned.rl import spiel  # noqa: PLC0415

    if spiel.NAME not in pyspiel.registered_names():
        spiel.register(name)
    return pyspiel.load_game(f"{spiel.NAME}(ruleset={name},max_plies=16)")


@pytest.mark.parametrize("name", RULESETS)
def test_open_spiel(name: str) -> None:
    game = spiel_game(name)
    pyspiel = pytest.importorskip("pyspiel")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state = game.new_initial_state()
    twin = state.clone()
    state.apply_action(state.legal_actions()[0])
    assert str(twin) != str(state)
    assert state.legal_actions()


@pytest.mark.parametrize("name", RULESETS)
def test_an_open_spiel_playthrough_is_the_same_when_it_is_replayed(name: str, tmp_path: Path) -> None:
    game = str(spiel_game(name))
    playthroughs = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    playthroughs.flags.FLAGS.mark_as_parsed()  # as their test runner does
    told = playthroughs.playthrough(game, action_sequence=None, seed=7)
    assert told.count("# Apply action") >= 16
    file = tmp_path / f"{name}.txt"
    file.write_text(told, encoding="utf-8")
    original, anew = playthroughs.replay(str(file))
    assert original == anew


def test_open_spiel_is_told_where_chance_has_a_say() -> None:
    mode = pytest.importorskip("pyspiel").GameType.ChanceMode
    assert spiel_game("koenig").get_type().chance_mode == mode.DETERMINISTIC
    assert spiel_game("valluik").get_type().chance_mode == mode.EXPLICIT_STOCHASTIC


def test_open_spiels_own_search_finds_a_man_that_hangs() -> None:
    """Alpha-beta takes deterministic games only."""
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    game = spiel_game("english")
    state = game.new_initial_state()
    for move in ("11-15", "22-18"):  # Black, who begins, may take on 22 and is taken back: an even exchange
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a) == move))
    for depth, balanced in ((1, -1.0), (2, 0.0)):
        value, action = minimax.alpha_beta_search(
            game, state=state, value_function=balance, maximum_depth=depth, maximizing_player_id=0
        )
        assert (value, state.action_to_string(action)) == (balanced, "15x22")


def balance(state: Any) -> float:
    pieces = state.env.game.position.pieces().values()
    return float(sum((piece.lower() == "w") - (piece.lower() == "b") for piece in pieces))


def test_an_information_state_tells_the_past() -> None:
    """The same squares, reached another way: a repetition is nearer to a draw."""
    game = spiel_game("english")
    far, near = game.new_initial_state(), game.new_initial_state()
    far.apply_action(far.legal_actions()[0])
    near.apply_action(near.legal_actions()[-1])
    assert far.information_state_string(0) == far.history_str()
    assert far.information_state_string(0) != near.information_state_string(0)
    assert far.observation_string(0) == str(far)
