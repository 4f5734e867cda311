"""Lines of the Hub protocol: a command, then arguments, each with a value or as a flag."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from crowned.base import BadInput
from crowned.base.words import quoted

LONGEST = 65_536
"""Characters of the longest line that is read; a position with a thousand moves needs a fifth of it."""

_NAME = re.compile(r'\s*([^\s="]+)')
_VALUE = re.compile(r'\s*=\s*(?:"([^"]*)"|([^\s="]+))')
_PLAIN = re.compile(r'[^\s="]+')


class HubError(BadInput):
    """A line that is not Hub, or that says something impossible."""


@dataclass(frozen=True, slots=True)
class HubLine:
    """One line. A flag has the value "", as the protocol has it."""

    command: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        return self.arguments[name]

    def __contains__(self, name: str) -> bool:
        return name in self.arguments

    def get(self, name: str, otherwise: str = "") -> str:
        return self.arguments.get(name, otherwise)


def read_line(text: str) -> HubLine | None:
    """The line of a text, None for an empty one; HubError if it cannot be taken apart."""
    if len(text) > LONGEST:
        raise HubError(f"a line of more than {LONGEST} characters")
    rest = text.strip()
    if not rest:
        return None
    command = _NAME.match(rest)
    if command is None:
        raise HubError(f"{quoted(rest)} does not begin with a command")
    return HubLine(command[1], _arguments(rest, command.end()))


def _arguments(text: str, at: int) -> dict[str, str]:
    found: dict[str, str] = {}
    while at < len(text):
        name = _NAME.match(text, at)
        if name is None:
            raise HubError(f"{quoted(text[at:].strip())} is not an argument; one looks like name=value")
        at = name.end()
        if value := _VALUE.match(text, at):
            at = value.end()
        found[name[1]] = "" if value is None else (value[1] if value[1] is not None else value[2])
    return found


def write_line(command: str, *flags: str, **arguments: object) -> str:
    """The text of a line. Underscores in names stand for hyphens; arguments that are None are left out."""
    given = {name.replace("_", "-"): str(value) for name, value in arguments.items() if value is not None}
    return " ".join([command, *flags, *(f"{name}={_value(value)}" for name, value in given.items())])


def _value(value: str) -> str:
    """Hub has no escape for a double quote inside a value, and no line inside a line."""
    plain = " ".join(value.replace('"', "'").split())
    return plain if _PLAIN.fullmatch(plain) else f'"{plain}"'
