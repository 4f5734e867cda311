"""The trapdoors' layout: one to eight sliders, each opening a left or a right door."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from crowned.base.words import quoted
from crowned.rules.faults import Spot

FOUR = ("G1", "O1", "O2", "G2")
"""The usual four come in this order, however they are written; others as they are written."""

MOST = 8
NAME = re.compile("[GO][1-9]")
"""G is green, O is orange."""

EXAMPLE = "G1 c3 g3"
LONGEST = 400


@dataclass(frozen=True, slots=True)
class Slider:
    """One knob: the squares whose door opens when it stands left or right of the middle."""

    name: str
    left: str
    right: str

    @property
    def colour(self) -> Literal["green", "orange"]:
        return "green" if self.name.startswith("G") else "orange"

    @property
    def text(self) -> str:
        return f"{self.name} {self.left} {self.right}"


def sliders(lines: tuple[str, ...]) -> tuple[Slider, ...]:
    """The sliders of a checked axis value."""
    return tuple(Slider(*line.split()) for line in lines)


def read(text: str, spot: Spot) -> tuple[str, ...] | None:
    """The layout from any spacing and punctuation, in the order of the knob letters; None after a fault."""
    if len(text) > LONGEST:
        spot.fault("the layout is too long")
        return None
    words = [word for word in re.split(r"[\s,;:/|=]+", text) if word]
    if not words or [word.lower() for word in words] == ["none"]:
        return ()
    found = [Slider(name.upper(), *map(str.lower, pair)) for name, *pair in _triples(words)]
    names = [slider.name for slider in found]
    if 3 * len(found) != len(words) or not all(map(NAME.fullmatch, names)):
        _shapeless(words, spot)
        return None
    if not _names_fit(names, spot):
        return None
    order = FOUR if set(names) == set(FOUR) else names
    return tuple(found[names.index(name)].text for name in order)


def _triples(words: list[str]) -> list[list[str]]:
    return [words[i : i + 3] for i in range(0, len(words) // 3 * 3, 3)]


def _shapeless(words: list[str], spot: Spot) -> None:
    spot.fault(
        "one to eight sliders are wanted, each like {example}, G for green and O for orange; not {found}",
        example=quoted(EXAMPLE),
        found=quoted(" ".join(words)),
    )


def _names_fit(names: list[str], spot: Spot) -> bool:
    if len(names) > MOST:
        spot.fault("{count} sliders are too many; a board has at most {most}", count=len(names), most=MOST)
    for name in sorted({name for name in names if names.count(name) > 1}):
        spot.fault("there are two sliders {name}", name=name)
    return len(set(names)) == len(names) <= MOST
