"""The seven messages of DXP and their fixed fields; see docs/dxp.md.

A message is ASCII, 1 to 127 characters, ended by one NUL byte. Squares are PDN numbers in two digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

from crowned.base import BadInput, Side
from crowned.base.words import quoted

PORT = 27531
LONGEST = 127
"""Characters of the longest message, the NUL not counted."""
NAME = 32
MOST_SECONDS = 9999
VERSION = 1

COLOURS = {Side.WHITE: "W", Side.BLACK: "Z"}
SIDES = {letter: side for side, letter in COLOURS.items()}

AcceptCode = Literal["0", "1", "2", "3"]
EndReason = Literal["0", "1", "2", "3"]
BackCode = Literal["0", "1", "2"]


class DxpError(BadInput):
    """Bytes that are no message of the protocol."""


def _name(name: str) -> str:
    return _printable(name)[:NAME].ljust(NAME)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() and c.isascii() else "?" for c in text)


@dataclass(frozen=True, slots=True)
class GameRequest:
    """The initiator asks for a game; without `board` it begins at the start of the game."""

    name: str
    follower: Side
    minutes: int
    """For each player."""
    moves: int
    """Moves to play, 0 for no limit."""
    first: Side | None = None
    board: str = ""
    """A character per square: w z men, W Z kings, e empty."""
    version: int = VERSION

    @property
    def text(self) -> str:
        start = "A" if self.first is None else f"B{COLOURS[self.first]}{self.board}"
        limits = f"{min(self.minutes, 999):03}{min(self.moves, 999):03}"
        return f"R{self.version:02}{_name(self.name)}{COLOURS[self.follower]}{limits}{start}"


@dataclass(frozen=True, slots=True)
class GameAnswer:
    """0 accepted, 1 another version, 2 not this game but another, 3 no game at all."""

    name: str
    code: AcceptCode

    @property
    def text(self) -> str:
        return f"A{_name(self.name)}{self.code}"


@dataclass(frozen=True, slots=True)
class MoveMade:
    seconds: int
    start: int
    end: int
    captured: tuple[int, ...] = ()
    """In any order."""

    @property
    def text(self) -> str:
        squares = "".join(f"{square:02}" for square in self.captured)
        seconds = min(self.seconds, MOST_SECONDS)
        return f"M{seconds:04}{self.start:02}{self.end:02}{len(self.captured):02}{squares}"


@dataclass(frozen=True, slots=True)
class GameEnd:
    """0 no reason, 1 I give up, 2 a draw, 3 I win; `stop` ends the whole meeting."""

    reason: EndReason
    stop: bool = False

    @property
    def text(self) -> str:
        return f"E{self.reason}{int(self.stop)}"


@dataclass(frozen=True, slots=True)
class Chat:
    words: str

    @property
    def text(self) -> str:
        return "C" + (_printable(self.words) or " ")


@dataclass(frozen=True, slots=True)
class BackRequest:
    """Back to the moment before this move of this side."""

    number: int
    side: Side

    @property
    def text(self) -> str:
        return f"B{self.number:03}{COLOURS[self.side]}"


@dataclass(frozen=True, slots=True)
class BackAnswer:
    """0 yes, 1 no, 2 impossible, go on."""

    code: BackCode

    @property
    def text(self) -> str:
        return f"K{self.code}"


Message = GameRequest | GameAnswer | MoveMade | GameEnd | Chat | BackRequest | BackAnswer


# ---- writing


def encode(message: Message) -> bytes:
    """The bytes of a message, its NUL included. Texts are cut to what fits."""
    return message.text[:LONGEST].encode("ascii", "replace") + b"\0"


# ---- reading


def decode(data: bytes) -> Message:
    """The message of bytes without their NUL; DxpError if they are none."""
    text = _ascii(data)
    if text[0] not in _FORMS:
        raise DxpError(f"no message begins with {quoted(text[0])}")
    form, read = _FORMS[text[0]]
    found = form.fullmatch(text, 1) or form.fullmatch(text.rstrip(), 1)
    if found is None:
        raise DxpError(f"{quoted(text)} has not the form of its kind")
    return read(found)


def _ascii(data: bytes) -> str:
    if not data or len(data) > LONGEST:
        raise DxpError(f"a message has 1 to {LONGEST} characters, not {len(data)}")
    if not data.isascii() or 0 in data:
        raise DxpError("a message holds ASCII characters only")
    return data.decode("ascii")


def _read_request(found: re.Match[str]) -> GameRequest:
    return GameRequest(
        name=found[2].strip(),
        follower=SIDES[found[3]],
        minutes=int(found[4]),
        moves=int(found[5]),
        first=SIDES[found[6]] if found[6] else None,
        board=found[7] or "",
        version=int(found[1]),
    )


def _read_move(found: re.Match[str]) -> MoveMade:
    squares = tuple(int(found[5][at : at + 2]) for at in range(0, len(found[5]), 2))
    if len(squares) != int(found[4]):
        raise DxpError(f"a move announces {int(found[4])} captured pieces and names {len(squares)}")
    return MoveMade(int(found[1]), int(found[2]), int(found[3]), squares)


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


# The forms allow no other codes than those of the types.
_FORMS: dict[str, tuple[re.Pattern[str], Callable[[re.Match[str]], Message]]] = {
    "R": (_form("([0-9]{2})(.{32})([WZ])([0-9]{3})([0-9]{3})(?:A|B([WZ])([wzWZe]+))"), _read_request),
    "A": (_form("(.{32})([0-3])"), lambda found: GameAnswer(found[1].strip(), cast("AcceptCode", found[2]))),
    "M": (_form("([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})((?:[0-9]{2})*)"), _read_move),
    "E": (_form("([0-3])([01])"), lambda found: GameEnd(cast("EndReason", found[1]), found[2] == "1")),
    "C": (_form("(.+)"), lambda found: Chat(_printable(found[1]))),
    "B": (_form("([0-9]{3})([WZ])"), lambda found: BackRequest(int(found[1]), SIDES[found[2]])),
    "K": (_form("([0-2])"), lambda found: BackAnswer(cast("BackCode", found[1]))),
}


class Framer:
    """Cuts a stream of bytes at the NULs. Of a message that is too long, one refusable piece comes out."""

    def __init__(self) -> None:
        self._waiting = b""
        self._cut = False

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that are complete now."""
        *whole, self._waiting = (self._waiting + data).split(b"\0")
        if self._cut and whole:
            del whole[0]
            self._cut = False
        if len(self._waiting) > LONGEST:
            if not self._cut:
                whole.append(self._waiting[: LONGEST + 1])
            self._waiting, self._cut = b"", True
        return [message for message in whole if message]
