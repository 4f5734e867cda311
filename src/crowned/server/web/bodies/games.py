"""Making, joining and finding games."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from crowned.protocols.views import ClockRule, Policy, RulesView, Seat, Text, Token
from crowned.server.web.bodies.base import Fen, Level, Request, Resource
from crowned.server.web.bodies.rules import RulesChoice


class NewGame(Request, frozen=True):
    rules: RulesChoice
    kind: Literal["computer", "hotseat", "friend"]
    level: Level = 3
    side: Literal["white", "black", "first", "second", "random"] | None = None
    """The seat of who creates the game; ``first`` begins. None: as the ruleset says, by lot or first."""
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
    mine: bool = False
    """The reader has a seat in this game already."""


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
    actor: Seat | None = None
    """Who is to act; None when nobody is."""
    left: int | None = None
    """Milliseconds that are left for it; None without a running clock."""
    computer: Seat | None = None
    """The seat of the computer."""
    level: int = 0
    sides: dict[Seat, Text] = field(default_factory=dict)
    """What the game calls its sides; empty where its rules are not among those shipped."""


class GameList(Resource, frozen=True):
    games: list[GameBrief]
    next: int | None = None
    """Pass as ``before`` for the next page."""
