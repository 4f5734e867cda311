"""How an opening book grows: by drop-out expansion.

Every position in the book that was not yet looked into is a leaf. Whoever plays from the start to a leaf
pays one for every ply, and more for every move that is not the best; the cheapest leaf is looked into next:
each of its moves is played and what comes out is searched. So the book is deep where both sides play well,
and broad where moves are equally good.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from crowned.engine.api import SURE, WON, Limits
from crowned.engine.book import Book
from crowned.engine.match.ballots import ballot_tables
from crowned.engine.match.openings import begin
from crowned.engine.match.plan import Opening
from crowned.engine.search import Engine
from crowned.position import Position
from crowned.position.action import SPIN_RESULTS
from crowned.position.ruleset import Ruleset

NODES = 100_000
"""What is searched behind every move."""
PLY = 12.0
"""How much worse a move must be, in hundredths of a man, to be put off for as long as one ply more."""


@dataclass(slots=True, eq=False)
class Node:
    """A position of the book that grows."""

    position: Position
    ply: int
    value: int
    """To who is to move."""
    cost: float = 0.0
    """The price of the cheapest leaf from here; infinite if there is nothing to look into."""
    next: list[Node] = field(default_factory=list)
    """What its moves lead to; where the spinner comes first, what its results lead to."""
    above: list[Node] = field(default_factory=list)

    @property
    def spins(self) -> bool:
        return self.position.must_spin

    def weigh(self) -> bool:
        """Work out value and cost from what comes next; False if neither has changed."""
        before = self.value, self.cost
        if self.spins:
            weights = [weight for weight in self.position.rules.spec.spinner if weight]
            likely = sum(weight * child.value for weight, child in zip(weights, self.next, strict=True))
            self.value = round(likely / sum(weights))
        elif self.next:
            self.value = max(-child.value for child in self.next)
        self.cost = 1 + min((child.cost + self.drop(child) for child in self.ahead), default=math.inf)
        return before != (self.value, self.cost)

    @property
    def ahead(self) -> list[Node]:
        """One met before on a shorter way is read when this one is weighed, not followed, and does not report
        its changes: nobody walks in circles."""
        return [child for child in self.next if child.ply > self.ply]

    def drop(self, child: Node) -> float:
        """What it costs to leave the best move aside."""
        chance = bool(self.position.rules.sliders)
        unit = PLY * (SURE / 200 if chance else 1)  # a man is about 100 there and half the scale here
        return 0.0 if self.spins else (self.value + child.value) / unit

    def cheapest(self) -> Node:
        return min(self.ahead, key=lambda child: child.cost + self.drop(child))


class Expansion:
    """A book in the making. What a book from before knows is not searched again."""

    def __init__(self, rules: Ruleset, nodes: int = NODES, before: Book | None = None) -> None:
        self.rules = rules
        self._engine = Engine(rules, hash_mb=8, seed=0)
        self._limits = Limits(nodes=nodes)
        self._before = before
        self._known: dict[int, Node] = {}
        self._roots = [self._node(position, 0) for position in roots(rules)]

    def __len__(self) -> int:
        return len(self._known)

    def grow(self, positions: int) -> Iterator[int]:
        """Look into one leaf after the other until so many positions are known; tells how many there are."""
        while len(self) < positions:
            root = min(self._roots, key=lambda node: node.cost)
            if root.cost == math.inf:
                return
            self._look_into(_leaf(root))
            yield len(self)

    def book(self) -> Book:
        """As far as it has come; what was known before and not met again is kept."""
        before = self._before.values() if self._before is not None else {}
        return Book(self.rules.fingerprint, before | {key: node.value for key, node in self._known.items()})

    def _look_into(self, leaf: Node) -> None:
        for position in _successors(leaf.position):
            child = self._node(position, leaf.ply + 1)
            leaf.next.append(child)
            child.above.append(leaf)
        _pass_on(leaf)

    def _node(self, position: Position, ply: int) -> Node:
        found = self._known.get(position.key)
        if found is None:
            found = self._known[position.key] = self._new(position, ply)
        return found

    def _new(self, position: Position, ply: int) -> Node:
        if position.outcome is not None:
            winner, _ = position.outcome
            sure = SURE if self.rules.sliders else WON
            return Node(position, ply, sure if winner == position.turn else -sure, math.inf)
        value = self._before.value(position) if self._before is not None else None
        if value is not None:
            return Node(position, ply, value)
        score = self._engine.search(position, self._limits).score
        return Node(position, ply, score.value, math.inf if score.decided else 0.0)


def roots(rules: Ruleset) -> list[Position]:
    """Where games begin: the start, and the ballots of the federations."""
    usual = ballot_tables(rules)[:1]
    drawn = [ballot for table in usual for ballot in table.of(rules)]
    begun = [begin(rules, Opening(0, 0, ballot.moves, ballot.start(rules))) for ballot in drawn]
    return [rules.start(), *(game.position for game in begun)]


def _successors(position: Position) -> list[Position]:
    if position.must_spin:
        results = zip(SPIN_RESULTS, position.rules.spec.spinner, strict=True)
        return [position.with_spin(result) for result, weight in results if weight]
    return [position.play(move) for move in position.moves()]


def _leaf(root: Node) -> Node:
    node = root
    while node.next:
        node = node.cheapest()
    return node


def _pass_on(node: Node) -> None:
    """Tell all positions above, the deepest first, as far as it changes anything for them."""
    waiting = [(-node.ply, id(node), node)]
    while waiting:
        _, _, node = heapq.heappop(waiting)
        if node.weigh():
            for parent in node.above:
                if parent.ply < node.ply:
                    heapq.heappush(waiting, (-parent.ply, id(parent), parent))
