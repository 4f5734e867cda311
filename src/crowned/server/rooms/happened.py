"""What an action did, and what a move would do, for the wire."""

from __future__ import annotations

from typing import Any, Literal, cast, get_args

from crowned.base import Side
from crowned.game import Game, Offence, Record
from crowned.game.offences import find_offence
from crowned.position import Move, Position
from crowned.position.action import MoveAction
from crowned.position.effects import move_events
from crowned.position.event import Closed, Fell, Huffed, Opened
from crowned.position.event import Event as CoreEvent
from crowned.protocols import entries
from crowned.protocols.views import Choice, SlideView
from crowned.server.rulesets import seat_of

WIRE: dict[str, type[entries.Event]] = {kind.__struct_config__.tag: kind for kind in get_args(entries.Event)}
"""The wire's class of each kind of event; its fields are named as in the core."""


def event_view(event: CoreEvent) -> entries.Event:
    kind = WIRE[event.kind]
    return kind(**{name: _plain(getattr(event, name)) for name in kind.__struct_fields__})


def _plain(value: object) -> Any:
    if isinstance(value, Side):
        return seat_of(value)
    return list(value) if isinstance(value, tuple) else value


def punished(record: Record) -> Offence | None:
    """The offence that an action answers, or that was punished together with the move."""
    if record.action.kind in ("huff", "takeback"):
        return record.before.pending
    automatic = any(isinstance(event, Huffed) and event.automatic for event in record.events)
    if automatic and isinstance(record.action, MoveAction):
        return find_offence(record.before, record.action.move)
    return None


# ---------------------------------------------------------------- what may be played


def move_choices(game: Game) -> list[Choice]:
    """The moves that may be made; where the book lets wrong moves stand, they are among them."""
    return [move_choice(game.position, move) for move in game.playable()]


def move_choice(position: Position, move: Move) -> Choice:
    slide = slide_view(position, move) if move.kind == "slide" else None
    return Choice(move.text, list(move.path), list(move.captures), move.crowns, move.falls, slide)


def slide_view(position: Position, move: Move) -> SlideView:
    """Told by the same events that will be played."""
    knob, _, to = move.text.partition(">")
    events = move_events(position, move)
    doors = [event for event in events if isinstance(event, Opened | Closed)]
    return SlideView(
        knob,
        cast("Literal['L', 'M', 'R']", to),
        doors[0].square,
        opens=isinstance(doors[0], Opened),
        shuts=isinstance(doors[-1], Closed),
        falls=next((event.column for event in events if isinstance(event, Fell)), ""),
    )
