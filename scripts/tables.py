"""Builds the endgame tables that packages bring along: scripts/tables.py [--threads N]

Which ones stands in tables.toml, the most wanted first. They are built in the user's cache, where they serve
as well, and copied from there; what lies there already is not built again. A set that would take too many
bytes of a package is left out and told; what is no longer wanted is removed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import tomllib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from crowned.position import Ruleset, ruleset
from crowned.tables.build import Build
from crowned.tables.file import strip
from crowned.tables.folder import SHIPPED, files_in, folder_of, home
from crowned.tables.tableset import TableSet

PLAN = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Wanted:
    rules: Ruleset
    pieces: int
    measured: int
    """Up to how many pieces distances are kept."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    threads = parser.parse_args().threads
    say(f"{bring(tomllib.loads(PLAN.read_text(encoding='utf-8')), threads):,} bytes, in {SHIPPED}")
    return 0


def bring(given: dict[str, Any], threads: int) -> int:
    """Build all that fits; how many bytes it takes."""
    SHIPPED.mkdir(exist_ok=True)
    sizes: dict[Path, int] = {}
    for one in wanted(given):
        build(one, threads)
        folder = folder_of(one.rules, SHIPPED)
        others = sum(size for path, size in sizes.items() if path != folder)
        if size := shipped(one, folder, given["most_bytes"] - others):
            sizes[folder] = size
    for left_over in set(SHIPPED.iterdir()) - sizes.keys():
        shutil.rmtree(left_over)
    return sum(sizes.values())


def wanted(given: dict[str, Any]) -> Iterator[Wanted]:
    for group in given["tables"]:
        for name in group["rulesets"]:
            yield Wanted(ruleset(name), group["pieces"], group["measured"])


def build(one: Wanted, threads: int) -> None:
    began = perf_counter(), process_time()
    done = Build(one.rules, one.pieces, home(), threads).run(waiting=lambda: say("another build comes first"))
    took = f"{perf_counter() - began[0]:.1f} s, {process_time() - began[1]:.1f} s of the processor"
    if done.built:
        say(f"{one.rules.id}, {one.pieces} pieces: {done.built} slices built in {took}")


def shipped(one: Wanted, folder: Path, room: int) -> int:
    """Bring a set along; its size in a package, 0 if there is no room for it."""
    with tempfile.TemporaryDirectory(dir=SHIPPED.parent, prefix="data.") as place:
        new = Path(place) / folder.name
        gather(one, new)
        size = sum(len(zlib.compress(path.read_bytes())) for path in files_in(new))
        say(f"{one.rules.id}, {one.pieces} pieces: {size:,} bytes{'' if size <= room else ', left out'}")
        if size > room:
            return 0
        shutil.rmtree(folder, ignore_errors=True)
        new.replace(folder)
    return size


def gather(one: Wanted, new: Path) -> None:
    """Copies, without the distances that nobody wants."""
    new.mkdir()
    tables = TableSet(one.rules)
    tables.load(home())
    for found, file in tables.files.items():
        if found.pieces <= one.pieces:
            shutil.copy(file.path, new)
            if found.pieces > one.measured:
                strip(new / file.path.name)


def say(what: str) -> None:
    print(f"tables: {what}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
