"""What a match says about two players: Elo with its error, and a test that knows when to stop.

Games are counted in pairs: one opening, played from both sides. The two games of a pair are not
independent, so the error is that of pair scores; it is smaller than that of single games, because a
lopsided opening favours each side once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

Z95 = 1.959964
"""Standard errors on either side of the mean that hold 95 %."""
HALVES = 5
"""A pair scores 0, 1/2, 1, 3/2 or 2."""


def expected(elo: float) -> float:
    """The expected score of a player who is this much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in strength that a score means; infinite for 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class Tally:
    """Results seen by the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0,) * HALVES
    """How many pairs scored 0, 1/2, 1, 3/2, 2."""
    void: int = 0
    """Games that did not count, because an engine failed."""
    points: int = 0
    """Where wins are worth points: won less lost."""

    def with_pair(self, scores: Iterable[float | None], points: int = 0) -> Tally:
        """The tally with one more pair. A pair of which a game is void does not count."""
        listed = tuple(scores)
        known = [score for score in listed if score is not None]
        if len(known) < len(listed):
            return self._replace(void=self.void + len(listed))
        half = round(2 * sum(known))
        pairs = tuple(count + (index == half) for index, count in enumerate(self.pairs))
        return self._replace(
            wins=self.wins + known.count(1.0),
            draws=self.draws + known.count(0.5),
            losses=self.losses + known.count(0.0),
            pairs=pairs,
            points=self.points + points,
        )

    def _replace(self, **changes: object) -> Tally:
        fields = {name: getattr(self, name) for name in self.__slots__}
        return Tally(**{**fields, **changes})

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points per game, 0.5 if there was none."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def moments(self, extra: float = 0.0) -> tuple[float, float, float]:
        """Number, mean and variance of pair scores per game, with `extra` pairs added at each end."""
        counts = [float(count) for count in self.pairs]
        counts[0] += extra
        counts[-1] += extra
        number = sum(counts)
        if not number:
            return 0.0, 0.5, 0.0
        values = [index / (HALVES - 1) for index in range(HALVES)]
        mean = sum(c * v for c, v in zip(counts, values, strict=True)) / number
        variance = sum(c * (v - mean) ** 2 for c, v in zip(counts, values, strict=True)) / number
        return number, mean, variance


@dataclass(frozen=True, slots=True)
class Estimate:
    """A difference in strength; the true one lies between `low` and `high` in 95 of 100 cases."""

    elo: float
    low: float
    high: float
    superior: float
    """How likely the first player is the stronger one."""

    @property
    def text(self) -> str:
        return f"{_number(self.elo)} [{_number(self.low)}, {_number(self.high)}]"


def _number(elo: float) -> str:
    if math.isinf(elo):
        return "+∞" if elo > 0 else "-∞"
    return f"{elo:+.1f}"


def estimate(tally: Tally) -> Estimate:
    """Elo with its error. One pair won and one lost are added to the error, so that a sweep has one too."""
    number, mean, variance = tally.moments(extra=1.0)
    error = math.sqrt(variance / number)
    superior = 0.5 * (1 + math.erf((mean - 0.5) / (error * math.sqrt(2))))
    low, high = mean - Z95 * error, mean + Z95 * error
    return Estimate(elo_of(tally.score), elo_of(low), elo_of(high), superior)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of "the difference is elo0" against "it is elo1".

    The likelihood ratio is the usual approximation for a mean with unknown variance: pairs are many,
    and both hypotheses lie close together.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often elo1 may be accepted although elo0 is true."""
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: Tally) -> float:
        """The logarithm of the likelihood ratio."""
        number, mean, _ = tally.moments()
        # A pair at each end more: without any spread so far, the ratio would be without bound.
        _, _, spread = tally.moments(extra=1.0)
        zero, one = expected(self.elo0), expected(self.elo1)
        return number * (one - zero) * (2 * mean - zero - one) / (2 * spread)

    def verdict(self, tally: Tally) -> float | None:
        """The hypothesis that is accepted, None while the match has to go on."""
        low, high = self.bounds
        ratio = self.ratio(tally)
        if ratio >= high:
            return self.elo1
        return self.elo0 if ratio <= low else None
