"""Playing the pairs of a match: here, on all cores, or on a cluster. Same pairs, same results.

Pairs come back as they are finished, not in order. With limits of nodes or depth, a pair depends on
nothing but its opening.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing.synchronize import Event

from crowned.base.interrupts import deaf_children
from crowned.base.parents import outlive_nobody
from crowned.engine.match.plan import Opening, Pair, Plan
from crowned.engine.match.table import Interrupted, Table

Runner = Callable[[Plan, Iterable[Opening]], Iterator[Pair]]
"""Plays openings; closing the iterator ends what is still being played."""
AHEAD = 2
"""Pairs that wait per process, so that none is ever idle."""

_tables: dict[Plan, Table] = {}
_stop: threading.Event | None = None


def play_here(plan: Plan, openings: Iterable[Opening]) -> Iterator[Pair]:
    """One pair after the other in this process."""
    table = Table(plan)
    try:
        for opening in openings:
            yield table.pair(opening)
    finally:
        table.close()


def on_cores(jobs: int) -> Runner:
    """Pairs on several processes of this machine."""

    def run(plan: Plan, openings: Iterable[Opening]) -> Iterator[Pair]:
        with _pool(jobs) as pool:
            yield from _as_finished(pool, plan, iter(openings), jobs * AHEAD)

    return play_here if jobs == 1 else run


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    # Not forked: a process that has threads, as any search has, may not be copied in mid-flight.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in, initargs=(stop,))
    try:
        yield pool
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _settle_in(stop: Event) -> None:
    """In a new process: only the parent answers to Ctrl-C, and it says so by an event."""
    global _stop  # noqa: PLW0603  a worker process is nothing but its globals
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop  # type: ignore[assignment]  # it can do what the threads' event can
    outlive_nobody()  # a worker would wait for work for ever, and its engines with it


def _as_finished(
    pool: ProcessPoolExecutor, plan: Plan, openings: Iterator[Opening], ahead: int
) -> Iterator[Pair]:
    def begun(count: int) -> set[Future[Pair]]:
        with deaf_children():  # the pool starts its processes as they are needed
            return {pool.submit(play_pair, plan, opening) for opening in islice(openings, count)}

    running = begun(ahead)
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= begun(len(done))
        for future in done:
            yield future.result()


def play_pair(plan: Plan, opening: Opening) -> Pair:
    """One pair, by players that this process keeps from pair to pair."""
    if plan not in _tables:
        _tables[plan] = Table(plan, _stop)
    try:
        return _tables[plan].pair(opening)
    except Interrupted:
        return Pair(opening)
