"""Ctrl-C goes to every process of a terminal's foreground: who of them answers to it, and when."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, not even while they load their modules.

    This process hears it afterwards. Where signals cannot be held back, nothing is different.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Ctrl-C ends the process without a word: for work that keeps nothing until it is whole."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
