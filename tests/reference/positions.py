"""Positions to try a ruleset on: random placements of every flavour, repeatable from a seed."""

from __future__ import annotations

from collections import Counter
from random import Random

from .law import Law
from .position import OTHER, Position, crown

FLAVOURS = ("middle game", "ending", "king-rich", "crowded")
SPINS = (None, None, None, "black", "green", "orange")


def placement(law: Law, rng: Random, flavour: str) -> Position:
    """A position that could stand on the board, though perhaps no game leads there.

    Men never stand on the row where they would be crowned, nothing stands on an open door, towers
    have the owner's stones above the prisoners, and no side has more stones than its set.
    """
    knobs = _knobs(law, rng)
    shut = set(law.open_doors(Position({}, "w", knobs)))
    squares = [square for square in law.board.coordinates if square not in shut]
    rng.shuffle(squares)
    pieces: dict[str, str] = {}
    for square in squares[: _amount(law, rng, flavour)]:
        pieces[square] = _column(law, rng, square, 0.75 if flavour == "king-rich" else 0.2)
    spin = rng.choice(SPINS) if law.sliders else None
    return Position(_within_stock(law, pieces), rng.choice("wb"), knobs, spin)


def _knobs(law: Law, rng: Random) -> str:
    """Doors open often, else captures through them would hardly be met; in snap mode none stays open."""
    states = "M" if law.axes["door_mode"] == "snap" else "MLR"
    return "".join(rng.choice(states) for _ in law.sliders)


def _amount(law: Law, rng: Random, flavour: str) -> int:
    squares = len(law.board.coordinates)
    low, high = {
        "middle game": (squares // 4, squares // 2),
        "ending": (2, squares // 5),
        "king-rich": (2, squares // 2),
        "crowded": (squares // 2, squares * 4 // 5),
    }[flavour]
    return rng.randint(low, high)


def _column(law: Law, rng: Random, square: str, kings: float) -> str:
    side = rng.choice("wb")
    column = _stone(rng, side, kings)
    if law.board.rank_of(square) == law.board.last_rank(side):
        column = crown(column)
    if law.axes["captured"] == "under" and rng.random() < 0.4:
        column += "".join(_stone(rng, side, kings) for _ in range(rng.choice((0, 0, 1, 2))))
        column += "".join(_stone(rng, OTHER[side], kings) for _ in range(rng.choice((0, 1, 1, 2, 3))))
    return column


def _stone(rng: Random, side: str, kings: float) -> str:
    return side.upper() if rng.random() < kings else side


def _within_stock(law: Law, pieces: dict[str, str]) -> dict[str, str]:
    """Where captives stay on the board a side never has more stones than it started with."""
    if law.axes["captured"] != "under":
        return pieces
    stock = Counter("".join(law.start().pieces.values()))
    kept = {}
    for square, column in pieces.items():
        wanted = Counter(column.lower())
        if wanted <= stock:
            stock -= wanted
            kept[square] = column
    return kept
