"""Endings: what the position alone decides, what history decides, and what players may claim."""

from __future__ import annotations

from crowned.base import Side
from crowned.game.outcome import Outcome
from crowned.game.state import State
from crowned.game.tallies import Countdown, forces
from crowned.rules.counts import Count


def ending(state: State) -> Outcome | None:
    """How the game has ended in this state, or None. An unanswered offence keeps it open."""
    if state.pending is not None:
        return None
    return _on_the_board(state) or _tired_out(state) or _at_once(state) or _drawn(state)


def decided(state: State, winner: Side | None, reason: str) -> Outcome:
    """An outcome with the points it is worth."""
    count = _deciding(state, reason == "material") if reason in ("material_count", "material") else None
    return Outcome(winner, reason, _points(state, winner), state.rules.spec, count)


def _deciding(state: State, at_once: bool) -> Count | None:
    """The count that decides at once, or that has run out; one that nobody claimed decides nothing."""
    pairs = zip(state.rules.spec.counts, state.tallies, strict=False)
    found = [count for count, done in pairs if done is not None and done >= count.plies]
    found = [count for count in found if (not count.number if at_once else not count.at_once)]
    return min(found, key=state.rules.spec.is_claimed, default=None)


def draw_claim(state: State) -> str | None:
    """The reason for which the side to move may claim a draw now, or None."""
    if state.outcome is not None or state.pending is not None or not state.rules.spec.some_draws_are_claimed:
        return None
    return _draw_reason(state, claimed=True)


def plies_until_draw(state: State) -> int | None:
    """How many more plies make a draw if nothing happens; None where the ruleset does not count."""
    limit = state.rules.spec.no_progress_plies
    left = [max(0, limit - state.quiet)] if limit else []
    left += [one.plies for one in countdowns(state)]
    return min(left, default=None)


def plies_left(state: State) -> int | None:
    """How many more plies the rules certainly allow while the material stays; None where nothing is certain.

    Where a step of a man begins a count anew, that one decides nothing with men.
    """
    limit = state.rules.spec.no_progress_plies
    steps_count = state.rules.spec.draw_reset != "man"
    only_kings = all(column.isupper() for column in state.position.pieces().values())
    left = [max(0, limit - state.quiet)] if limit and (only_kings or steps_count) else []
    left += [one.plies for one in countdowns(state) if only_kings or not one.count.man]
    return min(left, default=None)


def countdowns(state: State) -> tuple[Countdown, ...]:
    """The counts by material that run now, the one that ends first in front."""
    pairs = zip(state.rules.spec.counts, state.tallies, strict=False)
    running = [Countdown(count, done) for count, done in pairs if done is not None and count.unit != "wins"]
    return tuple(sorted(running, key=lambda one: one.plies))


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
    if not state.rules.spec.some_draws_come:
        return None
    reason = _draw_reason(state, claimed=False)
    return decided(state, None, reason) if reason else None


def _at_once(state: State) -> Outcome | None:
    """Material that decides by itself, as long as nothing can be captured."""
    for count, done in zip(state.rules.spec.counts, state.tallies, strict=False):
        if done is None or count.number or state.position.can_capture:
            continue
        winner = count.stronger(forces(state.position)) if count.unit == "wins" else None
        return decided(state, winner, "material")
    return None


def _draw_reason(state: State, claimed: bool) -> str | None:
    """Why it is a draw: of those that must be claimed, or of the others."""
    spec = state.rules.spec
    if state.tallies and any(
        one.count.number and not one.left and spec.is_claimed(one.count) is claimed
        for one in countdowns(state)
    ):
        return "material_count"
    if spec.draws_by_itself is claimed:
        return None
    limit = spec.no_progress_plies
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
