"""Slices: all positions with the same pieces and the same side to move. Their names, and their order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Self

from crowned.base import BadInput
from crowned.base.words import quoted
from crowned.rules.spec import Spec

MOST_PIECES = 8
"""Nobody can build more on any machine of today."""


class Slice(NamedTuple):
    """The pieces of the side to move, then those of the other side; the order is the native core's."""

    own_kings: int
    own_men: int
    other_kings: int
    other_men: int

    @classmethod
    def named(cls, name: str) -> Self:
        """`KM-K` is a king and a man against a king."""
        own, _, other = name.partition("-")
        counts = [side.count(letter) for side in (own, other) for letter in "KM"]
        found = cls(*counts)
        if found.name != name or not own or not other:
            raise BadInput(f"{quoted(name)} is no slice; a slice is written like KM-K")
        return found

    @property
    def name(self) -> str:
        own = "K" * self.own_kings + "M" * self.own_men
        return f"{own}-{'K' * self.other_kings}{'M' * self.other_men}"

    @property
    def pieces(self) -> int:
        return sum(self)

    @property
    def turned(self) -> Slice:
        """The same pieces with the other side to move."""
        return Slice(self.other_kings, self.other_men, self.own_kings, self.own_men)

    @property
    def pair(self) -> tuple[Slice, ...]:
        """The slices that are solved together: quiet moves lead from one to the other and back."""
        return (self,) if self == self.turned else (self, self.turned)


def pairs(pieces: int, spec: Spec) -> Iterator[Slice]:
    """One slice of each pair with up to so many pieces, each after all that it can be converted to.

    Captures leave fewer pieces, crownings fewer men.
    """
    for count in range(2, pieces + 1):
        for men in range(count + 1):
            for found in _slices(count, men):
                if found >= found.turned and exists(found, spec):
                    yield found


def _slices(pieces: int, men: int) -> Iterator[Slice]:
    for own in range(1, pieces):
        for own_men in range(max(0, men - (pieces - own)), min(own, men) + 1):
            other_men = men - own_men
            yield Slice(own - own_men, own_men, pieces - own - other_men, other_men)


def exists(found: Slice, spec: Spec) -> bool:
    """Whether a table can hold these positions: everything that decides them must be on the board.

    Where a king may not run too long while its side has men, the past decides too. Where a king ends the
    game there is nothing to know about one, nor about a single piece where that has lost.
    """
    if spec.bare_loses and min(found.own_kings + found.own_men, found.other_kings + found.other_men) < 2:
        return False
    if spec.goal == "breakthrough":
        return not found.own_kings and not found.other_kings
    sides = ((found.own_kings, found.own_men), (found.other_kings, found.other_men))
    if spec.king_runs:
        return all(men == 0 or (men == 1 and kings == 0) for kings, men in sides)
    return True
