"""Servers that start at once: a process that has read the program already, and is forked for each of them.

Starting Python and reading the program takes most of a second of processor, which is not what is looked at
where a server is killed a thousand times. Everything after that (database, rooms, sockets) is as always;
only the engine's process, which nobody asks there, is not started beforehand.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

START_SECONDS = 120.0


def serve(arguments: list[str]) -> int:
    """In the forked process."""
    from crowned.server.computer.processes import EngineProcesses  # noqa: PLC0415
    from crowned.server.main import main  # noqa: PLC0415

    EngineProcesses.warm_up = lambda _: None  # type: ignore[method-assign, assignment]
    sys.argv = ["crowned serve", *arguments]
    return main()


def tend() -> None:
    """Starts a server for every line of arguments; says its number, then how it ended."""
    from crowned.server import main  # noqa: F401, PLC0415

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, 0)
            os.dup2(nowhere, 1)
            os._exit(serve(json.loads(line)))
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    tend()
    sys.exit()

from tests.server.client import Server  # noqa: E402


class Nursling(Server):
    """A server of a nursery: started, killed and stopped as any other."""

    def __init__(
        self, data: Path, *options: str, port: int, environment: dict[str, str] | None = None
    ) -> None:
        super().__init__(data, *options, port=port)
        self._nursery = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        self._lines: SimpleQueue[str] = SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()
        self.pid = 0
        atexit.register(self._abandon)

    def _abandon(self) -> None:
        """A run that breaks off leaves no server behind."""
        if self._nursery.poll() is None:
            self._nursery.kill()
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def _listen(self) -> None:
        for line in self._nursery.stderr or ():
            if line.startswith("Crowned is at "):
                self._lines.put(line)
            else:
                self.log.append(line)

    def start(self) -> Nursling:
        options = ["--port", str(self.port), "--data", str(self.data), "--limits", str(self.limits)]
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(json.dumps([*options, "--pace", "0", "--no-tables", *self.options]) + "\n")
        self._nursery.stdin.flush()
        self.pid = self._told()
        self._await()
        return self

    def _await(self) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            try:
                self._lines.get(timeout=0.5)
            except Empty:
                assert Path(f"/proc/{self.pid}").exists(), f"the server did not start: {self.log[-20:]}"
            else:
                return
        raise AssertionError(f"the server did not start: {self.log[-20:]}")

    def _told(self) -> int:
        assert self._nursery.stdout is not None
        line = self._nursery.stdout.readline()
        assert line, f"the nursery has ended: {self.log[-20:]}"
        return int(line)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self._told()

    def stop(self) -> int:
        os.kill(self.pid, signal.SIGTERM)
        status = self._told()
        assert self._nursery.stdin is not None
        self._nursery.stdin.close()
        self._nursery.wait(30)
        return status
