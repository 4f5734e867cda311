"""A new position among the moves of a game (`/FEN "…"/`), as an action of the game tree.

PDN uses it for illegal moves that stood, for gaps in a record and for side steps of an analysis. No
player can do it, so it is not among the actions of the rules; it exists only in what is read and written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, cast

from crowned.game import Node, Record
from crowned.game.step import opening
from crowned.position import Position
from crowned.position.action import Action


@dataclass(frozen=True, slots=True)
class SetUp:
    kind: ClassVar[str] = "setup"
    position: Position

    @property
    def text(self) -> str:
        return f"setup {self.position.fen}"


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
