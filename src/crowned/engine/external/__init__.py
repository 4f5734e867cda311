"""Other people's engines as opponents: programs that speak Hub, driven over their standard input and output.

    with HubEngine.start(["scan", "hub"], rules) as engine:
        game.play(engine.choose(game, Limits(time=1)))

An engine that is silent, dies or answers nonsense raises an EngineError of its own kind. The game is never
touched, and the next question starts the engine anew.
"""

from crowned.engine.external.build import OtherBuild
from crowned.engine.external.client import Answer, HubEngine
from crowned.engine.external.errors import (
    EngineCrashed,
    EngineError,
    EngineRefuses,
    EngineSilent,
    IllegalAnswer,
)
from crowned.engine.external.pipe import Pipe, Transport

__all__ = [
    "Answer",
    "EngineCrashed",
    "EngineError",
    "EngineRefuses",
    "EngineSilent",
    "HubEngine",
    "IllegalAnswer",
    "OtherBuild",
    "Pipe",
    "Transport",
]
