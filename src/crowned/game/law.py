"""What is open now: the list of actions, and for each other action the objection to it."""

from __future__ import annotations

from collections.abc import Iterator

from crowned.base import Side
from crowned.game.endings import draw_claim
from crowned.game.state import State
from crowned.position import action as act
from crowned.position.action import SPIN_RESULTS, Action, SpinResult


def actions(state: State) -> tuple[Action, ...]:
    """Every action open to the actor: remedies, spins, moves, touches, answers to an offer, claims.

    Offering a draw and resigning are always open and not listed.
    """
    return () if state.outcome is not None else tuple(_open(state))


def _open(state: State) -> Iterator[Action]:
    yield from _remedies(state)
    yield from (act.Spin(result) for result in spin_results(state))
    yield from map(act.MoveAction, state.playable)
    if state.rules.spec.touch_move and state.can_move and not state.bound:
        for square in own_squares(state):
            yield act.Touch(square)
            yield act.Adjust(square)
    if state.offer is not None:
        yield act.AgreeDraw()
        yield act.DeclineDraw()
    if draw_claim(state):
        yield act.ClaimDraw()


def _remedies(state: State) -> Iterator[Action]:
    if state.pending is None:
        return
    if "huff" in state.pending.remedies:
        yield from map(act.Huff, state.pending.removable)
    if "takeback" in state.pending.remedies:
        yield act.TakeBack()
    if "accept" in state.pending.remedies:
        yield act.Accept()


def spin_results(state: State) -> tuple[SpinResult, ...]:
    """What the spinner can stop on now; nothing if no spin is due."""
    if _spin_objection(state):
        return ()
    weights = state.rules.spec.spinner
    return tuple(result for result, weight in zip(SPIN_RESULTS, weights, strict=True) if weight)


def own_squares(state: State) -> list[str]:
    letter = state.actor.letter
    return [sq for sq, column in state.position.pieces().items() if column[0].upper() == letter]


# ---- objections

NOT_YOUR_TURN = "not_your_turn"


def default_actor(state: State, action: Action) -> Side:
    """Who is meant if nobody is named: an offer is answered by the other side, all else is the actor's."""
    answers = isinstance(action, act.AgreeDraw | act.DeclineDraw)
    return state.offer.other if answers and state.offer is not None else state.actor


def objection(state: State, action: Action, by: Side) -> str | None:
    """Why an action is not open to a side: a reason code, or None if it is.

    For a move the answer is only "not_playable"; why, is for the referee to say.
    """
    if state.outcome is not None:
        return "game_over"
    any_time = isinstance(
        action, act.Resign | act.OfferDraw | act.AgreeDraw | act.DeclineDraw | act.Adjudicate
    )
    if by is not state.actor and not any_time:
        return NOT_YOUR_TURN
    return _remedy_objection(state, action) if isinstance(action, _REMEDIES) else _object(state, action, by)


_REMEDIES = (act.Huff, act.TakeBack, act.Accept)


def _object(state: State, action: Action, by: Side) -> str | None:
    """Resigning and adjudication are never refused while the game goes on."""
    match action:
        case act.MoveAction(move=move):
            return None if move in state.playable else "not_playable"
        case act.Spin(result=result):
            return _spin_objection(state) or (None if result in spin_results(state) else "no_such_result")
        case act.Touch(square=square) | act.Adjust(square=square):
            return _hand_objection(state, square, by)
        case act.OfferDraw() | act.AgreeDraw() | act.DeclineDraw():
            return _offer_objection(state, action, by)
        case act.ClaimDraw():
            return None if draw_claim(state) else "no_claim"
        case _:
            return None


def _spin_objection(state: State) -> str | None:
    position = state.position
    if not state.rules.sliders:
        return "no_spinner"
    if state.pending is not None and state.pending.must_answer:
        return "answer_owed"
    if position.must_spin:
        return None
    return "already_spun" if position.spin else "capture_before_spin"


def _remedy_objection(state: State, action: Action) -> str | None:
    if state.rules.spec.is_strict:
        return "no_huffing"
    if state.pending is None:
        return f"offence_{state.settled.how}" if state.settled else "no_offence"
    if action.kind not in state.pending.remedies:
        return "no_such_remedy"
    missed = isinstance(action, act.Huff) and action.square not in state.pending.removable
    return "not_removable" if missed else None


def _hand_objection(state: State, square: str, by: Side) -> str | None:
    if not state.rules.spec.touch_move:
        return "no_touch_move"
    if not state.can_move:
        return "answer_owed" if state.pending else "must_spin"
    if state.bound:
        return "touched"
    column = state.position.pieces().get(square)
    if column is None:
        return "empty_square" if state.rules.square(square) else "no_such_square"
    return None if column[0].upper() == by.letter else "not_your_piece"


def _offer_objection(state: State, action: Action, by: Side) -> str | None:
    if not state.rules.spec.draw_agreement:
        return "no_agreement"
    if isinstance(action, act.OfferDraw):
        return None if state.offer is None else "offer_open"
    if state.offer is None:
        return "no_offer"
    return "own_offer" if state.offer is by else None
