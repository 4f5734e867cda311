"""One search at a time: an engine has one table and one set of threads."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from crowned.base import CrownedError

POLL = 0.02
"""Seconds between two looks at a stop event while somebody else searches."""

_thread = threading.local()


class EngineBusy(CrownedError):  # noqa: N818  the name says more than an ending
    """The engine is searching for the one who asks: waiting for himself would last for ever."""


def work_for(thread: int) -> None:
    """From now on this thread searches for another one, which waits for what it finds."""
    _thread.asker = thread


@dataclass(frozen=True, slots=True)
class _Holder:
    threads: tuple[int, ...]
    """Who searches, and for whom."""
    stop_event: threading.Event | None

    def leaves(self) -> bool:
        """Whether he has been told to stop, so that waiting for him does not last."""
        return self.stop_event is not None and self.stop_event.is_set()


class Turns:
    """Who comes second waits until the first is done, and never cuts him off."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: _Holder | None = None

    def take(self, stop_event: threading.Event | None = None) -> bool:
        """Wait for the turn; False if the stop event came first."""
        me, holder = threading.get_ident(), self._holder
        if holder is not None and me in holder.threads and (me == holder.threads[0] or not holder.leaves()):
            raise EngineBusy("this engine is still searching; finish or close that search first")
        while not self._lock.acquire(timeout=-1 if stop_event is None else POLL):
            if stop_event is not None and stop_event.is_set():
                return False
        self._holder = _Holder((me, getattr(_thread, "asker", me)), stop_event)
        return True

    def give_back(self) -> None:
        self._holder = None
        self._lock.release()
