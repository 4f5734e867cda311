"""The trapdoors' layout: four sliders, each opening a left or a right door."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from crowned.base.words import quoted
from crowned.rules.faults import Spot

NAMES = ("G1", "O1", "O2", "G2")
"""The sliders in the order of the position text's knob letters; G is green, O is orange."""

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
    """The layout from any spacing and punctuation, in the order of NAMES; None after a fault."""
    if len(text) > LONGEST:
        spot.fault("the layout is too long")
        return None
    words = [word for word in re.split(r"[\s,;:/|=]+", text) if word]
    if not words or [word.lower() for word in words] == ["none"]:
        return ()
    found = _grouped(words, spot)
    return None if found is None else tuple(found[name].text for name in NAMES)


def _grouped(words: list[str], spot: Spot) -> dict[str, Slider] | None:
    triples = [words[i : i + 3] for i in range(0, len(words), 3)]
    shaped = [t for t in triples if len(t) == 3]
    found = {t[0].upper(): Slider(t[0].upper(), t[1].lower(), t[2].lower()) for t in shaped}
    if len(words) == 12 and set(found) == set(NAMES):
        return found
    spot.fault(
        "four sliders {names} are wanted, each like {example}; not {found}",
        names=", ".join(NAMES),
        example=quoted(EXAMPLE),
        found=quoted(" ".join(words)),
    )
    return None
