"""The server's time: milliseconds since 1970 that never jump while it lives, nor back between its lives."""

from __future__ import annotations

import time
from collections.abc import Callable

Now = Callable[[], int]


def steady_clock() -> Now:
    """Wall time read once, monotonic from then on: setting the machine's clock costs nobody his time."""
    start = time.time_ns() - time.monotonic_ns()
    return lambda: (start + time.monotonic_ns()) // 1_000_000


def not_before(now: Now, last: int) -> Now:
    """The same clock, put forward if it is behind ``last``: what was logged is never in the future."""
    shift = last - now()
    return now if shift <= 0 else lambda: now() + shift
