"""Steps a second of `crowned.rl.VecEnv` beside OpenSpiel's checkers, in one run: python bench/rl_speed.py

CPU time of this process, the best of several rounds; both write observation and legal mask at every step.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from crowned.rl import VecEnv

RULESETS = (
    "koenig",
    "english",
    "russian",
    "international",
    "frisian",
    "turkish",
    "blasen",
    "valluik",
    "turm",
)
BOARDS, WARM, STEPS, ROUNDS = 1024, 80, 40, 5
RESULTS = Path(__file__).parent / "results" / "rl_speed.json"


def best(work: Callable[[], int]) -> float:
    """Steps a CPU second in the best round."""
    rates = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        steps = work()
        rates.append(steps / (time.process_time() - begun))
    return max(rates)


def crowned_rate(name: str, encoding: str) -> float:
    env = VecEnv(name, BOARDS, seed=1, encoding=encoding)  # type: ignore[arg-type]
    for _ in range(WARM):
        env.step(env.sample())

    def work() -> int:
        for _ in range(STEPS):
            env.step(env.sample())
        return STEPS * BOARDS

    return best(work)


def open_spiel_rate() -> float | None:
    """A loop in Python, as their algorithms have it: legal actions, observation, a random action."""
    try:
        import pyspiel  # noqa: PLC0415
    except ImportError:
        return None
    game, dice = pyspiel.load_game("checkers"), np.random.default_rng(1)

    def work() -> int:
        state = game.new_initial_state()
        for _ in range(4000):
            if state.is_terminal():
                state = game.new_initial_state()
            state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(dice.integers(len(legal)))])
        return 4000

    return best(work)


def main() -> int:
    rates = {name: {how: round(crowned_rate(name, how)) for how in ("index", "step")} for name in RULESETS}
    other = open_spiel_rate()
    told = {"boards": BOARDS, "steps_per_cpu_second": rates, "open_spiel_checkers": other and round(other)}
    for name, both in rates.items():
        times = f"  {both['index'] / other:5.0f} x OpenSpiel" if other else ""
        print(f"{name:14} index {both['index'] / 1e6:5.2f} M   step {both['step'] / 1e6:5.2f} M{times}")
    print("OpenSpiel checkers:", f"{other:,.0f}" if other else "not installed")
    RESULTS.write_text(json.dumps(told, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
