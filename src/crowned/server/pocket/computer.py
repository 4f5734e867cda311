"""The computer in a worker of its own: asked by messages, so that rooms and board never wait for it."""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from crowned.engine import Limits
from crowned.game import Game
from crowned.server.computer.engine import EngineOpponent
from crowned.server.computer.opponent import (
    NOBODY,
    Computer,
    PlainOpponent,
    open_text,
    share_of_review,
    size_of,
)
from crowned.server.computer.queue import Owner
from crowned.server.web.bodies import JudgedMove, Lines

logger = logging.getLogger(__name__)

Ask = Callable[[bytes], Awaitable[bytes]]
"""Carries a question to the engine's worker and brings its answer back."""
STRONGEST = 10
LONGEST_SECONDS = 3.0
"""The strongest level thinks by the clock: a telephone must not think for a minute."""
FIRST_SLICE = 0.15
LONGEST_SLICE = 0.6
"""Seconds of thinking after which a question may be withdrawn, and another one asked."""
Withdrawn = Callable[[], bool]
T = TypeVar("T")


class FarComputer(Computer):
    def __init__(self, ask: Ask) -> None:
        super().__init__(PlainOpponent())
        self._ask = ask

    async def choose(self, game: Game, level: int, seconds: float, owner: Owner = NOBODY) -> str:  # noqa: ARG002
        return open_text(game, await self._answer("choose", game.copy(), level, seconds) or "")

    async def advise(self, game: Game, level: int, owner: Owner = NOBODY) -> str:
        return await self.choose(game, level, size_of(level), owner)

    async def lines(
        self,
        game: Game,
        milliseconds: int,
        count: int,
        owner: Owner = NOBODY,  # noqa: ARG002
        patient: bool = True,  # noqa: ARG002
    ) -> Lines | None:
        found: Lines | None = await self._answer("lines", game.copy(), milliseconds, count)
        return found

    async def review(
        self,
        game: Game,
        milliseconds: int,
        owner: Owner = NOBODY,  # noqa: ARG002  there is one person only
        patient: bool = True,  # noqa: ARG002
    ) -> list[JudgedMove] | None:
        found: list[JudgedMove] | None = await self._answer(
            "review", game.copy(), share_of_review(game, milliseconds)
        )
        return found

    async def _answer(self, *question: Any) -> Any:
        try:
            return pickle.loads(await self._ask(pickle.dumps(question)))  # noqa: S301  from our own worker
        except Exception:
            logger.exception("the engine did not answer")
            return None


class Thinker:
    """The other end. A search here cannot be interrupted, so it is done in slices; between them questions are
    withdrawn, and others get their turn. A slice goes on from what the ones before found."""

    def __init__(self) -> None:
        self._engines = EngineOpponent()

    async def answer(self, question: bytes, withdrawn: Withdrawn) -> bytes:
        kind, game, *how = pickle.loads(question)  # noqa: S301  from our own worker
        return pickle.dumps(await getattr(self, f"_{kind}")(game, withdrawn, *how))

    async def _choose(self, game: Game, withdrawn: Withdrawn, level: int, seconds: float) -> str:
        if level < STRONGEST:
            return self._engines.choose(game, level, threading.Event()).text
        with self._engines.engine(game.rules) as engine:
            most = min(seconds, LONGEST_SECONDS)
            found = await sliced(most, withdrawn, lambda share: engine.choose(game, Limits(time=share)))
        return found.text

    async def _lines(self, game: Game, withdrawn: Withdrawn, milliseconds: int, count: int) -> Lines:
        def look(share: float) -> Lines:
            return self._engines.lines(game, int(share * 1000), count, threading.Event())

        return await sliced(milliseconds / 1000, withdrawn, look)

    async def _review(self, game: Game, withdrawn: Withdrawn, milliseconds: int) -> list[JudgedMove]:
        found: list[JudgedMove] = []
        for judged in self._engines.judged(game, milliseconds):
            found.extend(judged)
            await asyncio.sleep(0)
            if withdrawn():
                break
        return found


async def sliced(seconds: float, withdrawn: Withdrawn, think: Callable[[float], T]) -> T:
    """The answer of the last slice."""
    share = min(seconds, FIRST_SLICE)
    found = think(share)
    while (seconds := seconds - share) > 0:
        await asyncio.sleep(0)
        if withdrawn():
            break
        share = min(seconds, 2 * share, LONGEST_SLICE)
        found = think(share)
    return found
