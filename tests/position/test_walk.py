"""The hand on the board agrees with the move generator: two ways to know which captures there are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crowned import Position, ruleset, ruleset_ids
from crowned.position.walk import Walk
from crowned.referee.precedence import weight
from tests.battery.chance import random_position

Ended = tuple[Walk, bool, bool]


def walks(walk: Walk) -> Iterator[Ended]:
    """Every capture from here, and whether it, or the same jump landing elsewhere, could go on."""
    for jump in walk.jumps():
        landed = [walk.copy() for _ in jump.behind]
        assert all(after.go(cell) is None for after, cell in zip(landed, jump.behind, strict=True))
        onward = [bool(after.jumps()) for after in landed]
        for after, more in zip(landed, onward, strict=True):
            yield after, more, any(onward)
            yield from walks(after)


def may_end(walk: Walk, goes_on: bool, another_goes_on: bool) -> bool:
    if walk.may_rest() is not None:
        return False
    if not walk.spec.must_continue:
        return True
    return not (another_goes_on if walk.spec.landing_must_continue else goes_on)


def captures_by_hand(position: Position) -> list[Walk]:
    own = [sq for sq, column in position.pieces().items() if column[0].upper() == position.side.letter]
    found = [walk for square in own for walk, *more in walks(Walk(position, square)) if may_end(walk, *more)]
    criteria = position.rules.spec.priority
    keys = [tuple(weight(criterion, walk) for criterion in criteria) for walk in found]
    return [walk for walk, key in zip(found, keys, strict=True) if key == max(keys)]


def few_enough(position: Position) -> bool:
    """Walking tries every order; positions with very long captures are left to the generator's own tests."""
    return max((len(move.captures) for move in position.moves()), default=0) <= 6


OPTIONS: list[dict[str, object]] = [
    {},
    {"removal": "end"},
    {"reversal": False},
    {"landing_must_continue": False},
    {"must_continue": False},
    {"crown": "continue_as_king"},
]


@pytest.mark.parametrize("name", ruleset_ids())
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), pick=st.integers(0, len(OPTIONS) - 1))
def test_captures_by_hand_are_the_generators(name: str, seed: int, pick: int) -> None:
    rules = ruleset(name)
    if not rules.towers and rules.spec.king == "flying":
        rules = ruleset(name, **OPTIONS[pick])
    position = random_position(rules, seed)
    if position.outcome is not None or not few_enough(position):
        return
    captures = [move for move in position.moves() if move.captures]
    listed = {(m.source, m.target, frozenset(position.play(m).pieces().items())) for m in captures}
    walked = {(w.names[0], w.names[-1], frozenset(w.result().items())) for w in captures_by_hand(position)}
    assert walked == listed, position.fen
