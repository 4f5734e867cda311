"""Position texts of other programs, each by its name.

    fen.read(rules, text)              # whatever it is: a PDN tag, a FEN, a Hub string
    fen.to_lidraughts(position)        # W:W31,32:B19,K20:H0:F1
    fen.from_checkerboard(rules, text)

`Position.from_fen` and `Position.fen` are Crowned's own form, described in docs/formats.md; it takes the
forms of lidraughts and CheckerBoard too. The functions here say which form is meant, and write it.
"""

from __future__ import annotations

import re

from crowned.base import FenError, Side
from crowned.base.words import quoted
from crowned.position import Position, RulesetLike, ruleset
from crowned.position.lettered import read_letters, write_letters

_TAG = re.compile(r'\s*\[\s*FEN\s*"([^"]*)"\s*\]\s*', re.IGNORECASE)
_HUB = re.compile(r"[WB][wbWBe]+")
_GHOST = re.compile(r"(?<=[WBwb,])[GP][0-9]{1,3}(?:,|(?=:|$))")
_HEAD = re.compile(r"\s*[WB]\s*:\s*([WB][^:]*):([WB][^:]*?)((?::[^:]*)*)", re.IGNORECASE)


def read(rules: RulesetLike, text: str) -> Position:
    """A position in any of the forms; FenError lists everything that is wrong with it."""
    plain = text.strip()
    if _HUB.fullmatch(plain):
        return from_hub(rules, plain)
    return from_lidraughts(rules, plain) if _GHOST.search(plain) else Position.from_fen(rules, plain)


def from_tag(rules: RulesetLike, text: str) -> Position:
    """The position of a whole PDN tag, `[FEN "W:W31-50:B1-20"]`."""
    found = _TAG.fullmatch(text)
    if found is None:
        raise FenError(f'{quoted(text)} is not a tag; one looks like [FEN "W:W31-50:B1-20"]')
    return Position.from_fen(rules, found[1])


def to_tag(position: Position) -> str:
    return f'[FEN "{position.fen}"]'


# ---- Hub: a letter for every square


def from_hub(rules: RulesetLike, text: str) -> Position:
    """The position of a Hub string such as `Wbbbb…e…wwww`."""
    return read_letters(ruleset(rules), text.strip())


def to_hub(position: Position) -> str:
    _without_towers(position, "Hub")
    return write_letters(position)


# ---- lidraughts: numbers, counters behind, ghosts of pieces that are being captured


def from_lidraughts(rules: RulesetLike, text: str) -> Position:
    """The position of a lidraughts text. Counters tell of the game, not of the position, and are passed over;
    a ghost (`G12`, `P31`) is a piece already captured and not yet lifted, and is taken as lifted."""
    return Position.from_fen(rules, re.sub(r",(?=:|$)", "", _GHOST.sub("", "".join(text.split()))))


def to_lidraughts(position: Position, quiet: int = 0, move: int = 1) -> str:
    """The lidraughts text: `quiet` plies without progress, and the number of the next move."""
    _without_towers(position, "lidraughts")
    runs = ":+0+0" if position.rules.spec.king_runs else ""
    return f"{_numbered(position)}:H{quiet}:F{move}{runs}"


# ---- CheckerBoard: numbers, and a full stop


def from_checkerboard(rules: RulesetLike, text: str) -> Position:
    """The position of a CheckerBoard text, `B:W18,K24:B12,16.`"""
    if _HEAD.fullmatch(text.strip().rstrip(".")) is None:
        raise FenError(f"{quoted(text)} is not a position; one looks like B:W18,K24:B12,16.")
    return Position.from_fen(rules, text)


def to_checkerboard(position: Position) -> str:
    _without_towers(position, "CheckerBoard")
    return f"{_numbered(position)}."


def _numbered(position: Position) -> str:
    """The position by PDN numbers, whatever the ruleset's own notation is."""
    squares = position.rules.squares
    pieces = position.pieces()
    lists: dict[Side, list[str]] = {side: [] for side in Side}
    for cell in squares.numbered:
        piece = pieces.get(squares.name(cell))
        if piece:
            king = "K" if piece.isupper() else ""
            lists[Side.from_letter(piece)].append(f"{king}{squares.number(cell)}")
    return ":".join([position.side.letter, *(side.letter + ",".join(lists[side]) for side in Side)])


def _without_towers(position: Position, form: str) -> None:
    if position.rules.towers or position.rules.sliders:
        raise FenError(f"{form} has no letters for towers and trapdoors")
