"""The index of finished games by their positions: made again, once, after their names have changed."""

from __future__ import annotations

import logging
from contextlib import suppress

from crowned.server.rooms import storage
from crowned.server.rooms.journal import take_in
from crowned.server.rooms.services import Services
from crowned.server.rooms.table import Table
from crowned.server.store import ConflictError, Statement, StoreError

logger = logging.getLogger(__name__)

DUE = "SELECT 1 FROM task WHERE name = 'name positions'"
DONE = "DELETE FROM task WHERE name = 'name positions'"
UNNAMED = (
    "SELECT id FROM game WHERE phase = 'over' AND id > $1"
    " AND NOT EXISTS (SELECT 1 FROM game_position WHERE game_position.game = game.id) ORDER BY id LIMIT 50"
)


async def name_positions(services: Services) -> int:
    """How many games were named. What a stopped server has not finished, the next one goes on with."""
    named = 0
    with suppress(StoreError):
        if not await services.store.read(DUE):
            return 0
        last = ""
        while rows := await services.store.read(UNNAMED, last):
            for (game,) in rows:
                named += await _name(services, game)
            last = rows[-1][0]
        await services.store.write([Statement(DONE, ())])
    return named


async def _name(services: Services, game: str) -> bool:
    lines = await storage.load(services.store, game)
    try:
        table = await take_in(Table(game, services.lowered), lines)
    except (ValueError, LookupError):
        logger.exception("the positions of game %s cannot be named", game)
        return False
    with suppress(ConflictError):  # another server was first
        await services.store.write(storage.positions(table))
    return True
