"""A bar on the terminal for what takes long: how far, what came out so far, and how long it may take."""

from __future__ import annotations

import shutil
import sys
from time import monotonic
from typing import Self, TextIO

REFRESH = 0.1
"""Seconds between two pictures; a terminal that is drawn at every step would be the slowest part."""
BAR = 20


class Progress:
    """Draws on standard error, and only if that is a terminal: files and pipes get the result alone."""

    def __init__(self, total: int, unit: str, *, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._total = max(total, 1)
        self._unit = unit
        self._out = stream or sys.stderr
        self._on = not quiet and self._out.isatty()
        self._began = monotonic()
        self._drawn = 0.0
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    def wipe(self) -> None:
        """Leave the line empty for what is to be said there; the next picture comes below it."""
        if self._width:
            self._out.write("\r" + " " * self._width + "\r")
            self._out.flush()
            self._width = 0

    def show(self, done: int, note: str = "") -> None:
        """So many are done; the note says what came out so far."""
        now = monotonic()
        if not self._on or (now - self._drawn < REFRESH and done < self._total):
            return
        self._drawn = now
        self._draw(self._line(done, note, now - self._began))

    def _line(self, done: int, note: str, seconds: float) -> str:
        filled = min(BAR, BAR * done // self._total)
        left = seconds * (self._total - done) / done if done else 0.0
        time = f"  {clock(left)} left" if done and done < self._total else ""
        return (
            f"[{'#' * filled}{'.' * (BAR - filled)}] {done}/{self._total} {self._unit}{time}  {note}".rstrip()
        )

    def _draw(self, line: str) -> None:
        shown = line[: shutil.get_terminal_size((100, 24)).columns - 1]
        self._out.write("\r" + shown.ljust(self._width))
        self._out.flush()
        self._width = len(shown)


def clock(seconds: float) -> str:
    """Seconds as people say them: 45 s, 3:20, 1:02:03."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
