"""Who thinks next: small jobs first, and nobody's hundred jobs before somebody else's one.

Everybody has used some of the computer's time, most of it forgotten after a minute. The next job is the one
whose owner, by address and by person, has used the least, its own size counted in. A place that takes small
jobs only keeps the lowest levels quick whatever else is waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

FORGOTTEN_SECONDS = 60.0
"""After this time half of what somebody has used is forgotten."""
SMALL_SECONDS = 0.25
KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Owner:
    """For whom the computer thinks."""

    person: str = ""
    address: str = ""

    @property
    def keys(self) -> tuple[str, str]:
        """Who has no session is known by his address alone, and shares nothing with other strangers."""
        return f"a {self.address or self.person}", f"p {self.person or self.address}"


class TooManyError(Exception):
    """Somebody has as many jobs waiting as he may."""


class BusyError(Exception):
    """Every place is taken, and whoever asked would not wait."""


@dataclass(eq=False)
class Waiting:
    owner: Owner
    size: float
    small: bool = False
    """Whether its place is one for small jobs, once it has one."""
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Usage:
    """What everybody has used of the computer's time, fading."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}

    def of(self, key: str) -> float:
        used, at = self._used.get(key, (0.0, 0.0))
        return float(used * 0.5 ** ((self._clock() - at) / FORGOTTEN_SECONDS))

    def add(self, owner: Owner, seconds: float) -> None:
        for key in owner.keys:
            self._used[key] = (self.of(key) + seconds, self._clock())
        if len(self._used) > KEPT:
            self._used = {key: entry for key, entry in self._used.items() if self.of(key) > 0.01}


class FairQueue:
    def __init__(self, places: int, small_places: int = 0, most_waiting: int | None = None) -> None:
        self._free = places
        self._free_small = small_places
        self._most = most_waiting
        self._waiting: list[Waiting] = []
        self.usage = Usage()

    def __len__(self) -> int:
        return len(self._waiting)

    def has_room(self, size: float) -> bool:
        """Whether a job of this size would begin at once."""
        return self._free > 0 or (self._free_small > 0 and size <= SMALL_SECONDS)

    @asynccontextmanager
    async def place(self, owner: Owner, size: float, patient: bool = True) -> AsyncIterator[None]:
        """A place to think in. Whoever is cancelled while he waits leaves the queue."""
        if not patient and not self.has_room(size):
            raise BusyError
        small = await self._wait(owner, size)
        begun = time.monotonic()
        try:
            yield
        finally:
            self.usage.add(owner, time.monotonic() - begun)
            self._give_back(small)

    async def _wait(self, owner: Owner, size: float) -> bool:
        """Whether the place is one for small jobs."""
        if self._free:
            self._free -= 1
            return False
        if self._free_small and size <= SMALL_SECONDS:
            self._free_small -= 1
            return True
        self._check_quota(owner)
        return await self._queue(Waiting(owner, size))

    def _check_quota(self, owner: Owner) -> None:
        if self._most is None:
            return
        counts = Counter(key for waiting in self._waiting for key in waiting.owner.keys)
        if any(counts[key] >= self._most for key in owner.keys):
            raise TooManyError

    async def _queue(self, mine: Waiting) -> bool:
        self._waiting.append(mine)
        try:
            await mine.turn
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            elif not mine.turn.cancelled():
                self._give_back(mine.small)
            raise
        return mine.small

    def _give_back(self, small: bool) -> None:
        following = self._next(small)
        if following is None:
            self._free, self._free_small = self._free + (not small), self._free_small + small
            return
        self._waiting.remove(following)
        following.small = small
        following.turn.set_result(None)

    def _next(self, small: bool) -> Waiting | None:
        here = [one for one in self._waiting if not one.turn.done()]  # who gives up leaves a little later
        open_to = [one for one in here if one.size <= SMALL_SECONDS] if small else here
        return min(open_to, key=self._rank, default=None)

    def _rank(self, waiting: Waiting) -> tuple[float, float]:
        place, person = (self.usage.of(key) for key in waiting.owner.keys)
        return place + waiting.size, person + waiting.size
