"""The garbage collector's pauses, kept short.

Python's full collection walks every object that is alive, and nobody is answered meanwhile: a quarter of a
second with five hundred games. But what a game keeps, it keeps until it is closed, and then it goes by
itself, because nothing here refers in circles. So full collections of Python's own are switched off; once a
second the few new objects are looked through, and those that stay are set aside and not walked again.
Circles that broke after they were set aside are found by a complete walk, made when nobody waits, or after
an hour all the same.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG_SECONDS = 1.0
THOROUGH_SECONDS = 600.0
"""A complete walk is wanted after this time, and made in the next second without a message."""
OVERDUE_SECONDS = 3600.0
YOUNG = 1
THRESHOLDS = (2_000, 5, 1_000_000_000)
"""The youngest are looked through when there are so many more, those that stayed after five times: a
millisecond for ten thousand, however much a thread makes in between. The oldest only here."""


class Pauses:
    """Every walk of the collector, its own ones and Python's: so long nobody is answered."""

    def __init__(self, took: Callable[[float], None]) -> None:
        self._took = took
        self._begun = 0.0

    def __call__(self, phase: str, _info: object) -> None:
        if phase == "start":
            self._begun = time.perf_counter()
        else:
            self._took(time.perf_counter() - self._begun)


class Collector:
    def __init__(self, messages: Callable[[], int], clock: Callable[[], float] = time.monotonic) -> None:
        self._messages = messages
        """How many messages have come in so far; a second without a new one is quiet."""
        self._clock = clock
        self._heard = 0
        self._walked = clock()

    async def run(self) -> None:
        """For the life of the process."""
        gc.set_threshold(*THRESHOLDS)
        while True:
            self.step()
            await asyncio.sleep(YOUNG_SECONDS)

    def step(self) -> None:
        """What the last second left: Python has looked through most of it already, the rest is new."""
        if self._due():
            gc.unfreeze()
            gc.collect()
            self._walked = self._clock()
        else:
            gc.collect(YOUNG)
        gc.freeze()

    def _due(self) -> bool:
        heard, self._heard = self._heard, self._messages()
        age = self._clock() - self._walked
        quiet = heard == self._heard
        return age > OVERDUE_SECONDS or (quiet and age > THOROUGH_SECONDS)
