"""From what a player wrote or clicked to the moves it can mean in a state."""

from __future__ import annotations

from collections.abc import Iterable

from crowned._native import Move
from crowned.game.state import State
from crowned.position.attempt import Attempt, fitting
from crowned.position.walk import Walk


def named_moves(state: State, attempt: Attempt) -> list[Move]:
    """The playable moves that an attempt names: none, one, or several if it is ambiguous."""
    if attempt.slide is not None:
        text = ">".join(attempt.slide)
        return [move for move in state.playable if move.text == text]
    squares = own_names(state, attempt.squares)
    if squares is None or len(squares) < 2:
        return []
    return _spelt_out(state, squares, attempt.takes) or _shortened(state, squares, attempt.takes)


def own_names(state: State, squares: Iterable[str]) -> tuple[str, ...] | None:
    """The squares in the ruleset's notation; None if one of them does not exist."""
    names = tuple(map(state.rules.square, squares))
    known = tuple(name for name in names if name is not None)
    return known if len(known) == len(names) else None


def _spelt_out(state: State, squares: tuple[str, ...], takes: bool | None) -> list[Move]:
    full = [move for move in state.playable if move.path == squares and not (takes and not move.captures)]
    return full or same_results(state, squares)


def _shortened(state: State, squares: tuple[str, ...], takes: bool | None) -> list[Move]:
    return fitting(state.correct, squares, takes) or fitting(state.playable, squares, takes)


def same_results(state: State, squares: tuple[str, ...]) -> list[Move]:
    """Moves that do exactly what this path does, by another order of jumps.

    Moves with equal start, end and result are listed once; every way of making them must be accepted.
    """
    alike = [m for m in state.playable if len(m.path) == len(squares) and m.source == squares[0]]
    alike = [m for m in alike if m.target == squares[-1] and len(squares) > 2]
    walk = walked(state, squares) if alike else None
    if walk is None:
        return []
    result = walk.result()
    return [m for m in alike if dict(state.position.play(m).pieces()) == result]


def walked(state: State, squares: tuple[str, ...]) -> Walk | None:
    """The piece led along the whole path, or None if something forbids it."""
    walk = Walk(state.position, squares[0])
    cells = map(state.rules.squares.cell, squares[1:])
    return None if any(walk.go(cell) for cell in cells) else walk
