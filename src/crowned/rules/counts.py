"""Counts by material: endings that are drawn, or won, after so many moves without a decision.

Each is one line of text, so that a ruleset file, an option and the rule builder can hold it:

    KKK/KKM/KMM v K 16 each        these pieces against those; moves of each player
    KKK+ v K 15 strong             three or more kings and nothing else; moves of the stronger side
    KKK v K 12 lone                moves of the weaker side, the lone king's
    KKK v K 12 each road=strong    only while the stronger side alone holds the main road; or lone: the other
    any 4-5 30 each                both have kings, so many pieces in all; begins anew with the material
    K v K 0 each                   drawn at once, if nothing can be captured
    K v M 0 wins                   won at once by the stronger side, if nothing can be captured
    KKK v K 31 plies               moves of both players together

Words after that, in any order:

    kept                           begins with no more left than the counts that ran before it had
    man                            a man's move begins it anew, unless he can step back
    claimed                        a draw only if a player asks for it, whatever the ruleset's other draws do
    automatic                      a draw without being asked for

A count runs while the material stays on its line. A line that comes after it begins at nought.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from crowned.base.types import Side
from crowned.base.words import quoted
from crowned.rules.faults import Spot

EXAMPLE = "KKK v K 16 each"
MOST = 12
ANY_NUMBER = (0, 0)
"""Pieces of a count that does not ask how many there are in all."""
WORDS = ("road=lone", "road=strong", "kept", "man", "claimed", "automatic")
"""What a line may end with, in the order in which it is kept."""
_ROADS = {"road=lone", "road=strong"}
_SIDES = re.compile(
    r"([KM]+\+?(?:/[KM]+\+?)*) v ([KM]+(?:/[KM]+)*) (\d{1,3}) (each|strong|lone|plies|wins)", re.ASCII
)
_ANY = re.compile(r"any (\d{1,2})-(\d{1,2}) (\d{1,3}) (each|plies)", re.ASCII)

Unit = Literal["each", "strong", "lone", "plies", "wins"]
_UNITS: dict[str, Unit] = {unit: unit for unit in get_args(Unit)}
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
    unit: Unit
    road: Literal["", "lone", "strong"] = ""
    pieces: tuple[int, int] = ANY_NUMBER
    kept: bool = False
    man: bool = False
    by: Literal["", "claimed", "automatic"] = ""
    """Whether the draw must be claimed; empty where it is as with the ruleset's other draws."""

    @property
    def plies(self) -> int:
        """How far the tally goes: it counts all plies, or only those of one side."""
        return self.number * (2 if self.unit == "each" else 1)

    @property
    def both(self) -> bool:
        """Whether the moves of both sides count."""
        return self.unit in ("each", "plies")

    @property
    def at_once(self) -> bool:
        """Whether the material decides without any counting."""
        return self.unit == "wins" or not self.number

    def counted(self, stronger: Side) -> Side:
        """Whose moves count where those of one side do."""
        return stronger.other if self.unit == "lone" else stronger

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
    head, words = _apart(text)
    if len(set(words)) < len(words) or len(_ROADS.intersection(words)) > 1:
        return None
    if found := _ANY.fullmatch(head):
        pieces = (int(found[1]), int(found[2]))
        count = Count(text, (), (), int(found[3]), _UNITS[found[4]], pieces=pieces)
        return None if _ROADS.intersection(words) else _worded(count, words)
    if found := _SIDES.fullmatch(head):
        sides = (_forces(found[1]), _forces(found[2]))
        return _worded(Count(text, *sides, int(found[3]), _UNITS[found[4]]), words)
    return None


def _worded(count: Count, words: list[str]) -> Count:
    return replace(
        count,
        road="lone" if "road=lone" in words else "strong" if "road=strong" in words else "",
        kept="kept" in words,
        man="man" in words,
        by="claimed" if "claimed" in words else "automatic" if "automatic" in words else "",
    )


def _apart(text: str) -> tuple[str, list[str]]:
    """What is counted, and the words after it in their usual order."""
    parts = text.split(" ")
    size = len(parts)
    while size and parts[size - 1] in WORDS:
        size -= 1
    return " ".join(parts[:size]), sorted(parts[size:], key=WORDS.index)


def _forces(text: str) -> tuple[str, ...]:
    """Forces with their kings in front, however they were written."""
    return tuple("".join(sorted(one, key="KM+".index)) for one in text.split("/"))


def read(items: list[str], spot: Spot) -> tuple[str, ...] | None:
    """The lines, spaced as they should be; None after a fault."""
    if len(items) > MOST:
        spot.fault("a list of {count} is too long", count=len(items))
        return None
    lines = [" ".join(item.split()) for item in items]
    sound = [_is_sound(line, spot) for line in lines]
    return tuple(map(_tidy, lines)) if all(sound) else None


def _tidy(line: str) -> str:
    head, words = _apart(line)
    return " ".join([head, *words])


def _is_sound(line: str, spot: Spot) -> bool:
    """Whether a line is a count whose words can stand together; else a fault tells why not."""
    count, (_, words) = _count(line), _apart(line)
    told = [word for word in words if word not in _ROADS]
    if count is None:
        spot.fault(
            "{found} is no count; write one like {example}", found=quoted(line), example=quoted(EXAMPLE)
        )
    elif count.at_once and told:
        spot.fault("{found} decides at once; {word} has no meaning there", found=quoted(line), word=told[0])
    elif {"claimed", "automatic"} <= set(told):
        spot.fault("{found} cannot be both claimed and automatic", found=quoted(line))
    elif count.kept and not count.strong:
        spot.fault("{found} begins anew with the material; kept has no meaning there", found=quoted(line))
    else:
        return True
    return False
