"""Import, export, and the proof of the spinner."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from crowned.protocols.views import Lang, RulesView, Seat
from crowned.server.web.bodies.base import Fen, Request, Resource
from crowned.server.web.bodies.rules import RulesChoice


class ImportRequest(Request, frozen=True):
    format: Literal["pdn", "fen"]
    text: Annotated[str, Meta(min_length=1, max_length=200_000)]
    rules: RulesChoice | None = None
    lang: Lang = "en"


class ImportedGame(Resource, frozen=True):
    rules: RulesView
    tags: dict[str, str]
    fen: str
    moves: list[str]
    faults: list[str] = field(default_factory=list)
    """What could not be replayed; the moves up to there are given."""


class Imported(Resource, frozen=True):
    games: list[ImportedGame]


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
