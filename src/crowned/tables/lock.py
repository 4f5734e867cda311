"""A lock file: one build at a time in a folder. It ends with the process that holds it, however that ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes], wait: bool) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[bytes], wait: bool) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


@contextmanager
def locked(folder: Path, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """Hold the lock of a folder; `waiting` is called before waiting for somebody else's build.

    Without it nobody waits: OSError if the folder is taken.
    """
    with (folder / "lock").open("wb") as file:
        try:
            _lock(file, wait=False)
        except OSError:
            if waiting is None:
                raise
            waiting()
            _lock(file, wait=True)
        yield
