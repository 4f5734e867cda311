"""Whether the server works: a database that can be read but not written to is of no use to a player."""

from __future__ import annotations

from crowned.server.store import Statement, Store
from crowned.server.times import Now

FRESH_MS = 1000
"""An answer is good for so long: whoever asks often costs nothing."""
WRITE = (
    "INSERT INTO meta (name, value) VALUES ('health', $1)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class Writable:
    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now
        self._checked = -FRESH_MS

    async def check(self) -> None:
        """Raises StoreError if nothing can be written."""
        now = self._now()
        if now - self._checked >= FRESH_MS:
            await self._store.write([Statement(WRITE, (str(now),))])
            self._checked = now
