"""Proofs for endings that tables do not reach: towers keep their stones, so theirs are large.

A proof-number search looks for a forced win within so many plies, more and more of them. Positions are told
apart by the plies left, so nothing ever repeats and what is proven stands. A proof names a move for every
position the winner can come to, with the plies that are left there; whoever doubts it can check it with the
rules alone.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Literal

from crowned.base import BadInput, CrownedError, Side
from crowned.position import Move, Position, Ruleset

MOST_STONES = 6
MOST_PLIES = 96
NODES = 200_000
ENDLESS = 1 << 40


@dataclass(frozen=True, slots=True)
class Proof:
    """A forced win: the winner's move and the most plies to the end for every position on the way."""

    start: Position
    winner: Side
    plies: int
    ways: dict[Position, tuple[int, str | None]]

    @property
    def result(self) -> Literal["win", "loss"]:
        """For the side to move."""
        return "win" if self.start.side is self.winner else "loss"

    def to_dict(self) -> dict[str, Any]:
        ways = [{"fen": p.fen, "plies": plies, "move": move} for p, (plies, move) in self.ways.items()]
        return {"fen": self.start.fen, "winner": self.winner.name_key, "plies": self.plies, "positions": ways}


def prove(position: Position, nodes: int = NODES) -> Proof | None:
    """A win of either side with its proof; None if there is none, or none was found in so many nodes."""
    _check_rules(position)
    plies = 1
    searches = {side: Search(side, nodes // 2) for side in Side}
    while plies <= MOST_PLIES:
        for side, search in searches.items():
            if search.wins(position, plies):
                return Proof(position, side, plies, search.ways(position, plies))
        if all(search.exhausted for search in searches.values()):
            return None
        plies += 2 if plies > 8 else 1
    return None


def _check_rules(position: Position) -> None:
    rules = position.rules
    if rules.sliders or rules.offences_gain:
        raise BadInput(f"{rules.id}: where dice decide or wrong moves may gain, nothing can be proven")
    stones = sum(map(len, position.pieces().values()))
    if stones > MOST_STONES:
        raise BadInput(f"proofs are looked for with up to {MOST_STONES} stones, not {stones}")


Numbers = tuple[int, int]
"""How many positions must still be decided to prove a win, and to disprove it."""


class Search:
    """Depth-first proof-number search for a win of one side."""

    def __init__(self, winner: Side, nodes: int) -> None:
        self.winner = winner
        self.left = nodes
        self._known: dict[tuple[Position, int], Numbers] = {}
        self._next: dict[Position, tuple[Position, ...]] = {}

    @property
    def exhausted(self) -> bool:
        return self.left <= 0

    def wins(self, position: Position, plies: int) -> bool:
        """Whether a win within so many plies was found."""
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 20 * MOST_PLIES))
        try:
            self._search(position, plies, ENDLESS, ENDLESS)
        finally:
            sys.setrecursionlimit(limit)
        return self._numbers(position, plies)[0] == 0

    def _numbers(self, position: Position, plies: int) -> Numbers:
        """What is known, or a first guess: the fewer columns the loser has, the nearer the win."""
        if (ended := position.outcome) is not None:
            return (0, ENDLESS) if ended[0] == self.winner else (ENDLESS, 0)
        if plies == 0:
            return ENDLESS, 0
        return self._known.get((position, plies)) or (self._columns(position), 1)

    def _columns(self, position: Position) -> int:
        loser = self.winner.other.letter.lower()
        return max(1, sum(column[0].lower() == loser for column in position.pieces().values()))

    def _after(self, position: Position) -> tuple[Position, ...]:
        found = self._next.get(position)
        if found is None:
            found = self._next[position] = tuple(position.play(move) for move in position.moves())
        return found

    def _search(self, position: Position, plies: int, proof: int, disproof: int) -> None:
        """Look on until one of the two numbers reaches its limit."""
        if plies == 0 or position.outcome is not None:
            return
        ours = position.side is self.winner
        children = self._after(position)
        while self.left > 0:
            numbers = [self._numbers(child, plies - 1) for child in children]
            here = _joined(numbers, ours)
            self._known[position, plies] = here
            if here[0] >= proof or here[1] >= disproof:
                return
            self.left -= 1
            best, limits = _choice(numbers, here, (proof, disproof), ours)
            self._search(children[best], plies - 1, *limits)

    def ways(self, position: Position, plies: int) -> dict[Position, tuple[int, str | None]]:
        """Everything the winner may come to, with his move; a position that is reached twice keeps the
        shorter way."""
        found: dict[Position, tuple[int, str | None]] = {}
        open_ones = [(position, plies)]
        while open_ones:
            here, left = open_ones.pop()
            if here.outcome is not None or (here in found and found[here][0] <= left):
                continue
            moves = self._winning(here, left)
            ours = here.side is self.winner
            found[here] = (left, moves[0].text if ours else None)
            open_ones += [(here.play(move), left - 1) for move in moves]
        return found

    def _winning(self, position: Position, plies: int) -> list[Move]:
        """The move that was proven; where the loser moves, all of them."""
        pairs = zip(position.moves(), self._after(position), strict=True)
        if position.side is not self.winner:
            return [move for move, _ in pairs]
        return [next(move for move, after in pairs if self._numbers(after, plies - 1)[0] == 0)]


def _joined(numbers: list[Numbers], ours: bool) -> Numbers:
    proofs, disproofs = [n[0] for n in numbers], [n[1] for n in numbers]
    if ours:
        return min(proofs), min(ENDLESS, sum(disproofs))
    return min(ENDLESS, sum(proofs)), min(disproofs)


def _choice(numbers: list[Numbers], here: Numbers, limits: Numbers, ours: bool) -> tuple[int, Numbers]:
    """The child to look at, and how far: until another one looks better or this node is done."""
    mine, other = (0, 1) if ours else (1, 0)
    order = sorted(range(len(numbers)), key=lambda i: numbers[i][mine])
    best, second = order[0], numbers[order[1]][mine] if len(order) > 1 else ENDLESS
    until = [0, 0]
    until[mine] = min(limits[mine], second + 1)
    until[other] = min(ENDLESS, limits[other] - here[other] + numbers[best][other])
    return best, (until[0], until[1])


def check(rules: Ruleset, said: dict[str, Any]) -> list[str]:
    """What is wrong with a proof, in sentences. It needs the rules and nothing of the search."""
    try:
        winner = Side[str(said["winner"]).upper()]
        ways = {rules.read(w["fen"]): (int(w["plies"]), w["move"]) for w in said["positions"]}
        start = rules.read(said["fen"])
    except (KeyError, TypeError, ValueError, CrownedError):
        return ["this is no proof"]
    if start not in ways:
        return ["the first position is missing"]
    return [fault for p, (plies, move) in ways.items() for fault in _faults(p, plies, move, winner, ways)]


def _faults(
    position: Position, plies: int, move: str | None, winner: Side, ways: dict[Position, tuple[int, Any]]
) -> list[str]:
    ours = position.side is winner
    afters = [position.play(m) for m in position.moves() if not ours or m.text == move]
    faults = [_gap(after, plies, winner, ways) for after in afters]
    if ours and "" in faults:  # of moves that are written alike one is enough
        return []
    said = [fault for fault in faults if fault] or ([f"{move} cannot be played"] if ours else [])
    return [f"{position.fen}: {fault}" for fault in said]


def _gap(after: Position, plies: int, winner: Side, ways: dict[Position, tuple[int, Any]]) -> str:
    if after.outcome is not None:
        return "" if after.outcome[0] == winner else "the other side wins"
    if after not in ways:
        return "a position after it is missing"
    return "" if ways[after][0] < plies else "the plies do not shrink"
