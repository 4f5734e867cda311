"""Searching from asynchronous code: in a thread of its own, and stopped when the task is cancelled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from crowned.engine.turns import work_for

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Work(Protocol[T_co]):
    """Something that takes a while and gives up when its stop event is set."""

    def __call__(self, *, stop_event: threading.Event) -> T_co: ...


@dataclass(frozen=True, slots=True)
class _Failure:
    error: BaseException


_END = object()


async def done(work: Work[T]) -> T:
    """What `work` returns; when cancelled, its stop event is set and its end awaited."""
    answers = Each(lambda stop_event: (work(stop_event=stop_event) for _ in range(1)))
    try:
        return await anext(answers)
    finally:
        await answers.aclose()


class Each(AsyncGenerator[T, None]):
    """What `work` yields, as it comes; leaving the loop or being cancelled ends it.

    Whoever breaks out of `async for` closes nothing: the event loop does so when its turn comes. The search
    must not run on until then, so it is stopped as soon as nobody holds this any more.
    """

    def __init__(self, work: Work[Iterator[T]]) -> None:
        self._stop = threading.Event()
        self._found = _each(work, self._stop)

    async def asend(self, value: None) -> T:
        return await self._found.asend(value)

    async def athrow(self, *error: Any) -> T:
        return await self._found.athrow(*error)

    async def aclose(self) -> None:
        await self._found.aclose()

    def __del__(self) -> None:
        self._stop.set()


async def _each(work: Work[Iterator[T]], stop: threading.Event) -> AsyncGenerator[T, None]:
    loop = asyncio.get_running_loop()
    found: asyncio.Queue[object] = asyncio.Queue()
    asker = threading.get_ident()

    def post(item: object) -> None:
        loop.call_soon_threadsafe(found.put_nowait, item)

    words = (work, stop, post, asker)
    threading.Thread(target=_run, args=words, name="crowned-search", daemon=True).start()
    last: object = None
    try:
        while (last := await found.get()) is not _END:
            if isinstance(last, _Failure):
                raise last.error
            yield cast("T", last)
    finally:
        stop.set()
        await _ended(found, last)


def _run(work: Work[Iterator[T]], stop: threading.Event, post: Callable[[object], None], asker: int) -> None:
    work_for(asker)
    try:
        for item in work(stop_event=stop):
            post(item)
    except BaseException as error:  # whatever it is, it belongs to who asked
        post(_Failure(error))
    post(_END)


async def _ended(found: asyncio.Queue[object], last: object) -> None:
    """Wait until the thread has let go of the engine."""
    while last is not _END:
        last = await found.get()
