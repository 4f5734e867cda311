"""A lock file: one server per SQLite database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from crowned.server.store.base import UnusableStoreError

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def take_lock(path: Path) -> IO[str]:
    """The open lock file; closing it (or the end of the process) lets go."""
    file = path.open("w")
    try:
        _lock(file)
    except OSError as error:
        file.close()
        raise UnusableStoreError(
            f"the database is in use by another server ({path}); stop it or give another --database"
        ) from error
    return file
