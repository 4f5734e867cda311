"""The only process on its database, which a lock file guarantees."""

from __future__ import annotations

from collections.abc import Sequence

from crowned.server.cluster.base import Beat, Cluster, Lease
from crowned.server.cluster.messages import Note
from crowned.server.store import Statement, Store

ALIVE = (
    "INSERT INTO meta (name, value) VALUES ('alive', $1)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
LEFT = "UPDATE game SET away = $1 WHERE phase = 'playing' AND timed = 1 AND away = 0"


class Alone(Cluster):
    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._orphaned = True

    async def start(self, now: int) -> None:  # noqa: ARG002
        """What the last process left behind has not been led since its last heartbeat."""
        rows = await self._store.read("SELECT value FROM meta WHERE name = 'alive'")
        await self._store.write([Statement(LEFT, (max(1, int(rows[0][0])) if rows else 1,))])

    async def beat(self, now: int, busy: bool) -> Beat:
        if busy:
            await self._store.write([Statement(ALIVE, (str(now),))])
        return Beat()

    async def claim(self, game: str) -> Lease | None:
        rows = await self._store.read("SELECT fence, away FROM game WHERE id = $1", game)
        return Lease("", True, *rows[0]) if rows else None

    async def orphans(self, dead: frozenset[str]) -> list[str]:  # noqa: ARG002
        """Once, after the start."""
        if not self._orphaned:
            return []
        rows = await self._store.read("SELECT id FROM game WHERE phase = 'playing' AND timed = 1")
        self._orphaned = False
        return [str(game) for (game,) in rows]

    async def release(self, games: Sequence[str]) -> None:
        """Nobody else could take them."""

    async def standing(self, games: Sequence[str]) -> dict[str, tuple[int, str]]:  # noqa: ARG002
        return {}

    async def stop(self) -> None:
        """Nobody to leave."""

    def send(self, node: str, note: Note) -> None:
        """Nobody is there."""

    def broadcast(self, note: Note) -> None:
        """Nobody is there."""
