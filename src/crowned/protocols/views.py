"""What a game looks like on the wire: the parts of the socket messages and of the HTTP resources.

Nothing here is computed with; these are pictures of a game for one reader, in plain JSON values.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Seat = Literal["white", "black"]
Role = Literal["white", "black", "both", "watcher"]
Lang = Literal["de", "nl", "en"]
Text = dict[Lang, str]
AxisValue = bool | int | str | list[str | int]
Options = dict[str, AxisValue]
Policy = Literal["strict", "silent", "pointed_out"]
Phase = Literal["waiting", "seeding", "playing", "over"]

GameId = Annotated[str, Meta(min_length=4, max_length=32, pattern=r"^[0-9A-Za-z_-]+$")]
Token = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[0-9A-Za-z_-]+$")]
MessageId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[0-9A-Za-z_-]+$")]
SquareName = Annotated[str, Meta(min_length=1, max_length=4, pattern=r"^[0-9a-z]+$")]
Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
PositionHash = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[0-9a-f]+$")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Version = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Path = Annotated[list[SquareName], Meta(max_length=64)]
MoveText = Annotated[str, Meta(max_length=200)]
ChatText = Annotated[str, Meta(min_length=1, max_length=300)]
ClockReading = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Value(Struct, frozen=True):
    """A part of a message."""


class ClockRule(Value, frozen=True, forbid_unknown_fields=True):
    """How time is counted. All times are whole milliseconds."""

    kind: Literal["none", "fischer", "delay", "per_move"] = "none"
    base: Annotated[int, Meta(ge=0, le=86_400_000 * 14)] = 0
    """fischer, delay: the budget of each side; per_move: the time for every move."""
    step: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    """fischer: added after each move; delay: how long the clock waits before it runs."""


class Clocks(Value, frozen=True):
    """A reading of both clocks at the server time ``at``; ``running`` is the side whose time passes."""

    white: int
    black: int
    at: int
    """Milliseconds since 1970 by the server's clock; compare with ``now`` of the same message."""
    running: Seat | None = None
    wait: int = 0
    """Milliseconds still free before ``running``'s time passes: of a delay, or for the first move."""
    opening: bool = False
    """``running``'s first move is waited for; if it does not come within ``wait``, the game is aborted."""


class SquareView(Value, frozen=True):
    name: str
    """The name every message uses: algebraic or a number, as the ruleset's notation says."""
    file: int
    rank: int
    number: int
    algebraic: str


class SideView(Value, frozen=True):
    name: Text
    colour: str
    king_colour: str
    """What the top of a crowned piece looks like where the piece is turned over; else equal to ``colour``."""


class Slider(Value, frozen=True):
    """A knob with a door on each side; ``knobs`` lists their states in this order."""

    name: str
    colour: str
    left: str
    right: str


class RulesView(Value, frozen=True):
    """Everything a board must know to draw a game. It contains no rules to compute with."""

    id: str
    title: Text
    about: Text
    fingerprint: str
    files: int
    ranks: int
    squares: list[SquareView]
    lines: Literal["diagonal", "orthogonal"]
    notation: Literal["algebraic", "numeric"]
    first: Seat
    sides: dict[Seat, SideView]
    first_by: Literal["colour", "lot", "turns"] = "colour"
    """How the colours are given where nobody chooses one."""
    crown_mark: Literal["double", "turn"] = "double"
    towers: bool = False
    sliders: list[Slider] = []
    spinner: dict[str, int] = {}
    """Result of a spin -> its weight; empty where nothing is spun."""
    huffing: Literal["strict", "huff", "auto_huff"] = "strict"
    remedies: list[str] = []
    touch_move: bool = False
    king_name: Literal["dame", "king"] = "dame"
    huff_name: Literal["blow", "huff"] = "blow"
    """The words of the book, which some languages keep apart."""
    options: Options = {}
    """Axes in which the game differs from the ruleset named by ``id``."""
    house: bool = False
    toml: str = ""
    """The file of rules that have a name of their own; else ``id`` and ``options`` say everything."""


class Placement(Value, frozen=True):
    """What stands where: square -> column from top to bottom (w, b men; W, B crowned)."""

    board: dict[str, str]
    turn: Seat
    knobs: str = ""
    spin: str | None = None


class SlideView(Value, frozen=True):
    """What moving a knob does: ``door`` opens or closes, and what stands there may fall."""

    knob: str
    to: Literal["L", "M", "R"]
    door: str
    opens: bool
    shuts: bool
    """The door is closed in the end: it was open, or it snaps shut behind what falls."""
    falls: str = ""
    """The column that falls; empty if nothing does."""


class Choice(Value, frozen=True):
    """One move the reader may make. ``path`` has every square the piece stands on; a slide has none."""

    text: str
    path: list[str] = []
    captures: list[str] = []
    crowns: bool = False
    falls: bool = False
    slide: SlideView | None = None


class OutcomeView(Value, frozen=True):
    winner: Seat | None
    reason: str
    text: str
    points: int | None = None
    clauses: list[str] = []
    """Where the rules say so; of a game that the players or the clock ended, only what it counts."""


class OffenceView(Value, frozen=True):
    """An obligation was broken and the answer is due."""

    by: Seat
    removable: list[str]
    remedies: list[str]
    rule: str
    """What was to be done, in the reader's language."""
    text: str
    """The same, and what may be done about it."""
    clauses: list[str] = []
    evidence: list[str] = []
    """The moves that were owed."""


class VerdictView(Value, frozen=True):
    """The referee's answer to an attempt, in the reader's language."""

    verdict: Literal["accepted", "offence", "incomplete", "ambiguous", "refused"]
    reason: str
    text: str
    clauses: list[str] = []
    evidence: list[str] = []
    removable: list[str] = []
    remedies: list[str] = []


Do = Literal[
    "spin",
    "huff",
    "takeback",
    "accept",
    "touch",
    "adjust",
    "offer_draw",
    "agree_draw",
    "decline_draw",
    "claim_draw",
    "resign",
    "abort",
    "undo",
    "agree_undo",
    "decline_undo",
    "rematch",
    "decline_rematch",
]


class Option(Value, frozen=True):
    """Something other than a move that the reader may do now."""

    do: Do
    square: str = ""


class CountdownView(Value, frozen=True):
    """A count that leads to a draw is running."""

    moves: int
    """Moves that are left: of each player, or of the stronger side where only hers count."""
    text: str
    """The rule, in the reader's language."""
    claimed: bool = False
    """The draw must be claimed then; else it comes by itself."""


class State(Value, frozen=True):
    """The game as the reader may see it now. Whatever the entries said, this is the truth."""

    ply: int
    """Actions on the board so far; a move names the ply it answers."""
    pos: str
    """Hash of the position; a move names the position it was made for."""
    phase: Phase
    at: Placement
    fen: str
    actor: Seat | None
    """Who is to act: the mover, or who must answer an offence."""
    choices: list[Choice] = []
    options: list[Option] = []
    must_spin: bool = False
    pending: OffenceView | None = None
    """Only for those the game's huffing policy lets know."""
    touched: str = ""
    clocks: Clocks | None = None
    draw_offer: Seat | None = None
    undo_offer: Seat | None = None
    rematch_offer: Seat | None = None
    rematch: str = ""
    """The game that followed this one."""
    outcome: OutcomeView | None = None
    stake: int | None = None
    """Where points are counted: what a win would be worth now."""
    countdown: CountdownView | None = None
    """The count that ends first, once it is worth a word."""


class PlayerView(Value, frozen=True):
    name: str
    kind: Literal["guest", "account", "computer", "open"]
    level: int = 0
    rating: int | None = None
    provisional: bool = False
    change: int | None = None
    """How this game, once over, has changed the rating."""


class SpinnerView(Value, frozen=True):
    """The public side of the spinner's proof; ``docs/wire.md`` says how to check it."""

    commit: str
    white_seed: str = ""
    black_seed: str = ""
    server_seed: str = ""
    """Empty until the game is over."""
    white_commit: str = ""
    black_commit: str = ""
    """What two players promised before either showed a seed; empty where one person or none has a seed."""


class GameView(Value, frozen=True):
    """What does not change while a game goes on, or only with its players."""

    id: str
    kind: Literal["computer", "hotseat", "friend"]
    rules: RulesView
    policy: Policy
    touch_move: bool
    clock: ClockRule
    rated: bool
    chat: bool
    public: bool
    created: int
    players: dict[Seat, PlayerView]
    start: Placement
    spinner: SpinnerView | None = None
