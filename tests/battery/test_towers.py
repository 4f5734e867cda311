"""What stays true while towers are built, captured and freed: the invariants of the tower rulebook."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crowned import Position, ruleset, ruleset_ids
from tests.battery.chance import random_game

TOWER_GAMES = [name for name in ruleset_ids() if ruleset(name).towers]
pytestmark = pytest.mark.parametrize("name", TOWER_GAMES)


def stones(position: Position) -> str:
    return "".join(position.pieces().values())


def kings(position: Position) -> int:
    return sum(stone.isupper() for stone in stones(position))


def test_there_are_tower_games(name: str) -> None:
    assert ruleset(name).spec.captured == "under"


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_towers_keep_their_invariants(name: str, seed: int) -> None:
    """Every stone stays on the board, owners lie above prisoners, and no king is ever unmade."""
    rules = ruleset(name)
    set_of_stones = sorted(stones(rules.start()))
    keeps_rank = rules.spec.captive_rank == "kept"
    for record in random_game(rules, seed).history:
        before, after = record.before.position, record.after.position
        assert sorted(stones(after).lower()) == set_of_stones
        assert kings(after) >= kings(before) or not keeps_rank
        for column in after.pieces().values():
            changes = sum(a != b for a, b in pairwise(column.lower()))
            assert changes <= 1, after.fen
