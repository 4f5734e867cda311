"""The shared data files, read once, and grouped by the rules they are about."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "data"

Entry = dict[str, Any]


@cache
def load(name: str) -> list[Entry]:
    entries: list[Entry] = json.loads((DATA / name).read_text("utf-8"))
    return entries


def by_rules(*names: str) -> dict[str, list[Entry]]:
    """Entries under a label that names ruleset and options, good for a test's id."""
    groups: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in (entry for name in names for entry in load(name)):
        options = "".join(f" {axis}={value}" for axis, value in entry["options"].items())
        groups[entry["ruleset"] + options].append(entry)
    return dict(groups)


def within(counts: list[int], nodes: int) -> int:
    """The greatest depth whose count stays within so many nodes; 0 if not even the first does."""
    return max((depth for depth, count in enumerate(counts, 1) if count <= nodes), default=0)
