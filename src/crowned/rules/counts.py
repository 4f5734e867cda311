"""Counts by material: endings that are drawn, or won, after so many moves without a decision.

Each is one line of text, so that a ruleset file, an option and the rule builder can hold it:

    KKK/KKM/KMM v K 16 each        these pieces against those; moves of each player
    KKK+ v K 15 strong             three or more kings and nothing else; moves of the stronger side
    KKK v K 12 lone                moves of the weaker side, the lone king's
    KKK v K 12 each road=strong    only while the stronger side alone holds the main road; or lone: the other
    any 4-5 30 each                both have kings, so many pieces in all; begins anew with the material
    K v K 0 each                   drawn at once, if nothing can be captured
    K v M 0 wins                   won at once by the stronger side, if nothing can be captured

A count runs while the material stays on its line. A line that comes after it begins at nought.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from crowned.base.types import Side
from crowned.base.words import quoted
from crowned.rules.faults import Spot

EXAMPLE = "KKK v K 16 each"
MOST = 12
ANY_NUMBER = (0, 0)
"""Pieces of a count that does not ask how many there are in all."""
_SIDES = re.compile(
    r"([KM]+\+?(?:/[KM]+\+?)*) v ([KM]+(?:/[KM]+)*) (\d{1,3}) (each|strong|lone|wins)"
    r"(?: road=(lone|strong))?",
    re.ASCII,
)
_ANY = re.compile(r"any (\d{1,2})-(\d{1,2}) (\d{1,3}) (each)", re.ASCII)

Forces = Mapping[Side, str]
"""What each side has, kings first: KKM."""


@dataclass(frozen=True, slots=True)
class Count:
    """One line."""

    text: str
    strong: tuple[str, ...]
    """What the stronger side may have; empty where only the number of all pieces matters."""
    weak: tuple[str, ...]
    number: int
    unit: Literal["each", "strong", "lone", "wins"]
    road: Literal["", "lone", "strong"] = ""
    pieces: tuple[int, int] = ANY_NUMBER

    @property
    def plies(self) -> int:
        """How far the tally goes: it counts all plies, or only those of one side."""
        return self.number * (2 if self.unit == "each" else 1)

    def stronger(self, forces: Forces) -> Side | None:
        """The stronger side if the material is on this line, else None."""
        if not self.strong:
            return self._crowded(forces)
        for side in Side:
            if _listed(forces[side], self.strong) and _listed(forces[side.other], self.weak):
                return side
        return None

    def _crowded(self, forces: Forces) -> Side | None:
        low, high = self.pieces
        total = sum(map(len, forces.values()))
        return Side.WHITE if low <= total <= high and all("K" in one for one in forces.values()) else None


def _listed(force: str, wanted: tuple[str, ...]) -> bool:
    return any(
        force == one or (one.endswith("+") and force.startswith(one[:-1]) and "M" not in force)
        for one in wanted
    )


def counts(lines: tuple[str, ...]) -> tuple[Count, ...]:
    """The counts of a checked axis value."""
    return tuple(count for count in map(_count, lines) if count is not None)


def _count(text: str) -> Count | None:
    if found := _ANY.fullmatch(text):
        return Count(text, (), (), int(found[3]), "each", pieces=(int(found[1]), int(found[2])))
    found = _SIDES.fullmatch(text)
    if not found:
        return None
    sides = (_forces(found[1]), _forces(found[2]))
    return Count(text, *sides, int(found[3]), found[4], found[5] or "")  # type: ignore[arg-type]


def _forces(text: str) -> tuple[str, ...]:
    """Forces with their kings in front, however they were written."""
    return tuple("".join(sorted(one, key="KM+".index)) for one in text.split("/"))


def read(items: list[str], spot: Spot) -> tuple[str, ...] | None:
    """The lines, spaced as they should be; None after a fault."""
    if len(items) > MOST:
        spot.fault("a list of {count} is too long", count=len(items))
        return None
    lines = [" ".join(item.split()) for item in items]
    wrong = [line for line in lines if _count(line) is None]
    for line in wrong:
        spot.fault(
            "{found} is no count; write one like {example}", found=quoted(line), example=quoted(EXAMPLE)
        )
    return None if wrong else tuple(lines)
