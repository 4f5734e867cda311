"""The garbage collector: what stays is set aside, and circles among it are found when nobody waits."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from crowned.server.collector import OVERDUE_SECONDS, THOROUGH_SECONDS, THRESHOLDS, Collector, Pauses


class Ring:
    """Refers to itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.own = self


class Times:
    def __init__(self) -> None:
        self.now = 0.0
        self.messages = 0

    def collector(self) -> Collector:
        return Collector(lambda: self.messages, lambda: self.now)


@pytest.fixture
def times() -> Iterator[Times]:
    yield Times()
    gc.unfreeze()


def test_circles_made_since_the_last_step_are_freed(times: Times) -> None:
    collector = times.collector()
    collector.step()
    ring = weakref.ref(Ring())
    collector.step()
    assert ring() is None


def test_what_stays_is_walked_once(times: Times) -> None:
    collector = times.collector()
    kept = [Ring() for _ in range(100)]
    collector.step()
    assert gc.get_freeze_count() > len(kept)
    assert not any(isinstance(thing, Ring) for thing in gc.get_objects())


def set_aside(times: Times) -> tuple[Collector, weakref.ref[Ring]]:
    """A circle that broke off after it had been set aside."""
    collector = times.collector()
    kept = Ring()
    collector.step()
    return collector, weakref.ref(kept)


def test_broken_circles_wait_for_a_quiet_second(times: Times) -> None:
    collector, ring = set_aside(times)
    times.now, times.messages = THOROUGH_SECONDS + 1, 5
    collector.step()
    assert ring() is not None, "somebody is playing"
    collector.step()
    assert ring() is None


def test_broken_circles_do_not_wait_for_ever(times: Times) -> None:
    collector, ring = set_aside(times)
    times.now, times.messages = OVERDUE_SECONDS + 1, 5
    collector.step()
    assert ring() is None


def test_every_walk_is_timed(times: Times) -> None:
    found: list[float] = []
    pauses = Pauses(found.append)
    gc.callbacks.append(pauses)
    try:
        times.collector().step()
        gc.collect()
    finally:
        gc.callbacks.remove(pauses)
    assert len(found) >= 2
    assert all(0 < seconds < 60 for seconds in found)


def test_however_much_is_made_in_between_a_step_walks_little_of_it() -> None:
    """A thread that reads a long file makes a hundred thousand things before the next step."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        kept = [[number] for number in range(200_000)]
        young = len(gc.get_objects(generation=0)) + len(gc.get_objects(generation=1))
    finally:
        gc.set_threshold(*before)
    assert young < 20_000 < len(kept)
