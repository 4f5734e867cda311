"""The tree of a game: the line that was played, and the variations, comments and marks of an analysis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import ref

from crowned.base import Side
from crowned.base.lazy import lazy
from crowned.game.chronicle import tell
from crowned.game.state import State
from crowned.position.action import Action
from crowned.position.event import Event


@dataclass(frozen=True)
class Record:
    """One action that was done, and by whom."""

    action: Action
    by: Side
    before: State
    after: State
    time: int | None = None
    """Whatever the keeper of the clock notes; milliseconds on a server."""
    rolled: bool = False
    """True for a spin that came from the game's own dice."""

    @property
    def text(self) -> str:
        return self.action.text

    @lazy
    def events(self) -> tuple[Event, ...]:
        return tell(self.before, self.action, self.by, self.after)


class Node:
    """A place in the tree: the state after a record, and what an analyst notes about it.

    A node holds its children and the tree its root; the way back is a weak one, so that a game that nobody
    needs any more is gone at once, without the garbage collector.
    """

    __slots__ = ("__weakref__", "_parent", "children", "comment", "nags", "record", "state")

    def __init__(self, state: State, parent: Node | None = None, record: Record | None = None) -> None:
        self.state = state
        self._parent = None if parent is None else ref(parent)
        self.record = record
        self.children: list[Node] = []
        self.comment = ""
        self.nags: tuple[int, ...] = ()

    @property
    def parent(self) -> Node | None:
        return None if self._parent is None else self._parent()

    def child(self, action: Action) -> Node | None:
        """The continuation with this action, if the tree has it."""
        return next((n for n in self.children if n.record and n.record.action == action), None)

    def line(self) -> list[Node]:
        """The nodes from the root to here, the root included."""
        nodes: list[Node] = [self]
        while (parent := nodes[-1].parent) is not None:
            nodes.append(parent)
        return nodes[::-1]


class Tree:
    """A root and a place in it. The first child of a node is its main continuation."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.here = root

    def add(self, record: Record) -> Node:
        """Go on with a record: along an existing branch if it is there, else along a new one."""
        node = self.here.child(record.action)
        if node is None:
            node = Node(record.after, self.here, record)
            self.here.children.append(node)
        self.here = node
        return node

    def back(self) -> bool:
        """One action back, keeping the branch; False at the root."""
        if self.here.parent is None:
            return False
        self.here = self.here.parent
        return True

    def forward(self, branch: int = 0) -> bool:
        """One action on along a branch; False if there is none."""
        if branch >= len(self.here.children):
            return False
        self.here = self.here.children[branch]
        return True

    def go(self, node: Node) -> None:
        """Go to any node of this tree."""
        if node.line()[0] is not self.root:
            raise ValueError("the node belongs to another game")
        self.here = node

    def end(self) -> None:
        """Go to the end of the main continuation."""
        while self.forward():
            pass

    def drop(self) -> bool:
        """One action back, forgetting it and what followed; False at the root."""
        node = self.here
        if node.parent is None:
            return False
        node.parent.children.remove(node)
        self.here = node.parent
        return True

    def promote(self, node: Node) -> None:
        """Make a variation the main continuation of its parent."""
        if node.parent is not None:
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)

    def nodes(self) -> Iterator[Node]:
        """All nodes, each before its children."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))
