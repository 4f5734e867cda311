"""Why a path is not a correct move: the first thing that forbids it, found by leading the piece along it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from crowned._native import Move
from crowned.game.state import State
from crowned.position.walk import Walk
from crowned.referee.precedence import first_shortfall


@dataclass(frozen=True)
class Finding:
    """A reason, what shows it, and what the sentence needs."""

    reason: str
    evidence: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


def texts(moves: list[Move] | tuple[Move, ...]) -> tuple[str, ...]:
    return tuple(move.text for move in moves)


def owing(reason: str, moves: list[Move] | tuple[Move, ...], **facts: Any) -> Finding:
    """A finding whose evidence is the moves that are owed."""
    return Finding(reason, texts(moves), {"moves": texts(moves), **facts})


def diagnose(state: State, squares: tuple[str, ...], takes: bool | None) -> Finding:
    """The first reason against a path of known squares: the piece, then each step, then the obligations."""
    return (
        wrong_piece(state, squares[0]) or _wrong_step(state, squares, takes) or _unfulfilled(state, squares)
    )


def wrong_piece(state: State, square: str) -> Finding | None:
    column = state.position.pieces().get(square)
    if column is None:
        return Finding("empty_square", (square,), {"square": square})
    if column[0].upper() != state.actor.letter:
        return Finding("not_your_piece", (square,), {"square": square, "side": state.actor.other})
    return None


def _wrong_step(state: State, squares: tuple[str, ...], takes: bool | None) -> Finding | None:
    walk = Walk(state.position, squares[0])
    several = len(squares) > 2
    for start, end in pairwise(squares):
        king = walk.is_king
        if fault := walk.go(state.rules.squares.cell(end), takes or several):
            facts = {"square": start, "target": end, "squares": fault.squares, "king": king}
            early = fault.reason == "nothing_to_jump" and _jumps_after(state, squares, end)
            return Finding("step_before_jump" if early else fault.reason, fault.squares, facts)
    return None


def _jumps_after(state: State, squares: tuple[str, ...], here: str) -> bool:
    """Whether the path goes on from here over some piece: it was a step and then a jump."""
    cells = [state.rules.squares.cell(square) for square in squares[squares.index(here) :]]
    line = state.rules.board.line(*cells[:2]) if len(cells) > 1 else None
    occupied = {state.rules.squares.cell(square) for square in state.position.pieces()}
    return line is not None and not occupied.isdisjoint(line.cells[:-1])


def _unfulfilled(state: State, squares: tuple[str, ...]) -> Finding:
    """Every step is possible, so an obligation is in the way."""
    walk = Walk(state.position, squares[0])
    for square in squares[1:]:
        walk.go(state.rules.squares.cell(square))
    if state.bound and squares[0] != state.bound:
        return Finding("touched", (state.bound,), {"square": state.bound, "moves": texts(state.correct)})
    return broken_obligation(state, walk)


def broken_obligation(state: State, walk: Walk) -> Finding:
    """The obligation that a possible move does not fulfil; used for refusals and for offences alike."""
    if state.owes:
        return owing("correct_move_owed", state.correct)
    return _about_capture(state, walk) if walk.taken else _about_step(state, walk)


def passed_over(state: State, square: str, owed: list[Move]) -> Finding:
    """Why a piece has no correct move while there is something to capture."""
    walk = Walk(state.position, square)
    if walk.jumps():
        return _about_choice(state, walk, owed)
    return owing("must_capture", owed)


# ---- quiet moves


def _about_step(state: State, walk: Walk) -> Finding:
    owed = [move for move in state.position.moves() if move.captures]
    if owed and state.rules.spec.must_capture:
        return owing("must_capture", owed)
    return _about_spin(state) or _about_resting(state, walk) or _about_door(state, walk)


def _about_spin(state: State) -> Finding | None:
    position = state.position
    if position.must_spin:
        return Finding("must_spin")
    if position.spin in ("green", "orange"):
        return owing("spin_wants_door", position.moves(), spin=position.spin)
    return None


def _about_resting(state: State, walk: Walk) -> Finding | None:
    if state.tired != walk.names[0]:
        return None
    facts = {"square": state.tired, "king": True, "limit": state.rules.spec.king_run_limit}
    return Finding("king_run_limit", (walk.names[0],), facts)


def _about_door(state: State, walk: Walk) -> Finding:
    door = walk.names[-1:]
    return Finding("door_last_resort", door, {"target": door[0], "moves": texts(state.correct)})


# ---- captures


def _about_capture(state: State, walk: Walk) -> Finding:
    correct = [move for move in state.position.moves() if move.captures]
    return (
        _about_landing(walk) or _about_going_on(state, walk, correct) or _about_choice(state, walk, correct)
    )


def _about_landing(walk: Walk) -> Finding | None:
    if walk.jumps() or (fault := walk.may_rest()) is None:
        return None
    return Finding(fault.reason, fault.squares, {"squares": fault.squares, "king": walk.is_king})


def _about_going_on(state: State, walk: Walk, correct: list[Move]) -> Finding | None:
    if not state.rules.spec.must_continue:
        return None
    if walk.jumps():
        onward = _longer(walk, correct)
        return owing("must_continue", onward) if onward else None
    return _about_better_landing(state, walk, correct)


def _longer(walk: Walk, correct: list[Move]) -> list[Move]:
    """The correct captures that go on from here; else those by which this piece takes these and more.

    None of either: whatever it goes on to take, something else goes before it.
    """
    path, taken = walk.names, Counter(walk.captures)
    onward = [move for move in correct if move.path[: len(path)] == path]
    return onward or [m for m in correct if m.source == path[0] and taken < Counter(m.captures)]


def _about_better_landing(state: State, walk: Walk, correct: list[Move]) -> Finding | None:
    """The same jump, landing elsewhere, would have let the capture go on."""
    if not state.rules.spec.landing_must_continue or not walk.flies or len(walk.path) < 2:
        return None
    before = Walk(state.position, walk.names[0])
    for cell in walk.path[1:-1]:
        before.go(cell)
    jump = next((j for j in before.jumps() if j.victim == walk.taken[-1]), None)
    better = [cell for cell in jump.behind if _goes_on(before, cell)] if jump else []
    if not better:
        return None
    names = tuple(map(state.rules.squares.name, better))
    path = walk.names[:-1]
    onward = [m for m in correct if m.path[: len(path)] == path and m.path[len(path)] in names]
    return owing("land_to_continue", onward or correct, king=True, squares=names)


def _goes_on(before: Walk, cell: int) -> bool:
    tried = before.copy()
    return tried.go(cell) is None and bool(tried.jumps())


def _about_choice(state: State, walk: Walk, correct: list[Move]) -> Finding:
    criterion = first_shortfall(state, walk, correct)
    return owing(f"priority_{criterion}", correct)
