"""The bodies of the HTTP API. ``docs/api.md`` lists the addresses; the OpenAPI page is made from these."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crowned.protocols.views import (
    AxisValue,
    Choice,
    ClockRule,
    Lang,
    MoveText,
    OutcomeView,
    Path,
    Placement,
    Policy,
    RulesView,
    Seat,
    Text,
    Token,
)

RulesetId = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9_-]+$")]
Fen = Annotated[str, Meta(min_length=1, max_length=2000)]
Toml = Annotated[str, Meta(min_length=1, max_length=60_000)]
Name = Annotated[str, Meta(min_length=2, max_length=24, pattern=r"^[\w.-]+( [\w.-]+)*$")]
Password = Annotated[str, Meta(min_length=8, max_length=128)]
AxisName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z_]+$")]
Level = Annotated[int, Meta(ge=1, le=10)]


class Request(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A body the browser sends."""


class Resource(Struct, frozen=True):
    """A body the server sends."""


# ---------------------------------------------------------------- faults


class Fault(Resource, frozen=True):
    """Every refusal of the API has this body."""

    code: str
    text: str
    faults: list[str] = []


# ---------------------------------------------------------------- sessions and accounts


class SessionView(Resource, frozen=True):
    name: str
    account: bool
    lang: Lang


class StartSession(Request, frozen=True):
    lang: Lang | None = None


class Credentials(Request, frozen=True):
    name: Name
    password: Password
    lang: Lang | None = None


class NewPassword(Request, frozen=True):
    old: Password
    new: Password


class RatingView(Resource, frozen=True):
    ruleset: str
    title: Text
    rating: int
    deviation: int
    games: int
    provisional: bool


class PlayerPage(Resource, frozen=True):
    name: str
    since: int
    ratings: list[RatingView]


# ---------------------------------------------------------------- rules


class RulesChoice(Request, frozen=True):
    """Which rules: a ruleset ``id`` with ``options``, the text of a ruleset file, or saved house rules."""

    id: RulesetId | None = None
    options: dict[AxisName, AxisValue] = {}
    toml: Toml | None = None
    house: Token | None = None


class RulesetBrief(Resource, frozen=True):
    id: str
    title: Text
    about: Text
    files: int
    ranks: int
    towers: bool
    doors: bool
    huffing: Literal["strict", "huff", "auto_huff"]
    book: bool
    """True for the rulebooks the project is about, false for the standard games."""


class AxisView(Resource, frozen=True):
    """One rule dimension, for the builder."""

    name: str
    group: str
    kind: Literal["bool", "int", "word", "words", "ints", "doors"]
    default: AxisValue
    title: Text
    help: Text
    group_title: Text
    choices: list[str] = []
    choice_titles: dict[str, Text] = {}
    low: int = 0
    high: int = 0


class AxisSetting(Resource, frozen=True):
    name: str
    value: AxisValue
    clauses: list[str] = []
    house: bool = False


class RulesetPage(Resource, frozen=True):
    rules: RulesView
    axes: list[AxisSetting]
    toml: str
    """The ruleset as a file of its own."""


class SheetLine(Resource, frozen=True):
    text: str
    axes: list[str] = []
    clauses: list[str] = []
    house: bool = False
    """The book is silent; the ruleset adds this rule."""
    chosen: bool = False
    """The players chose this."""
    note: str = ""


class SheetSection(Resource, frozen=True):
    key: str
    title: str
    lines: list[SheetLine]


class Sheet(Resource, frozen=True):
    title: str
    lang: Lang
    sections: list[SheetSection]


class SheetRequest(Request, frozen=True):
    rules: RulesChoice
    lang: Lang


class DifferencesRequest(Request, frozen=True):
    a: RulesChoice
    b: RulesChoice
    lang: Lang


class DifferenceView(Resource, frozen=True):
    axes: list[str]
    a: SheetLine
    b: SheetLine


class Differences(Resource, frozen=True):
    differences: list[DifferenceView]


class CheckRequest(Request, frozen=True):
    rules: RulesChoice
    lang: Lang


class Checked(Resource, frozen=True):
    """A house ruleset looked over: ``faults`` say what contradicts what; empty means playable."""

    faults: list[str]
    page: RulesetPage | None = None
    sheet: Sheet | None = None


class SaveHouse(Request, frozen=True):
    title: Annotated[str, Meta(min_length=1, max_length=60)]
    rules: RulesChoice


class HouseView(Resource, frozen=True):
    key: str
    title: str
    by: str
    created: int
    base: str
    link: str
    mine: bool = False


class HousePage(Resource, frozen=True):
    house: HouseView
    page: RulesetPage


class Houses(Resource, frozen=True):
    houses: list[HouseView]


# ---------------------------------------------------------------- games


class NewGame(Request, frozen=True):
    rules: RulesChoice
    kind: Literal["computer", "hotseat", "friend"]
    level: Level = 3
    side: Literal["white", "black", "first", "second", "random"] = "first"
    """The seat of who creates the game; ``first`` begins."""
    policy: Policy = "pointed_out"
    touch_move: bool | None = None
    """None: as the ruleset says."""
    clock: ClockRule = ClockRule()
    rated: bool = False
    chat: bool = False
    public: bool = False
    fen: Fen | None = None
    """Another start position (never rated)."""


class Links(Resource, frozen=True):
    play: str
    watch: str
    join: str = ""
    """For the free seat; empty when there is none."""


class GameCreated(Resource, frozen=True):
    id: str
    links: Links


class TokenRequest(Request, frozen=True):
    token: Token


class Invite(Resource, frozen=True):
    """What is behind a join link, before taking the seat."""

    id: str
    by: str
    rules: RulesView
    seat: Seat
    clock: ClockRule
    policy: Policy
    touch_move: bool
    rated: bool
    taken: bool


class Joined(Resource, frozen=True):
    id: str
    you: Literal["white", "black", "watcher"]


class GameBrief(Resource, frozen=True):
    id: str
    ruleset: str
    title: Text
    kind: Literal["computer", "hotseat", "friend"]
    white: str
    black: str
    created: int
    plies: int
    result: Literal["white", "black", "draw", "aborted", "open"]
    reason: str = ""
    mine: Literal["", "white", "black", "both"] = ""


class GameList(Resource, frozen=True):
    games: list[GameBrief]
    next: int | None = None
    """Pass as ``before`` for the next page."""


# ---------------------------------------------------------------- analysis


class PositionRequest(Request, frozen=True):
    """A position: start (or ``fen``) plus the actions played from it."""

    rules: RulesChoice
    fen: Fen | None = None
    moves: Annotated[list[MoveText], Meta(max_length=600)] = []
    lang: Lang = "en"


class PositionView(Resource, frozen=True):
    fen: str
    key: str
    at: Placement
    choices: list[Choice]
    actions: list[str]
    must_spin: bool = False
    outcome: OutcomeView | None = None


class AttemptRequest(Request, frozen=True):
    rules: RulesChoice
    lang: Lang
    fen: Fen | None = None
    moves: Annotated[list[MoveText], Meta(max_length=600)] = []
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
    moves: Annotated[list[MoveText], Meta(max_length=600)] = []
    milliseconds: Annotated[int, Meta(ge=10, le=10_000)] = 1000
    lines: Annotated[int, Meta(ge=1, le=5)] = 3


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


class Lines(Resource, frozen=True):
    fen: str
    depth: int
    nodes: int
    lines: list[Line]


class ReviewRequest(Request, frozen=True):
    """A whole game to be looked over; the server may think shorter than wished."""

    rules: RulesChoice
    fen: Fen | None = None
    moves: Annotated[list[MoveText], Meta(max_length=600)] = []
    milliseconds: Annotated[int, Meta(ge=10, le=1000)] = 100


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


# ---------------------------------------------------------------- import and export


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
    faults: list[str] = []
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


# ---------------------------------------------------------------- the spinner's proof


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
    result: str = ""


class Health(Resource, frozen=True):
    ok: bool
    version: str
    games: int
    database: Literal["sqlite", "postgresql"]


REQUESTS: tuple[type[Request], ...] = tuple(Request.__subclasses__())
RESOURCES: tuple[type[Resource], ...] = tuple(Resource.__subclasses__())
