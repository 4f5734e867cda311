"""The wire of a DXP session: TCP, and an engine that thinks in a thread of its own.

The session says what to do; here it is done. Nothing waits for ever: neither for a peer that does not
read, nor for one that does not move.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from time import perf_counter

from crowned._native import Move
from crowned.engine import Clock, Engine, Limits
from crowned.game import Game
from crowned.protocols import dxp

CHUNK = 4096
WRITING = 10.0
"""Seconds for a peer to take what is sent."""
STOPPING = 5.0
"""Seconds for a thought to end after it was told to."""


class Thought:
    """One question to the engine."""

    def __init__(self, engine: Engine, game: Game, limits: Limits) -> None:
        self.stop = threading.Event()
        self._engine, self._game, self._limits = engine, game.copy(), limits

    def think(self) -> tuple[Move, float, float]:
        """The move, the seconds it took, and its score in men."""
        began = perf_counter()
        info = self._engine.search(self._game, self._limits, stop_event=self.stop)
        move = info.best or self._game.moves()[0]
        return move, perf_counter() - began, info.score.value / 100


class Link:
    """A session over one connection."""

    def __init__(
        self,
        session: dxp.Session,
        engine: Engine,
        move_time: float,
        tell: Callable[[str], None],
        keep: Callable[[dxp.Result], None],
    ) -> None:
        self.session = session
        self._engine = engine
        self._move_time = move_time
        self._tell = tell
        self._keep = keep
        self._thought: Thought | None = None
        self._thinking: asyncio.Task[tuple[Move, float, float]] | None = None
        self._open = True

    async def run(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Until the session or the peer closes the line."""
        framer = dxp.Framer()
        reading = asyncio.create_task(reader.read(CHUNK))
        try:
            await self._do(self.session.begin(), writer)
            while self._open:
                reading = await self._wait(reader, reading, framer, writer)
        finally:
            reading.cancel()
            await self._stop_thinking()
            writer.close()

    async def _wait(
        self,
        reader: asyncio.StreamReader,
        reading: asyncio.Task[bytes],
        framer: dxp.Framer,
        writer: asyncio.StreamWriter,
    ) -> asyncio.Task[bytes]:
        """Wait for bytes, for a thought, or until patience ends, and answer it."""
        waiting = {reading, self._thinking} if self._thinking else {reading}
        done, _ = await asyncio.wait(
            waiting, timeout=self.session.patience, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            await self._do(self.session.overdue(), writer)
        if self._thinking in done:
            await self._do(self._chosen(), writer)
        if reading not in done:
            return reading
        await self._read(_received(reading), framer, writer)
        return asyncio.create_task(reader.read(CHUNK))

    async def _read(self, data: bytes, framer: dxp.Framer, writer: asyncio.StreamWriter) -> None:
        if not data:
            await self._do(self.session.lost(), writer)
        for message in framer.feed(data):
            await self._do(self.session.heard(message), writer)

    def _chosen(self) -> list[dxp.Effect]:
        task, self._thinking, self._thought = self._thinking, None, None
        if task is None:
            return []
        try:
            move, seconds, score = task.result()
        except Exception as error:  # whatever it was, the opponent must not be left waiting
            return self.session.failed(f"the engine failed: {error}")
        self._tell(f"{self.session.name} plays {move.text} ({score:+.2f})")
        return self.session.chosen(move, seconds, score)

    # ---- effects

    async def _do(self, effects: list[dxp.Effect], writer: asyncio.StreamWriter) -> None:
        for effect in effects:
            match effect:
                case dxp.Send(message=message):
                    await self._send(dxp.encode(message), writer)
                case dxp.Think():
                    self._think(effect)
                case dxp.StopThinking():
                    await self._stop_thinking()
                case dxp.Tell(text=text):
                    self._tell(text)
                case dxp.Result():
                    self._keep(effect)
                case dxp.Close(reason=reason):
                    self._tell(f"closed: {reason}")
                    self._open = False

    async def _send(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(data)
            await asyncio.wait_for(writer.drain(), WRITING)
        except (OSError, TimeoutError):
            self._open = False

    def _think(self, think: dxp.Think) -> None:
        limits = Limits(time=self._move_time)
        if think.clock is not None:
            limits = Limits(clock=Clock(max(think.clock, 0.05), 0.0, think.moves or 0))
        self._thought = Thought(self._engine, think.game, limits)
        self._thinking = asyncio.create_task(asyncio.to_thread(self._thought.think))

    async def _stop_thinking(self) -> None:
        task, thought = self._thinking, self._thought
        self._thinking = self._thought = None
        if task is None or thought is None:
            return
        thought.stop.set()
        self._engine.stop()
        await asyncio.wait([task], timeout=STOPPING)


def _received(reading: asyncio.Task[bytes]) -> bytes:
    """What came; a connection that broke is one that ended."""
    try:
        return reading.result()
    except OSError:
        return b""
