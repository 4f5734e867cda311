"""One search at a time: an engine has one table and one set of threads."""

from __future__ import annotations

import threading

from crowned.base import CrownedError

POLL = 0.02
"""Seconds between two looks at a stop event while somebody else searches."""


class EngineBusy(CrownedError):  # noqa: N818  the name says more than an ending
    """The engine is searching for the one who asks: waiting for himself would last for ever."""


class Turns:
    """Who comes second waits until the first is done, and never cuts him off."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: int | None = None

    def take(self, stop_event: threading.Event | None = None) -> bool:
        """Wait for the turn; False if the stop event came first."""
        if self._holder == threading.get_ident():
            raise EngineBusy("this engine is still searching; finish or close that search first")
        while not self._lock.acquire(timeout=-1 if stop_event is None else POLL):
            if stop_event is not None and stop_event.is_set():
                return False
        self._holder = threading.get_ident()
        return True

    def give_back(self) -> None:
        self._holder = None
        self._lock.release()
