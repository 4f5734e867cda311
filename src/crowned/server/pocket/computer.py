"""The computer in a worker of its own: asked by messages, so that rooms and board never wait for it."""

from __future__ import annotations

import logging
import pickle
import threading
from collections.abc import Awaitable, Callable
from typing import Any

from crowned.engine import Limits
from crowned.game import Game
from crowned.server.computer.engine import EngineOpponent
from crowned.server.computer.opponent import NOBODY, Computer, PlainOpponent, plain_choice
from crowned.server.computer.queue import Owner
from crowned.server.web.bodies import JudgedMove, Lines

logger = logging.getLogger(__name__)

Ask = Callable[[bytes], Awaitable[bytes]]
"""Carries a question to the engine's worker and brings its answer back."""
STRONGEST = 10
LONGEST_SECONDS = 3.0
"""The strongest level thinks by the clock: a telephone must not think for a minute."""


class FarComputer(Computer):
    def __init__(self, ask: Ask) -> None:
        super().__init__(PlainOpponent())
        self._ask = ask

    async def choose(self, game: Game, level: int, seconds: float, owner: Owner = NOBODY) -> str:  # noqa: ARG002
        told = await self._answer("choose", game.copy(), level, seconds)
        open_now = {option.text for option in game.actions()}
        return told if told in open_now else plain_choice(game).text

    async def lines(
        self,
        game: Game,
        milliseconds: int,
        count: int,
        owner: Owner = NOBODY,  # noqa: ARG002
    ) -> Lines | None:
        found: Lines | None = await self._answer("lines", game.copy(), milliseconds, count)
        return found

    async def review(
        self,
        game: Game,
        milliseconds: int,
        owner: Owner = NOBODY,  # noqa: ARG002  there is one person only
    ) -> list[JudgedMove] | None:
        found: list[JudgedMove] | None = await self._answer("review", game.copy(), milliseconds)
        return found

    async def _answer(self, *question: Any) -> Any:
        try:
            return pickle.loads(await self._ask(pickle.dumps(question)))  # noqa: S301  from our own worker
        except Exception:
            logger.exception("the engine did not answer")
            return None


class Thinker:
    """The other end: one question after the other, each answered when it is done."""

    def __init__(self) -> None:
        self._engines = EngineOpponent()

    def answer(self, question: bytes) -> bytes:
        kind, game, *how = pickle.loads(question)  # noqa: S301  from our own worker
        return pickle.dumps(getattr(self, f"_{kind}")(game, *how))

    def _choose(self, game: Game, level: int, seconds: float) -> str:
        if level < STRONGEST:
            return self._engines.choose(game, level, threading.Event()).text
        with self._engines.engine(game.rules) as engine:
            return engine.choose(game, Limits(time=min(seconds, LONGEST_SECONDS))).text

    def _lines(self, game: Game, milliseconds: int, count: int) -> Lines:
        return self._engines.lines(game, milliseconds, count, threading.Event())

    def _review(self, game: Game, milliseconds: int) -> list[JudgedMove]:
        return self._engines.review(game, milliseconds, threading.Event())
