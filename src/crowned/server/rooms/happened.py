"""What an action punished, for the wire."""

from __future__ import annotations

from crowned.game import Offence, Record
from crowned.game.offences import find_offence
from crowned.position.action import MoveAction
from crowned.position.event import Huffed


def punished(record: Record) -> Offence | None:
    """The offence that an action answers, or that was punished together with the move."""
    if record.action.kind in ("huff", "takeback"):
        return record.before.pending
    automatic = any(isinstance(event, Huffed) and event.automatic for event in record.events)
    if automatic and isinstance(record.action, MoveAction):
        return find_offence(record.before, record.action.move)
    return None
