"""The few words every layer speaks: the two sides and the three languages."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal

Lang = Literal["de", "nl", "en"]
"""German, Dutch or English."""
LANGS: Final[tuple[Lang, ...]] = ("de", "nl", "en")
"""The languages in which rules, reasons and results are told."""


class Side(IntEnum):
    """White starts on the low ranks and moves up (PDN's W); Black is the other, whoever begins."""

    WHITE = 0
    BLACK = 1

    def __str__(self) -> str:
        """The word: `white` or `black`."""
        return self.name_key

    def __format__(self, spec: str) -> str:
        return format(self.name_key, spec)

    @property
    def letter(self) -> str:
        """The letter FEN and PDN use."""
        return "WB"[self]

    @property
    def other(self) -> Side:
        return Side(1 - self)

    @property
    def name_key(self) -> str:
        """The word ruleset files use as a key."""
        return self.name.lower()

    @classmethod
    def from_letter(cls, letter: str) -> Side:
        """The side of a FEN letter, either case; ValueError for any other text."""
        return cls(("W", "B").index(letter.upper()))
