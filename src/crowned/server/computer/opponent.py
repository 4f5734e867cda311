"""The computer at the table: thinks in threads, never in the event loop, and always answers in time."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Callable
from typing import Protocol, TypeVar, runtime_checkable

from crowned.base import CrownedError
from crowned.engine.levels import LEVELS
from crowned.game import Game
from crowned.position.action import Action, MoveAction
from crowned.server.computer.queue import FairQueue, Owner
from crowned.server.web.bodies import JudgedMove, Lines

logger = logging.getLogger(__name__)
T = TypeVar("T")

GRACE = 2.0
"""Seconds a search gets to end after it was told to stop, before it is given up."""


NODES_PER_SECOND = 500_000
MOST_ANALYSES = 3
"""Analyses that one person, or one address, may have waiting."""
NOBODY = Owner()

REVIEW_SECONDS = 20.0
"""The longest a whole game is looked over."""


class EngineError(CrownedError):
    """An engine failed, hung or died; whoever ended or lost it has logged why."""


class Opponent(Protocol):
    """What chooses actions. Called in a thread; ``stop`` asks it to answer at once."""

    def choose(self, game: Game, level: int, stop: threading.Event) -> Action: ...


@runtime_checkable
class Analyst(Protocol):
    """What finds the best lines of a position; an opponent may be one, too."""

    def lines(self, game: Game, milliseconds: int, count: int, stop: threading.Event) -> Lines: ...

    def review(self, game: Game, milliseconds: int, stop: threading.Event) -> list[JudgedMove]: ...


@runtime_checkable
class Closing(Protocol):
    """What has something to end with the server."""

    def close(self) -> None: ...


def size_of(level: int) -> float:
    """About how many seconds a level thinks."""
    return LEVELS[max(1, min(level, len(LEVELS))) - 1].nodes / NODES_PER_SECOND


def share_of_review(game: Game, milliseconds: int) -> int:
    """Milliseconds for each position, so that a long game, too, takes a bearable time."""
    return max(1, min(milliseconds, int(REVIEW_SECONDS * 1000 / (len(game.history) + 1))))


class Computer:
    """Runs an opponent with a deadline; if it fails, hangs or errs, a correct move is played instead."""

    def __init__(self, opponent: Opponent, threads: int = 1, grace: float = GRACE) -> None:
        self._opponent = opponent
        self.table = FairQueue(threads, small_places=1)
        self.desk = FairQueue(1, most_waiting=MOST_ANALYSES)
        """For analysis, so that nobody's opponent waits for it."""
        self._grace = grace

    def close(self) -> None:
        if isinstance(self._opponent, Closing):
            self._opponent.close()

    async def choose(self, game: Game, level: int, seconds: float, owner: Owner = NOBODY) -> str:
        """The text of an action that is open in the game. The game is not touched."""
        async with self.table.place(owner, min(seconds, size_of(level))):
            own = game.copy()
            action = await self._in_time(lambda stop: self._opponent.choose(own, level, stop), seconds)
        return open_text(game, action.text if action is not None else "")

    def has_room(self, level: int, seconds: float) -> bool:
        """Whether an opponent of this level would begin to think at once."""
        return self.table.has_room(min(seconds, size_of(level)))

    async def advise(self, game: Game, level: int, owner: Owner = NOBODY) -> str:
        """What a level would play, for a game that is not led here; no opponent waits for it."""
        own, seconds = game.copy(), size_of(level) + self._grace
        async with self.desk.place(owner, size_of(level)):
            action = await self._in_time(lambda stop: self._opponent.choose(own, level, stop), seconds)
        return open_text(game, action.text if action is not None else "")

    async def lines(
        self, game: Game, milliseconds: int, count: int, owner: Owner = NOBODY, patient: bool = True
    ) -> Lines | None:
        """The best lines, or None if nobody here can find them."""
        analyst = self._opponent
        if not isinstance(analyst, Analyst):
            return None
        own = game.copy()
        async with self.desk.place(owner, milliseconds / 1000, patient):
            seconds = milliseconds / 1000 + self._grace
            return await self._in_time(lambda stop: analyst.lines(own, milliseconds, count, stop), seconds)

    async def review(
        self, game: Game, milliseconds: int, owner: Owner = NOBODY, patient: bool = True
    ) -> list[JudgedMove] | None:
        """Every move of a game weighed, within a bearable time for the whole of it."""
        analyst = self._opponent
        if not isinstance(analyst, Analyst):
            return None
        own = game.copy()
        share = share_of_review(game, milliseconds)
        async with self.desk.place(owner, share * (len(game.history) + 1) / 1000, patient):
            return await self._in_time(lambda stop: analyst.review(own, share, stop), REVIEW_SECONDS * 1.5)

    async def _in_time(self, ask: Callable[[threading.Event], T], seconds: float) -> T | None:
        stop = threading.Event()
        answer: asyncio.Future[T | None] = asyncio.get_running_loop().create_future()
        _start(ask, stop, answer)
        try:
            done, _ = await asyncio.wait([answer], timeout=seconds)
            if not done:
                stop.set()
                done, _ = await asyncio.wait([answer], timeout=self._grace)
        finally:
            stop.set()
        if not done:
            logger.warning("the engine is slow to stop; its answer is not waited for")
        return answer.result() if done else None


def _start(
    ask: Callable[[threading.Event], T], stop: threading.Event, answer: asyncio.Future[T | None]
) -> None:
    """A thread of its own: one that hangs takes no place in a pool with it."""
    loop = asyncio.get_running_loop()

    def run() -> None:
        try:
            told: T | None = ask(stop)
        except EngineError as error:
            logger.warning("%s", error)
            told = None
        except Exception:
            logger.exception("the engine failed")
            told = None
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, answer, told)

    threading.Thread(target=run, name="crowned-think", daemon=True).start()


def _settle(answer: asyncio.Future[T | None], told: T | None) -> None:
    if not answer.done():
        answer.set_result(told)


def open_text(game: Game, text: str) -> str:
    """The text of an action that is open: this one, or a plain one instead."""
    return text if text in {option.text for option in game.actions()} else plain_choice(game).text


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
