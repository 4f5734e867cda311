"""Crowned plays, referees, explains and analyses the draughts family.

    import crowned
    game = crowned.Game("…")            # a shipped id or a file
    game.play("c3-d4")
    rules = crowned.ruleset("…")        # the rules themselves, options as keywords

Everything a user of the library needs is here; the modules below may change between versions. Engines,
referee, files and pictures are loaded when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

import crowned.notation  # noqa: F401  # lets notebooks draw positions
from crowned.base import (
    LANGS,
    AmbiguousMove,
    BadInput,
    CrownedError,
    FenError,
    GameOver,
    IllegalMove,
    Lang,
    MoveTextError,
    PdnError,
    RulesetError,
    Side,
    TooManyMoves,
)
from crowned.game import Accepted, Board, Dice, Game, Node, Offence, Outcome, Record, Tree
from crowned.game.refusal import register_judge
from crowned.position import Move, Position, Ruleset, Setup, ruleset
from crowned.position import action as actions
from crowned.position import event as events
from crowned.rules.catalog import ids as ruleset_ids

if TYPE_CHECKING:
    from crowned import engine, tables
    from crowned import notebook as notebook
    from crowned import rl as rl
    from crowned.engine import (
        LEVELS,
        Clock,
        Engine,
        EngineBusy,
        Info,
        Level,
        Limits,
        Line,
        NothingToChoose,
        Score,
        match,
    )
    from crowned.engine.annotate import annotate
    from crowned.engine.external import EngineError, HubEngine
    from crowned.notation import fen, pdn, png, svg
    from crowned.notation.movetext import find_move, write_move
    from crowned.referee import Claims, Verdict, legal_elsewhere
    from crowned.referee.claims import claims
    from crowned.referee.judge import judge

__version__ = "0.1.0"

_MODULES = {
    "engine": "crowned.engine",
    "fen": "crowned.notation.fen",
    "match": "crowned.engine.match",
    "notebook": "crowned.notebook",
    "pdn": "crowned.notation.pdn",
    "png": "crowned.notation.png",
    "rl": "crowned.rl",
    "svg": "crowned.notation.svg",
    "tables": "crowned.tables",
}
_NAMES = {
    "crowned.engine": "LEVELS Clock Engine EngineBusy Info Level Limits Line NothingToChoose Score",
    "crowned.engine.annotate": "annotate",
    "crowned.engine.external": "EngineError HubEngine",
    "crowned.notation.movetext": "find_move write_move",
    "crowned.referee": "Claims Verdict claims judge legal_elsewhere",
}
_LATER = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """What takes its time to load is loaded when it is first asked for."""
    if name in _MODULES:
        found: object = import_module(_MODULES[name])
    elif name in _LATER:
        found = getattr(import_module(_LATER[name]), name)
    else:
        raise AttributeError(f"module 'crowned' has no attribute {name!r}")
    globals()[name] = found
    return found


# The referee is called when something is refused, not before.
register_judge(lambda game, attempt: import_module("crowned.referee").judge(game, attempt))


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "LANGS",
    "LEVELS",
    "Accepted",
    "AmbiguousMove",
    "BadInput",
    "Board",
    "Claims",
    "Clock",
    "CrownedError",
    "Dice",
    "Engine",
    "EngineBusy",
    "EngineError",
    "FenError",
    "Game",
    "GameOver",
    "HubEngine",
    "IllegalMove",
    "Info",
    "Lang",
    "Level",
    "Limits",
    "Line",
    "Move",
    "MoveTextError",
    "Node",
    "NothingToChoose",
    "Offence",
    "Outcome",
    "PdnError",
    "Position",
    "Record",
    "Ruleset",
    "RulesetError",
    "Score",
    "Setup",
    "Side",
    "TooManyMoves",
    "Tree",
    "Verdict",
    "__version__",
    "actions",
    "annotate",
    "claims",
    "engine",
    "events",
    "fen",
    "find_move",
    "judge",
    "legal_elsewhere",
    "match",
    "pdn",
    "png",
    "ruleset",
    "ruleset_ids",
    "svg",
    "tables",
    "write_move",
]
