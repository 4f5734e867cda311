"""Draughts for learning programs: thousands of games side by side, any ruleset, exact rules (`crowned[rl]`).

    import numpy as np
    from crowned.rl import VecEnv

    env = VecEnv("…", 1024, seed=7)
    env.reset()
    while True:
        env.step(env.sample())          # or the choices of a policy: one number for each board
        env.observations, env.mask, env.rewards, env.dones, env.players

Adapters to other libraries lie beside this module: `gym`, `zoo`, `spiel` and, for language models, `text`;
the engine's ten levels as opponents in `levels`. `SlowEnv` is one board in plain Python.
"""

from importlib.util import find_spec

if find_spec("numpy") is None:
    raise ImportError("crowned.rl needs NumPy: pip install 'crowned[rl]'")

from crowned.rl.env import VecEnv
from crowned.rl.slow import SlowEnv
from crowned.rl.types import BLACK, CHANCE, ENCODINGS, ROLL, WHITE

__all__ = ["BLACK", "CHANCE", "ENCODINGS", "ROLL", "WHITE", "SlowEnv", "VecEnv"]
