"""Token buckets under a clock of our own."""

from __future__ import annotations

from crowned.server.web.limits import Limiter, Limits, Rate


class FakeTime:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_burst_then_refill() -> None:
    time = FakeTime()
    limiter = Limiter(Rate(3, 0.5), time)
    assert [limiter.wait("a") for _ in range(4)] == [0, 0, 0, 2.0]
    time.now += 2
    assert limiter.wait("a") == 0
    assert limiter.wait("a") > 0


def test_keys_are_apart_and_waiting_costs_nothing() -> None:
    time = FakeTime()
    limiter = Limiter(Rate(1, 1), time)
    assert limiter.wait("a") == 0
    assert limiter.wait("b") == 0
    for _ in range(10):
        assert limiter.wait("a") == 1
    time.now += 1
    assert limiter.wait("a") == 0


def test_memory_is_bounded() -> None:
    limiter = Limiter(Rate(1, 1), FakeTime(), keep=100)
    for number in range(1000):
        limiter.wait(str(number))
    assert len(limiter._buckets) == 100


def test_scaling() -> None:
    limits = Limits().scaled(10)
    assert limits.socket == Rate(400, 100)
    assert limits.sockets_per_address == 2000


def test_who_has_not_come_for_long_is_forgotten() -> None:
    """A full bucket says no more than none."""
    time = FakeTime()
    limiter = Limiter(Rate(20, 1), time)
    for number in range(1000):
        limiter.wait(str(number))
        time.now += 1
    assert len(limiter._buckets) <= 21
    for _ in range(20):
        assert limiter.wait("often") == 0
    time.now += 19.5
    limiter.wait("other")
    assert limiter.wait("often") == 0, "nearly full again"
    for _ in range(18):
        limiter.wait("often")
    assert limiter.wait("often") > 0
