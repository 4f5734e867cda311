"""VecEnv: n games that are played together; one call steps them all and fills arrays in place."""

from __future__ import annotations

from typing import Literal, cast

import numpy as np
import numpy.typing as npt

from crowned import _native
from crowned.base import BadInput
from crowned.position import Position, RulesetLike, ruleset
from crowned.rl.planes import plane_names
from crowned.rl.start import check_start, followed
from crowned.rl.types import ENCODINGS, Actions, Bytes, Encoding, Floats


class VecEnv:
    """n boards of one ruleset, each with its own game and its own dice.

    The arrays are made once and written to by every call; whoever wants to keep what they hold copies it.

    observations  (n, planes, ranks, files) uint8, seen by who acts, his own side at the bottom: `plane_names`
    mask          (n, actions) uint8, 1 for what is open
    rewards       (n,) float32, for the player who has just acted; where chance acted, for the side to move.
                  1, 0 or -1 at the end of a game, or its points where the ruleset counts points
    results       (n,) float32, the same for White
    dones         (n,) uint8, 1 where a game has ended with this step; a new one has begun on that board
    truncations   (n,) uint8, 1 where it was broken off after `max_plies`
    players       (n,) uint8, who acts next: 0 White, 1 Black, 2 chance
    """

    def __init__(  # noqa: PLR0913  each is a choice of its own
        self,
        rules: RulesetLike,
        n: int,
        *,
        seed: int = 0,
        encoding: Encoding = "index",
        chance: Literal["explicit", "rolled"] = "explicit",
        max_actions: int = 128,
        max_plies: int = 1000,
        autoreset: bool = True,
        threads: int = 1,
        start: Position | None = None,
        **options: object,
    ) -> None:
        self.rules = followed(ruleset(rules, **options))
        self.n = n
        self.encoding: Encoding = encoding
        self.seed = seed
        _check(n, threads, encoding, max_actions, max_plies)
        if chance not in ("explicit", "rolled"):
            raise BadInput(f"chance is explicit or rolled, not {chance!r}")
        begin = self.rules.start() if start is None else start
        check_start(self.rules, begin)
        self._batch = _native.Batch(
            begin,
            n,
            threads,
            longest=max_plies,
            roll=chance == "rolled",
            reset=autoreset,
            steps=encoding == "step",
            width=max_actions,
        )
        self.plane_names = plane_names(self.rules.spec, encoding)
        self._make_arrays()
        self.reset()

    def _make_arrays(self) -> None:
        board = (self.rules.squares.ranks, self.rules.squares.files)
        self.observations: Bytes = np.zeros((self.n, self._batch.planes, *board), np.uint8)
        self.mask: Bytes = np.zeros((self.n, self._batch.actions), np.uint8)
        self.rewards: Floats = np.zeros(self.n, np.float32)
        self.results: Floats = np.zeros(self.n, np.float32)
        self.dones: Bytes = np.zeros(self.n, np.uint8)
        self.truncations: Bytes = np.zeros(self.n, np.uint8)
        self.players: Bytes = np.zeros(self.n, np.uint8)
        self._actions: Actions = np.zeros(self.n, np.int32)
        self._batch.attach(
            self.observations,
            self.mask,
            self.rewards,
            self.results,
            self.dones,
            self.truncations,
            self.players,
        )

    @property
    def actions(self) -> int:
        """How many numbers for actions there are."""
        return self._batch.actions

    def reset(self, seed: int | None = None) -> Bytes:
        """New games on all boards; the same seed gives the same dice. Returns `observations`."""
        if seed is not None:
            self.seed = seed
        self._batch.restart(self.seed & 0xFFFF_FFFF_FFFF_FFFF)
        return self.observations

    def step(self, actions: npt.ArrayLike) -> tuple[Bytes, Floats, Bytes, Bytes]:
        """Act on every board; returns observations, rewards, dones and mask.

        BadInput if an action is not open on its board; then nothing has happened on any of them.
        """
        wanted = np.ascontiguousarray(actions, np.int32)
        if wanted.shape != (self.n,):
            raise BadInput(f"{self.n} boards need {self.n} actions, not an array of shape {wanted.shape}")
        refused = self._batch.step(wanted)
        if refused >= 0:
            raise BadInput(f"action {int(wanted[refused])} is not open on board {refused}")
        return self.observations, self.rewards, self.dones, self.mask

    def sample(self) -> Actions:
        """A random open action for each board, by the boards' own dice."""
        self._batch.sample(self._actions)
        return self._actions

    @property
    def chance_weights(self) -> tuple[int, ...]:
        """How often the spinner stops on black, green and orange, where there is one."""
        return self.rules.spec.spinner if self.rules.sliders else ()

    def position(self, board: int) -> Position:
        """What stands on a board now. In the middle of a capture made hop by hop: what stood before it."""
        if not 0 <= board < self.n:
            raise IndexError(f"there is no board {board} among {self.n}")
        return cast("Position", self._batch.position(board))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<VecEnv {self.n} boards of {self.rules!r}, {self.actions} actions by {self.encoding}>"


def _check(n: int, threads: int, encoding: str, max_actions: int, max_plies: int) -> None:
    faults = []
    if n < 1:
        faults.append(f"there must be one board at least, not {n}")
    if threads < 1:
        faults.append(f"there must be one thread at least, not {threads}")
    if encoding not in ENCODINGS:
        faults.append(f"actions are encoded by {' or '.join(ENCODINGS)}, not {encoding!r}")
    if max_actions < 1 or max_plies < 0:
        faults.append("limits are positive numbers")
    if faults:
        raise BadInput(faults)
