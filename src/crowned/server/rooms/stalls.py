"""Time in which the server could hear nobody: its loop stood still, or a turn was not told yet.

A process that has too little of the processor, or none for a second, reads late what came in time. ``Pulse``
sees absences of seconds and has them written into the log; what is shorter adds up as well, move by move, and
is taken off what a player is charged.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

from crowned.server.rooms.clocks import Clock
from crowned.server.times import Now

PERIOD = 0.05
"""Seconds between two looks at how late the loop is."""
SLACK = 0.005
"""Every loop is a little late: what it does takes time, too."""
REMEMBERED = 256


class Stalls:
    """How long the loop has stood still, all in all, and when."""

    def __init__(
        self, now: Now, monotonic: Callable[[], float] = time.monotonic, remembered: int = REMEMBERED
    ) -> None:
        self.now = now
        self._monotonic = monotonic
        self._due = monotonic() + PERIOD
        self._last: deque[tuple[int, int]] = deque(maxlen=remembered)
        """When each of the latest stalls ended, and how long it was; milliseconds."""
        self._total = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._due = self._monotonic() + PERIOD
        self._timer = asyncio.get_running_loop().call_later(PERIOD, self._tick)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        self.look()
        self.start()

    def look(self) -> None:
        """Whoever looks first notes it: a message may be read before the timer is served."""
        late = self._monotonic() - self._due
        if self._timer is not None and late > SLACK:
            stalled = int(late * 1000)
            self._total += stalled
            self._last.append((self.now(), stalled))
            self._due += late

    def until(self, at: int) -> int:
        """Milliseconds of all stalls up to a moment."""
        self.look()
        after = 0
        for end, stalled in reversed(self._last):
            if end <= at:
                break
            after += min(stalled, end - at)
        return self._total - after


class Share:
    """What of the running turn was the server's own time."""

    def __init__(self, stalls: Stalls) -> None:
        self._stalls = stalls
        self._turn: tuple[str | None, int] | None = None
        self._late = 0
        self._before = 0

    def told(self, clock: Clock | None, now: int) -> None:
        """Whatever has happened is told now; a turn that began with it has cost its player nothing so far."""
        turn = None if clock is None else (clock.running, clock.since)
        if turn == self._turn:
            return
        self._turn = turn
        self._late = 0 if clock is None or clock.running is None else max(0, now - clock.since)
        self._before = self._stalls.until(now)

    def stalled(self, clock: Clock | None, at: int) -> int:
        """How long the loop has stood still between the beginning of the turn and ``at``."""
        if clock is None or (clock.running, clock.since) != self._turn:
            return 0
        return max(0, self._stalls.until(at) - self._before)

    def late(self, clock: Clock | None) -> int:
        """How long after its beginning the turn was told."""
        return self._late if clock is not None and (clock.running, clock.since) == self._turn else 0

    def of(self, clock: Clock | None, at: int) -> int:
        """All of it up to ``at``."""
        return self.late(clock) + self.stalled(clock, at)
