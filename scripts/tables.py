"""Builds the endgame tables that packages bring along: scripts/tables.py [--threads N]

Which ones stands in tables.toml, the most wanted first. A set that would take too many bytes is left out and
told; what is no longer wanted is removed. What is there already is kept.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

from crowned.position import ruleset
from crowned.tables.build import Build
from crowned.tables.folder import SHIPPED, folder_of

PLAN = Path(__file__).with_suffix(".toml")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    threads = parser.parse_args().threads
    wanted = tomllib.loads(PLAN.read_text(encoding="utf-8"))
    left, kept = wanted["most_bytes"], set()
    for group in wanted["tables"]:
        for name in group["rulesets"]:
            folder = built(name, group["pieces"], threads, left)
            if folder is not None:
                left -= size_of(folder)
                kept.add(folder)
    for folder in set(SHIPPED.iterdir()) - kept:
        shutil.rmtree(folder)
    print(f"tables: {wanted['most_bytes'] - left:,} bytes in {SHIPPED}", file=sys.stderr)
    return 0


def built(name: str, pieces: int, threads: int, left: int) -> Path | None:
    """The folder of a set; None if it is too large."""
    rules = ruleset(name)
    folder = folder_of(rules, SHIPPED)
    SHIPPED.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SHIPPED.parent, prefix="data.") as place:
        if folder.is_dir():
            shutil.copytree(folder, folder_of(rules, Path(place)))
        build = Build(rules, pieces, Path(place), threads)
        build.run()
        (build.folder / "lock").unlink()
        size = size_of(build.folder)
        print(f"tables: {name}, {pieces} pieces: {size:,} bytes", file=sys.stderr)
        if size > left:
            print("tables: too large, left out", file=sys.stderr)
            return None
        shutil.rmtree(folder, ignore_errors=True)
        build.folder.replace(folder)
    return folder


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


if __name__ == "__main__":
    sys.exit(main())
