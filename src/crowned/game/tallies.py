"""How far the counts by material have come: kept beside the position, moved on with every ply."""

from __future__ import annotations

from dataclasses import dataclass

from crowned._native import Move
from crowned.base import Side
from crowned.position import Position
from crowned.rules.counts import ANY_NUMBER, Count, Forces

Tallies = tuple[int | None, ...]
"""For each count of the ruleset how many plies it has come; None while it does not run."""
FEW = 8
"""No count concerns more pieces than this."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """A count that runs."""

    count: Count
    done: int

    @property
    def left(self) -> int:
        """Plies, all or of the side that is counted, until it is reached."""
        return max(0, self.count.plies - self.done)

    @property
    def plies(self) -> int:
        """What is left in plies of both: the stronger side moves at every second."""
        return self.left if self.count.unit == "each" else 2 * self.left


def begun(position: Position) -> Tallies:
    """The tallies of a game that begins here."""
    return advanced((), position, None, position.side)


def advanced(before: Tallies, position: Position, move: Move | None, by: Side) -> Tallies:
    """The tallies after a move that led to this position."""
    wanted = position.rules.spec.counts
    if not wanted or _cannot_matter(before, position, move):
        return before
    if len(position.pieces()) > FEW:
        return (None,) * len(wanted)
    old = before or (None,) * len(wanted)
    if move is None or move.captures or move.crowns:
        kept = zip(wanted, old, strict=True)
        old = tuple(n if one.pieces == ANY_NUMBER else None for one, n in kept)
    there = forces(position)
    return tuple(_next(one, n, position, there, by) for one, n in zip(wanted, old, strict=True))


def _cannot_matter(before: Tallies, position: Position, move: Move | None) -> bool:
    """Most moves change no material and no count runs; then nothing need be looked at."""
    if move is None or move.captures or move.crowns or any(tally is not None for tally in before):
        return False
    return not position.rules.spec.counts_roads


def _next(count: Count, old: int | None, position: Position, there: Forces, by: Side) -> int | None:
    stronger = count.stronger(there)
    if stronger is None or not _holds_road(count, position, stronger):
        return None
    counted = stronger.other if count.unit == "lone" else stronger
    return 0 if old is None else old + (count.unit == "each" or by is counted)


def _holds_road(count: Count, position: Position, stronger: Side) -> bool:
    if not count.road:
        return True
    holder = stronger if count.road == "strong" else stronger.other
    king = holder.letter
    on_it = [column for square, column in position.pieces().items() if square in position.rules.main_road]
    return bool(on_it) and all(column == king for column in on_it)


def forces(position: Position) -> Forces:
    """What each side has, kings first."""
    columns = position.pieces().values()
    return {
        side: "".join(sorted("K" if c.isupper() else "M" for c in columns if c.upper()[0] == side.letter))
        for side in Side
    }
