"""How far the counts by material have come: kept beside the position, moved on with every ply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crowned._native import Move
from crowned.base import Side
from crowned.position import Position
from crowned.rules.counts import ANY_NUMBER, Count, Forces
from crowned.rules.ways import ways

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
        return self.left if self.count.both else 2 * self.left


@dataclass(frozen=True, slots=True)
class Ply:
    """What counts ask of a move."""

    position: Position
    """Where it led to."""
    there: Forces
    by: Side
    changes: bool
    """Whether it captured or crowned, or a game begins here."""
    man: bool
    """Whether a man has gone where he cannot step back from."""


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
    pairs = tuple(zip(wanted, before or (None,) * len(wanted), strict=True))
    changes = move is None or bool(move.captures) or move.crowns
    ply = Ply(position, forces(position), by, changes, move is not None and _is_mans(move, position))
    return tuple(_next(count, done, pairs, ply) for count, done in pairs)


def _is_mans(move: Move, position: Position) -> bool:
    """Whether a man's move cannot be taken back; all that men capture cannot."""
    if move.kind == "slide" or move.by_king:
        return False
    back = ways(position.rules.spec).men_step_back
    if move.captures or move.crowns or back == "never":
        return True
    ends = [position.rules.cells[square] // position.rules.squares.files for square in move.path]
    return back == "aside" and ends[0] != ends[-1]


def _cannot_matter(before: Tallies, position: Position, move: Move | None) -> bool:
    """Most moves change no material and no count runs; then nothing need be looked at."""
    if move is None or move.captures or move.crowns or any(tally is not None for tally in before):
        return False
    return not position.rules.spec.counts_roads


def _next(count: Count, old: int | None, all_: Iterable[tuple[Count, int | None]], ply: Ply) -> int | None:
    stronger = count.stronger(ply.there)
    if stronger is None or not _holds_road(count, ply.position, stronger):
        return None
    if old is not None and not (ply.changes and count.pieces != ANY_NUMBER):
        return _further(count, old, stronger, ply)
    return _taken_over(count, all_, stronger, ply) if count.kept and not (count.man and ply.man) else 0


def _further(count: Count, done: int, stronger: Side, ply: Ply) -> int:
    if count.man and ply.man:
        return 0
    return done + (count.both or ply.by is count.counted(stronger))


def _taken_over(count: Count, all_: Iterable[tuple[Count, int | None]], stronger: Side, ply: Ply) -> int:
    """How far a count has come that takes over from others: no more is left of it than of them.

    Whose moves they counted is told by who is stronger now. A move that is half made counts as one.
    """
    least = 2 * count.plies
    for other, done in all_:
        if done is not None and not other.at_once and other.pieces == ANY_NUMBER:
            left = max(0, other.plies - _further(other, done, stronger, ply))
            next_counts = ply.by is not other.counted(stronger)
            least = min(least, left if other.both or not left else 2 * left - next_counts)
    return count.plies - min(count.plies, least if count.both else (least + 1) // 2)


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
