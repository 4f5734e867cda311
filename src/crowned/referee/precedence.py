"""Captures compared: which of the ruleset's preferences a capture falls short of."""

from __future__ import annotations

from crowned._native import Move
from crowned.game.state import State
from crowned.position.walk import Walk

MAN_VALUE, KING_VALUE = 100, 199
"""Where captures are weighed, a king counts a little less than two men."""


def first_shortfall(state: State, walk: Walk, correct: list[Move]) -> str:
    """The first criterion by which the correct captures are better than this one."""
    best = _walked(state, correct[0]) if correct else walk
    for criterion in state.rules.spec.words("priority"):
        if weight(criterion, walk) < weight(criterion, best):
            return criterion
    return "most"


def weight(criterion: str, walk: Walk) -> tuple[int, ...]:
    """How much a capture weighs by one criterion; more goes first."""
    kings = walk.kings_taken
    match criterion:
        case "with_king":
            return (int(walk.began_as_king),)
        case "most_kings":
            return (sum(kings),)
        case "king_earliest":
            return tuple(map(int, kings))
        case "value":
            return (MAN_VALUE * (len(kings) - sum(kings)) + KING_VALUE * sum(kings),)
        case _:
            return (len(kings),)


def _walked(state: State, move: Move) -> Walk:
    walk = Walk(state.position, move.path[0])
    for square in move.path[1:]:
        walk.go(state.rules.squares.cell(square))
    return walk
