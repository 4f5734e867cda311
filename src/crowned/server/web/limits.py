"""Token buckets: how often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

FORGOTTEN_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` at once, refilled with ``per_second``."""

    burst: float
    per_second: float


class Limiter:
    """Buckets by key. A bucket that is full again is forgotten, and so are the longest unused of very many:
    strangers cannot fill the memory."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic, keep: int = 20_000) -> None:
        self._rate = rate
        self._now = now
        self._keep = keep
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.counted: Callable[[str], None] = lambda _: None
        """Called with every key that was counted here."""

    def wait(self, key: str = "") -> float:
        """0 if allowed (and counted), else how many seconds to wait."""
        now = self._now()
        level = self._level(key, now)
        if level < 1:
            self._put(key, level, now)
            return (1 - level) / self._rate.per_second
        self._put(key, level - 1, now)
        self.counted(key)
        return 0

    def count(self, key: str) -> None:
        """Somebody was served elsewhere: it counts here, too."""
        now = self._now()
        self._put(key, max(0.0, self._level(key, now) - 1), now)

    def _level(self, key: str, now: float) -> float:
        level, at = self._buckets.get(key, (self._rate.burst, now))
        return min(self._rate.burst, level + (now - at) * self._rate.per_second)

    def _put(self, key: str, level: float, now: float) -> None:
        self._buckets[key] = (level, now)
        self._buckets.move_to_end(key)
        self._forget(now)

    def _forget(self, now: float) -> None:
        """A few of the longest unused at a time, so that nobody waits for the forgetting of thousands."""
        for _ in range(FORGOTTEN_AT_ONCE):
            _, at = next(iter(self._buckets.values()))
            full = at + self._rate.burst / self._rate.per_second <= now
            if not full and len(self._buckets) <= self._keep:
                return
            self._buckets.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit of the server in one place."""

    request: Rate = Rate(60, 30)
    new_game: Rate = Rate(20, 20 / 60)
    new_session: Rate = Rate(20, 20 / 60)
    login_address: Rate = Rate(10, 10 / 60)
    login_name: Rate = Rate(5, 5 / 60)
    """Per name and address: who guesses elsewhere keeps nobody from his own account."""
    login_everywhere: Rate = Rate(60, 1)
    """Per name, from places where nobody has been right before."""
    analysis: Rate = Rate(20, 5)
    socket: Rate = Rate(40, 10)
    person: Rate = Rate(80, 20)
    address: Rate = Rate(200, 60)
    connect: Rate = Rate(60, 5)
    chat: Rate = Rate(5, 0.5)
    hint: Rate = Rate(5, 0.5)
    refusal: Rate = Rate(5, 5 / 60)
    """Lines of the security log about what an address was refused."""
    connections_per_address: int = 300
    """Of any kind, half-sent and idle ones included."""
    sockets_per_address: int = 200
    sockets_per_person: int = 20
    games_per_socket: int = 8
    open_games_per_person: int = 200
    strikes: int = 20
    """Messages over the limit before the socket is closed."""

    def scaled(self, factor: float) -> Limits:
        """For load tests from one address, and for clubs behind one address."""
        values: dict[str, Any] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return Limits(**{name: _scale(value, factor) for name, value in values.items()})


def _scale(value: Rate | int, factor: float) -> Any:
    if isinstance(value, Rate):
        return Rate(value.burst * factor, value.per_second * factor)
    return int(value * factor)
