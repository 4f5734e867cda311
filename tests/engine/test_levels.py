"""What levels choose among: how far below the best, and what a beginner does not see."""

from __future__ import annotations

import math
import random

import pytest

import crowned
from crowned.engine.api import SUREST, Line, Score
from crowned.engine.levels import CHANCE_LEVELS, Level, pick

LEAST_MAN = 53
"""What all but a twentieth of men are worth where dice decide, in hundredths of log-odds."""


def expected(odds: float) -> Score:
    return Score(round(SUREST * math.tanh(odds / 200)), chance=True)


def lines_of(*odds: float) -> list[Line]:
    rules = crowned.ruleset("valluik")
    moves = rules.start().with_spin("black").moves()
    return [Line(expected(value), (move,)) for value, move in zip(odds, moves, strict=False)]


def chosen(lines: list[Line], level: Level, stands: Score | None = None) -> set[int]:
    dice = random.Random(1)
    return {lines.index(pick(lines, level, dice, stands)) for _ in range(200)}


@pytest.mark.parametrize("odds", [-400.0, -80.0, 0.0, 35.0, 250.0, 600.0])
def test_an_expected_result_has_its_odds(odds: float) -> None:
    assert expected(odds).odds == pytest.approx(odds, abs=8)
    assert Score(round(odds)).odds == odds


def test_a_margin_is_the_same_where_much_is_won_already() -> None:
    level = Level(5, 100, 1, 50, taste=0.0)
    for ahead in (-300, 0, 300):
        assert chosen(lines_of(ahead, ahead - 40, ahead - 60), level) == {0, 1}


def test_who_is_modest_keeps_what_there_is_and_sees_no_gain() -> None:
    level = Level(1, 60, 1, 95, taste=0.0, modest=1.0)
    lines = lines_of(150, 10, -20, -110)
    assert chosen(lines, level) == {0}
    assert chosen(lines, level, stands=expected(0)) == {0, 1, 2}
    assert chosen(lines_of(-100, -150, -210), level, stands=expected(0)) == {0, 1}


def test_no_level_gives_a_man_away_by_dice_alone() -> None:
    assert all(level.margin < (100 if level.naive else LEAST_MAN) for level in CHANCE_LEVELS)
