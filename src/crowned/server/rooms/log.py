"""The log of a game: what is stored, and nothing else is. Everything a room knows is folded from these.

A body never changes its meaning once games have been stored with it; new facts get new kinds or new fields
with defaults.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, json
from msgspec.structs import replace

from crowned.protocols.views import ClockRule, Policy, Seat
from crowned.server.store import Row, Statement

COMPUTER = "computer"
"""Stands where a person's id would stand."""
SERVER = "server"
"""The actor of what happens by itself."""


class Settings(Struct, frozen=True, omit_defaults=True):
    """How a game was set up. ``rules`` is the whole ruleset file, so that a later edition changes no game."""

    kind: Literal["computer", "hotseat", "friend"]
    rules: str
    fingerprint: str
    ruleset: str
    white: str
    """Person, computer, or empty while the seat is free."""
    black: str
    by: str
    policy: Policy = "pointed_out"
    touch_move: bool = False
    clock: ClockRule = ClockRule()
    level: int = 0
    rated: bool = False
    chat: bool = False
    public: bool = False
    fen: str = ""
    commit: str = ""
    first_move: int = 0
    """Milliseconds each side has for its first move, before its clock runs; 0: it runs at once."""


def again(settings: Settings, seats: dict[Seat, str], swap: bool) -> Settings:
    """The same game once more for those who sit there now, with the colours changed or not."""
    white, black = seats["white"], seats["black"]
    if swap:
        white, black = black, white
    return replace(settings, white=white, black=black, commit="")


def committed(settings: Settings, commit: str) -> Settings:
    return replace(settings, commit=commit)


class Body(Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """What happened."""


class Created(Body, frozen=True, tag="created"):
    settings: Settings


class Joined(Body, frozen=True, tag="joined"):
    seat: Seat
    person: str


class Committed(Body, frozen=True, tag="committed"):
    """A seat's promise of a seed."""

    seat: Seat
    commit: str


class Seeded(Body, frozen=True, tag="seeded"):
    seat: Seat
    seed: str


class Started(Body, frozen=True, tag="started"):
    pass


class Played(Body, frozen=True, tag="played"):
    """An action of the game; ``credit`` is the time of the network, not charged to the clock."""

    seat: Seat
    text: str
    credit: int = 0


Offer = Literal["draw", "undo", "rematch"]


class Offered(Body, frozen=True, tag="offered"):
    """Beside the game; draws are offered on the board."""

    what: Literal["undo", "rematch"]
    seat: Seat


class Declined(Body, frozen=True, tag="declined"):
    what: Literal["undo", "rematch"]
    seat: Seat


class Undone(Body, frozen=True, tag="undone"):
    """The last ``count`` actions never were, at the wish of ``seat``."""

    count: int
    seat: Seat


class Missed(Body, frozen=True, tag="missed"):
    """The side that could have answered an offence did not."""

    seat: Seat
    squares: list[str]


class FalseClaim(Body, frozen=True, tag="false_claim"):
    """In a silent game somebody claimed an offence that there was not; he may not try again this turn."""

    seat: Seat


class Hinted(Body, frozen=True, tag="hinted"):
    seat: Seat


class Paused(Body, frozen=True, tag="paused"):
    """No clock runs from ``since`` on: the server stopped then, even if it could only write it down later."""

    since: int


class Resumed(Body, frozen=True, tag="resumed"):
    pass


class Said(Body, frozen=True, tag="said"):
    seat: Seat
    text: str


class Ended(Body, frozen=True, tag="ended"):
    winner: Seat | None
    reason: str
    points: int | None = None


class Revealed(Body, frozen=True, tag="revealed"):
    seed: str


class Rematched(Body, frozen=True, tag="rematched"):
    game: str


AnyBody = (
    Created
    | Joined
    | Committed
    | Seeded
    | Started
    | Played
    | Offered
    | Declined
    | Undone
    | Missed
    | FalseClaim
    | Hinted
    | Paused
    | Resumed
    | Said
    | Ended
    | Revealed
    | Rematched
)


class Logged(Struct, frozen=True):
    """One row of the log. ``actor`` is a person's id, the computer or the server."""

    seq: int
    body: AnyBody
    actor: str
    at: int
    client_id: str | None = None


_decode = json.Decoder(AnyBody).decode
_encode = json.Encoder().encode

SELECT = "SELECT seq, body, actor, at, client_id FROM event WHERE game = $1 AND seq > $2 ORDER BY seq"


def from_row(row: Row) -> Logged:
    return Logged(row[0], _decode(row[1]), row[2], row[3], row[4])


COLUMNS = "game, seq, kind, actor, client_id, body, at"
INSERT = f"INSERT INTO event ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)"  # noqa: S608


def values(game: str, line: Logged) -> tuple[str | int | None, ...]:
    """What a row of the log has."""
    body = _encode(line.body).decode()
    return (game, line.seq, line.body.__struct_config__.tag, line.actor, line.client_id, body, line.at)


def insert(game: str, line: Logged) -> Statement:
    return Statement(INSERT, values(game, line))
