"""How long to think, as Hub says it.

The increment is added before the move: of a clock that shows 10 s with 2 s a move, a client sends
`time=8 inc=2`, and the engine may use up to 10 s for this move.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from crowned.base.words import quoted
from crowned.engine.hub.line import HubError, HubLine, write_line

Number = TypeVar("Number", int, float)
LARGEST = 10**15


@dataclass(frozen=True, slots=True)
class Level:
    """What a `level` line asks for. Nothing at all means: until told to stop."""

    depth: int | None = None
    nodes: int | None = None
    move_time: float | None = None
    """Seconds for this move."""
    clock: float | None = None
    """Seconds on the clock for the moves to come, this move's increment included."""
    increment: float = 0.0
    moves: int | None = None
    """Moves that the clock must last for; None: the rest of the game."""


def read_level(line: HubLine) -> Level:
    """The level of a `level` line; HubError for numbers that are none."""
    clocked = any(name in line for name in ("moves", "time", "inc"))
    increment = _number(line, "inc", float) or 0.0
    time = _number(line, "time", float)
    return Level(
        depth=_number(line, "depth", int),
        nodes=_number(line, "nodes", int),
        move_time=_number(line, "move-time", float),
        clock=(0.0 if time is None else time) + increment if clocked else None,
        increment=increment,
        moves=_number(line, "moves", int) or None,
    )


def _number(line: HubLine, name: str, kind: Callable[[str], Number]) -> Number | None:
    if name not in line:
        return None
    try:
        value = kind(line[name][:40])
    except ValueError:
        raise HubError(f"{name}={quoted(line[name])} is not a number") from None
    if not math.isfinite(value) or not 0 <= value <= LARGEST:
        raise HubError(f"{name}={line[name][:40]} is out of range")
    return value


def write_level(level: Level) -> str:
    """The `level` line; the increment is taken off the clock, because the engine adds it."""
    clock = None if level.clock is None else _seconds(max(0.0, level.clock - level.increment))
    arguments = {
        "depth": level.depth,
        "nodes": level.nodes,
        "move_time": None if level.move_time is None else _seconds(level.move_time),
        "moves": level.moves if clock is not None else None,
        "time": clock,
        "inc": _seconds(level.increment) if clock is not None and level.increment else None,
    }
    if all(value is None for value in arguments.values()):
        return write_line("level", "infinite")
    return write_line("level", **arguments)


def _seconds(value: float) -> str:
    """Three decimals, and never 1e-05, which not every engine reads."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
