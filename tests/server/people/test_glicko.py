"""Ratings against the numbers Glickman published."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.server.people.glicko import MIN_DEVIATION, MIN_RATING, Rating, Result, after_game, aged, rate

RATINGS = st.builds(
    Rating,
    st.floats(MIN_RATING, 3500),
    st.floats(MIN_DEVIATION, 500),
    st.floats(0.01, 0.1),
)


def test_the_papers_example() -> None:
    """Glickman, "Example of the Glicko-2 system", pages 3 to 5."""
    results = [
        Result(Rating(1400, 30, 0.06), 1),
        Result(Rating(1550, 100, 0.06), 0),
        Result(Rating(1700, 300, 0.06), 0),
    ]
    new = rate(Rating(1500, 200, 0.06), results, tau=0.5)
    assert new.rating == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_volatility_uses_the_deviation_not_the_rating() -> None:
    """A player far from 1500 who loses ten times: the case where a well-known package goes wrong."""
    new = rate(Rating(2200, 50, 0.06), [Result(Rating(1500, 50, 0.06), 0)] * 10, tau=0.5)
    assert new.volatility == pytest.approx(0.0613, abs=0.0003)


def test_a_period_without_games_only_widens() -> None:
    new = rate(Rating(1700, 60, 0.06), [])
    assert new.rating == 1700
    assert new.deviation == pytest.approx(60.90, abs=0.01)


def test_a_year_of_absence() -> None:
    assert aged(Rating(1700, 60, 0.06), 365).deviation == pytest.approx(110, abs=1)
    assert aged(Rating(1700, 60, 0.06), 100_000).deviation == 500


@given(RATINGS, RATINGS)
def test_winning_gains_and_losing_loses(player: Rating, opponent: Rating) -> None:
    won, lost = after_game(player, opponent, 1), after_game(player, opponent, 0)
    assert won.rating >= player.rating >= lost.rating or lost.rating == MIN_RATING
    assert lost.rating <= after_game(player, opponent, 0.5).rating <= won.rating


@given(RATINGS, RATINGS, st.sampled_from([0.0, 0.5, 1.0]))
def test_bounds_hold(player: Rating, opponent: Rating, score: float) -> None:
    new = after_game(player, opponent, score)
    assert new.rating >= MIN_RATING
    assert abs(new.rating - player.rating) <= 700.000001
    assert MIN_DEVIATION <= new.deviation <= 500
    assert 0 < new.volatility <= 0.1


def test_equal_players_draw_and_stay() -> None:
    assert after_game(Rating(), Rating(), 0.5).rating == pytest.approx(1500)
    assert Rating().provisional
    assert not Rating(1500, 80).provisional
