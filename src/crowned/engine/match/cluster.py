"""Matches on a Ray cluster. Ray is an extra (`pip install crowned[ray]`); see docs/matches.md on security.

A task of a cluster costs about a millisecond to hand over, so pairs are bundled until a task takes long
enough; how long a pair takes is measured on the first ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from time import perf_counter
from typing import Any

from crowned.base import BadInput
from crowned.engine.match.plan import Opening, Pair, Plan
from crowned.engine.match.run import Runner, play_here, play_pair

SHORTEST = 0.2
"""Seconds that a task should take at least."""
LARGEST = 100
AHEAD = 2
"""Tasks that wait per core."""


def on_cluster(address: str = "auto") -> Runner:
    """Pairs on all cores of a cluster; `local` starts one on this machine."""
    _ray()  # whether it is installed is told before the match begins

    def run(plan: Plan, openings: Iterable[Opening]) -> Iterator[Pair]:
        ray = connected(address)
        try:
            yield from _bundled(ray, plan, iter(openings))
        finally:
            ray.shutdown()

    return run


def connected(address: str) -> Any:
    """Ray, connected to the cluster at an address; `local` starts one on this machine."""
    ray = _ray()
    try:
        ray.init(
            address=None if address == "local" else address,
            include_dashboard=False,
            log_to_driver=False,
            ignore_reinit_error=True,
        )
    except (ConnectionError, ValueError, OSError) as error:
        raise BadInput(f"no cluster at {address}: {error}") from None
    return ray


def _ray() -> Any:
    try:
        return import_module("ray")  # an extra, and slow to import
    except ImportError:
        raise BadInput("Ray is not installed; it comes with pip install crowned[ray]") from None


def _bundled(ray: Any, plan: Plan, openings: Iterator[Opening]) -> Iterator[Pair]:
    began = perf_counter()
    first = list(play_here(plan, islice(openings, 1)))
    yield from first
    size = bundle_size(perf_counter() - began)
    task = ray.remote(play_bundle)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))

    def next_tasks(count: int) -> list[Any]:
        bundles = (list(islice(openings, size)) for _ in range(count))
        return [task.remote(plan, bundle) for bundle in bundles if bundle]

    running = next_tasks(ahead)
    while running:
        done, running = ray.wait(running)
        running += next_tasks(len(done))
        for bundle in ray.get(done):
            yield from bundle


def bundle_size(seconds: float) -> int:
    """How many pairs make a task, if one takes this long."""
    return max(1, min(LARGEST, math.ceil(SHORTEST / max(seconds, 1e-6))))


def play_bundle(plan: Plan, openings: list[Opening]) -> list[Pair]:
    return [play_pair(plan, opening) for opening in openings]
