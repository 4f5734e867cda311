"""Positions and moves as Hub writes them.

A position is the side to move and a character per square in the order of the PDN numbers; a capture is
its ends and the captured squares, in any order, without the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from crowned._native import Move
from crowned.base import BadInput
from crowned.base.words import quoted
from crowned.engine.hub.line import HubError
from crowned.game import Game
from crowned.position import Position
from crowned.position.attempt import Attempt
from crowned.position.lettered import read_letters, write_letters
from crowned.position.reading import Leniency, meant
from crowned.position.ruleset import Ruleset

MOST_MOVES = 2000
"""Moves that a line may bring along; they are those since the last progress."""

_MOVE = re.compile(r"([a-l]?[0-9]{1,3})([-x:])([a-l]?[0-9]{1,3})((?:[x:][a-l]?[0-9]{1,3})*)")


def write_position(position: Position) -> str:
    """`W` or `B`, then for every square w, b, W, B or e."""
    return write_letters(position)


def read_position(rules: Ruleset, text: str) -> Position:
    """The position; HubError for a wrong form, FenError for one that no game can show."""
    return read_letters(rules, text, HubError)


def write_move(rules: Ruleset, move: Move) -> str:
    """`32-28`, or `28x19x23`: from, to and the captured squares."""
    squares = rules.squares
    ends = (move.path[0], move.path[-1])
    numbers = [str(squares.number(squares.cell(name))) for name in (*ends, *move.captures)]
    return ("x" if move.captures else "-").join(numbers)


def find_move(game: Game, text: str) -> Move:
    """The correct move that the text names; HubError if it names none."""
    found = meant(game.state, _written(text), Leniency.MACHINE)
    if not found:
        raise HubError(f"{quoted(text)} is no move of this position")
    if len(found) > 1:
        raise HubError(f"{quoted(text)} fits several captures; add the captured squares")
    return found[0]


def _written(text: str) -> Attempt:
    found = _MOVE.fullmatch(text.strip().lower())
    if found is None:
        raise HubError(f"{quoted(text)} is not a move; one looks like 32-28 or 28x19x23")
    taken = re.split("[x:]", found[4])[1:]
    return Attempt(text, (found[1], found[3]), found[2] != "-", taken=tuple(taken))


def follow(rules: Ruleset, start: Position, moves: Iterable[str] = ()) -> Game:
    """The game from a position along moves. A draw does not end it: who sends on wants to go on."""
    game = Game(rules, position=start)
    _go_on(game)
    for number, text in enumerate(moves, 1):
        if number > MOST_MOVES:
            raise HubError(f"more than {MOST_MOVES} moves")
        try:
            game.play(find_move(game, text))
        except BadInput as error:
            raise HubError(f"move {number}: {error}") from None
        _go_on(game)
    return game


def _go_on(game: Game) -> None:
    state = game.state
    if state.outcome is not None and state.outcome.winner is None:
        game.tree.here.state = replace(state, outcome=None)
