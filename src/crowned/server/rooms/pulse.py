"""The server's own pulse: notices when it was away while its process lived on.

A process can be stopped and continued, starved of the processor, or cut off from its database. Nobody's clock
may run through that: what a player does cannot be taken from him meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from crowned.server.times import Now

LONGEST_MS = 2000
"""Milliseconds between two beats after which the server counts as having been away."""


class Pulse:
    def __init__(self, now: Now, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._monotonic = monotonic
        self._last = monotonic()
        self.gaps: list[int] = []
        """When each absence began, in the server's time."""

    def beat(self) -> bool:
        """The server lives and its database takes what it writes. True: it was away before this beat."""
        found = self._look()
        self._last = self._monotonic()
        return found

    def away_since(self, seen: int) -> int | None:
        """When the first absence after the ``seen`` ones known already began; None: there was none."""
        self._look()
        return self.gaps[seen] if seen < len(self.gaps) else None

    def _look(self) -> bool:
        silent = int((self._monotonic() - self._last) * 1000)
        if silent <= LONGEST_MS:
            return False
        self.gaps.append(self._now() - silent)
        self._last = self._monotonic()
        return True
