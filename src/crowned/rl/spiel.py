"""OpenSpiel: `pyspiel.load_game("python_crowned(ruleset=…)")` after `crowned.rl.spiel.register()`.

Chance nodes are explicit with their probabilities, captures are made hop by hop, states can be cloned and
walked through by OpenSpiel's algorithms. Options of the ruleset: `options=axis=value;axis=value`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from crowned.position import Ruleset, ruleset
from crowned.position.action import SPIN_RESULTS, Spin
from crowned.rl.codes import Codes
from crowned.rl.slow import SlowEnv

NAME = "python_crowned"
MOST_POINTS = 64.0
"""More kings than this stand on no board."""


def register(default: str) -> None:
    """Make the game known to OpenSpiel; `default` is the ruleset of a game that names none."""
    parameters = {"ruleset": default, "options": "", "max_plies": 1000}

    class Registered(CrownedGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(parameters, {**parameters, **(params or {})})

    # What is registered is the family, in which chance may have a say; each game tells whether it has.
    pyspiel.register_game(_kind(parameters, dice=True), Registered)


def _kind(parameters: dict[str, Any], *, dice: bool) -> Any:
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Crowned: the draughts family",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if dice else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _rules(params: dict[str, Any]) -> Ruleset:
    pairs = [part.partition("=")[::2] for part in str(params["options"]).split(";") if part]
    return ruleset(str(params["ruleset"]), **{axis.strip(): value.strip() for axis, value in pairs})


class CrownedGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is not typed
    """A ruleset as a game of OpenSpiel."""

    def __init__(self, defaults: dict[str, Any], params: dict[str, Any]) -> None:
        self.rules = _rules(params)
        self.max_plies = int(params["max_plies"])
        worth = MOST_POINTS if self.rules.spec.scoring == "kings" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=Codes(self.rules).count,
            max_chance_outcomes=len(SPIN_RESULTS) if self.rules.sliders else 0,
            num_players=2,
            min_utility=-worth,
            max_utility=worth,
            utility_sum=0.0,
            max_game_length=self.max_plies * 16,  # hops are actions; a capture has a few of them
        )
        super().__init__(_kind(defaults, dice=bool(self.rules.sliders)), info, params)

    def new_initial_state(self) -> CrownedState:
        return CrownedState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError("the observer has no parameters")
        return Observer(self.rules, recall=iig_obs_type is not None and iig_obs_type.perfect_recall)


class CrownedState(pyspiel.State):  # type: ignore[misc]
    """A place in a game."""

    def __init__(self, game: CrownedGame) -> None:
        super().__init__(game)
        self.env = SlowEnv(game.rules, encoding="step", max_plies=game.max_plies)

    def current_player(self) -> int:
        if self.env.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.env.chance else self.env.player

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return sorted(self._spins()) if self.env.chance else sorted(self.env.open())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.env.rules.spec.spinner
        return [(outcome, weights[outcome] / sum(weights)) for outcome in sorted(self._spins())]

    def _spins(self) -> dict[int, int]:
        """Outcome -> number. OpenSpiel counts outcomes of chance from 0, whatever players can do."""
        spins = ((a, n) for n, a in self.env.open().items() if isinstance(a, Spin))
        return {SPIN_RESULTS.index(action.result): number for action, number in spins}

    def _apply_action(self, action: int) -> None:
        self.env.step(self._spins()[action] if self.env.chance else action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        number = self._spins().get(action, -1) if self.env.chance else action
        return self.env.text(number) if number in self.env.open() else str(action)

    def is_terminal(self) -> bool:
        return self.env.over

    def returns(self) -> list[float]:
        result = self.env.result if self.env.over else 0.0
        return [result, -result]

    def clone(self) -> CrownedState:
        twin = super().clone()
        twin.env = self.env.clone()
        return twin  # type: ignore[no-any-return]

    def __str__(self) -> str:
        walked = f" after {'x'.join(self.env.walked)}" if self.env.walked else ""
        offence = " (an offence is open)" if self.env.game.pending else ""
        return f"{self.env.game.position.fen}{walked}{offence}"


class Observer:
    """Planes and text of a state, as OpenSpiel wants them."""

    def __init__(self, rules: Ruleset, *, recall: bool) -> None:
        self._recall = recall
        env = SlowEnv(rules, encoding="step")
        shape = env.observation().shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: CrownedState, player: int) -> None:  # noqa: ARG002  nothing is hidden
        self.dict["planes"][...] = state.env.observation()

    def string_from(self, state: CrownedState, player: int) -> str:  # noqa: ARG002
        # Repetition and counted draws rest on the past, which an information state must therefore tell.
        return state.history_str() if self._recall else str(state)
