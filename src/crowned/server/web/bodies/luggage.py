"""What somebody takes along to another server, or into a browser."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from crowned.server.web.bodies.base import END, Request, Resource, Toml
from crowned.server.web.bodies.rules import HouseTitle


class PackedLine(Request, frozen=True):
    """A line of a game's log; its owner is called "me"."""

    at: int
    actor: Literal["me", "computer", "server"]
    body: dict[str, Any]


class PackedGame(Request, frozen=True):
    id: Annotated[str, Meta(pattern="^[0-9A-Za-z]{12}" + END)]
    lines: list[PackedLine]
    seed: str = ""
    """Of the spinner; of a running game only from a device that belongs to the player."""


class PackedHouse(Request, frozen=True):
    title: HouseTitle
    toml: Toml


class Luggage(Resource, frozen=True):
    format: Literal["crowned-luggage/1"]
    games: list[PackedGame]
    houses: list[PackedHouse]
    left: int
    """Running games whose spinner must stay secret here."""


class BroughtGame(Request, frozen=True):
    game: PackedGame


class BroughtHouse(Request, frozen=True):
    house: PackedHouse


class Arrived(Resource, frozen=True):
    what: Literal["new", "longer", "known"]
