"""Crowned plays, referees, explains and analyses the draughts family.

    import crowned
    rules = crowned.ruleset("…")        # a shipped id or a file, options as keywords
    game = crowned.Game(rules)
    game.play("c3-d4")

Everything a user of the library needs is here; the modules below may change between versions.
"""

import crowned.notation  # noqa: F401  # lets notebooks draw positions
from crowned.base import (
    AmbiguousMove,
    BadInput,
    CrownedError,
    FenError,
    GameOver,
    IllegalMove,
    MoveTextError,
    PdnError,
    RulesetError,
    Side,
)
from crowned.game import Accepted, Game, Offence, Outcome
from crowned.position import Move, Position, Ruleset, Setup, ruleset
from crowned.referee import Verdict, judge, legal_elsewhere
from crowned.rules.catalog import ids as ruleset_ids

__version__ = "0.1.0"

__all__ = [
    "Accepted",
    "AmbiguousMove",
    "BadInput",
    "CrownedError",
    "FenError",
    "Game",
    "GameOver",
    "IllegalMove",
    "Move",
    "MoveTextError",
    "Offence",
    "Outcome",
    "PdnError",
    "Position",
    "Ruleset",
    "RulesetError",
    "Setup",
    "Side",
    "Verdict",
    "__version__",
    "judge",
    "legal_elsewhere",
    "ruleset",
    "ruleset_ids",
]
