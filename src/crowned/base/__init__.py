"""Vocabulary and errors shared by every layer; imports nothing of ours."""

from crowned.base.errors import (
    AmbiguousMove,
    BadInput,
    CrownedError,
    FenError,
    GameOver,
    IllegalMove,
    MoveTextError,
    PdnError,
    RulesetError,
    TooManyMoves,
)
from crowned.base.types import LANGS, Lang, Side

__all__ = [
    "LANGS",
    "AmbiguousMove",
    "BadInput",
    "CrownedError",
    "FenError",
    "GameOver",
    "IllegalMove",
    "Lang",
    "MoveTextError",
    "PdnError",
    "RulesetError",
    "Side",
    "TooManyMoves",
]
