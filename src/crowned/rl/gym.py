"""gymnasium: a board against an opponent who is part of the environment.

    rules = crowned.ruleset("…")
    env = DraughtsEnv(rules, opponent=level(rules, 3))
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))

`opponent` is anything that chooses an open action of a `SlowEnv`; without one, moves are random.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from crowned.position import RulesetLike
from crowned.rl.levels import Opponent, at_random
from crowned.rl.slow import SlowEnv
from crowned.rl.types import ROLL, Bytes, Encoding


class DraughtsEnv(gymnasium.Env):  # type: ignore[misc]  # gymnasium need not be installed
    """One agent plays one side; the other side and chance answer before the next observation.

    The mask of open actions is in `info["action_mask"]`; a closed action raises BadInput.
    """

    metadata = {"render_modes": ["ansi", "svg"]}  # noqa: RUF012  gymnasium wants a plain attribute

    def __init__(  # noqa: PLR0913  each is a choice of its own
        self,
        rules: RulesetLike,
        *,
        opponent: Opponent = at_random,
        side: int | None = None,
        encoding: Encoding = "step",
        max_plies: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        self._game = SlowEnv(rules, encoding=encoding, max_plies=max_plies)
        self._opponent = opponent
        self._wanted = side
        self._side = 0
        self.render_mode = render_mode
        shape = self._game.observation().shape
        self.observation_space = gymnasium.spaces.Box(0, 255, shape, np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self._game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._game.reset(int(self.np_random.integers(2**62)))
        self._side = int(self.np_random.integers(2)) if self._wanted is None else self._wanted
        self._answer()
        return self._seen()

    def step(self, action: int) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        self._game.step(int(action))
        self._answer()
        reward = self._game.result if self._side == 0 else -self._game.result
        cut = self._game.truncated
        observation, info = self._seen()
        return observation, float(reward), self._game.over and not cut, cut, info

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self._game.game.position._repr_svg_()
        return str(self._game.game.position) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """Let chance and the opponent act until the agent's turn."""
        game = self._game
        while not game.over and game.player != self._side:
            game.step(ROLL if game.chance else self._opponent(game, self.np_random))

    def _seen(self) -> tuple[Bytes, dict[str, Any]]:
        mask = self._game.mask().astype(np.int8)
        return self._game.observation(), {"action_mask": mask, "fen": self._game.game.position.fen}
