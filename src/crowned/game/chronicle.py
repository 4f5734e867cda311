"""The story of an action: its events in order, from the states before and after it."""

from __future__ import annotations

from collections.abc import Iterator

from crowned._native import Move
from crowned.base import Side
from crowned.game.offences import find_offence, is_automatic
from crowned.game.state import State
from crowned.position import action as act
from crowned.position import event as ev
from crowned.position.effects import move_events


def tell(before: State, action: act.Action, by: Side, after: State) -> tuple[ev.Event, ...]:
    """What the action did, the change of turn and the end included."""
    story = (
        _moved(before, action.move)
        if isinstance(action, act.MoveAction)
        else _events(before, action, by, after)
    )
    return (*story, *_aftermath(before, after, action))


def _aftermath(before: State, after: State, action: act.Action) -> Iterator[ev.Event]:
    turned = before.position.turn != after.position.turn  # who picks what he loses is not on move
    if turned and not isinstance(action, act.TakeBack):
        yield ev.Turn(Side(after.position.turn))
    if after.outcome is not None:
        yield ev.Ended(after.outcome.winner, after.outcome.reason, after.outcome.points)


def _moved(before: State, move: Move) -> Iterator[ev.Event]:
    yield from move_events(before.position, move)
    offence = find_offence(before, move) if is_automatic(before) else None
    if offence is not None and len(offence.removable) == 1:
        square = offence.removable[0]
        yield ev.Huffed(square, before.position.play(move).pieces()[square], automatic=True)


def _events(before: State, action: act.Action, by: Side, after: State) -> Iterator[ev.Event]:
    """Claims, agreement and resignation show in nothing but the end."""
    match action:
        case act.Spin(result=result):
            yield ev.Spun(result)
        case act.Huff(square=square) if after.pending is None:
            yield ev.Huffed(square, before.position.pieces()[square])
        case act.TakeBack():
            yield _taken_back(before, after)
        case act.Accept():
            yield ev.LetPass()
        case act.Touch(square=square):
            yield ev.Touched(square, after.bound == square)
        case act.Adjust(square=square):
            yield ev.Adjusted(square)
        case act.OfferDraw():
            yield ev.DrawOffered(by)
        case act.DeclineDraw():
            yield ev.DrawDeclined(by)


def _taken_back(before: State, after: State) -> ev.TakenBack:
    was, now = before.position.pieces(), after.position.pieces()
    squares = [square for square in (was | now) if was.get(square) != now.get(square)]
    changes = tuple((square, now.get(square, "")) for square in squares)
    return ev.TakenBack(changes, after.actor, after.position.knobs, after.position.spin)
