"""One game between two players, with an arbiter who keeps the clock and claims what can be claimed."""

from __future__ import annotations

import threading
from time import perf_counter

from crowned.base import CrownedError, Side
from crowned.engine.external import EngineError
from crowned.engine.match.control import Clocks
from crowned.engine.match.openings import begin
from crowned.engine.match.plan import Opening, Pair, Plan, Played
from crowned.engine.match.players import Player
from crowned.game import Game
from crowned.position.action import Action, Adjudicate, AdjudicationReason, ClaimDraw, MoveAction
from crowned.position.ruleset import Ruleset

TRIES = 2
"""How often a failing engine is asked before the game is given up."""


class Interrupted(CrownedError):  # noqa: N818  the name says more than an ending
    """The match was broken off in the middle of a game."""


class Table:
    """Two players under the rules of a plan."""

    def __init__(self, plan: Plan, stop: threading.Event | None = None) -> None:
        self.plan = plan
        self.rules: Ruleset = plan.ruleset()
        self._stop = stop
        self._players: tuple[Player, Player] = (
            plan.first.sit_down(self.rules),
            plan.second.sit_down(self.rules),
        )

    def close(self) -> None:
        for player in self._players:
            player.close()

    def pair(self, opening: Opening) -> Pair:
        """Both games of an opening: the first player begins in one, the second in the other."""
        first = self.rules.spec.first
        return Pair(opening, tuple(self._game(opening, side) for side in (first, first.other)))

    def _game(self, opening: Opening, side: Side) -> Played:
        first, second = self._players
        for seat, player in enumerate(self._players):
            player.new_game(opening.seed * 4 + 2 * int(side) + seat & (1 << 62) - 1)
        seats = {side: first, side.other: second}
        play = _Play(begin(self.rules, opening), seats, self.plan, self._stop)
        play.run()
        score, points = play.result(side)
        return Played(play.game.to_dict(), side, (first.name, second.name), score, points, tuple(play.faults))


class _Play:
    """A game while it is played."""

    def __init__(
        self, game: Game, seats: dict[Side, Player], plan: Plan, stop: threading.Event | None
    ) -> None:
        self.game = game
        self.faults: list[str] = []
        self._seats = seats
        self._plan = plan
        self._stop = stop
        self._clocks = Clocks(plan.control)
        self._void = False
        self._moves = sum(isinstance(record.action, MoveAction) for record in game.history)

    def run(self) -> None:
        while self.game.outcome is None:
            if self._stop is not None and self._stop.is_set():
                raise Interrupted("the match was broken off")
            self._step()

    def _step(self) -> None:
        if self._moves >= self._plan.max_plies:
            self._end(None, "adjudicated")
        elif self.game.must_spin:
            self.game.spin()
        elif self.game.draw_claim:
            self.game.play(ClaimDraw())
        else:
            self._ask(self.game.actor)

    def _ask(self, side: Side) -> None:
        began = perf_counter()
        action = self._choice(side)
        seconds = perf_counter() - began
        if action is None:
            self._void = True
            self._end(None, "abandoned")
        elif not self._clocks.spend(side, seconds):
            self._end(side.other, "time")
        else:
            self.game.play(action, time=round(1000 * seconds) if self._plan.control.timed else None)
            self._moves += isinstance(action, MoveAction)

    def _choice(self, side: Side) -> Action | None:
        """What the player does; None if his engine has failed for good. It gets its time again."""
        for _ in range(TRIES):
            try:
                return self._seats[side].choose(self.game.copy(), self._clocks.limits(side), self._stop)
            except EngineError as error:
                self.faults.append(str(error))
        return None

    def _end(self, winner: Side | None, reason: AdjudicationReason) -> None:
        self.game.play(Adjudicate(winner, reason))

    def result(self, side: Side) -> tuple[float | None, int]:
        """Score and points of the player on this side."""
        outcome = self.game.outcome
        if outcome is None or self._void:
            return None, 0
        if outcome.winner is None:
            return 0.5, 0
        won = outcome.winner is side
        return (1.0 if won else 0.0), (outcome.points or 0) * (1 if won else -1)
