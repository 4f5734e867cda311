"""One board in plain Python, over a `Game`: the slow twin of a batch, and what the adapters are made of.

It knows the game's whole history, can be copied at any moment and asked for texts; it is far slower.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from crowned._native import Move
from crowned.base import BadInput, Side
from crowned.game import Game
from crowned.position import Position, RulesetLike, ruleset
from crowned.position.action import (
    SPIN_RESULTS,
    Accept,
    Action,
    ClaimDraw,
    Huff,
    MoveAction,
    Spin,
    TakeBack,
)
from crowned.rl.codes import Codes
from crowned.rl.planes import Planes, plane_names
from crowned.rl.start import followed
from crowned.rl.types import CHANCE, ROLL, Bytes, Encoding

Hop = tuple[str, ...]
"""The squares of a capture that is being made, up to where the piece stands now."""
LISTED = (Huff, TakeBack, Accept, MoveAction, ClaimDraw)
"""What programs choose from. Touching, offering and resigning are for people."""


class SlowEnv:
    """A game that is played by numbers and stays at its end."""

    def __init__(  # noqa: PLR0913  each is a choice of its own
        self,
        rules: RulesetLike,
        *,
        encoding: Encoding = "index",
        max_actions: int = 128,
        max_plies: int = 1000,
        start: Position | None = None,
        seed: int | None = None,
    ) -> None:
        self.rules = own = followed(ruleset(rules))
        self.encoding: Encoding = encoding
        self.codes = Codes(own)
        self.actions = self.codes.count if encoding == "step" else max_actions
        self.plane_names = plane_names(own.spec, encoding)
        self.max_plies = max_plies
        self.start = start
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        self.game = Game(self.rules, self.start, seed)
        self.walked: Hop = ()

    def clone(self) -> SlowEnv:
        """The same game once more, to be played on differently."""
        twin = SlowEnv.__new__(SlowEnv)
        twin.__dict__.update(self.__dict__)
        twin.game = self.game.copy()
        return twin

    # ---- what is

    @property
    def truncated(self) -> bool:
        return self.game.outcome is None and 0 < self.max_plies <= self.game.ply

    @property
    def over(self) -> bool:
        return self.game.outcome is not None or self.truncated

    @property
    def result(self) -> float:
        """What White has won: 1, 0 or -1, or points where the ruleset counts them."""
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            return 0.0
        points = 1 if outcome.points is None else outcome.points
        return float(points if outcome.winner is Side.WHITE else -points)

    @property
    def chance(self) -> bool:
        return not self.over and self.game.must_spin and self.game.pending is None

    @property
    def player(self) -> int:
        """0 White, 1 Black, 2 chance."""
        return CHANCE if self.chance else int(self.game.actor)

    # ---- what is open

    def open(self) -> Mapping[int, Action | Hop]:
        """Number -> what it does."""
        if self.over:
            return {}
        if self.encoding == "step":
            return self._coded()
        listed = self._listed()
        if self.chance:
            return {SPIN_RESULTS.index(a.result): a for a in listed if isinstance(a, Spin)}
        return dict(enumerate(listed[: self.actions]))

    def mask(self) -> Bytes:
        mask = np.zeros(self.actions, np.uint8)
        mask[list(self.open())] = 1
        return mask

    def observation(self) -> Bytes:
        return Planes(self.game, self.walked, self.codes.turned(self.game.actor)).array(self.plane_names)

    def text(self, number: int) -> str:
        """What a number means now, in words."""
        chosen = self.open()[number]
        return "x".join(chosen) if isinstance(chosen, tuple) else chosen.text

    def _listed(self) -> list[Action]:
        kinds = (Spin,) if self.chance else LISTED
        return [action for action in self.game.actions() if isinstance(action, kinds)]

    def _coded(self) -> dict[int, Action | Hop]:
        codes: dict[int, Action | Hop] = {}
        for action in self._listed() if not self.walked else ():
            if not isinstance(action, MoveAction):
                codes[self.codes.other(action, self.game.actor)] = action
        for move in self.game.playable() if not self.chance else ():
            if move.kind == "slide":
                if not self.walked:
                    codes[self.codes.slide(move.text)] = MoveAction(move)
            elif move.path[: len(self.walked)] == self.walked:
                codes.update([self._next(move)])
        return codes

    def _next(self, move: Move) -> tuple[int, Action | Hop]:
        """How a move goes on from where the piece stands now."""
        done = len(self.walked) or 1
        if len(move.path) == len(self.walked):
            return self.codes.stop, MoveAction(move)
        code = self.codes.hop(move.path[done - 1], move.path[done], self.game.actor)
        return code, move.path[: done + 1] if move.captures else MoveAction(move)

    # ---- doing it

    def step(self, number: int) -> None:
        """Act; where chance acts, ROLL lets the game's own dice decide."""
        if number == ROLL and self.chance:
            self.game.spin()
            return
        chosen = self.open().get(number)
        if chosen is None:
            raise BadInput(f"action {number} is not open")
        if isinstance(chosen, tuple):
            self._go(chosen)
        else:
            self._do(chosen)

    def _go(self, walked: Hop) -> None:
        fitting = [m for m in self.game.playable() if m.path[: len(walked)] == walked]
        if any(len(m.path) > len(walked) for m in fitting):
            self.walked = walked
        else:
            self._do(MoveAction(fitting[0]))

    def _do(self, action: Action) -> None:
        self.walked = ()
        self.game.play(action)
