"""PettingZoo: the two sides take turns, chance between them is part of the environment.

env = env("…")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    …
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from crowned.position import RulesetLike
from crowned.rl.slow import SlowEnv
from crowned.rl.types import ROLL, Encoding

AGENTS = ("white", "black")


def env(rules: RulesetLike, **options: Any) -> Any:
    """The environment with PettingZoo's usual guards around it."""
    guarded: Any = wrappers.TerminateIllegalWrapper(DraughtsAEC(rules, **options), illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


class DraughtsAEC(AECEnv):  # type: ignore[misc]  # PettingZoo need not be installed
    """Agents `white` and `black`; observations hold the planes and the mask of open actions."""

    metadata = {"name": "crowned_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        rules: RulesetLike,
        *,
        encoding: Encoding = "step",
        max_plies: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._game = SlowEnv(rules, encoding=encoding, max_plies=max_plies)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        shape, count = self._game.observation().shape, self._game.actions
        planes = spaces.Box(0, 255, shape, np.uint8)
        seen = spaces.Dict({"observation": planes, "action_mask": spaces.Box(0, 1, (count,), np.int8)})
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in AGENTS}
        self._seed = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        if seed is not None:
            self._seed = seed
        self._game.reset(self._seed)
        self._seed += 1
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._turn()

    def observe(self, agent: str) -> dict[str, Any]:
        acts = agent == self.agent_selection and not self._game.over
        mask = self._game.mask().astype(np.int8) if acts else np.zeros(self._game.actions, np.int8)
        return {"observation": self._game.observation(), "action_mask": mask}

    def step(self, action: int) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        acting = self.agent_selection
        self._cumulative_rewards[acting] = 0.0
        self._game.step(int(action))
        self._turn()
        if self._game.over:
            self._end()
        self._accumulate_rewards()

    def _turn(self) -> None:
        while self._game.chance:
            self._game.step(ROLL)
        self.agent_selection = AGENTS[self._game.player]

    def _end(self) -> None:
        cut = self._game.truncated
        self.terminations = dict.fromkeys(AGENTS, not cut)
        self.truncations = dict.fromkeys(AGENTS, cut)
        self.rewards = {"white": self._game.result, "black": -self._game.result}

    def render(self) -> str | None:
        return str(self._game.game.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
