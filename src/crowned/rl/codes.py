"""The numbers of the step encoding: a hop is square x direction x distance; behind all hops comes the rest.

Squares and directions are seen by who acts: both players move upwards. Squares are counted from the player's
left corner, row by row; distances in playing squares. The order of the rest, each part only where the ruleset
has it: stop a capture, slide a knob (3 places each), spin, huff a square, take back, accept, claim a draw.
"""

from __future__ import annotations

from functools import cached_property

from crowned.base import Side
from crowned.position import Ruleset
from crowned.position.action import SPIN_RESULTS, Accept, Action, Huff, Spin, TakeBack
from crowned.position.board import DIAGONALS, ORTHOGONALS, Direction

ORDER: dict[Direction, int] = {
    (1, 1): 0,
    (-1, 1): 1,
    (-1, -1): 2,
    (1, -1): 3,
    (0, 1): 4,
    (-1, 0): 5,
    (0, -1): 6,
    (1, 0): 7,
}
"""Directions as they are counted: the diagonals from north-east on, then north, west, south, east."""
KNOB_PLACES = "MLR"


class Codes:
    """The numbers of one ruleset, in plain Python; the core has the same as tables."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.squares = len(rules.squares.cells)

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        used = set(self.rules.board.lines)
        every = [*(DIAGONALS if used & {*DIAGONALS} else ()), *(ORTHOGONALS if used & {*ORTHOGONALS} else ())]
        return tuple(sorted(every, key=ORDER.__getitem__))

    @cached_property
    def longest(self) -> int:
        """The furthest hop: a flying king's, the leap of a line of men, or the jump of a short piece."""
        squares, spec = self.rules.squares, self.rules.spec
        far = spec.king == "flying" or spec.leap_own == "line"
        return max(squares.files, squares.ranks) - 1 if far else 2

    @cached_property
    def _bases(self) -> dict[str, int]:
        spec, at = self.rules.spec, self.squares * len(self.directions) * self.longest
        huffs = spec.enforcement == "huff"
        sizes = {
            "stop": int(spec.enforcement != "strict" or not spec.must_continue),
            "slide": 3 * len(self.rules.sliders),
            "spin": 3 if self.rules.sliders else 0,
            "huff": 0 if spec.enforcement == "strict" else self.squares,
            "takeback": int(huffs),
            "accept": int(huffs),
            "claim": int(spec.some_draws_are_claimed),
        }
        bases = {}
        for kind, size in sizes.items():
            bases[kind], at = at, at + size
        return {**bases, "end": at}

    @property
    def count(self) -> int:
        return self._bases["end"]

    @property
    def stop(self) -> int:
        return self._bases["stop"]

    def turned(self, side: Side) -> bool:
        """Whether this side looks from the other end; not where the board looks different from there."""
        squares = self.rules.squares
        even = squares.all_play or (squares.files + squares.ranks) % 2 == 0
        return side is Side.BLACK and even

    def number(self, square: str, side: Side) -> int:
        number = self.rules.squares.cells.index(self.rules.cells[square])
        return self.squares - 1 - number if self.turned(side) else number

    def hop(self, start: str, end: str, side: Side) -> int:
        line = self.rules.board.line(self.rules.cells[start], self.rules.cells[end])
        if line is None:
            raise ValueError(f"{start} and {end} do not lie on one line")
        across, up = line.direction
        direction = (-across, -up) if self.turned(side) else (across, up)
        place = self.number(start, side) * len(self.directions) + self.directions.index(direction)
        return place * self.longest + len(line.cells) - 1

    def slide(self, text: str) -> int:
        """The number of a slide such as G1>L."""
        knob, place = text.split(">")
        return self._bases["slide"] + 3 * list(self.rules.sliders).index(knob) + KNOB_PLACES.index(place)

    def other(self, action: Action, side: Side) -> int:
        """The number of what is no move."""
        match action:
            case Spin(result=result):
                return self._bases["spin"] + SPIN_RESULTS.index(result)
            case Huff(square=square):
                return self._bases["huff"] + self.number(square, side)
            case TakeBack():
                return self._bases["takeback"]
            case Accept():
                return self._bases["accept"]
            case _:
                return self._bases["claim"]
