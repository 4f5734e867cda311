"""The state of a game between two actions: the position, and what the position alone does not know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from crowned._native import Move
from crowned.base import Side
from crowned.base.lazy import lazy
from crowned.game.outcome import Outcome
from crowned.game.tallies import Tallies
from crowned.position import Position
from crowned.position.ruleset import Ruleset

_SIDES = tuple(Side)


class Run(NamedTuple):
    """How often in a row a side has moved the same king without capturing; it stands on `square`."""

    square: str
    length: int


class Settled(NamedTuple):
    """How the last offence was dealt with, for whoever asks once more."""

    by: Side
    """Who had offended."""
    how: Literal["huffed", "taken_back", "passed", "moved_on"]


@dataclass(frozen=True)
class Offence:
    """A move that broke an obligation and stands until it is answered."""

    by: Side
    move: Move
    owed: tuple[Move, ...]
    """The correct captures. Where capturing is free, a quiet move would have been correct as well."""
    removable: tuple[str, ...]
    """Squares, after the move, of the pieces of which one may be taken off."""
    remedies: tuple[str, ...]
    """Among huff, takeback, accept: what the opponent may do about it."""
    before: State = field(repr=False, compare=False)
    """Where a take-back leads."""
    claimed: bool = False
    """The opponent has had it huffed, and the offender now picks the piece that goes."""

    @property
    def must_answer(self) -> bool:
        """Whether a remedy has to be chosen before anything else is done."""
        return "accept" not in self.remedies


@dataclass(frozen=True)
class State:
    """An immutable moment of a game."""

    position: Position
    outcome: Outcome | None = None
    pending: Offence | None = None
    settled: Settled | None = None
    """The offence before, until the side that could have answered it has moved twice."""
    owes: bool = False
    """A wrong move was taken back: only a correct one may be played."""
    touched: str | None = None
    adjusting: frozenset[str] = frozenset()
    """Pieces announced to be put straight; touching them does not bind."""
    offer: Side | None = None
    """Who offers a draw."""
    quiet: int = 0
    """Plies since something was captured, lost or crowned, or a man moved."""
    keys: tuple[int, ...] = ()
    """The positions since then, for counting repetitions; only where the ruleset counts them."""
    runs: tuple[Run | None, Run | None] = (None, None)
    tallies: Tallies = ()
    """How far the counts by material have come; only where the ruleset has some."""
    ply: int = 0
    """Actions on the board so far."""
    spins: int = 0

    @property
    def rules(self) -> Ruleset:
        return self.position.rules

    @property
    def actor(self) -> Side:
        """Whose turn it is, be it to move, to answer an offence or to pick what is lost by it."""
        if self.pending is not None and self.pending.claimed:
            return self.pending.by
        return _SIDES[self.position.turn]

    @property
    def can_move(self) -> bool:
        """Whether a move may be made now: the game goes on, no answer and no spin comes first."""
        answer_first = self.pending is not None and self.pending.must_answer
        return self.outcome is None and not answer_first and not self.position.must_spin

    @classmethod
    def of(cls, **fields: Any) -> State:
        """A state with these fields and the defaults of the others, made quickly: every move makes one."""
        state = object.__new__(cls)
        state.__dict__.update(fields)
        return state

    @lazy
    def unbound(self) -> tuple[Move, ...]:
        """The correct moves before a touch is considered."""
        return self._rested(self.position.moves()) if self.can_move else ()

    @lazy
    def correct(self) -> tuple[Move, ...]:
        """Every move that fulfils all obligations."""
        if self.touched is None or not self.bound:
            return self.unbound
        return tuple(m for m in self.unbound if m.source == self.bound) or self._of_touched

    @lazy
    def playable(self) -> tuple[Move, ...]:
        """Every move that may be made, offences included; the correct moves are among them."""
        if self.rules.spec.is_strict or self.owes or not self.can_move:
            return self.correct
        moves = (*self.unbound, *self._offences())
        return tuple(m for m in moves if m.source == self.bound) if self.bound else moves

    def _offences(self) -> tuple[Move, ...]:
        """What can be played besides. The core may list a correct capture here by another order of jumps."""
        if not any(move.captures for move in self.unbound):
            return ()
        known = {_effect(move) for move in self.unbound}
        return tuple(m for m in self._rested(self.position.playable()) if _effect(m) not in known)

    @lazy
    def bound(self) -> str | None:
        """The touched piece, if it has a correct move; else it is released, unless any move binds."""
        if self.touched and any(move.source == self.touched for move in self.unbound):
            return self.touched
        return self.touched if self._of_touched else None

    @lazy
    def _of_touched(self) -> tuple[Move, ...]:
        """Where touching goes before capturing: the whole captures of the touched piece, else its steps."""
        if not self.touched or self.rules.spec.touch_binds != "any" or not self.can_move:
            return ()
        own = [m for m in self._rested(self.position.playable()) if m.source == self.touched]
        captures = [m for m in own if m.captures and not self.position.stops_early(m)]
        return tuple(captures or own)

    @lazy
    def tired(self) -> str | None:
        """The king that has moved too often in a row and must rest, as long as its side also has men."""
        limit = self.rules.spec.king_runs
        run = self.runs[self.actor]
        return run.square if limit and run and run.length >= limit and self._has_men() else None

    def _rested(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        if not self.rules.spec.king_runs or self.tired is None:
            return moves
        return tuple(m for m in moves if m.captures or m.source != self.tired)

    def _has_men(self) -> bool:
        return self.actor.letter.lower() in {column[0] for column in self.position.pieces().values()}


def _effect(move: Move) -> tuple[object, ...]:
    """Equal for moves that leave the same position, where pieces are taken off one by one."""
    if move.kind == "slide":
        return (move.text,)
    return move.source, move.target, move.crowns, frozenset(move.captures)
