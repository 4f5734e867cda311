"""Counts that end a won game as a draw: the search wins in time, or knows that it is too late."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import crowned
from crowned import _native
from crowned._native import Move
from crowned.base import Side
from crowned.engine import Score
from crowned.game.tallies import Tallies, advanced, begun
from crowned.position import Position, Ruleset

CASES = tomllib.loads((Path(__file__).parent / "test_counts.toml").read_text())["case"]
ENOUGH = 4
"""Plies that are searched beyond a win."""


def rules_of(case: dict[str, Any]) -> Ruleset:
    return crowned.ruleset(case["ruleset"], **case.get("options", {}))


def look(
    searcher: _native.Searcher, position: Position, tallies: Tallies, depth: int, *, fresh: bool = True
) -> tuple[Score, Move]:
    """The score of the core's own search, and the move it would make."""
    numbers = [-1 if done is None else done for done in tallies]
    searcher.start(
        position, (), 0, numbers, (), depth=depth, nodes=0, soft=0, hard=0, lines=1, threads=1,
        fresh=fresh, exact=False, obvious=False,
    )  # fmt: skip
    reports = []
    while searcher.running:
        reports += searcher.wait(1)
    reports += searcher.wait(0)
    return Score(reports[-1][2]), reports[-1][7][0][2][0]


def left_at(case: dict[str, Any], left: int) -> Tallies:
    """The tallies of the case with so many plies of its count left, all or those of the stronger side."""
    rules = rules_of(case)
    there = begun(Position.from_fen(rules, case["fen"]))
    counts = zip(rules.spec.counts, there, strict=True)
    return tuple(n if one.text != case["count"] else max(0, one.plies - left) for one, n in counts)


def in_time_by(score: Score, case: dict[str, Any]) -> bool:
    """A piece given up may lead to another ending, which is won later and is not counted."""
    return score.decided and score.plies is not None and score.plies <= case["plies"]


def name_of(case: dict[str, Any]) -> str:
    return f"{case['ruleset']} {case['count']}"


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_win_just_in_time_is_a_win_and_one_that_comes_too_late_is_none(case: dict[str, Any]) -> None:
    rules = rules_of(case)
    position, depth = Position.from_fen(rules, case["fen"]), case["plies"] + ENOUGH
    searcher = _native.Searcher(rules, 4)
    in_time, _ = look(searcher, position, left_at(case, case["in_time"]), depth)
    assert (in_time.wins, in_time.plies) == (True, case["plies"])
    late, _ = look(searcher, position, left_at(case, case["in_time"] - 1), depth)
    assert not in_time_by(late, case), "the count ends before the win"


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_what_was_found_with_more_time_left_deceives_nobody(case: dict[str, Any]) -> None:
    """The table still knows the win from before; it must not be believed now."""
    rules = rules_of(case)
    position, depth = Position.from_fen(rules, case["fen"]), case["plies"] + ENOUGH
    searcher = _native.Searcher(rules, 4)
    calm, _ = look(searcher, position, begun(position), depth)
    assert calm.wins
    late, _ = look(searcher, position, left_at(case, case["in_time"] - 1), depth, fresh=False)
    assert not in_time_by(late, case)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_won_ending_is_won_before_the_count_ends(case: dict[str, Any]) -> None:
    """Both sides are played by the search, one table for all moves, as in a game."""
    rules = rules_of(case)
    position, tallies = Position.from_fen(rules, case["fen"]), left_at(case, case["in_time"])
    searcher = _native.Searcher(rules, 4)
    for ply in range(case["plies"]):
        _, move = look(searcher, position, tallies, case["plies"] - ply + ENOUGH, fresh=False)
        by = Side(position.turn)
        position = position.play(move)
        tallies = advanced(tallies, position, move, by)
    assert position.outcome is not None
    assert position.outcome[0] == Side.WHITE
