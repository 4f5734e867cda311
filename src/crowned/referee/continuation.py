"""Partial paths: the moves that a path, still in the making, can become."""

from __future__ import annotations

from collections.abc import Iterator

from crowned._native import Move
from crowned.game.state import State
from crowned.position.walk import Walk


def completions(state: State, squares: tuple[str, ...]) -> list[Move]:
    """The playable moves that begin with this path, also those whose listed path takes another order."""
    begun = [m for m in state.playable if len(m.path) > len(squares) and m.path[: len(squares)] == squares]
    return begun or _detours(state, squares)


def _detours(state: State, squares: tuple[str, ...]) -> list[Move]:
    if len(squares) < 2 or squares[0] not in state.position.pieces():
        return []
    walk = Walk(state.position, squares[0])
    if any(walk.go(state.rules.squares.cell(square), takes=True) for square in squares[1:]):
        return []
    return [move for move in state.playable if _is_way_to(state, walk, move)]


def _is_way_to(state: State, walk: Walk, move: Move) -> bool:
    """Whether the walk can go on so that it does exactly what the move does."""
    wanted = [state.rules.squares.cell(square) for square in move.captures]
    if move.source != walk.names[0] or len(wanted) <= len(walk.taken):
        return False
    left = list(wanted)
    for cell in walk.taken:
        if cell not in left:
            return False
        left.remove(cell)
    result = dict(state.position.play(move).pieces())
    return any(end.names[-1] == move.target and end.result() == result for end in _ends(walk, left))


def _ends(walk: Walk, left: list[int]) -> Iterator[Walk]:
    """Every way to take exactly what is left, in any order."""
    if not left:
        yield walk
        return
    for jump in walk.jumps():
        if jump.victim in left:
            rest = list(left)
            rest.remove(jump.victim)
            for cell in jump.behind:
                further = walk.copy()
                if further.go(cell) is None:
                    yield from _ends(further, rest)
