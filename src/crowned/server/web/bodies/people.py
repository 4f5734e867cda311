"""Sessions, accounts and ratings."""

from __future__ import annotations

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
