"""Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2013), one game at a time.

A rating period is a fraction of a day here: between two games the deviation grows with the time that
passed, so that a game counts at once and a long absence makes a rating uncertain again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

SCALE = 173.7178
TAU = 0.75
PERIODS_PER_DAY = 0.21436
"""Chosen so that a deviation of 60 grows to 110 in a year (at volatility 0.06)."""
MIN_RATING, MAX_GAIN = 400.0, 700.0
MIN_DEVIATION, MAX_DEVIATION, MAX_VOLATILITY = 45.0, 500.0, 0.1
PROVISIONAL = 110.0


@dataclass(frozen=True, slots=True)
class Rating:
    rating: float = 1500.0
    deviation: float = 500.0
    volatility: float = 0.09

    @property
    def provisional(self) -> bool:
        return self.deviation >= PROVISIONAL


@dataclass(frozen=True, slots=True)
class Result:
    """A game from one player's side: the opponent and the score (1 won, 0.5 drawn, 0 lost)."""

    opponent: Rating
    score: float


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _expected(mu: float, other: Rating) -> tuple[float, float]:
    g = _g(other.deviation / SCALE)
    return g, 1 / (1 + math.exp(-g * (mu - (other.rating - 1500) / SCALE)))


def _volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: the Illinois algorithm on f(x) = 0."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        ex = math.exp(x)
        top = ex * (delta * delta - phi * phi - v - ex)
        return top / (2 * (phi * phi + v + ex) ** 2) - (x - a) / (tau * tau)

    return _illinois(f, a, _other_end(f, a, delta * delta - phi * phi - v, tau))


def _other_end(f: Callable[[float], float], a: float, gap: float, tau: float) -> float:
    if gap > 0:
        return math.log(gap)
    k = 1
    while f(a - k * tau) < 0:
        k += 1
    return a - k * tau


def _illinois(f: Callable[[float], float], low: float, high: float) -> float:
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        mid = low + (low - high) * f_low / (f_high - f_low)
        f_mid = f(mid)
        if f_mid * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = mid, f_mid
    return math.exp(low / 2)


def rate(player: Rating, results: Iterable[Result], tau: float = TAU) -> Rating:
    """The paper's steps 2 to 8 for one rating period, without any bounds of ours."""
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    terms = [(*_expected(mu, result.opponent), result.score) for result in results]
    if not terms:
        return Rating(player.rating, SCALE * math.hypot(phi, player.volatility), player.volatility)
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in terms)
    gain = sum(g * (score - e) for g, e, score in terms)
    sigma = _volatility(player.volatility, phi, v, v * gain, tau)
    new_phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Rating(1500 + SCALE * (mu + new_phi * new_phi * gain), SCALE * new_phi, sigma)


def aged(player: Rating, days: float) -> Rating:
    """The rating after an absence."""
    phi, periods = player.deviation / SCALE, max(0.0, days) * PERIODS_PER_DAY
    grown = SCALE * math.sqrt(phi * phi + player.volatility**2 * periods)
    return Rating(player.rating, min(MAX_DEVIATION, grown), player.volatility)


def after_game(player: Rating, opponent: Rating, score: float) -> Rating:
    """One game, kept inside the bounds that stop farming and runaway ratings."""
    new = rate(player, [Result(opponent, score)])
    gain = max(-MAX_GAIN, min(MAX_GAIN, new.rating - player.rating))
    return Rating(
        max(MIN_RATING, player.rating + gain),
        max(MIN_DEVIATION, min(MAX_DEVIATION, new.deviation)),
        min(MAX_VOLATILITY, new.volatility),
    )
