"""Endings: what the position alone decides, what history decides, and what players may claim."""

from __future__ import annotations

from crowned.base import Side
from crowned.game.outcome import Outcome
from crowned.game.state import State


def ending(state: State) -> Outcome | None:
    """How the game has ended in this state, or None. An unanswered offence keeps it open."""
    if state.pending is not None:
        return None
    return _on_the_board(state) or _tired_out(state) or _drawn(state)


def decided(state: State, winner: Side | None, reason: str) -> Outcome:
    """An outcome with the points it is worth."""
    return Outcome(winner, reason, _points(state, winner), state.rules.spec)


def draw_claim(state: State) -> str | None:
    """The reason for which the side to move may claim a draw now, or None."""
    if state.outcome is not None or state.pending is not None or state.rules.spec.draws_by_itself:
        return None
    return _draw_reason(state)


def plies_until_draw(state: State) -> int | None:
    """How many more plies without progress make a draw; None where the ruleset does not count."""
    limit = state.rules.spec.no_progress_plies
    return max(0, limit - state.quiet) if limit else None


def _on_the_board(state: State) -> Outcome | None:
    found = state.position.outcome
    if found is None:
        return None
    winner, reason = found
    return _last_fall(state) or decided(state, Side(winner), reason)


def _last_fall(state: State) -> Outcome | None:
    """The last piece took the last enemy and fell through a door: nobody is left."""
    if state.rules.spec.last_fall != "draw" or state.position.pieces():
        return None
    return decided(state, None, "last_fall")


def _tired_out(state: State) -> Outcome | None:
    """A side whose only moves belong to a king that must rest cannot move."""
    if not state.rules.spec.king_runs or state.tired is None or state.position.must_spin or state.correct:
        return None
    return decided(state, state.actor.other, "blocked")


def _drawn(state: State) -> Outcome | None:
    if not state.rules.spec.draws_by_itself:
        return None
    reason = _draw_reason(state)
    return decided(state, None, reason) if reason else None


def _draw_reason(state: State) -> str | None:
    limit = state.rules.spec.no_progress_plies
    if limit and state.quiet >= limit:
        return "no_progress"
    return "repetition" if _is_repeated(state) else None


def _is_repeated(state: State) -> bool:
    """Whether the position has come back often enough. Once the wheel is spun it is no longer that one."""
    times = state.rules.spec.repetitions
    if not times or not state.keys or state.position.spin:
        return False
    return state.keys.count(state.keys[-1]) >= times


def _points(state: State, winner: Side | None) -> int | None:
    """All kings on the board, captives too; whoever made them. A draw is worth nothing."""
    if state.rules.spec.scoring != "kings":
        return None
    if winner is None:
        return 0
    return sum(letter.isupper() for column in state.position.pieces().values() for letter in column)
