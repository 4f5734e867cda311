"""What a search must know about a game beside its position: how it came about, and what that allows."""

from __future__ import annotations

from crowned._native import Move
from crowned.game import Board, Game, Outcome, State
from crowned.position import Position
from crowned.position import action as act

Asked = Game | Board | Position
"""What an engine may be asked about."""


def bare(what: Asked) -> Game | Position:
    """A board is asked about as the game that it shows."""
    return what.game if isinstance(what, Board) else what


def game_of(what: Asked) -> Game:
    """A position is a game that begins there."""
    plain = bare(what)
    return plain if isinstance(plain, Game) else Game(plain.rules, plain)


def outcome(what: Game | Position) -> Outcome | None:
    """How it has ended; a position alone can end by what stands on the board."""
    if isinstance(what, Game):
        return what.outcome
    return None if what.outcome is None else Game(what.rules, what).outcome


def turn(what: Game | Position) -> int:
    return what.turn if isinstance(what, Position) else what.position.turn


def history(what: Game | Position) -> tuple[Position, list[Position], int, list[int]]:
    """The position, those before it since the last progress, oldest first, and how far the counts have come.

    A position alone begins a game: nothing is counted yet but what its material counts from here on.
    """
    if isinstance(what, Position):
        return what, [], 0, []
    quiet = what.state.quiet
    past: list[Position] = []
    for record in reversed(what.history):
        if len(past) >= quiet:
            break
        if isinstance(record.action, act.MoveAction):
            past.append(record.before.position)
    return what.position, past[::-1], quiet, tallies(what.state)


def tallies(state: State) -> list[int]:
    """As the core takes them: -1 for a count that does not run."""
    return [-1 if done is None else done for done in state.tallies]


def bound_by_past(game: Game) -> bool:
    """Whether more than the position decides what may be played."""
    state = game.state
    return bool(state.pending or state.owes or state.bound or state.tired)


def restriction(what: Game | Position) -> tuple[Move, ...]:
    """The moves that the game allows where the position alone would allow more; else nothing."""
    if isinstance(what, Position):
        return ()
    state = what.state
    if state.owes or state.bound or state.tired or not what.rules.offences_gain:
        return state.correct if len(state.correct) < len(what.position.moves()) or state.owes else ()
    return ()
