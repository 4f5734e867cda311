"""Building on a Ray cluster: a pair of slices is a task, and waits for those it can be converted to.

The tasks give what the core gives here, and one place writes the files: the same bytes come out. The package
must be installed on every node.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crowned.position.ruleset import Ruleset
from crowned.tables.slices import Slice
from crowned.tables.tableset import TableSet
from crowned.tables.trust import below

Known = list[tuple[Slice, bytes]]
"""Slices with the bytes that others need of them: packed results, or expected results of a game of chance."""
Solved = tuple[tuple[int, int, int, int], tuple[int, int, int, int, int], bytes, bytes]


def solve(rules: Ruleset, pair: Slice, threads: int, *known: Known) -> tuple[Known, list[Solved]]:
    """One task: what others need of it, and everything that goes into files."""
    native = TableSet(rules).native
    for found, data in (item for part in known for item in part):
        native.add_odds(found, data) if native.chance else native.add(found, data)
    solved = native.build(pair, threads)
    return [(Slice(*one[0]), one[3] if native.chance else one[2]) for one in solved], solved


def known_of(tables: TableSet) -> Known:
    """What is there already."""
    chance = tables.native.chance
    return [(s, f.distances() if chance else bytes(f.packed)) for s, f in tables.files.items()]


def solved_on(
    ray: Any, rules: Ruleset, todo: tuple[Slice, ...], present: Known, threads: int
) -> Iterator[list[Solved]]:
    """What the pairs hold, in their order; a task begins as soon as its results are there."""
    remote = ray.remote(solve).options(num_cpus=threads, num_returns=2)
    there = {found: ray.put([(found, data)]) for found, data in present}
    promised = []
    for pair in todo:
        needed = {id(there[one]): there[one] for one in below(pair) if one in there}
        results, whole = remote.remote(rules, pair, threads, *needed.values())
        there |= dict.fromkeys(pair.pair, results)
        promised.append(whole)
    for whole in promised:
        yield ray.get(whole)
