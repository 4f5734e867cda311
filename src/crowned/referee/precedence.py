"""Captures compared: which of the ruleset's preferences a capture falls short of."""

from __future__ import annotations

from heapq import nlargest

from crowned._native import Move
from crowned.base import TooManyMoves
from crowned.game.state import State
from crowned.position.walk import Walk

WEIGHED = 200
"""Ways to go on that are weighed; positions made to be hard have a hundred thousand."""
MAN_VALUE, KING_VALUE = 100, 199
"""Where captures are weighed, a king counts a little less than two men."""


def first_shortfall(state: State, walk: Walk, correct: list[Move]) -> str:
    """The first criterion by which the correct captures are better than this one could become."""
    best = _best(state, correct) if correct else walk
    tried = _at_best(state, walk)
    for criterion in state.rules.spec.priority:
        if weight(criterion, tried) < weight(criterion, best):
            return criterion
    return "most"


def _best(state: State, correct: list[Move]) -> Walk:
    """All correct captures are alike, unless only the piece is bound; then one of them shows why it is."""
    if state.rules.spec.priority_binds == "way":
        return _walked(state, correct[0])
    criteria = state.rules.spec.priority
    walks = (_walked(state, move) for move in correct[:WEIGHED])
    return max(walks, key=lambda one: [weight(c, one) for c in criteria])


def _at_best(state: State, walk: Walk) -> Walk:
    """The capture carried on as well as it can be: one that was only begun is not to be called too small."""
    taken = walk.captures
    if taken and not (state.rules.spec.must_continue and walk.jumps()):
        return walk  # it has ended; landing elsewhere before would have made it another one
    further = (
        move
        for move in _playable(state)
        if move.source == walk.names[0] and move.captures[: len(taken)] == taken
    )
    longest = nlargest(WEIGHED, further, key=lambda move: len(move.captures))
    criteria = state.rules.spec.priority
    walks = (_walked(state, move) for move in longest)
    return max(walks, key=lambda one: [weight(c, one) for c in criteria], default=walk)


def _playable(state: State) -> tuple[Move, ...]:
    """None where captures branch too often to be listed: the capture is then weighed as far as it went."""
    try:
        return state.position.playable()
    except TooManyMoves:
        return ()


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
