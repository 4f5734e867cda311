"""A small FEN reader and writer for the oracle: trusting, made for our own data."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from .board import Board
from .position import Position, is_king

_ENTRY = re.compile(r"(K?)([a-l]\d+|\d+(?:-\d+)?)(?:\[(\w+)\])?")


def read_fen(axes: dict[str, Any], board: Board, fen: str) -> Position:
    """`W:Wa1,Kc3:Bb6[bw]:SMLMR:Xgreen`; squares by name or by number, ranges of numbers too."""
    by_number = {number: square for square, number in board.numbers.items()}
    turn, *fields = fen.strip().rstrip(".").split(":")
    pieces: dict[str, str] = {}
    knobs, spin = "M" * len(axes["doors"]), None
    for field in fields:
        if field[:1] in ("W", "B"):
            pieces.update(_side(field[0].lower(), field[1:], by_number))
        elif field.startswith("S"):
            knobs = field[1:]
        elif field.startswith("X"):
            spin = field[1:]
    return Position(pieces, turn.lower(), knobs, spin)


def _side(side: str, listed: str, by_number: dict[int, str]) -> dict[str, str]:
    pieces = {}
    for entry in filter(None, listed.split(",")):
        match = _ENTRY.fullmatch(entry)
        if match is None:
            raise ValueError(f"not a FEN entry: {entry!r}")
        king, place, column = match.groups()
        for square in _squares(place, by_number):
            pieces[square] = column or (side.upper() if king else side)
    return pieces


def _squares(place: str, by_number: dict[int, str]) -> list[str]:
    if place[0].isalpha():
        return [place]
    first, _, last = place.partition("-")
    return [by_number[number] for number in range(int(first), int(last or first) + 1)]


def write_fen(axes: dict[str, Any], board: Board, position: Position) -> str:
    """Pieces are listed by number where the ruleset is numbered, else rank by rank from a1."""
    pieces, squares = position.pieces, board.listing(axes["notation"] == "numeric")
    listed = [(name, pieces[square]) for square, name in squares if square in pieces]
    white = ",".join([_entry(name, column) for name, column in listed if column[0] in "wW"])
    black = ",".join([_entry(name, column) for name, column in listed if column[0] in "bB"])
    text = f"{position.side.upper()}:W{white}:B{black}"
    if axes["doors"]:
        text += f":S{position.knobs}"
    return text + (f":X{position.spin}" if position.spin else "")


@cache
def _entry(place: str, column: str) -> str:
    if len(column) > 1:
        return f"{place}[{column}]"
    return f"K{place}" if is_king(column) else place
