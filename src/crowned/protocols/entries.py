"""The log of a game as it goes over the wire: one class for each kind of line and of event.

``kind`` says which it is; a line has the fields of its kind and no others. The browser gets the same two
unions as TypeScript, so that a line it does not handle is found before anybody plays.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crowned.protocols.views import Clocks, OffenceView, Placement, Seat, Value

# ---------------------------------------------------------------- events


class BoardEvent(Struct, frozen=True, tag_field="kind"):
    """One thing an action did, in order: what a board animates and a screen reader says."""


class MovedEvent(BoardEvent, frozen=True, tag="moved"):
    path: list[str]


class LiftedEvent(BoardEvent, frozen=True, tag="lifted"):
    """A captured piece left the board."""

    square: str
    column: str


class StackedEvent(BoardEvent, frozen=True, tag="stacked"):
    """The top stone of ``square`` went under the tower on ``onto``, where it lies as ``column``."""

    square: str
    onto: str
    column: str


class CrownedEvent(BoardEvent, frozen=True, tag="crowned"):
    square: str


class OpenedEvent(BoardEvent, frozen=True, tag="opened"):
    square: str
    knob: str


class ClosedEvent(BoardEvent, frozen=True, tag="closed"):
    square: str
    knob: str


class FellEvent(BoardEvent, frozen=True, tag="fell"):
    square: str
    column: str


class HuffedEvent(BoardEvent, frozen=True, tag="huffed"):
    """``automatic``: the book takes the piece, nobody had to ask for it."""

    square: str
    column: str
    automatic: bool


class TakenBackEvent(BoardEvent, frozen=True, tag="taken_back"):
    """A move was undone by right; the line's ``after`` is the board as it was."""


class AcceptedEvent(BoardEvent, frozen=True, tag="accepted"):
    """An offence was let pass."""


class SpunEvent(BoardEvent, frozen=True, tag="spun"):
    result: str


class TouchedEvent(BoardEvent, frozen=True, tag="touched"):
    """``binding`` if the piece must now be moved."""

    square: str
    binding: bool


class AdjustedEvent(BoardEvent, frozen=True, tag="adjusted"):
    square: str


class DrawOfferedEvent(BoardEvent, frozen=True, tag="draw_offered"):
    by: Seat


class DrawDeclinedEvent(BoardEvent, frozen=True, tag="draw_declined"):
    by: Seat


class TurnEvent(BoardEvent, frozen=True, tag="turn"):
    side: Seat


class EndedEvent(BoardEvent, frozen=True, tag="ended"):
    winner: Seat | None
    reason: str
    points: int | None


Event = (
    MovedEvent
    | LiftedEvent
    | StackedEvent
    | CrownedEvent
    | OpenedEvent
    | ClosedEvent
    | FellEvent
    | HuffedEvent
    | TakenBackEvent
    | AcceptedEvent
    | SpunEvent
    | TouchedEvent
    | AdjustedEvent
    | DrawOfferedEvent
    | DrawDeclinedEvent
    | TurnEvent
    | EndedEvent
)

# ---------------------------------------------------------------- lines of the log

BoardAction = Literal[
    "move",
    "spin",
    "huff",
    "takeback",
    "accept",
    "touch",
    "adjust",
    "agree_draw",
    "claim_draw",
    "resign",
    "adjudicate",
]


class LogEntry(Value, frozen=True, tag_field="kind"):
    """One line of the game's log. ``v`` grows; lines the reader may not see are left out."""

    v: int
    at: int


class CreatedEntry(LogEntry, frozen=True, tag="created"):
    after: Placement


class JoinedEntry(LogEntry, frozen=True, tag="joined"):
    by: Seat
    name: str = ""


class CommittedEntry(LogEntry, frozen=True, tag="committed"):
    by: Seat
    commit: str


class SeededEntry(LogEntry, frozen=True, tag="seeded"):
    by: Seat
    seed: str


class StartedEntry(LogEntry, frozen=True, tag="started"):
    pass


class PlayedEntry(LogEntry, frozen=True, tag="played"):
    """Something on the board. ``offence``: what it punishes, or what was broken and punished with it."""

    by: Seat
    ply: int
    text: str
    action: BoardAction
    events: list[Event]
    after: Placement
    clocks: Clocks | None = None
    offence: OffenceView | None = None


class DrawOfferedEntry(LogEntry, frozen=True, tag="draw_offered"):
    by: Seat


class DrawDeclinedEntry(LogEntry, frozen=True, tag="draw_declined"):
    by: Seat


class UndoOfferedEntry(LogEntry, frozen=True, tag="undo_offered"):
    by: Seat


class UndoDeclinedEntry(LogEntry, frozen=True, tag="undo_declined"):
    by: Seat


class UndoneEntry(LogEntry, frozen=True, tag="undone"):
    """The game went back to ``ply``."""

    by: Seat
    ply: int
    after: Placement


class MissedEntry(LogEntry, frozen=True, tag="missed"):
    """An offence was not answered; ``squares`` could have been removed."""

    by: Seat
    squares: list[str]
    offence: OffenceView | None = None


class FalseClaimEntry(LogEntry, frozen=True, tag="false_claim"):
    """In a silent game ``by`` claimed an offence that there was not."""

    by: Seat


class HintedEntry(LogEntry, frozen=True, tag="hinted"):
    by: Seat


class PausedEntry(LogEntry, frozen=True, tag="paused"):
    pass


class ResumedEntry(LogEntry, frozen=True, tag="resumed"):
    pass


class SaidEntry(LogEntry, frozen=True, tag="said"):
    by: Seat
    text: str


class EndedEntry(LogEntry, frozen=True, tag="ended"):
    """``state.outcome`` has the sentence."""

    winner: Seat | None
    reason: str


class RevealedEntry(LogEntry, frozen=True, tag="revealed"):
    seed: str


class RematchOfferedEntry(LogEntry, frozen=True, tag="rematch_offered"):
    by: Seat


class RematchDeclinedEntry(LogEntry, frozen=True, tag="rematch_declined"):
    by: Seat


class RematchedEntry(LogEntry, frozen=True, tag="rematched"):
    game: str


Entry = (
    CreatedEntry
    | JoinedEntry
    | CommittedEntry
    | SeededEntry
    | StartedEntry
    | PlayedEntry
    | DrawOfferedEntry
    | DrawDeclinedEntry
    | UndoOfferedEntry
    | UndoDeclinedEntry
    | UndoneEntry
    | MissedEntry
    | FalseClaimEntry
    | HintedEntry
    | PausedEntry
    | ResumedEntry
    | SaidEntry
    | EndedEntry
    | RevealedEntry
    | RematchOfferedEntry
    | RematchDeclinedEntry
    | RematchedEntry
)
