"""What an engine is asked and what it answers: limits, scores, lines, infos. Plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass

from crowned._native import Move
from crowned.base import BadInput

UNIT = 100
"""Scores count hundredths of log-odds: 100 is about a man, and an expected result of 73 %."""
WON = 30000
NEAR_WIN = 20000
LIKELY = 22000
"""A win that an endgame table knows and that counting may end before; everything beyond is proven."""
BY_TABLE = 25000
"""A win that an endgame table knows, less one per ply until the table is reached or the material changes."""
SURE = 10000
"""Where dice decide, a score is an expected result in ten-thousandths, from -SURE to SURE."""
SUREST = SURE - 400
"""What an evaluation can say there at most; beyond it, part of the tree is proven."""


@dataclass(frozen=True, slots=True)
class Score:
    """A judgement seen by the side to move."""

    value: int
    chance: bool = False
    """True where dice have a say: the value is an expected result, not a sum of weights."""

    @property
    def expected(self) -> float:
        """The expected result of the side to move: 1 a win, 0.5 a draw, 0 a loss."""
        if self.chance:
            return 0.5 + 0.5 * self.value / SURE
        if self.decided:
            return 1.0 if self.value > 0 else 0.0
        return 1 / (1 + math.exp(-self.value / UNIT))

    @property
    def odds(self) -> float:
        """Hundredths of log-odds, with dice and without: a man counts alike in equal and in won positions."""
        if not self.chance:
            return self.value
        return 2 * UNIT * math.atanh(max(-0.9999, min(0.9999, self.value / SUREST)))

    @property
    def decided(self) -> bool:
        """Whether the result is proven."""
        return abs(self.value) > (SURE - 300 if self.chance else LIKELY)

    @property
    def men(self) -> float:
        """Men ahead as long as nothing is proven; a win that counting may end is 90."""
        return math.copysign(90.0, self.value) if abs(self.value) > NEAR_WIN else self.value / UNIT

    @property
    def plies(self) -> int | None:
        """The plies until the end that a search has seen; None where only a table knows that it comes."""
        seen = self.decided and not self.chance and abs(self.value) > BY_TABLE
        return WON - abs(self.value) if seen else None

    @property
    def wins(self) -> bool:
        return self.decided and self.value > 0

    @property
    def loses(self) -> bool:
        return self.decided and self.value < 0

    @property
    def text(self) -> str:
        """Men ahead, as players write it; where dice decide, the expected result in per cent."""
        if self.chance:
            return f"{100 * self.expected:.1f} %"
        if self.decided:
            return "+win" if self.value > 0 else "-win"
        if abs(self.value) > NEAR_WIN:
            return "+win?" if self.value > 0 else "-win?"
        return f"{self.value / UNIT:+.2f}"

    def __neg__(self) -> Score:
        return Score(-self.value, self.chance)


@dataclass(frozen=True, slots=True)
class Line:
    """A variation with its score; where the spinner comes first, the spin it answers."""

    score: Score
    moves: tuple[Move, ...]
    spin: str | None = None

    @property
    def text(self) -> str:
        words = [move.text for move in self.moves]
        return " ".join([f"[{self.spin}]", *words] if self.spin else words)


@dataclass(frozen=True, slots=True)
class Info:
    """What the search knows after one more depth."""

    depth: int
    deepest: int
    score: Score
    nodes: int
    seconds: float
    fill: int
    """How full the table is, in thousandths."""
    whole: bool
    """False if the depth was broken off; its first line is still the best known."""
    lines: tuple[Line, ...]

    @property
    def nps(self) -> int:
        return int(self.nodes / self.seconds) if self.seconds > 0 else 0

    @property
    def line(self) -> Line | None:
        """The main line; where the spinner comes first, that of its first result."""
        return self.lines[0] if self.lines else None

    @property
    def best(self) -> Move | None:
        return self.lines[0].moves[0] if self.lines and self.lines[0].moves else None


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left, in seconds, as a player sees it."""

    left: float
    increment: float = 0.0
    moves_to_go: int = 0
    """Moves until more time comes; 0 if the time is for the whole game."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop; whatever comes first. Without any limit a search runs until it is stopped."""

    time: float = 0.0
    """Seconds for this move."""
    clock: Clock | None = None
    nodes: int = 0
    depth: int = 0
    infinite: bool = False

    def __post_init__(self) -> None:
        given = [self.time, self.nodes, self.depth, *_parts(self.clock)]
        if any(value < 0 or value != value for value in given):  # noqa: PLR0124  a NaN is unequal to itself
            raise BadInput("a limit cannot be negative")

    def shared(self, parts: int) -> Limits:
        """The same limits for each of several searches in a row."""
        soft, hard = self.seconds()
        count = max(1, parts)
        return Limits(time=(soft or hard) / count, nodes=self.nodes // count, depth=self.depth)

    @property
    def hurried(self) -> bool:
        """Whether time counts, so that an only move is played at once."""
        return self.time > 0 or self.clock is not None

    def seconds(self) -> tuple[float, float]:
        """When to begin no new depth, and when to break off; 0 for never."""
        if self.infinite:
            return 0.0, 0.0
        soft, hard = (0.0, self.time) if self.time else (0.0, 0.0)
        if self.clock is None:
            return soft, hard
        clock_soft, clock_hard = _share(self.clock)
        return clock_soft, min(hard or clock_hard, clock_hard)


def _parts(clock: Clock | None) -> tuple[float, ...]:
    return (clock.left, clock.increment, clock.moves_to_go) if clock else ()


MARGIN = 0.03
"""Seconds kept back for everything around the search."""


def _share(clock: Clock) -> tuple[float, float]:
    """A clock's share for one move: a part of what is left, more only where a depth is nearly done."""
    moves = clock.moves_to_go or 25
    usable = max(clock.left - MARGIN, 0.001)
    share = min(usable / moves + 0.8 * clock.increment, usable)
    return 0.55 * share, min(2.5 * share, 0.6 * usable + 0.001)
