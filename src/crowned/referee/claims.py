"""Claims: what the side to act may demand now, and on which clauses it rests."""

from __future__ import annotations

from dataclasses import dataclass

from crowned.game.endings import decided, draw_claim, plies_until_draw
from crowned.game.outcome import AXIS_OF
from crowned.referee.judge import Where, state_of
from crowned.referee.reasons import cited


@dataclass(frozen=True)
class Claims:
    """The rights that are open."""

    huff: tuple[str, ...] = ()
    """Squares of the pieces of which one may be taken off."""
    takeback: bool = False
    accept: bool = False
    draw: str | None = None
    """Why a draw may be claimed: no_progress, repetition or material_count."""
    plies_until_draw: int | None = None
    """How many more plies without progress would make one; None where nobody counts."""
    clauses: tuple[str, ...] = ()


def claims(where: Where) -> Claims:
    """Everything that may be claimed in this state of a game."""
    state = state_of(where)
    pending, draw = state.pending, draw_claim(state)
    axes = ("enforcement", "remedies", "huff_target") if pending else ()
    if draw:
        count = decided(state, None, draw).count
        axes = (*axes, AXIS_OF[draw], *(() if count and count.by else ("draw_by",)))
    remedies = pending.remedies if pending else ()
    return Claims(
        huff=pending.removable if pending and "huff" in remedies else (),
        takeback="takeback" in remedies,
        accept="accept" in remedies,
        draw=draw,
        plies_until_draw=None if state.outcome else plies_until_draw(state),
        clauses=cited(state.rules.spec, axes),
    )
