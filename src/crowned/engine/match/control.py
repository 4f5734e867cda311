"""How much time the players have: a clock, a time for each move, or a number of nodes or depths."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crowned.base import BadInput, Side
from crowned.base.words import quoted
from crowned.engine.api import Clock, Limits

_CLOCK = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(?:\+([0-9]{1,6}(?:\.[0-9]{1,6})?))?")


@dataclass(frozen=True, slots=True)
class Control:
    """The limits of a match. With `base` each side has a clock; `margin` is how far it may overrun."""

    base: float = 0.0
    increment: float = 0.0
    move_time: float = 0.0
    nodes: int = 0
    depth: int = 0
    margin: float = 0.1

    @property
    def limited(self) -> bool:
        return bool(self.base or self.move_time or self.nodes or self.depth)

    @property
    def timed(self) -> bool:
        return bool(self.base or self.move_time)

    @property
    def text(self) -> str:
        parts = [
            f"{self.base:g}+{self.increment:g}" if self.base else "",
            f"{self.move_time:g} s a move" if self.move_time else "",
            f"{self.nodes} nodes" if self.nodes else "",
            f"depth {self.depth}" if self.depth else "",
        ]
        return ", ".join(filter(None, parts)) or "limits of their own"


def read_clock(text: str) -> tuple[float, float]:
    """Base and increment of `1+0.1`, in seconds."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None or not float(found[1]):
        raise BadInput(f"{quoted(text)} is not a clock; one looks like 1+0.1, seconds and seconds a move")
    return float(found[1]), float(found[2] or 0)


class Clocks:
    """Both clocks of one game."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._left = dict.fromkeys(Side, control.base)

    def limits(self, side: Side) -> Limits:
        """What a player may use for his next action."""
        control = self._control
        clock = Clock(max(0.0, self._left[side]), control.increment) if control.base else None
        return Limits(time=control.move_time, clock=clock, nodes=control.nodes, depth=control.depth)

    def spend(self, side: Side, seconds: float) -> bool:
        """Note the time an action took; False if the clock has run out."""
        if not self._control.base:
            return True
        self._left[side] -= seconds
        in_time = self._left[side] >= -self._control.margin
        self._left[side] = max(0.0, self._left[side]) + self._control.increment
        return in_time
