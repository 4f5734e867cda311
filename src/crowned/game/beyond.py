"""What no player can do but a record of a game may show: a new position among the moves, play after a draw.

PDN has setups (`/FEN "…"/`) for illegal moves that stood, for gaps in a record and for side steps of an
analysis. They are not among the actions of the rules; they exist only in what is read, kept and written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, cast

from crowned.game.state import State
from crowned.game.step import advance, opening
from crowned.game.tree import Node, Record, Tree
from crowned.position import Position
from crowned.position.action import Action, MoveAction

SETUP = "setup "


@dataclass(frozen=True, slots=True)
class SetUp:
    kind: ClassVar[str] = "setup"
    position: Position

    @property
    def text(self) -> str:
        return f"{SETUP}{self.position.fen}"


def set_up(node: Node, position: Position) -> Node:
    """The node behind a setup: along an existing branch if it is there, else along a new one."""
    action = cast("Action", SetUp(position))
    found = node.child(action)
    if found is None:
        before = node.state
        # What was before says nothing about what follows: repetition and progress are counted anew.
        after = replace(opening(position), ply=before.ply + 1, spins=before.spins)
        found = Node(after, node, Record(action, before.actor, before, after))
        node.children.append(found)
    return found


def undrawn(state: State) -> State:
    """A draw that the ruleset sees, but that the players did not: the record says they went on."""
    if state.outcome is None or state.outcome.winner is not None:
        return state
    return replace(state, outcome=None)


def play_on(tree: Tree, state: State, action: MoveAction, time: int | None = None) -> Node:
    """The node behind a move from a state that `undrawn` opened again."""
    return tree.add(Record(action, state.actor, state, advance(state, action, state.actor), time))
