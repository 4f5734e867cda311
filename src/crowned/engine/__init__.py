"""The opponent: search, levels, analysis. `Engine(rules).choose(game, level)` is all a player needs."""

from crowned.engine.api import Clock, Info, Limits, Line, Score
from crowned.engine.levels import LEVELS, Level
from crowned.engine.search import Engine, NothingToChoose
from crowned.engine.turns import EngineBusy

__all__ = [
    "LEVELS",
    "Clock",
    "Engine",
    "EngineBusy",
    "Info",
    "Level",
    "Limits",
    "Line",
    "NothingToChoose",
    "Score",
]
