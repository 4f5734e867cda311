"""Commands embedded in comments, `[%name value]`: clocks, evaluations, and our own actions.

PDN has no move text for a huff, a spin or a resignation. Such an action is written as the command
`act` in a comment, `{[%act huff c3]}`; where it changes the board, a setup with the position behind it
follows for readers that know only the standard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

ACT = "act"
TIME = "time"
"""The note of the keeper of the clock on one action: a plain number, as the game holds it."""
LONGEST_TIME = 20
OWN = (ACT, TIME)
# Nothing is ever given back (`*+`), and a value holds no bracket: a comment full of them takes linear time.
_COMMAND = re.compile(r"\[%([A-Za-z][A-Za-z0-9_]*+)([^\[\]]*+)\]")


class Command(NamedTuple):
    name: str
    value: str


def commands(comment: str) -> Iterator[Command]:
    """All commands of a comment, in order."""
    return (Command(name, value.strip()) for name, value in _COMMAND.findall(comment))


def split(comment: str) -> tuple[list[Command], str]:
    """Our own commands in a comment, and the comment without them."""
    own = [command for command in commands(comment) if command.name in OWN]
    if not own:
        return [], comment
    return own, _COMMAND.sub(lambda found: "" if found[1] in OWN else found[0], comment).strip()


def acts(comment: str) -> bool:
    """Whether a comment records an action."""
    return any(command.name == ACT for command in commands(comment))


def inert(text: str) -> str:
    """An analyst's words, in which nothing reads like an action that was done."""
    return _COMMAND.sub(lambda found: f"[% {found[0][2:]}" if found[1] in OWN else found[0], text)


def act(text: str) -> str:
    return f"[%{ACT} {text}]"


def time(value: str) -> int | None:
    """The value of `time`; None if it is no number."""
    return int(value) if value.isdecimal() and len(value) < LONGEST_TIME else None


def clock(seconds: float) -> str:
    """A clock reading as the value of `clk`: h:mm:ss."""
    whole = max(0, int(seconds))
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def seconds(value: str) -> float | None:
    """The seconds of a clock value (`1:55:21`, `0:0:9.56`, `B0:00:03`); None if it is none."""
    parts = value.strip().lstrip("wWbB").split(":")
    if not 1 <= len(parts) <= 3:
        return None
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        return None
    return sum(number * weight for number, weight in zip(reversed(numbers), (1, 60, 3600), strict=False))
