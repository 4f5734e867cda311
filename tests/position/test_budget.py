"""The budget of the move generator: what it refuses, how it says so, and that others may run meanwhile."""

from __future__ import annotations

import sys
import threading

import pytest

import crowned
from crowned import _native
from crowned.engine.api import Limits
from crowned.engine.search import Engine

# Twelve by twelve, flying kings, and towers that may be jumped again and again: 91,824 captures.
AXES = {"files": 12, "ranks": 12, "setup_rows": 5, "captured": "under", "same_tower": "any", "priority": []}
ENDLESS = "W:WKk1:Bf2,h2,j2,c3,e3,k3,h4,c5,k5,d6,h6,c7,e7,g7,f8,j8,c9,e9,g9,d10,h10,j10,c11,e11"
BEFORE = "B:WKk1:Bf2,h2,j2,c3,e3,k3,h4,c5,k5,d6,h6,c7,e7,g7,f8,j8,c9,e9,g9,d10,h10,j10,b12,e11"
"""c11 still stands on b12, so that Black may make the position endless by his next move."""


@pytest.fixture(scope="module")
def house() -> crowned.Ruleset:
    return crowned.ruleset("russian", **AXES)


@pytest.mark.parametrize(
    "ask",
    [
        crowned.Position.moves,
        crowned.Position.playable,
        lambda position: position.perft(1),
        lambda position: position.perft(3),
        lambda position: position.divide(1),
        lambda position: crowned.Game(position.rules, position).moves(),
        lambda position: Engine(position.rules, hash_mb=1).search(position, Limits(depth=1)),
    ],
    ids=["moves", "playable", "perft 1", "perft 3", "divide", "game", "search"],
)
def test_too_many_moves_are_a_typed_refusal(house, ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(crowned.TooManyMoves, match="branch too often"):
        ask(house.read(ENDLESS))


def test_a_refused_position_is_a_position_all_the_same(house: crowned.Ruleset) -> None:
    position = house.read(ENDLESS)
    assert position.outcome is None
    assert position.can_capture
    assert house.read(position.fen) == position


def test_a_line_of_moves_stops_where_too_many_follow(house: crowned.Ruleset) -> None:
    after, plies, at = _native.follow(house.read(BEFORE), "b12-c11 k1xe7")
    assert (after.fen, plies, at) == (ENDLESS, 1, len("b12-c11 "))


def test_a_search_judges_such_a_position_as_it_stands(house: crowned.Ruleset) -> None:
    found = Engine(house, hash_mb=1).search(house.read(BEFORE), Limits(nodes=3000))
    assert found.nodes <= 4000
    assert found.lines[0].moves


def test_perft_meets_such_a_position_below(house: crowned.Ruleset) -> None:
    position = house.read(BEFORE)
    assert position.perft(1) == len(position.moves())
    with pytest.raises(crowned.TooManyMoves):
        position.perft(2)


def test_others_run_while_captures_branch() -> None:
    """Without being forced to, by the interpreter's own switching: the core lets go of its lock."""
    hard = "W:WK28:B4,7,10,11,12,14,15,18,19,23,27,K29,31,34,36,37,38,40,42,44,45"
    position = crowned.Position.from_fen(crowned.ruleset("frisian"), hard)
    went, seen = threading.Lock(), threading.Event()
    went.acquire()

    def other() -> None:
        with went:
            seen.set()

    usual = sys.getswitchinterval()
    thread = threading.Thread(target=other)
    thread.start()
    try:
        sys.setswitchinterval(1000)
        went.release()
        for _ in range(100):
            position.moves()
            if seen.is_set():
                break
    finally:
        sys.setswitchinterval(usual)
    assert seen.is_set()
    thread.join()
