"""A draft: lines that follow from one message, already folded into the table but not yet on disk.

If the database does not take them, the table is thrown away and folded anew; nobody has seen it.
"""

from __future__ import annotations

from crowned.protocols.pictures import seat_of
from crowned.protocols.views import Seat
from crowned.server.rooms import log
from crowned.server.rooms.options import silent
from crowned.server.rooms.table import Table

PLACEHOLDER = log.Started()
"""Stands for a move until the rules have said what it is."""


LONGEST_GAME = 2000
"""Moves, spins and answers after which the arbiter calls an endless game a draw."""
HANDS = ("touch", "adjust")
"""What moves nothing, and brings nobody nearer to that."""


class Draft:
    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self.at = max(now, table.at)
        self.lines: list[log.Logged] = []
        self.spoilt = False
        """The table has gone further than anybody may: it is to be folded anew."""

    def add(self, body: log.AnyBody, actor: str = log.SERVER, client_id: str | None = None) -> None:
        line = self._line(body, actor, client_id)
        self.table.apply(line)
        self.lines.append(line)

    def _line(self, body: log.AnyBody, actor: str, client_id: str | None) -> log.Logged:
        return log.Logged(self.table.version + 1, body, actor, self.at, client_id)

    def play(
        self,
        attempt: str | list[str],
        seat: Seat,
        actor: str,
        client_id: str | None = None,
        credit: int = 0,
    ) -> None:
        """An action of the game, if the rules allow it; an offence that nobody noticed is over with it."""
        pending = self.table.game.pending
        line = self.table.play(attempt, seat, credit, self._line(PLACEHOLDER, actor, client_id))
        self.lines.append(line)
        if pending is not None and self.table.done[-1][0] == "move" and silent(self.table):
            self.add(log.Missed(seat, list(pending.removable)))

    def conclude(self) -> None:
        """What follows by itself: the game begins when all are there, and it may be over."""
        table = self.table
        if table.phase == "seeding" and not table.unseeded:
            self.add(log.Started())
        if table.phase == "playing" and table.game.outcome is None and _endless(table):
            self.play("adjudicate draw adjudicated", seat_of(table.game.actor), log.SERVER)
        outcome = table.game.outcome
        if table.started and outcome is not None and table.ended is None:
            winner = None if outcome.winner is None else seat_of(outcome.winner)
            self.add(log.Ended(winner, outcome.reason, outcome.points))


def _endless(table: Table) -> bool:
    if table.ply < LONGEST_GAME:
        return False
    return sum(kind not in HANDS for kind, _ in table.done) >= LONGEST_GAME
