"""When the server's engine is busy: the player's own browser may think for the computer he plays against.

Only where nothing depends on it: in games that are not rated and not shown to everybody. There a player who
lets the computer play badly fools himself alone. What comes back must be open in the position, like any move.
"""

from __future__ import annotations

import asyncio

from crowned.protocols import wire
from crowned.server.rooms.audience import Reader
from crowned.server.rooms.table import Table

LONGEST = 600
"""Actions that a question may carry."""


class Help:
    """One question at a time, to one browser of the player."""

    def __init__(self) -> None:
        self._asked: Reader | None = None
        self._at: tuple[int, str] = (0, "")
        self._answer: asyncio.Future[str] | None = None

    def ask(self, reader: Reader, table: Table) -> asyncio.Future[str]:
        """What the browser will say; it may never say anything."""
        self._asked, self._at = reader, (table.ply, table.pos)
        self._answer = asyncio.get_running_loop().create_future()
        reader.send(wire.write(_question(table)))
        return self._answer

    def hear(self, reader: Reader, message: wire.Thought, table: Table) -> None:
        """An answer of somebody else, to something else or with something that is not open is none."""
        if self._answer is None or self._answer.done() or reader is not self._asked:
            return
        fits = (message.ply, message.pos) == self._at == (table.ply, table.pos)
        if fits and message.text in {action.text for action in table.game.actions()}:
            self._answer.set_result(message.text)


def allowed(table: Table) -> bool:
    settings = table.settings
    return not (settings.rated or settings.public) and len(table.game.history) <= LONGEST


def _question(table: Table) -> wire.Think:
    settings = table.settings
    played = [record.action.text for record in table.game.history]
    return wire.Think(table.id, table.ply, table.pos, settings.level, settings.rules, settings.fen, played)
