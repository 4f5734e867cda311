"""Clocks: time is neither made nor lost, and the same log gives the same reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.protocols.views import ClockRule, Seat
from crowned.server.rooms.clocks import Clock, faults, new
from crowned.server.rooms.lag import Lag

KINDS = st.sampled_from(["fischer", "delay", "per_move"])
TIMES = st.integers(min_value=0, max_value=120_000)


def fischer(base: int = 60_000, step: int = 2_000) -> Clock:
    return Clock.new(ClockRule("fischer", base, step))


def test_fischer_adds_after_the_move() -> None:
    clock = fischer().start("white", 1_000).hand_over("black", 11_000)
    assert (clock.white, clock.black, clock.running) == (52_000, 60_000, "black")


def test_delay_waits_first_and_only_once_a_turn() -> None:
    clock = Clock.new(ClockRule("delay", 60_000, 5_000)).start("white", 0)
    assert clock.settled(4_000).white == 60_000
    assert clock.settled(4_000).settled(9_000).white == 56_000
    assert clock.hand_over("black", 9_000).wait == 5_000


def test_per_move_starts_afresh() -> None:
    clock = Clock.new(ClockRule("per_move", 30_000)).start("white", 0).hand_over("black", 29_000)
    assert clock.hand_over("white", 40_000).white == 30_000


def test_the_networks_time_is_not_charged() -> None:
    assert fischer(step=0).start("white", 0).hand_over("black", 10_000, credit=300).white == 50_300


def test_flag_falls_exactly_at_the_deadline() -> None:
    clock = fischer(10_000, 0).start("black", 5_000)
    assert clock.deadline == 15_000
    assert not clock.expired(14_999)
    assert clock.expired(15_000)
    assert not clock.expired(15_100, credit=101)


def test_a_stopped_clock_resumes_where_it_was() -> None:
    running = Clock.new(ClockRule("delay", 60_000, 5_000)).start("white", 0)
    again = running.stopped(3_000).resumed("white", 1_000_000)
    assert again.deadline == 1_000_000 + 2_000 + 60_000


def test_no_clock() -> None:
    assert new(ClockRule()) is None


def test_faults_of_clocks() -> None:
    assert faults(ClockRule("fischer", 60_000, 0)) == []
    assert faults(ClockRule("per_move", 30_000, 5))
    assert faults(ClockRule("delay", 0, 0))
    assert faults(ClockRule("none", 5, 0))
    assert faults(ClockRule("fischer", 0, 5_000))


@given(KINDS, TIMES, TIMES, st.lists(st.tuples(TIMES, st.integers(0, 500), st.booleans()), max_size=30))
def test_time_is_conserved(kind: str, base: int, step: int, turns: list[tuple[int, int, bool]]) -> None:
    """What a side has left is what it got minus what it used, through any turns and interruptions."""
    clock = Clock.new(ClockRule(kind, base, step)).start("white", 0)  # type: ignore[arg-type]
    now = 0
    for used, credit, interrupted in turns:
        seat: Seat = clock.running or "white"
        if interrupted:
            before = (clock.left(seat), clock.wait)
            clock = clock.stopped(now).resumed(seat, now + 50_000)
            now += 50_000
            assert (clock.left(seat), clock.wait) == before
        had, wait = clock.left(seat), clock.wait
        now += used
        clock = clock.hand_over("black" if seat == "white" else "white", now, credit)
        charged = max(0, max(0, used - credit) - wait)
        gained = step if kind == "fischer" else 0
        assert clock.left(seat) == max(0, had - charged) + gained
        assert clock.white >= 0
        assert clock.black >= 0


@given(KINDS, TIMES, TIMES, st.lists(TIMES, max_size=10))
def test_reading_a_clock_changes_nothing(kind: str, base: int, step: int, looks: list[int]) -> None:
    """Looking often at a running clock gives the same end as looking once."""
    clock = Clock.new(ClockRule(kind, base, step)).start("white", 0)  # type: ignore[arg-type]
    often = clock
    now = 0
    for pause in looks:
        now += pause
        often = often.settled(now)
    assert often.settled(now) == clock.settled(now)
    assert often.view(now) == clock.view(now)


@pytest.mark.parametrize(
    ("rule", "moves", "most"),
    [
        (ClockRule("fischer", 15_000), 40, 40 * 200 + 2 * 200),
        (ClockRule("fischer", 600_000, 5_000), 40, 40 * 500),
        (ClockRule("per_move", 86_400_000), 10, 10 * 500),
    ],
    ids=str,
)
def test_a_line_held_back_on_purpose_gains_little(rule: ClockRule, moves: int, most: int) -> None:
    lag, gained = Lag(rule), 0
    for _ in range(moves):
        credit = lag.of("ann", 500)
        gained += credit
        lag.moved("ann", credit)
    assert gained <= most
    assert lag.of("bob", 500) == 500, "the other's reserve is his own"


def test_a_short_line_is_credited_whole_on_every_move() -> None:
    lag = Lag(ClockRule("fischer", 15_000))
    for _ in range(100):
        assert lag.of("ann", 120) == 120
        lag.moved("ann", 120)
