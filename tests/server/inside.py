"""The whole server in a thread of the test, so that its objects can be looked at."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import uvicorn

from crowned.server.computer.opponent import PlainOpponent
from crowned.server.config import Config
from crowned.server.main import _listen, _uvicorn, _with_port
from crowned.server.site import Site
from crowned.server.web.limits import Limits


class Inside(uvicorn.Server):
    def __init__(self, own: Config) -> None:
        super().__init__(_uvicorn(own, PlainOpponent(), "info"))
        self.own = own

    def capture_signals(self) -> contextlib.AbstractContextManager[None]:  # type: ignore[override]
        return contextlib.nullcontext()

    @property
    def site(self) -> Site:
        found: Site = self.config.app.state.site  # type: ignore[union-attr]
        return found


@contextlib.contextmanager
def inside(folder: Path, limits: Limits) -> Iterator[Inside]:
    config = Config(port=0, database=str(folder / "x.sqlite"), limits=limits, pace=0.0)
    listener = _listen(config)
    server = Inside(_with_port(config, listener))
    thread = threading.Thread(target=lambda: server.run([listener]))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield server
    finally:
        server.should_exit = True
        thread.join()
