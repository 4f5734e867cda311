"""Positions to try a ruleset on: random placements of every flavour, repeatable from a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from .law import Law
from .position import OTHER, Position, crown, is_king, owner

FLAVOURS = ("middle game", "ending", "king-rich", "crowded")
SPINS = (None, None, None, "black", "green", "orange")


def settle(
    law: Law, pieces: Mapping[str, str], side: str, knobs: str = "", spin: str | None = None
) -> Position:
    """The nearest position that could stand on the board, though perhaps no game leads there.

    A man on the far row is crowned, nothing stands on an open door or, in a flat game, on another
    piece, and no side has more stones than its set.
    """
    knobs = (knobs or "M" * len(law.sliders)) if law.axes["door_mode"] == "stay" else "M" * len(law.sliders)
    holes = law.open_doors(Position({}, side, knobs))
    towers = law.axes["captured"] == "under"
    settled = {
        square: _crowned(law, square, column if towers else column[0])
        for square, column in pieces.items()
        if square not in holes
    }
    return Position(_within_stock(law, settled) if towers else settled, side, knobs, spin)


def _crowned(law: Law, square: str, column: str) -> str:
    far = law.board.crowns(owner(column), square)
    return crown(column) if far and not is_king(column) else column


def _within_stock(law: Law, pieces: dict[str, str]) -> dict[str, str]:
    """Where captives stay on the board a side never has more stones than it started with."""
    stock = Counter("".join(law.start().pieces.values()))
    kept = {}
    for square, column in pieces.items():
        wanted = Counter(column.lower())
        if wanted <= stock:
            stock -= wanted
            kept[square] = column
    return kept


def placement(law: Law, rng: Random, flavour: str) -> Position:
    """A random position; doors are often open and towers often tall, else their rules would hardly be met."""
    squares = rng.sample(list(law.board.coordinates), _amount(law, rng, flavour))
    kings = 0.75 if flavour == "king-rich" else 0.2
    pieces = {square: tower(rng, kings) for square in squares}
    knobs = "".join(rng.choice("MLR") for _ in law.sliders)
    spin = rng.choice(SPINS) if law.sliders else None
    return settle(law, pieces, rng.choice("wb"), knobs, spin)


def _amount(law: Law, rng: Random, flavour: str) -> int:
    squares = len(law.board.coordinates)
    low, high = {
        "middle game": (squares // 4, squares // 2),
        "ending": (2, squares // 5),
        "king-rich": (2, squares // 2),
        "crowded": (squares // 2, squares * 4 // 5),
    }[flavour]
    return rng.randint(low, high)


def tower(rng: Random, kings: float) -> str:
    """The owner's stones above his prisoners; often a single stone."""
    side = rng.choice("wb")
    own, prisoners = rng.choice(((1, 0), (1, 0), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (1, 3), (3, 2)))
    stones = side * own + OTHER[side] * prisoners
    return "".join(stone.upper() if rng.random() < kings else stone for stone in stones)
