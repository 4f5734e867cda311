"""The wire to an engine: a program whose standard input and output are lines of text."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from crowned.engine.external.errors import EngineCrashed
from crowned.engine.hub.line import LONGEST

KEPT = 1000
"""Lines that wait to be read; an engine that floods has to wait, too."""
LAST_WORDS = 5


class Transport(Protocol):
    """Lines out, lines in."""

    def send(self, line: str) -> None:
        """EngineCrashed if nobody is there any more."""

    def receive(self, seconds: float) -> str | None:
        """The next line; None if none comes in time, EngineCrashed if none will ever come."""

    def close(self, seconds: float) -> None:
        """End it; by force if it has not ended after this time."""


class Pipe:
    """A child process. Its complaints on standard error are kept, for when it dies of them."""

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        self.name = Path(command[0]).name
        try:
            self._process = subprocess.Popen(  # noqa: S603  the command is the user's own
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
            )
        except (OSError, ValueError) as error:
            raise EngineCrashed(self.name, f"cannot be started: {error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(KEPT)
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._closing = threading.Event()
        self._threads = [self._listener(self._hear), self._listener(self._overhear)]

    def _listener(self, target: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=target, name=f"crowned-{self.name}", daemon=True)
        thread.start()
        return thread

    def send(self, line: str) -> None:
        stdin = self._process.stdin
        try:
            if stdin is not None:
                stdin.write(line.encode() + b"\n")
                stdin.flush()
        except (OSError, ValueError):
            raise self._crash() from None

    def receive(self, seconds: float) -> str | None:
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)  # whoever asks again hears the same
            raise self._crash()
        return line

    def close(self, seconds: float) -> None:
        self._closing.set()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(1.0)  # a grandchild may hold the stream open for as long as it likes
        for stream, thread in zip((self._process.stdout, self._process.stderr), self._threads, strict=True):
            if stream is not None and not thread.is_alive():
                stream.close()

    def _crash(self) -> EngineCrashed:
        try:
            status = f"ended with status {self._process.wait(1.0)}"
        except subprocess.TimeoutExpired:
            status = "has closed its output"
        words = " / ".join(self._last_words)
        return EngineCrashed(self.name, status + (f": {words}" if words else ""))

    # ---- in threads of their own: both streams must be emptied all the time

    def _hear(self) -> None:
        for line in _lines(self._process.stdout):
            self._keep(line)
        self._keep(None)

    def _keep(self, line: str | None) -> None:
        while not self._closing.is_set():
            try:
                self._lines.put(line, timeout=0.2)
                return
            except queue.Full:
                continue

    def _overhear(self) -> None:
        for line in _lines(self._process.stderr):
            self._last_words.append(line.strip()[:200])


def _lines(stream: IO[bytes] | None) -> Iterator[str]:
    """The lines of a stream; longer ones than any protocol has come in pieces."""
    while stream is not None:
        try:
            data = stream.readline(LONGEST)
        except (OSError, ValueError):
            return
        if not data:
            return
        yield data.decode("utf-8", "replace")
