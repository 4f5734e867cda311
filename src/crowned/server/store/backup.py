"""A copy of a SQLite database while it is in use."""

from __future__ import annotations

from pathlib import Path

import apsw

from crowned.server.store.base import UnusableStoreError
from crowned.server.store.sqlite import connect
from crowned.server.store.writer import explain


def copy(source: Path, target: Path) -> None:
    """Copies page by page with SQLite's own backup, then checks the copy."""
    if not source.is_file():
        raise UnusableStoreError(f"there is no database {source}")
    try:
        with connect(source, read_only=True) as old, connect(target) as new:
            with new.backup("main", old, "main") as backup:
                while not backup.done:
                    backup.step(1000)
            _check(new, target)
    except apsw.Error as error:
        raise UnusableStoreError(explain(error, target)) from error


def _check(copied: apsw.Connection, target: Path) -> None:
    found = [str(row[0]) for row in copied.execute("PRAGMA integrity_check")]
    if found != ["ok"]:
        raise UnusableStoreError(f"the copy {target} is damaged: {found[0]}")
