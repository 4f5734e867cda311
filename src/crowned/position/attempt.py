"""What a player writes or clicks, taken apart: squares, a slide, or words. Legality is asked elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from crowned.base import MoveTextError, Side
from crowned.base.words import quoted
from crowned.position.action import (
    ADJUDICATIONS,
    PLAIN_ACTIONS,
    SPIN_RESULTS,
    Action,
    Adjudicate,
    Adjust,
    Huff,
    Spin,
    Touch,
)

LONGEST = 1000
"""More text than this is no move; the longest capture on the largest board needs less than half of it."""

# An x is never the letter of a square, and squares run together only before a letter: no text can be
# split in two ways, so matching never has to go back.
_SQUARE = r"(?:[a-wyz][0-9]{1,2}|[0-9]{1,3})"
_PATH = re.compile(rf"{_SQUARE}(?:(?: ?[-x:*×–—] ?| |(?=[a-wyz])){_SQUARE})*", re.IGNORECASE)
_PART = re.compile(_SQUARE, re.IGNORECASE)
_SHORT = re.compile(r"([a-wyz])( ?[-x:*×–—] ?)?(?=[a-wyz][0-9])", re.IGNORECASE)
"""`cd4`, `c:e5`: the file of the first square stands for it."""
_RUN_TOGETHER = re.compile(r"([0-9]{2})([0-9]{2})")
"""`3228`: two numbers of two digits each."""
_SLIDE = re.compile(r"([a-z][0-9]) ?> ?([a-z])", re.IGNORECASE)
_TAKES = re.compile(r"[0-9] ?[x:*×]", re.IGNORECASE)
_ON_SQUARE: dict[str, type[Huff] | type[Touch] | type[Adjust]] = {
    "huff": Huff,
    "touch": Touch,
    "adjust": Adjust,
}
_WORDS = re.compile(r"[a-z]+(?: [a-z0-9]+){0,2}")


@dataclass(frozen=True, slots=True)
class Attempt:
    """Exactly one of `squares`, `slide` and `action` says something; `roll` asks chance to act."""

    text: str
    squares: tuple[str, ...] = ()
    """As written, in lower case."""
    takes: bool | None = None
    """Whether the writer says it is a capture; None if he does not say."""
    slide: tuple[str, str] | None = None
    """Knob and the side it is to go to."""
    action: Action | None = None
    roll: bool = field(default=False)
    taken: tuple[str, ...] = ()
    """Captured squares, where the writer adds them to the way."""


def read_attempt(attempt: str | Sequence[str]) -> Attempt:
    """Take a text (`c3-d4`, `huff c3`) or clicked squares apart; MoveTextError if it is neither."""
    if not isinstance(attempt, str):
        return _clicked(attempt)
    if len(attempt) > LONGEST:
        raise MoveTextError(f"{quoted(attempt)} is too long for a move")
    text = " ".join(attempt.split()).rstrip(".!?*+ ")
    if found := _SLIDE.fullmatch(text):
        return Attempt(text, slide=(found[1].upper(), found[2].upper()))
    if _WORDS.fullmatch(text.lower()) and (words := _words(text.lower())):
        return words
    if path := _squares(text):
        return path
    raise MoveTextError(
        f"{quoted(attempt)} is not a move; a move looks like c3-d4, c3xe5xg7, G1>L, huff c3 or spin green"
    )


def _clicked(squares: Sequence[str]) -> Attempt:
    names = tuple(str(square).lower() for square in squares)
    if not names or len(names) > LONGEST or not all(_PART.fullmatch(name) for name in names):
        raise MoveTextError("a path is a list of squares such as c3, d4")
    return Attempt("-".join(names), squares=names)


def _squares(text: str) -> Attempt | None:
    """A way from square to square in any of the forms that people write; None if it is none."""
    if run := _RUN_TOGETHER.fullmatch(text):
        return Attempt(text, run.groups())
    if short := _SHORT.match(text):
        rest = text[short.end() :]
        takes = bool(short[2] and re.search("[x:*×]", short[2].lower()))
        if not _PATH.fullmatch(rest):
            return None
        squares = (short[1].lower(), *map(str.lower, _PART.findall(rest)))
        return Attempt(text, squares, takes=takes or bool(_TAKES.search(rest)) or None)
    return _path(text) if _PATH.fullmatch(text) else None


def _path(text: str) -> Attempt:
    squares = tuple(part.lower() for part in _PART.findall(text))
    if _TAKES.search(text):
        return Attempt(text, squares, takes=True)
    return Attempt(text, squares, takes=False if re.search(r"[-–—]", text) else None)


def _words(text: str) -> Attempt | None:
    """Everything that begins with a command word; None if no command is meant."""
    if text in PLAIN_ACTIONS:
        return Attempt(text, action=PLAIN_ACTIONS[text])
    verb, _, rest = text.partition(" ")
    if verb == "spin":
        return _spin(text, rest)
    if verb in _ON_SQUARE and _PART.fullmatch(rest):
        return Attempt(text, action=_ON_SQUARE[verb](rest))
    if verb == "adjudicate":
        return _adjudication(text, rest)
    return None


def _spin(text: str, result: str) -> Attempt:
    if not result:
        return Attempt(text, roll=True)
    for known in SPIN_RESULTS:
        if result == known:
            return Attempt(text, action=Spin(known))
    raise MoveTextError(f"the spinner has no {quoted(result)}; it stops on {', '.join(SPIN_RESULTS)}")


def _adjudication(text: str, rest: str) -> Attempt | None:
    winners = {"white": Side.WHITE, "black": Side.BLACK, "draw": None}
    winner, _, written = rest.partition(" ")
    reason = next((known for known in ADJUDICATIONS if known == written), None)
    if winner in winners and reason is not None:
        return Attempt(text, action=Adjudicate(winners[winner], reason))
    return None
