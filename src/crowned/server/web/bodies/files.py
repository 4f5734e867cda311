"""Import, export, and the proof of the spinner."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from crowned.protocols.views import Lang, MoveText, RulesView, Seat
from crowned.server.web.bodies.analysis import PositionView
from crowned.server.web.bodies.base import END, Fen, Request, Resource
from crowned.server.web.bodies.rules import RulesChoice


class ImportRequest(Request, frozen=True):
    format: Literal["pdn", "fen"]
    text: Annotated[str, Meta(min_length=1, max_length=200_000)]
    rules: RulesChoice | None = None
    lang: Lang = "en"


class ImportedMove(Resource, frozen=True):
    """One action of a game with branches."""

    parent: int
    """The place of the action before it in the list; -1 for the start."""
    text: str
    by: Seat
    time: int | None = None
    rolled: bool = False
    """A spin of the game's own dice."""
    comment: str = ""
    nags: list[int] = field(default_factory=list)
    view: PositionView | None = None
    """The position after it; None in files too long to send them all."""


class ImportedGame(Resource, frozen=True):
    rules: RulesView
    tags: dict[str, str]
    fen: str
    moves: list[ImportedMove]
    comment: str = ""
    start: PositionView | None = None
    faults: list[str] = field(default_factory=list)
    """What a reader should be told about it."""


class Imported(Resource, frozen=True):
    games: list[ImportedGame]


TagName = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[A-Za-z]\w*" + END)]
TagValue = Annotated[str, Meta(max_length=2000)]
Nag = Annotated[int, Meta(ge=0, le=255)]
Remark = Annotated[str, Meta(max_length=4000)]


class SavedMove(Request, frozen=True):
    """One action of a game with branches, as in ``ImportedMove``."""

    parent: Annotated[int, Meta(ge=-1, le=5000)]
    text: MoveText
    by: Seat | None = None
    time: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    rolled: bool = False
    comment: Remark = ""
    nags: Annotated[list[Annotated[int, Meta(ge=0, le=255)]], Meta(max_length=20)] = field(
        default_factory=list
    )


class ExportRequest(Request, frozen=True):
    """A game with its branches, comments and tags."""

    rules: RulesChoice
    fen: Fen | None = None
    moves: Annotated[list[SavedMove], Meta(max_length=3000)] = field(default_factory=list)
    comment: Remark = ""
    tags: Annotated[dict[TagName, TagValue], Meta(max_length=60)] = field(default_factory=dict)
    lang: Lang = "en"


class PictureRequest(Request, frozen=True):
    rules: RulesChoice
    fen: Fen | None = None
    flip: bool = False


class TextFile(Resource, frozen=True):
    name: str
    text: str


class TranscriptAction(Resource, frozen=True):
    by: Seat
    text: str


class Transcript(Resource, frozen=True):
    """All that ``crowned verify`` needs, in one file."""

    format: Literal["crowned-transcript/1"]
    game: str
    rules: str
    fingerprint: str
    fen: str
    actions: list[TranscriptAction]
    commit: str = ""
    white_seed: str = ""
    black_seed: str = ""
    server_seed: str = ""
    white_commit: str = ""
    black_commit: str = ""
    result: str = ""


class Health(Resource, frozen=True):
    ok: bool
    version: str
    games: int
    database: Literal["sqlite", "postgresql"]
