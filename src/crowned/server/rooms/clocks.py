"""Clocks in whole milliseconds. A clock is a value; time comes from outside, so that a log replays exactly.

``since`` is the moment up to which the running side's time has been counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from crowned.base.sentence import Sentence
from crowned.protocols.views import ClockRule, Clocks, Seat

SHORTEST_FIRST, LONGEST_FIRST = 30_000, 300_000


@dataclass(frozen=True, slots=True)
class Clock:
    rule: ClockRule
    white: int
    black: int
    running: Seat | None = None
    since: int = 0
    wait: int = 0
    """Free milliseconds the running side still has before its own time passes."""
    first: int = 0
    """How long each side has for its first move, which costs none of its time; 0: no such thing."""
    begun: tuple[Seat, ...] = ()
    """The sides that have made their first move."""

    @classmethod
    def new(cls, rule: ClockRule, first: int = 0) -> Clock:
        return cls(rule, rule.base, rule.base, first=first)

    def left(self, seat: Seat) -> int:
        return self.white if seat == "white" else self.black

    def _with_left(self, seat: Seat, left: int) -> Clock:
        return replace(self, white=left) if seat == "white" else replace(self, black=left)

    def start(self, seat: Seat, now: int) -> Clock:
        """A turn of ``seat`` begins; its first one is free."""
        delay = self.rule.step if self.rule.kind == "delay" else 0
        free = delay if self._has_begun(seat) else self.first
        clock = replace(self, running=seat, since=now, wait=free)
        return clock._with_left(seat, self.rule.base) if self.rule.kind == "per_move" else clock

    def _has_begun(self, seat: Seat | None) -> bool:
        return not self.first or seat in self.begun

    @property
    def opening(self) -> bool:
        """Whether the first move of the running side is waited for."""
        return self.running is not None and not self._has_begun(self.running)

    def settled(self, now: int, credit: int = 0) -> Clock:
        """The time up to ``now`` counted; ``credit`` milliseconds of it were the network's."""
        if self.running is None:
            return self
        passed = max(0, now - self.since - credit)
        free = min(passed, self.wait)
        left = max(0, self.left(self.running) - (passed - free))
        return replace(self, since=max(now, self.since), wait=self.wait - free)._with_left(self.running, left)

    def hand_over(self, seat: Seat, now: int, credit: int = 0, by_moving: bool = True) -> Clock:
        """The turn of ``seat`` begins; the running side earns its bonus only with a move."""
        clock = self.settled(now, credit)
        if clock.running is not None and by_moving:
            clock = clock._moved(clock.running)
        return clock.start(seat, now)

    def _moved(self, seat: Seat) -> Clock:
        """A move earns a bonus where there is one; the first, which was free, only sets the clock going."""
        if not self._has_begun(seat):
            return replace(self, begun=(*self.begun, seat))
        bonus = self.rule.step if self.rule.kind == "fischer" else 0
        return self._with_left(seat, self.left(seat) + bonus)

    def stopped(self, now: int) -> Clock:
        """Nobody's time passes any more; what was left of a delay is kept for ``resumed``."""
        return replace(self.settled(now), running=None)

    def resumed(self, seat: Seat, now: int) -> Clock:
        """Goes on inside a turn that was interrupted."""
        return replace(self, running=seat, since=now)

    @property
    def deadline(self) -> int | None:
        """When the running side's time is up; for its first move it has that of the first move only."""
        if self.running is None:
            return None
        return self.since + self.wait + (0 if self.opening else self.left(self.running))

    def expired(self, now: int, credit: int = 0) -> bool:
        deadline = self.deadline
        return deadline is not None and now - credit >= deadline

    def view(self, now: int) -> Clocks:
        """A reading for a browser."""
        clock = self.settled(now)
        return Clocks(clock.white, clock.black, now, clock.running, clock.wait, clock.opening)


def new(rule: ClockRule, first: int = 0) -> Clock | None:
    """The clock of a game, or None where nobody counts."""
    return None if rule.kind == "none" else Clock.new(rule, first)


def first_move(rule: ClockRule) -> int:
    """How long a side has for its first move: a fifth of its time, but never too short to look around."""
    if rule.kind == "none":
        return 0
    if rule.kind == "per_move":
        return max(SHORTEST_FIRST, rule.base)
    return min(max(SHORTEST_FIRST, rule.base // 5), LONGEST_FIRST)


def faults(rule: ClockRule) -> list[str]:
    """What makes a clock unusable."""
    if rule.kind == "none":
        return [Sentence("a game without clock has no times")] if rule.base or rule.step else []
    found: list[str] = []
    if rule.base < 1000 and not (rule.kind == "fischer" and rule.step >= 1000):
        found.append(Sentence("the clock needs at least one second"))
    if rule.kind == "per_move" and rule.step:
        found.append(Sentence("a clock per move has no step"))
    if rule.kind == "fischer" and rule.base == 0:
        found.append(Sentence("a Fischer clock needs time for the first move"))
    return found
