"""The messages of the web socket, typed once for server, tests and browser.

``docs/wire.md`` is the written specification; ``crowned.server.schema`` turns these classes into the
TypeScript the browser uses. Every message is one JSON object with its name in ``t``. A field that has
its default may be left out by the browser; the server sends every field.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, json

from crowned.protocols.entries import Entry
from crowned.protocols.views import (
    ChatText,
    Choice,
    ClockReading,
    Clocks,
    Count,
    Do,
    GameId,
    GameView,
    Lang,
    MessageId,
    MoveText,
    Path,
    PlayerView,
    PositionHash,
    Role,
    Seat,
    Seed,
    SpinnerView,
    SquareName,
    State,
    Token,
    VerdictView,
    Version,
)

VERSION = 2
"""Raised when a client of an older version would misread a message."""

# ---------------------------------------------------------------- browser to server


class FromClient(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="t"):
    """A message of the browser."""


class Hello(FromClient, frozen=True, tag="hello"):
    """Optional first message: the language for sentences. Without it the browser's header decides."""

    lang: Lang
    protocol: int = VERSION
    engine: bool = False
    """Whether this browser has an engine of its own, which may be asked to ``think``."""


class Join(FromClient, frozen=True, tag="join"):
    """Follow a game. ``since``: the version already known; ``token``: from a spectator link."""

    g: GameId
    since: Version = 0
    token: Token | None = None


class Leave(FromClient, frozen=True, tag="leave"):
    g: GameId


class Move(FromClient, frozen=True, tag="move"):
    """Play a whole move: ``path`` (every landing square) or ``text`` (also a slide, ``G1>L``)."""

    g: GameId
    ply: Count
    pos: PositionHash
    id: MessageId
    path: Path | None = None
    text: MoveText | None = None
    seen: ClockReading | None = None
    """The mover's own clock as the browser showed it."""


class Act(FromClient, frozen=True, tag="act"):
    """Anything else a player does. ``ply`` and ``pos`` are needed for acts on the board."""

    g: GameId
    do: Do
    id: MessageId
    ply: Count | None = None
    pos: PositionHash | None = None
    square: SquareName | None = None
    seat: Seat | None = None
    """Only where one browser holds both seats: for which of them (else the side to act)."""


class SendCommit(FromClient, frozen=True, tag="commit"):
    """The seat's promise of a seed: its hash, so that nobody chooses his seed in sight of another's."""

    g: GameId
    id: MessageId
    commit: Seed
    seat: Seat | None = None


class SendSeed(FromClient, frozen=True, tag="seed"):
    """The seat's 32 random bytes for the spinner, sent after all commitments were seen."""

    g: GameId
    id: MessageId
    seed: Seed
    seat: Seat | None = None


class Say(FromClient, frozen=True, tag="say"):
    g: GameId
    id: MessageId
    text: ChatText


class AskHint(FromClient, frozen=True, tag="hint"):
    g: GameId
    id: MessageId


class AskJudge(FromClient, frozen=True, tag="judge"):
    """Why not? Judges an attempt without playing it: whole or partial ``path``, or ``text``."""

    g: GameId
    id: MessageId
    path: Path | None = None
    text: MoveText | None = None


class Thought(FromClient, frozen=True, tag="thought"):
    """Answer to ``think``: what the browser's engine would play. One that comes too late is dropped."""

    g: GameId
    ply: Count
    pos: PositionHash
    text: MoveText


class Seen(FromClient, frozen=True, tag="seen"):
    """The browser has shown version ``v``; tells the opponent, changes nothing."""

    g: GameId
    v: Version


class Ping(FromClient, frozen=True, tag="ping"):
    id: MessageId


class Pong(FromClient, frozen=True, tag="pong"):
    """Answer to the server's ping; the round trip bounds the lag credit."""

    n: Count


ClientMessage = (
    Hello
    | Join
    | Leave
    | Move
    | Act
    | SendCommit
    | SendSeed
    | Say
    | AskHint
    | AskJudge
    | Thought
    | Seen
    | Ping
    | Pong
)


# ---------------------------------------------------------------- server to browser


class FromServer(Struct, frozen=True, tag_field="t"):
    """A message of the server."""


class Welcome(FromServer, frozen=True, tag="welcome"):
    """First message on every socket."""

    protocol: int
    now: int
    name: str
    lang: Lang
    account: bool = False


class Snapshot(FromServer, frozen=True, tag="snapshot"):
    """Answer to ``join`` of somebody who knows nothing yet (or whose ``since`` is from the future)."""

    g: str
    v: int
    now: int
    you: Role
    game: GameView
    entries: list[Entry]
    state: State


class Update(FromServer, frozen=True, tag="update"):
    """What happened after version ``since``. A reader at a version below ``since`` joins again."""

    g: str
    v: int
    now: int
    since: int
    entries: list[Entry]
    state: State
    players: dict[Seat, PlayerView] | None = None
    spinner: SpinnerView | None = None


class Ok(FromServer, frozen=True, tag="ok"):
    """Done, and on disk. ``v`` is the version the message became."""

    g: str
    id: str
    v: int
    ply: int
    at: int
    clocks: Clocks | None = None


class Dup(FromServer, frozen=True, tag="dup"):
    """The message had been done before: the old acknowledgement again."""

    g: str
    id: str
    v: int
    ply: int
    at: int
    clocks: Clocks | None = None


class Stale(FromServer, frozen=True, tag="stale"):
    """The message was made for another position. Nothing was done; here is what was missed."""

    g: str
    id: str
    v: int
    now: int
    since: int
    entries: list[Entry]
    state: State


class Illegal(FromServer, frozen=True, tag="illegal"):
    """The referee refuses. Nothing was done."""

    g: str
    id: str
    v: int
    verdict: VerdictView


class Late(FromServer, frozen=True, tag="late"):
    """The time was up before the message arrived. The update that ends the game comes too."""

    g: str
    id: str
    v: int


DeniedCode = Literal[
    "bad_message",
    "not_found",
    "not_joined",
    "not_yours",
    "not_your_turn",
    "not_now",
    "not_here",
    "too_fast",
    "too_many",
    "silent",
    "try_again",
]


class Denied(FromServer, frozen=True, tag="denied"):
    """Not a matter of the rules. ``text`` is in the reader's language."""

    code: DeniedCode
    text: str
    g: str = ""
    id: str = ""
    v: int = 0


class Judged(FromServer, frozen=True, tag="verdict"):
    g: str
    id: str
    v: int
    verdict: VerdictView


class Hint(FromServer, frozen=True, tag="hint"):
    g: str
    id: str
    v: int
    pos: str
    choice: Choice


class Think(FromServer, frozen=True, tag="think"):
    """The server's engine is busy: what would the browser's play for the computer, at this ``level``?"""

    g: str
    ply: int
    pos: str
    level: int
    toml: str
    fen: str
    """Empty for the usual start."""
    moves: list[str]


class Presence(FromServer, frozen=True, tag="presence"):
    """Who is connected, and the last version each player's browser has shown."""

    g: str
    v: int
    white: bool
    black: bool
    watchers: int
    white_seen: int = 0
    black_seen: int = 0


class ServerPing(FromServer, frozen=True, tag="ping"):
    n: int
    now: int


class ServerPong(FromServer, frozen=True, tag="pong"):
    id: str
    now: int


class Bye(FromServer, frozen=True, tag="bye"):
    """The server closes the socket: restart, logout, too_fast, idle, replaced."""

    reason: Literal["restart", "logout", "too_fast", "idle", "too_many"]
    text: str


ServerMessage = (
    Welcome
    | Snapshot
    | Update
    | Ok
    | Dup
    | Stale
    | Illegal
    | Late
    | Denied
    | Judged
    | Hint
    | Think
    | Presence
    | ServerPing
    | ServerPong
    | Bye
)

read_client = json.Decoder(ClientMessage).decode
read_server = json.Decoder(ServerMessage).decode
write = json.Encoder().encode
