"""Many processes on one PostgreSQL. Each game is led by one of them, and every write shows the game's fence.

A process has a row that it renews twice a second; the database's own clock says when it has not done so for
too long. Such a row cannot be renewed any more, so that nobody is dead for one and alive for another: a
process that finds its row expired takes a new name and asks for its games anew.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import asyncpg  # type: ignore[import-untyped]

from crowned.server.cluster.base import Beat, Cluster, Lease
from crowned.server.cluster.bus import EVERYBODY, NOW, Bus
from crowned.server.cluster.messages import Note
from crowned.server.metrics import Labels
from crowned.server.store import Store, StoreError
from crowned.server.store.postgres import Broken

logger = logging.getLogger(__name__)
T = TypeVar("T")

LEASE_MS = 2500
FORGOTTEN_MS = 60_000
"""So long everybody can see that a process is dead."""
ADOPTED = 50
"""Orphans taken at once; the rest is for the other processes."""
TRIES = 5

ENTER = f"INSERT INTO node (id, seen, expires) VALUES ($1, $2, {NOW} + {LEASE_MS})"  # noqa: S608
RENEW = f"UPDATE node SET seen = $2, expires = {NOW} + {LEASE_MS} WHERE id = $1 AND expires > {NOW}"  # noqa: S608
DEAD = f"SELECT id FROM node WHERE expires <= {NOW}"  # noqa: S608
LEAVE = f"UPDATE node SET expires = {NOW} - 1 WHERE id = $1"  # noqa: S608
FORGET = (
    f"DELETE FROM node WHERE expires <= {NOW} - {FORGOTTEN_MS} AND NOT EXISTS"  # noqa: S608
    " (SELECT 1 FROM game WHERE leader = node.id AND phase = 'playing' AND timed = 1)"
)
OLD_MAIL = f"DELETE FROM mail WHERE expires <= {NOW}"  # noqa: S608

ALIVE = f"EXISTS (SELECT 1 FROM node WHERE id = $1 AND expires > {NOW})"  # noqa: S608
UNLED = (
    f"(leader = '' OR leader = $1 OR NOT EXISTS"  # noqa: S608
    f" (SELECT 1 FROM node WHERE id = game.leader AND expires > {NOW}))"
)
ABSENT = (
    "CASE WHEN away > 0 THEN away WHEN leader IN ('', $1) OR timed = 0 OR phase <> 'playing' THEN 0"
    " ELSE COALESCE((SELECT seen FROM node WHERE id = game.leader), updated) END"
)
LEAD = f"UPDATE game SET leader = $1, fence = fence + 1, away = {ABSENT}"  # noqa: S608
CLAIM = f"{LEAD} WHERE id = $2 AND {UNLED} AND {ALIVE} RETURNING fence, away"
LED_BY = "SELECT leader FROM game WHERE id = $1"
LEFT = (
    "SELECT id FROM game WHERE leader = ANY($2) AND phase = 'playing' AND timed = 1"  # noqa: S608
    f" LIMIT {ADOPTED} FOR UPDATE SKIP LOCKED"
)
ADOPT = f"{LEAD} WHERE id IN ({LEFT}) AND {ALIVE} RETURNING id"
RELEASE = "UPDATE game SET leader = '' WHERE leader = $1 AND id = ANY($2)"
STANDING = "SELECT id, version, leader FROM game WHERE id = ANY($1)"


class Shared(Cluster):
    period = 0.5
    patience = LEASE_MS + 500

    def __init__(self, store: Store, url: str) -> None:
        super().__init__()
        self._store = store
        self.bus = Bus(url, self._hear, self._missed)
        self._beats = 0

    # ------------------------------------------------------------ life

    async def start(self, now: int) -> None:
        await self._enter(now)
        self.bus.start()

    async def _enter(self, now: int) -> None:
        self.node = secrets.token_hex(8)
        self.bus.ear.channel = f"crowned_{self.node}"
        self.bus.ear.drop()
        await self._ask(lambda line: line.execute(ENTER, self.node, now))

    async def _ask(self, question: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        try:
            return await self.bus.ear.ask(question)
        except Broken as error:
            raise StoreError(f"the processes cannot reach each other: {error!r}") from error

    async def beat(self, now: int, busy: bool) -> Beat:  # noqa: ARG002
        renewed = await self._ask(lambda line: line.execute(RENEW, self.node, now))
        if renewed == "UPDATE 0":
            logger.warning("this process was given up by the others; it goes on under a new name")
            await self._enter(now)
            return Beat(followed=True)
        self._beats += 1
        if self._beats % 20 == 0:
            await self._ask(lambda line: line.execute(f"{FORGET}; {OLD_MAIL}"))
        dead = await self._ask(lambda line: line.fetch(DEAD))
        return Beat(frozenset(str(row[0]) for row in dead))

    async def stop(self) -> None:
        try:
            await self._ask(lambda line: line.execute(LEAVE, self.node))
        except StoreError as error:
            logger.warning("%s", error)
        await self.bus.close()

    # ------------------------------------------------------------ leading

    async def claim(self, game: str) -> Lease | None:
        for _ in range(TRIES):
            taken = await self._store.read(CLAIM, self.node, game)
            if taken:
                return Lease(self.node, True, *taken[0])
            rows = await self._store.read(LED_BY, game)
            if not rows:
                return None
            if rows[0][0] not in ("", self.node):
                return Lease(str(rows[0][0]), False)
        raise StoreError("this process was given up by the others and is not back yet")

    async def orphans(self, dead: frozenset[str]) -> list[str]:
        rows = await self._ask(lambda line: line.fetch(ADOPT, self.node, ["", *dead]))
        return [str(row[0]) for row in rows]

    async def release(self, games: Sequence[str]) -> None:
        if games:
            await self._ask(lambda line: line.execute(RELEASE, self.node, list(games)))

    async def standing(self, games: Sequence[str]) -> dict[str, tuple[int, str]]:
        rows = await self._ask(lambda line: line.fetch(STANDING, list(games)))
        return {str(game): (int(version), str(leader)) for game, version, leader in rows}

    # ------------------------------------------------------------ talking

    def _hear(self, note: Note) -> None:
        self.take(note)

    def _missed(self) -> None:
        self.deaf()

    def figures(self) -> dict[Labels, float]:
        return {(("way", "sent"),): self.bus.sent, (("way", "heard"),): self.bus.heard}

    def send(self, node: str, note: Note) -> None:
        self.bus.send(f"crowned_{node}", note)

    def broadcast(self, note: Note) -> None:
        self.bus.send(EVERYBODY, note)
