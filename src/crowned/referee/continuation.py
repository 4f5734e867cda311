"""Partial paths: the moves that a path, still in the making, can become."""

from __future__ import annotations

from crowned._native import Move
from crowned.game.state import State
from crowned.position.walk import Walk

PATIENCE = 5000
"""States looked at before ways round are given up; the longest captures of real games need a few hundred."""


def completions(state: State, squares: tuple[str, ...]) -> list[Move]:
    """The playable moves that begin with this path, also those whose listed path takes another order."""
    begun = [m for m in state.playable if len(m.path) > len(squares) and m.path[: len(squares)] == squares]
    return begun or _detours(state, squares)


def _detours(state: State, squares: tuple[str, ...]) -> list[Move]:
    # A way round takes what a playable move of the piece takes: where it has none, nothing need be walked.
    if len(squares) < 2 or not any(m.captures and m.source == squares[0] for m in state.playable):
        return []
    walk = Walk(state.position, squares[0])
    if any(walk.go(state.rules.squares.cell(square), takes=True) for square in squares[1:]):
        return []
    seen: set[tuple[object, ...]] = set()
    return [move for move in state.playable if _is_way_to(state, walk, move, seen)]


def _is_way_to(state: State, walk: Walk, move: Move, seen: set[tuple[object, ...]]) -> bool:
    """Whether the walk can go on so that it does exactly what the move does."""
    left = [state.rules.squares.cell(square) for square in move.captures]
    if move.source != walk.names[0] or len(left) <= len(walk.taken):
        return False
    for cell in walk.taken:
        if cell not in left:
            return False
        left.remove(cell)
    result = dict(state.position.play(move).pieces())
    return _Quest(move, result, seen).succeeds(walk, left)


class _Quest:
    """A search for an order of jumps with a given end. What was reached before is not tried again."""

    def __init__(self, move: Move, result: dict[str, str], seen: set[tuple[object, ...]]) -> None:
        self.move = move
        self.result = result
        self.seen = seen

    def succeeds(self, walk: Walk, left: list[int]) -> bool:
        if not left:
            return walk.names[-1] == self.move.target and walk.result() == self.result
        key = (self.move, walk.here, walk.heading, walk.column, *sorted(left))
        if key in self.seen or len(self.seen) >= PATIENCE:
            return False
        self.seen.add(key)
        return any(self._tries(walk, jump.victim, jump.behind, left) for jump in walk.jumps())

    def _tries(self, walk: Walk, victim: int, landings: tuple[int, ...], left: list[int]) -> bool:
        if victim not in left:
            return False
        rest = list(left)
        rest.remove(victim)
        tried = [(cell, walk.copy()) for cell in landings]
        return any(further.go(cell) is None and self.succeeds(further, rest) for cell, further in tried)
