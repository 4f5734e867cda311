"""The computer at the table: thinks in threads, never in the event loop, and always answers in time."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from typing import Protocol

from crowned.base import CrownedError
from crowned.game import Game
from crowned.position.action import Action, MoveAction

logger = logging.getLogger(__name__)

GRACE = 2.0
"""Seconds a search gets to end after it was told to stop, before it is given up."""


class Opponent(Protocol):
    """What chooses actions. Called in a thread; ``stop`` asks it to answer at once."""

    def choose(self, game: Game, level: int, stop: threading.Event) -> Action: ...


class Computer:
    """Runs an opponent with a deadline; if it fails, hangs or errs, a correct move is played instead."""

    def __init__(self, opponent: Opponent, threads: int = 1, grace: float = GRACE) -> None:
        self._opponent = opponent
        self._places = asyncio.Semaphore(threads)
        self._grace = grace

    async def choose(self, game: Game, level: int, seconds: float) -> str:
        """The text of an action that is open in the game. The game is not touched."""
        async with self._places:
            action = await self._in_time(game.copy(), level, seconds)
        if action is None or action not in game.actions():
            return plain_choice(game).text
        return action.text

    async def _in_time(self, game: Game, level: int, seconds: float) -> Action | None:
        stop = threading.Event()
        answer: asyncio.Future[Action | None] = asyncio.get_running_loop().create_future()
        self._start(game, level, stop, answer)
        try:
            done, _ = await asyncio.wait([answer], timeout=seconds)
            if not done:
                stop.set()
                done, _ = await asyncio.wait([answer], timeout=self._grace)
        finally:
            stop.set()
        if not done:
            logger.error("the engine did not stop; its thread is given up")
        return answer.result() if done else None

    def _start(
        self, game: Game, level: int, stop: threading.Event, answer: asyncio.Future[Action | None]
    ) -> None:
        """A thread of its own: one that hangs takes no place in a pool with it."""
        loop = asyncio.get_running_loop()

        def run() -> None:
            action = self._ask(game, level, stop)
            if not loop.is_closed():
                loop.call_soon_threadsafe(_settle, answer, action)

        threading.Thread(target=run, name="crowned-think", daemon=True).start()

    def _ask(self, game: Game, level: int, stop: threading.Event) -> Action | None:
        try:
            return self._opponent.choose(game, level, stop)
        except Exception:
            logger.exception("the engine failed; a plain move is played")
            return None


def _settle(answer: asyncio.Future[Action | None], action: Action | None) -> None:
    if not answer.done():
        answer.set_result(action)


def plain_choice(game: Game) -> Action:
    """A correct move, always the same in the same position; else whatever is open."""
    pick = random.Random(game.position.key)
    moves = game.moves()
    if moves:
        return MoveAction(pick.choice(moves))
    actions = game.actions()
    if not actions:
        raise CrownedError("nothing is open in a game that goes on")
    return pick.choice(actions)


class PlainOpponent:
    """Plays any correct move: for a server without engine, and for tests."""

    def choose(self, game: Game, level: int, stop: threading.Event) -> Action:  # noqa: ARG002
        return plain_choice(game)


def accepts_draw(game: Game) -> bool:
    """Whether the computer agrees to a draw: when nothing has happened for long and nobody is ahead."""
    stones = [column[0] for column in game.position.pieces().values()]
    balance = sum((3 if s.isupper() else 1) * (1 if s.lower() == "w" else -1) for s in stones)
    return game.state.quiet >= 20 and balance == 0
