"""What the planes of an observation show: their names, and the slow way of filling them."""

from __future__ import annotations

import numpy as np

from crowned.game import Game
from crowned.rl.types import Bytes
from crowned.rules.spec import Spec

SHOWN_DEPTH = 8
"""Stones under a tower's top that are shown one by one."""


def plane_names(spec: Spec, encoding: str) -> tuple[str, ...]:
    """A name for each plane; which there are follows from the ruleset's mechanics.

    Men and kings are those on top of their columns. `quiet` is the counter of moves without progress, 255
    when the draw is there; `repeated` how often the position has occurred. `below n` holds 1 for an own man,
    2 for an own king, 3 and 4 for the opponent's.
    """
    names = ["own men", "own kings", "other men", "other kings"]
    if spec.draw_no_progress:
        names.append("quiet")
    if spec.draw_repetition:
        names.append("repeated")
    if spec.sliders:
        names += ["open doors", "spin black", "spin green", "spin orange"]
    if spec.captured == "under":
        names += ["own stones", "other stones", *(f"below {depth}" for depth in range(1, SHOWN_DEPTH + 1))]
    if spec.enforcement != "strict":
        names += ["removable", "owes a correct move"]
    if encoding == "step":
        names += ["in hand", "jumped over"]
    return tuple(names)


class Planes:
    """What a player sees, put down square by square."""

    def __init__(self, game: Game, walked: tuple[str, ...], turned: bool) -> None:
        self.game, self.walked, self.turned = game, walked, turned
        self.rules, self.spec = game.rules, game.rules.spec
        self.position = game.position
        self.own = game.actor.letter.lower()
        self.values: dict[str, Bytes] = {}

    def array(self, names: tuple[str, ...]) -> Bytes:
        """The planes of these names, (planes, ranks, files)."""
        for part in (self._tops, self._counters, self._doors, self._columns, self._offence, self._walk):
            part()
        ranks, files = self.rules.squares.ranks, self.rules.squares.files
        return np.stack([self._plane(name) for name in names]).reshape(len(names), ranks, files)

    def _plane(self, name: str) -> Bytes:
        cells = self.rules.squares.files * self.rules.squares.ranks
        return self.values.setdefault(name, np.zeros(cells, np.uint8))

    def _put(self, name: str, square: str, value: int = 1) -> None:
        cell, plane = self.rules.cells[square], self._plane(name)
        plane[len(plane) - 1 - cell if self.turned else cell] = value

    def _tops(self) -> None:
        tops = dict(self.position.pieces())
        if self.walked:
            tops[self.walked[-1]] = tops.pop(self.walked[0])
        for square, column in tops.items():
            side = "own" if column[0].lower() == self.own else "other"
            self._put(f"{side} {'kings' if column[0].isupper() else 'men'}", square)

    def _counters(self) -> None:
        state = self.game.state
        if limit := self.spec.draw_no_progress:
            plies = limit * (2 if self.spec.draw_counter_unit == "move" else 1)
            self._plane("quiet")[:] = min(255, 255 * state.quiet // plies)
        if self.spec.draw_repetition:
            self._plane("repeated")[:] = min(255, state.keys.count(state.keys[-1]))

    def _doors(self) -> None:
        for square in self.position.open_doors:
            self._put("open doors", square)
        if self.position.spin:
            self._plane(f"spin {self.position.spin}")[:] = 1

    def _columns(self) -> None:
        for square, column in self.position.pieces().items() if self.rules.towers else ():
            stones = sum(stone.lower() == self.own for stone in column)
            self._put("own stones", square, stones)
            self._put("other stones", square, len(column) - stones)
            for depth, stone in enumerate(column[1 : SHOWN_DEPTH + 1], 1):
                self._put(f"below {depth}", square, (1 if stone.lower() == self.own else 3) + stone.isupper())

    def _offence(self) -> None:
        pending = self.game.pending
        if pending is not None and "huff" in pending.remedies:
            for square in pending.removable:
                self._put("removable", square)
        if self.game.state.owes:
            self._plane("owes a correct move")[:] = 1

    def _walk(self) -> None:
        if not self.walked:
            return
        self._put("in hand", self.walked[-1])
        moves = (m for m in self.game.playable() if m.path[: len(self.walked)] == self.walked)
        for square in next(moves).captures[: len(self.walked) - 1]:
            self._put("jumped over", square)
