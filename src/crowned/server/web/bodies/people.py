"""Sessions, accounts and ratings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from crowned.protocols.views import Lang, Text
from crowned.server.web.bodies.base import Code, Name, Password, Request, Resource


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


class GuestName(Request, frozen=True):
    name: Name


class NewPassword(Request, frozen=True):
    old: Password
    new: Password


class SessionItem(Resource, frozen=True):
    """Something that is logged in; ``seen`` is at most a day old."""

    id: str
    created: int
    seen: int
    current: bool


class RecoveryCodes(Resource, frozen=True):
    """Shown once; the server keeps only hashes."""

    codes: list[str]


class Recovery(Request, frozen=True):
    name: Name
    code: Code
    password: Password


class PasskeyOptions(Resource, frozen=True):
    """What the browser hands to its device, as WebAuthn writes it in JSON."""

    options: dict[str, Any]


Credential = dict[Annotated[str, Meta(max_length=40)], Any]
"""What a device answers, as WebAuthn writes it in JSON."""


class NewPasskey(Request, frozen=True):
    credential: Credential
    name: Name


class PasskeyLogin(Request, frozen=True):
    credential: Credential
    lang: Lang | None = None


class PasskeyItem(Resource, frozen=True):
    id: str
    name: str
    created: int
    seen: int


class OwnGame(Resource, frozen=True):
    id: str
    log: list[dict[str, Any]]


class OwnData(Resource, frozen=True):
    """All that is stored about somebody."""

    format: Literal["crowned-data/1"]
    name: str
    account: bool
    since: int
    ratings: list[dict[str, Any]]
    rating_changes: list[dict[str, Any]]
    house_rules: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    passkeys: list[dict[str, Any]]
    games: list[OwnGame]


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
