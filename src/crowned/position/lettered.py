"""Positions as programs tell them: the side to move, then a letter for each numbered square."""

from __future__ import annotations

from crowned.base import BadInput, FenError, Side
from crowned.base.words import quoted
from crowned.position.position import Position
from crowned.position.ruleset import Ruleset
from crowned.position.setup import Setup

EMPTY = "e"
PIECES = "wbWB"


def write_letters(position: Position) -> str:
    """`W` or `B`, then for every square w, b, W, B or e."""
    squares = position.rules.squares
    pieces = position.pieces()
    return position.side.letter + "".join(pieces.get(squares.name(cell), EMPTY) for cell in squares.numbered)


def read_letters(rules: Ruleset, text: str, error: type[BadInput] = FenError) -> Position:
    """The position; `error` for a wrong form, FenError for one that no game can show."""
    squares = rules.squares
    if len(text) != len(squares.numbered) + 1:
        wanted = len(squares.numbered) + 1
        raise error(f"a position of this game has {wanted} characters, not {len(text)}")
    if text[0] not in "WB":
        raise error(f"a position begins with the side to move, W or B, not {quoted(text[0])}")
    strange = sorted(set(text[1:]) - {*PIECES, EMPTY})
    if strange:
        raise error(f"the squares of a position are w, b, W, B and e, not {quoted(''.join(strange))}")
    names = map(squares.name, squares.numbered)
    pieces = {name: piece for name, piece in zip(names, text[1:], strict=True) if piece != EMPTY}
    return Setup(rules, pieces, Side.from_letter(text[0])).position()
