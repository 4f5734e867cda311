"""Work that nobody waits for: it is kept until it is done, and what goes wrong with it is logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from crowned.server.rooms.refusals import Refusal
from crowned.server.store import StoreError


class Errands:
    def __init__(self, logger: logging.Logger, what: str, level: int = logging.WARNING) -> None:
        self._logger = logger
        self._what = what
        """What the work is about, for the log."""
        self._level = level
        """How much it matters that the database or the game refused."""
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Refusal, StoreError) as error:
            self._logger.log(self._level, "%s: %s", self._what, error)
        except Exception:
            self._logger.exception("%s failed", self._what)
