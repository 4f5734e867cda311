"""Draw rules of another library's tests: positions with moves behind them, after which it calls a draw.

Their test is taken apart at its assertions. Each piece is run with a board of ours in the place of theirs,
which knows what these pieces say to it: a position and moves by the numbers of their squares. What they set
inside their board, or number otherwise, cannot be asked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from crowned.base import BadInput
from crowned.game import Game
from crowned.notation.fen import read
from crowned.notation.movetext import find_move
from crowned.position import ruleset

TEST = "test_drawing_conditions"


@dataclass
class Finding:
    what: str
    drawn: bool = False
    unasked: str = ""


class Move:
    def __init__(self, steps_move: Sequence[int]) -> None:
        self.squares = steps_move


class Board:
    """Repetition is left out: these tests count moves by walking to and fro."""

    last: Board | None = None

    def __init__(self, variant: str = "standard", fen: str = "") -> None:
        Board.last = self
        self.what = f"{variant} {fen}"
        rules = ruleset(variant).with_options(draw_repetition=0)
        self.game = Game(rules, read(rules, fen))
        self._game = _Inner(self)

    def push(self, move: Move) -> None:
        if not self.drawn:  # they go on behind a draw, which stays one
            self.game.play(find_move(self.game.state, "-".join(map(str, move.squares))))

    @property
    def drawn(self) -> bool:
        outcome = self.game.outcome
        return self.game.draw_claim is not None or (outcome is not None and outcome.winner is None)


@dataclass
class _Inner:
    """Their board inside their board, which takes lists of steps."""

    board: Board

    def push(self, steps: Sequence[Sequence[int]]) -> None:
        self.board.push(Move(steps[0]))

    def __setattr__(self, name: str, value: object) -> None:
        if name != "board":
            raise NotImplementedError(f"{name} is set from outside")
        object.__setattr__(self, name, value)


def findings(tree: ast.Module) -> Iterator[Finding]:
    """What we say where their test says a draw; nothing from a test that does not ask so."""
    space: dict[str, Any] = {"Board": Board, "Move": Move}
    helpers = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    test = next((node for node in helpers if node.name == TEST), None)
    if test is None:
        return
    for helper in helpers:
        if helper.name.endswith("_draw_board"):
            _run([helper], space)
    for piece in _pieces(test):
        yield _asked(piece, space)


def _pieces(test: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    """The statements before each assertion."""
    piece: list[ast.stmt] = []
    for statement in test.body:
        if isinstance(statement, ast.Assert):
            yield piece
            piece = []
        else:
            piece.append(statement)


def _asked(piece: list[ast.stmt], space: dict[str, Any]) -> Finding:
    try:
        _run(piece, space)
    except (BadInput, NotImplementedError) as error:
        return Finding(Board.last.what if Board.last else "?", unasked=str(error))
    board = space["game"]
    return Finding(board.what, board.drawn)


def _run(statements: Sequence[ast.stmt], space: dict[str, Any]) -> None:
    code = ast.fix_missing_locations(ast.Module(body=list(statements), type_ignores=[]))
    exec(compile(code, TEST, "exec"), space)
