"""What all bodies of the HTTP API share."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

END = r"$(?!\n)"
"""The end of a text. To Python a ``$`` alone is also the place before a last line break."""
RulesetId = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9_-]+" + END)]
Fen = Annotated[str, Meta(min_length=1, max_length=2000)]
Toml = Annotated[str, Meta(min_length=1, max_length=60_000)]
Name = Annotated[str, Meta(min_length=2, max_length=24, pattern=r"^[\w.-]+( [\w.-]+)*" + END)]
Password = Annotated[str, Meta(min_length=8, max_length=128)]
Code = Annotated[str, Meta(min_length=24, max_length=24, pattern=r"^[a-z0-9]+" + END)]
AxisName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z_]+" + END)]
Level = Annotated[int, Meta(ge=1, le=10)]


class Request(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A body the browser sends."""


class Resource(Struct, frozen=True):
    """A body the server sends."""


class Fault(Resource, frozen=True):
    """Every refusal of the API has this body."""

    code: str
    text: str
    faults: list[str] = field(default_factory=list)
