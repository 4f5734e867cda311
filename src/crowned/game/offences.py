"""Offences: what breaks an obligation, and which piece may be taken off for it.

The model is the one all huffing rulebooks share: a correct capture existed and something else was
played. The axes say who is removed, what else the opponent may do, and whether anybody is asked.
"""

from __future__ import annotations

from crowned._native import Move
from crowned.game.state import Offence, State


def find_offence(state: State, move: Move) -> Offence | None:
    """The offence that a playable move is, or None if it is correct."""
    if state.rules.spec.is_strict or move in state.correct:
        return None
    owed = tuple(correct for correct in state.correct if correct.captures)
    removable = _removable(state, move, owed)
    return Offence(state.actor, move, owed, removable, _remedies(state, removable), state)


def is_automatic(state: State) -> bool:
    """Whether the piece goes without being asked for."""
    return state.rules.spec.enforcement == "auto_huff"


def offender_picks(state: State, offence: Offence) -> bool:
    """Whether the offender has still to say which of several pieces he loses."""
    several = len(offence.removable) > 1 and not offence.claimed
    return several and state.rules.spec.huff_choice == "offender"


def _remedies(state: State, removable: tuple[str, ...]) -> tuple[str, ...]:
    if is_automatic(state):
        return ("huff",)
    listed = state.rules.spec.remedies
    possible = tuple(remedy for remedy in listed if remedy != "huff" or removable)
    return possible or ("accept",)


def _removable(state: State, move: Move, owed: tuple[Move, ...]) -> tuple[str, ...]:
    """The pieces of which one may go, on their present squares. What touch-move bars owed nothing."""
    if state.rules.spec.huff_target == "moved_piece" or _is_own_fault(state, move, owed):
        sources = list(move.path[:1])  # a slide moves no piece
    else:
        sources = list(dict.fromkeys(capture.path[0] for capture in owed))
    return tuple(square for square in (_now(source, move) for source in sources) if square)


def _is_own_fault(state: State, move: Move, owed: tuple[Move, ...]) -> bool:
    """A capture that stopped short, or took a worse way, is answered on the piece that made it."""
    if not move.captures:
        return False
    had_better = any(capture.source == move.source for capture in owed)
    return had_better or state.position.stops_early(move)


def _now(source: str, move: Move) -> str | None:
    """Where a piece stands after the move; None if it fell."""
    if move.source != source:
        return source
    return None if move.falls else move.path[-1]
