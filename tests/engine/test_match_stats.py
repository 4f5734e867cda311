"""Elo and its error, and the sequential test: known values, and how often they are wrong."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.engine.match import Sprt, Tally, elo_of, estimate, expected

SCORES = (0.0, 0.5, 1.0)


def tally_of(pairs: list[tuple[float, float]]) -> Tally:
    tally = Tally()
    for pair in pairs:
        tally = tally.with_pair(pair)
    return tally


def simulated(random: Random, elo: float, draws: float) -> tuple[float, float]:
    """A pair of games of players so far apart; the opening helps whoever has it."""
    mean = expected(elo)

    def game(bonus: float) -> float:
        win = max(0.0, mean + bonus - draws / 2)
        return random.choices((1.0, 0.5, 0.0), (win, draws, max(0.0, 1 - draws - win)))[0]

    bonus = random.choice((-0.1, 0.1))
    return game(bonus), game(-bonus)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (100, 0.640), (-100, 0.360), (400, 10 / 11)])
def test_elo_is_the_usual_scale(elo: float, score: float) -> None:
    assert expected(elo) == pytest.approx(score, abs=0.0005)
    assert elo_of(expected(elo)) == pytest.approx(elo)


def test_certainty_has_no_elo() -> None:
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_pairs_are_counted() -> None:
    tally = tally_of([(1, 1), (1, 0.5), (1, 0), (0.5, 0.5), (0, 0.5), (0, 0)])
    assert (tally.wins, tally.draws, tally.losses) == (4, 4, 4)
    assert tally.pairs == (1, 1, 2, 1, 1)
    assert tally.score == 0.5


def test_a_void_game_takes_its_pair_with_it() -> None:
    tally = tally_of([(1, 1)]).with_pair((1.0, None))
    assert (tally.games, tally.void) == (2, 2)


def test_points_add_up() -> None:
    assert Tally().with_pair((1.0, 0.0), points=3).with_pair((1.0, 1.0), points=4).points == 7


@given(st.lists(st.tuples(st.sampled_from(SCORES), st.sampled_from(SCORES)), max_size=60))
def test_the_estimate_lies_within_its_error(pairs: list[tuple[float, float]]) -> None:
    tally = tally_of(pairs)
    found = estimate(tally)
    assert found.low <= found.high
    assert 0 <= found.superior <= 1
    if 0.2 < tally.score < 0.8:
        assert found.low <= found.elo <= found.high
    mirrored = estimate(tally_of([(1 - a, 1 - b) for a, b in pairs]))
    assert mirrored.elo == pytest.approx(-found.elo)
    assert mirrored.low == pytest.approx(-found.high)


def test_a_clean_sweep_has_a_bound_below() -> None:
    few, many = (estimate(tally_of([(1.0, 1.0)] * count)) for count in (5, 50))
    assert few.elo == many.elo == math.inf
    assert 0 < few.low < many.low < math.inf
    assert "∞" in many.text


def test_the_error_shrinks_with_the_root_of_the_games() -> None:
    def width(count: int) -> float:
        found = estimate(tally_of([(1.0, 0.0), (1.0, 0.5), (0.5, 0.0), (1.0, 1.0), (0.0, 0.0)] * count))
        return found.high - found.low

    assert width(400) == pytest.approx(width(100) / 2, rel=0.05)


def test_the_error_holds_what_it_says() -> None:
    """95 of 100 intervals contain the truth; 400 matches of 60 pairs tell 95 from 90 %."""
    random = Random(5)
    inside = 0
    for _ in range(400):
        found = estimate(tally_of([simulated(random, 50, 0.4) for _ in range(60)]))
        inside += found.low <= 50 <= found.high
    assert 0.92 <= inside / 400 <= 0.99


def run(sprt: Sprt, elo: float, random: Random) -> tuple[float, int]:
    tally = Tally()
    for count in range(1, 4000):
        tally = tally.with_pair(simulated(random, elo, 0.4))
        if (verdict := sprt.verdict(tally)) is not None:
            return verdict, count
    raise AssertionError("the test does not end")


@pytest.mark.parametrize(("elo", "right"), [(0.0, 0.0), (40.0, 40.0)])
def test_the_sequential_test_errs_rarely(elo: float, right: float) -> None:
    sprt, random = Sprt(0, 40), Random(7)
    verdicts = [run(sprt, elo, random)[0] for _ in range(150)]
    assert verdicts.count(right) / len(verdicts) >= 0.92


def test_the_sequential_test_is_quick_where_it_is_easy() -> None:
    sprt, random = Sprt(0, 40), Random(9)
    easy = sum(run(sprt, 250, random)[1] for _ in range(20))
    hard = sum(run(sprt, 40, random)[1] for _ in range(20))
    assert easy * 2 < hard


def test_one_pair_decides_nothing() -> None:
    assert Sprt(0, 5).verdict(tally_of([(1.0, 1.0)])) is None
    assert Sprt(0, 5).verdict(Tally()) is None


def test_the_bounds_are_walds() -> None:
    low, high = Sprt(0, 5).bounds
    assert high == pytest.approx(2.944, abs=0.001)
    assert low == pytest.approx(-2.944, abs=0.001)
