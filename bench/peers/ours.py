"""Crowned itself, through its public interface."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version as installed
from typing import Any

import crowned
from crowned.notation import pdn

GAMES = dict.fromkeys(crowned.ruleset_ids())
ruleset = cache(crowned.ruleset)


def version() -> str:
    return installed("crowned")


def perft(game: str, depth: int) -> int:
    return ruleset(game).start().perft(depth)


def boards(fens: list[str]) -> list[crowned.Position]:
    rules = ruleset("international")
    return [crowned.Position.from_fen(rules, fen) for fen in fens]


def list_moves(boards: list[crowned.Position]) -> int:
    for position in boards:
        position.moves()
    return len(boards)


def pairs(boards: list[crowned.Position]) -> list[tuple[crowned.Position, Any]]:
    return [(position, move) for position in boards for move in position.moves()]


def play(pairs: list[tuple[crowned.Position, Any]]) -> None:
    """Positions are values: nothing is taken back, and the position played from is still there."""
    for position, move in pairs:
        position.play(move)


def read_games(text: str) -> int:
    return sum(1 for _ in pdn.read_text(text))
