"""Positions and moves as DXP writes them: a character per square, squares as numbers."""

from __future__ import annotations

from crowned._native import Move
from crowned.base import Side
from crowned.engine import hub
from crowned.game import Game
from crowned.position import Position
from crowned.position.attempt import Attempt
from crowned.position.reading import Leniency, meant
from crowned.position.ruleset import Ruleset
from crowned.protocols.dxp.messages import DxpError, MoveMade
from crowned.rules.spec import Spec

_TO_DXP = str.maketrans("bB", "zZ")
_FROM_DXP = str.maketrans("zZ", "bB")
MOST_SQUARES = 80
"""Squares of the largest board that fits into a game request."""


def fits(spec: Spec, squares: int) -> bool:
    """Men and kings, correct moves only, and a board that the request can hold."""
    return hub.fits(spec) and squares <= MOST_SQUARES


def write_board(position: Position) -> str:
    return hub.write_position(position)[1:].translate(_TO_DXP)


def read_board(rules: Ruleset, first: Side, board: str) -> Position:
    """The position of a request; BadInput says what is wrong with it."""
    return hub.read_position(rules, first.letter + board.translate(_FROM_DXP))


def write_move(rules: Ruleset, move: Move, seconds: float) -> MoveMade:
    squares = rules.squares

    def number(name: str) -> int:
        return squares.number(squares.cell(name))

    captured = tuple(map(number, move.captures))
    return MoveMade(max(0, round(seconds)), number(move.path[0]), number(move.path[-1]), captured)


def find_move(game: Game, made: MoveMade) -> Move:
    """The correct move that a message names; DxpError if it names none."""
    squares = tuple(map(str, (made.start, made.end)))
    taken = tuple(map(str, made.captured))
    text = ("x" if taken else "-").join(squares + taken)
    found = meant(game.state, Attempt(text, squares, bool(taken), taken=taken), Leniency.MACHINE)
    if len(found) != 1:
        raise DxpError(f"illegal move {text}")
    return found[0]
