"""Events: what an action did, in the order in which it happened.

One list feeds the log, the animation on screen and the explanation. Applied to the position before the
action they give the position after it; `Scene` does that.
"""

from __future__ import annotations

from typing import Any, ClassVar

from crowned.base import Side
from crowned.position.value import Value


class Event(Value):
    """The common part: a kind, and plain values that JSON can hold."""

    kind: ClassVar[str] = ""

    def to_dict(self) -> dict[str, Any]:
        """The event as JSON-able values, `kind` first."""
        return {"kind": self.kind} | {name: _plain(getattr(self, name)) for name in self.fields}


def _plain(value: object) -> object:
    if isinstance(value, Side):
        return value.name_key
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


class Moved(Event):
    """A piece went along `path`; in a capture there is one such event for each jump."""

    kind: ClassVar[str] = "moved"
    path: tuple[str, ...]


class Lifted(Event):
    """A captured piece left the board."""

    kind: ClassVar[str] = "lifted"
    square: str
    column: str


class Stacked(Event):
    """The top stone of `square`'s tower went under the tower on `onto`, where it lies as `column`."""

    kind: ClassVar[str] = "stacked"
    square: str
    onto: str
    column: str


class Crowned(Event):
    kind: ClassVar[str] = "crowned"
    square: str


class Opened(Event):
    """A door opened because `knob` was moved."""

    kind: ClassVar[str] = "opened"
    square: str
    knob: str


class Closed(Event):
    kind: ClassVar[str] = "closed"
    square: str
    knob: str


class Fell(Event):
    """A piece fell through an open door."""

    kind: ClassVar[str] = "fell"
    square: str
    column: str


class Huffed(Event):
    """A piece that missed a capture was taken off; `automatic` if nobody had to ask for it."""

    kind: ClassVar[str] = "huffed"
    square: str
    column: str
    automatic: bool = False


class TakenBack(Event):
    """A move was undone by right. `changes` lists square and column (empty for an emptied square)."""

    kind: ClassVar[str] = "taken_back"
    changes: tuple[tuple[str, str], ...]
    side: Side
    knobs: str = ""
    spin: str | None = None


class LetPass(Event):
    """An offence was accepted."""

    kind: ClassVar[str] = "accepted"


class Spun(Event):
    kind: ClassVar[str] = "spun"
    result: str


class Touched(Event):
    """`binding` if the piece must now be moved."""

    kind: ClassVar[str] = "touched"
    square: str
    binding: bool


class Adjusted(Event):
    kind: ClassVar[str] = "adjusted"
    square: str


class DrawOffered(Event):
    kind: ClassVar[str] = "draw_offered"
    by: Side


class DrawDeclined(Event):
    kind: ClassVar[str] = "draw_declined"
    by: Side


class Turn(Event):
    """It is now this side's turn."""

    kind: ClassVar[str] = "turn"
    side: Side


class Ended(Event):
    """The game is over; `winner` is None for a draw."""

    kind: ClassVar[str] = "ended"
    winner: Side | None
    reason: str
    points: int | None = None
