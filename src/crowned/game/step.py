"""One action further: a pure function from a state and an allowed action to the next state."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from crowned._native import Move
from crowned.base import Side
from crowned.game.endings import decided, draw_claim, ending
from crowned.game.offences import find_offence, is_automatic, offender_picks
from crowned.game.state import Offence, Run, Settled, State
from crowned.game.tallies import advanced, begun
from crowned.position import Position
from crowned.position import action as act

NO_RUNS = (None, None)
MOST_KEYS = 1024
"""Positions that are remembered for repetition. Kings that wander longer than this without anything happening
exist only in files made to take long; without a bound their reading would take time in the square."""


def advance(state: State, action: act.Action, by: Side) -> State:
    """The state after an action. It must be one that `law.objection` does not object to."""
    match action:
        case act.MoveAction(move=move):
            return _move(state, move, by)
        case act.Spin(result=result):
            return _spin(state, result)
        case act.Huff(square=square):
            return _huff(state, square, by)
        case act.TakeBack():
            return _take_back(state)
        case act.Accept():
            return settle(replace(_answered(state, "passed"), ply=state.ply + 1))
        case _:
            return _say(state, action, by)


def opening(position: Position) -> State:
    """The state in which a game begins from this position; it may be over already."""
    return settle(State(position, keys=_keys((), position), tallies=begun(position)))


def settle(state: State) -> State:
    """The state with its ending, if it has one."""
    outcome = ending(state)
    return state if outcome is None else replace(state, outcome=outcome, touched=None, offer=None)


# ---- moves


def _move(state: State, move: Move, by: Side) -> State:
    offence = find_offence(state, move)
    after = _moved(state, move, by)
    if offence is None:
        return settle(after)
    if not is_automatic(state):
        return replace(after, pending=offence)
    return _penalised(after, offence)


def _penalised(state: State, offence: Offence) -> State:
    """The automatic huff: one candidate goes at once, among several the opponent picks, or the offender."""
    if len(offence.removable) > 1:
        return replace(state, pending=replace(offence, claimed=offender_picks(state, offence)))
    for square in offence.removable:
        state = replace(_without(state, square), settled=Settled(offence.by, "huffed"))
    return settle(state)


def _moved(state: State, move: Move, by: Side) -> State:
    position = state.position.play(move)
    progress = state.position.is_progress(move, position)
    return State.of(
        position=position,
        settled=_lapsed(state, by),
        offer=state.offer if state.offer is by else None,  # to move on is to decline
        quiet=0 if progress else state.quiet + 1,
        keys=_keys(() if progress else state.keys, position),
        runs=_runs(state, move, by),
        tallies=advanced(state.tallies, position, move, by) if state.rules.spec.counts else (),
        ply=state.ply + 1,
        spins=state.spins,
    )


def _lapsed(state: State, by: Side) -> Settled | None:
    """Whoever moves instead of answering gives up the right; the offender's next move leaves it at that."""
    if state.pending is not None:
        return Settled(state.pending.by, "moved_on")
    return state.settled if state.settled and state.settled.by is by else None


def _keys(keys: tuple[int, ...], position: Position) -> tuple[int, ...]:
    """A position counts as it was before the wheel was spun: what it stopped on is not part of it."""
    if not position.rules.spec.repetitions:
        return ()
    return (*keys[-MOST_KEYS:], (position.with_spin(None) if position.spin else position).key)


def _runs(state: State, move: Move, by: Side) -> tuple[Run | None, Run | None]:
    """The mover's count grows while the same king moves quietly, and begins anew otherwise."""
    if not state.rules.spec.king_runs:
        return NO_RUNS
    runs = list(state.runs)
    before = runs[by]
    quiet_king = move.kind == "step" and move.by_king
    same = before is not None and before.square == move.source
    runs[by] = Run(move.path[-1], (before.length if before and same else 0) + 1) if quiet_king else None
    runs[by.other] = _unless_taken(runs[by.other], move.captures)
    return (runs[0], runs[1])


def _unless_taken(run: Run | None, captures: tuple[str, ...]) -> Run | None:
    return None if run and run.square in captures else run


# ---- chance and remedies


def _spin(state: State, result: str) -> State:
    position = state.position.with_spin(result)
    return settle(replace(state, position=position, spins=state.spins + 1, ply=state.ply + 1))


def _huff(state: State, square: str, by: Side) -> State:
    """The piece goes; or, where the offender picks it, the one that was named only shows what is meant."""
    offence = state.pending
    if offence is not None and offender_picks(state, offence):
        claimed = replace(offence, claimed=True, remedies=("huff",))
        return replace(state, pending=claimed, ply=state.ply + 1)
    claimant = offence.by.other if offence else by
    after = _without(replace(_answered(state, "huffed"), ply=state.ply + 1), square)
    if state.rules.spec.huff_is_move and not is_automatic(state):
        position = after.position.with_turn(claimant.other)
        after = replace(after, position=position, keys=_keys((), position))
    return settle(after)


def _without(state: State, square: str) -> State:
    position = state.position.without(square)
    runs = tuple(None if run and run.square == square else run for run in state.runs)
    further = replace(state, position=position, quiet=0, keys=_keys((), position))
    return replace(further, runs=(runs[0], runs[1]), tallies=begun(position))


def _take_back(state: State) -> State:
    """Position and touch are restored; what chance gave stays given."""
    settled = _answered(state, "taken_back").settled
    before = state.pending.before if state.pending else state
    further = replace(before, owes=True, settled=settled, offer=state.offer)
    return replace(further, ply=state.ply + 1, spins=state.spins)


def _answered(state: State, how: Literal["huffed", "taken_back", "passed"]) -> State:
    """The state with its offence dealt with."""
    by = state.pending.by if state.pending else state.actor.other
    return replace(state, pending=None, settled=Settled(by, how))


def _touch(state: State, square: str) -> State:
    further = replace(state, ply=state.ply + 1, adjusting=state.adjusting - {square})
    return further if square in state.adjusting else replace(further, touched=square)


# ---- hands and words


def _say(state: State, action: act.Action, by: Side) -> State:
    match action:
        case act.Touch(square=square):
            return _touch(state, square)
        case act.Adjust(square=square):
            return replace(state, ply=state.ply + 1, adjusting=state.adjusting | {square})
        case act.OfferDraw():
            return replace(state, offer=by)
        case act.DeclineDraw():
            return replace(state, offer=None)
        case _:
            return _end(state, action, by)


def _end(state: State, action: act.Action, by: Side) -> State:
    match action:
        case act.AgreeDraw():
            return _over(state, None, "agreement")
        case act.ClaimDraw():
            return _over(state, None, draw_claim(state) or "no_progress")
        case act.Resign():
            return _over(state, by.other, "resignation")
        case act.Adjudicate(winner=winner, reason=reason):
            return _over(state, winner, reason)
        case _:
            raise TypeError(f"not an action: {action!r}")


def _over(state: State, winner: Side | None, reason: str) -> State:
    return replace(state, outcome=decided(state, winner, reason), pending=None, touched=None, offer=None)
