"""Positions, verdicts, engine lines."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from crowned.protocols.entries import Event
from crowned.protocols.views import Choice, Lang, MoveText, OutcomeView, Path, Placement, Seat, Text
from crowned.server.web.bodies.base import Fen, Level, Request, Resource
from crowned.server.web.bodies.rules import RulesChoice


class PositionRequest(Request, frozen=True):
    """A position: start (or ``fen``) plus the actions played from it."""

    rules: RulesChoice
    fen: Fen | None = None
    moves: Annotated[list[MoveText], Meta(max_length=600)] = field(default_factory=list)
    lang: Lang = "en"


class OpeningMove(Resource, frozen=True):
    """A move of a position that the opening book knows, with what it is worth to who makes it."""

    move: str
    win: float
    """Chance to win plus half the chance to draw, 0 to 1."""
    text: str
    """The score as players write it."""


class PositionView(Resource, frozen=True):
    fen: str
    key: str
    at: Placement
    choices: list[Choice]
    actions: list[str]
    events: list[Event] = field(default_factory=list)
    """What the last of the given moves did."""
    must_spin: bool = False
    outcome: OutcomeView | None = None
    openings: list[OpeningMove] = field(default_factory=list)
    """All moves, the best first, where an opening book knows the position; else nothing."""


class AttemptRequest(Request, frozen=True):
    rules: RulesChoice
    lang: Lang
    fen: Fen | None = None
    moves: Annotated[list[MoveText], Meta(max_length=600)] = field(default_factory=list)
    path: Path | None = None
    text: MoveText | None = None


class LegalIn(Resource, frozen=True):
    ruleset: str
    title: Text


class LegalInList(Resource, frozen=True):
    """The shipped rulesets under which the attempt would be a correct move in this position."""

    rulesets: list[LegalIn]


class LinesRequest(Request, frozen=True):
    """Engine lines. ``milliseconds`` bounds the time; the server may give less when it is busy."""

    rules: RulesChoice
    fen: Fen | None = None
    moves: Annotated[list[MoveText], Meta(max_length=600)] = field(default_factory=list)
    milliseconds: Annotated[int, Meta(ge=10, le=10_000)] = 1000
    lines: Annotated[int, Meta(ge=1, le=5)] = 3
    patient: bool = True
    """Whether to wait for one's turn; else the answer is ``busy`` at once if others are being served."""


class Line(Resource, frozen=True):
    """A variation, judged from the side to move."""

    score: int
    """Hundredths of a man; where dice decide, the expected result in ten-thousandths."""
    win: float
    """Chance to win plus half the chance to draw, 0 to 1."""
    text: str
    """The score as players write it."""
    moves: list[str]
    decided: bool = False
    """Whether the result is proven."""
    spin: str | None = None
    """Where a spin is due: the result this line is for."""


class ExactMove(Resource, frozen=True):
    """A move of a position that an endgame table knows, with what it is worth to who makes it."""

    move: str
    result: Literal["win", "draw", "loss"]
    plies: int | None
    """Until something is captured or crowned, or the game ends; null for a draw."""


class Exact(Resource, frozen=True):
    """What an endgame table knows, for the side to move."""

    result: Literal["win", "draw", "loss"]
    plies: int | None
    allowed: int | None
    """Where the rules make a draw of it before: so many plies they allow."""
    moves: list[ExactMove]
    """Best first."""


class Lines(Resource, frozen=True):
    fen: str
    depth: int
    nodes: int
    lines: list[Line]
    exact: Exact | None = None


class ReviewRequest(Request, frozen=True):
    """A whole game to be looked over; the server may think shorter than wished."""

    rules: RulesChoice
    fen: Fen | None = None
    moves: Annotated[list[MoveText], Meta(max_length=600)] = field(default_factory=list)
    milliseconds: Annotated[int, Meta(ge=10, le=1000)] = 100
    patient: bool = True
    """Whether to wait for one's turn; else the answer is ``busy`` at once if others are being served."""


class ChoiceRequest(Request, frozen=True):
    """A position in which a level of the computer is to choose."""

    rules: RulesChoice
    fen: Fen | None = None
    moves: Annotated[list[MoveText], Meta(max_length=600)] = field(default_factory=list)
    level: Level = 10


class Chosen(Resource, frozen=True):
    text: str
    """An action that is open in the position, as the level would play it."""


class JudgedMove(Resource, frozen=True):
    """One move against the best one, by what its side could expect (0 to 1) before and after it."""

    ply: int
    """How many actions stand before it."""
    by: Seat
    move: str
    best: str
    before: float
    after: float
    mark: Literal["", "?!", "?", "??"] = ""


class Review(Resource, frozen=True):
    moves: list[JudgedMove]
