"""What goes on in a room without a message: clocks run out, and the computer plays."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Coroutine
from typing import Any

from crowned.protocols import wire
from crowned.protocols.pictures import seat_of
from crowned.protocols.views import Seat
from crowned.server.computer.opponent import accepts_draw
from crowned.server.computer.pace import seeming
from crowned.server.computer.queue import Owner
from crowned.server.rooms import log
from crowned.server.rooms.audience import Reader
from crowned.server.rooms.draft import Draft
from crowned.server.rooms.help import Help, allowed
from crowned.server.rooms.options import choices
from crowned.server.rooms.refusals import Refusal, denied
from crowned.server.rooms.room import Room
from crowned.server.rooms.services import Services
from crowned.server.store import StoreError

logger = logging.getLogger(__name__)

MOST_SECONDS = 15.0
"""The longest the computer thinks about one move, whatever its level."""
RETRY_SECONDS = 2.0
REFRESH_SECONDS = 0.5
RESUME_SECONDS = 15.0
"""How long after a restart a clock waits for its player."""
HINT_LEVEL, HINT_SECONDS = 10, 2.0
Moment = tuple[int, str, bool]
"""What a thought is for: ply, position, and whether a draw is offered."""


async def _nothing() -> None:
    """To be the only one in a room brings its table up to date."""


class Keeper:
    def __init__(self, room: Room, services: Services) -> None:
        self.room = room
        self._services = services
        self._timer: asyncio.TimerHandle | None = None
        self._thought: asyncio.Task[None] | None = None
        self._moment: Moment | None = None
        self._others: set[asyncio.Task[None]] = set()
        self._refreshing = False
        self._help = Help()
        self._chance = random.Random()
        room.after_commit = self.look
        room.after_failure = self._refresh_soon

    def look(self) -> None:
        """Sees to everything that is due now; a table that nobody may trust is looked at again when it is."""
        if not self.room.journal.sound or self.room.moved:
            return
        self._wind()
        self._think_if_due()

    leads = True

    def stop(self) -> None:
        self.room.after_commit = self.room.after_failure = lambda: None
        if self._timer is not None:
            self._timer.cancel()
        if self._thought is not None:
            self._thought.cancel()

    @property
    def busy(self) -> bool:
        """Whether something will happen here by itself."""
        clock = self.room.table.clock
        runs = clock is not None and (clock.running is not None or self._waits)
        return runs or self._due() or bool(self._others)

    @property
    def _waits(self) -> bool:
        """Whether a clock that was stopped by a restart waits for its player."""
        return self.room.table.paused and self.room.table.phase == "playing"

    # ------------------------------------------------------------ the clock

    def _wind(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        clock = self.room.table.clock
        deadline = clock.deadline if clock is not None else None
        if deadline is not None and clock is not None and clock.running is not None:
            wait = deadline + self._credit(clock.running) - self._services.now()
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0, wait) / 1000, self._spawn_check)
        elif self._waits:
            self._timer = asyncio.get_running_loop().call_later(RESUME_SECONDS, self._spawn_resume)

    def _credit(self, seat: Seat) -> int:
        """What is not charged to the side whose clock runs: the network's time, and the server's own."""
        return self.room.audience.credit(seat) + self.room.share.of(
            self.room.table.clock, self._services.now()
        )

    def _spawn_check(self) -> None:
        self._spawn(self.room.change(self._check_flag))

    def _spawn_resume(self) -> None:
        self._spawn(self.room.alone(self.room.resume))

    def make_fair(self) -> None:
        """After an absence of the server; the room itself knows what is to be given back."""
        clock = self.room.table.clock
        if clock is not None and clock.running is not None:
            self._spawn_check()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._in_background(work))
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Refusal, StoreError):
            self._look_again()
        except Exception:
            logger.exception("game %s: the clock cannot be stopped", self.room.table.id)

    def _look_again(self) -> None:
        """The database did not take it; time goes on."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self.look)

    def _refresh_soon(self) -> None:
        """Asks the database what it has, again and again until it answers."""
        if not self._refreshing:
            self._refreshing = True
            asyncio.get_running_loop().call_later(REFRESH_SECONDS, self._spawn_refresh)

    def _spawn_refresh(self) -> None:
        self._refreshing = False
        if not self.room.journal.sound:
            self._refresh_soon()
            self._spawn(self.room.alone(_nothing))

    async def _check_flag(self) -> None:
        clock = self.room.table.clock
        if clock is None or clock.running is None:
            return
        if clock.expired(self._services.now(), self._credit(clock.running)):
            await self.room.flag(self._services.now())
        else:
            self._wind()

    # ------------------------------------------------------------ the computer

    def _due(self) -> bool:
        table = self.room.table
        if table.phase != "playing" or table.paused or table.computer is None:
            return False
        return table.actor == table.computer or self._offered()

    def _offered(self) -> bool:
        offer = self.room.table.game.draw_offer
        return offer is not None and seat_of(offer) != self.room.table.computer

    def _now(self) -> Moment:
        return (self.room.table.ply, self.room.table.pos, self._offered())

    def _think_if_due(self) -> None:
        if self._due() and self._moment == self._now():
            return
        if self._thought is not None and self._thought is not asyncio.current_task():
            self._thought.cancel()
        self._thought = self._moment = None
        if self._due():
            self._moment = self._now()
            self._thought = asyncio.create_task(self._think(self._moment))

    async def _think(self, moment: Moment) -> None:
        try:
            text = await self._unhurried(self._choose())
            await self.room.change(lambda: self._play(moment, text))
        except (Refusal, StoreError):
            self._moment = None
            self._look_again()
        except Exception:
            logger.exception("game %s: the computer cannot move", self.room.table.id)

    async def _unhurried(self, choice: Coroutine[Any, Any, str]) -> str:
        """The choice, not before a person could have made it; a clock is not kept waiting for long."""
        table, loop = self.room.table, asyncio.get_running_loop()
        wanted = self._services.pace * seeming(table.game, table.settings.level, self._chance)
        until = loop.time() + min(wanted, self._seconds() / 2)
        text = await choice
        await asyncio.sleep(max(0.0, until - loop.time()))
        return text

    async def _choose(self) -> str:
        game = self.room.table.game
        if self._offered():
            return "agree draw" if accepts_draw(game) else "decline draw"
        if game.must_spin:
            return await self.room.next_spin()
        level, seconds, owner = self.room.table.settings.level, self._seconds(), self._owner()
        own = self._services.computer.choose(game, level, seconds, owner)
        reader = self.room.audience.helper(owner.person)
        busy = not self._services.computer.has_room(level, seconds)
        return await (self._either(own, reader) if reader and busy and allowed(self.room.table) else own)

    async def _either(self, own: Coroutine[Any, Any, str], reader: Reader) -> str:
        """Whoever answers first: the server's engine, which others wait for too, or the player's own."""
        here, there = asyncio.ensure_future(own), self._help.ask(reader, self.room.table)
        try:
            done, _ = await asyncio.wait([here, there], return_when=asyncio.FIRST_COMPLETED)
            return next(iter(done)).result()
        finally:
            here.cancel()
            there.cancel()

    def thought(self, reader: Reader, message: wire.Thought) -> None:
        """What a browser says that was asked."""
        self._help.hear(reader, message, self.room.table)

    def _owner(self) -> Owner:
        """For whom the computer thinks: the person at the table, and where he sits."""
        person = next((held for held in self.room.table.seats.values() if held != log.COMPUTER), "")
        return Owner(person, self.room.audience.address_of(person))

    def _seconds(self) -> float:
        """On a clock, a small share of what is left."""
        clock = self.room.table.clock
        if clock is None or clock.running is None:
            return MOST_SECONDS
        left = clock.settled(self._services.now()).left(clock.running) / 1000
        share = left * 0.5 if clock.rule.kind == "per_move" else left / 30 + clock.rule.step / 1500
        return min(MOST_SECONDS, max(0.05, share))

    async def _play(self, moment: Moment, text: str) -> None:
        """A move for a position that is no more is dropped."""
        table = self.room.table
        if self._now() != moment or table.computer is None or table.phase != "playing":
            return
        draft = Draft(table, self._services.now())
        draft.play(text, table.computer, log.COMPUTER)
        await self.room.commit(draft)

    # ------------------------------------------------------------ hints

    async def ask_hint(self, reader: Reader, message: wire.AskHint, now: int) -> None:
        if isinstance(await self.room.message(reader, message, now), wire.Ok | wire.Dup):
            await self.hint(reader, message)

    async def hint(self, reader: Reader, message: wire.AskHint) -> None:
        """A good move for whoever asked; none if the game has gone on meanwhile."""
        reader.send(wire.write(await self._hint(reader, message)))

    async def far_hint(self, reader: Reader, message: wire.AskHint, now: int) -> wire.ServerMessage:
        """The same for who follows in another process."""
        answer = await self.room.far_message(reader, message, now)
        return await self._hint(reader, message) if isinstance(answer, wire.Ok | wire.Dup) else answer

    async def _hint(self, reader: Reader, message: wire.AskHint) -> wire.ServerMessage:
        table, moment = self.room.table, self._now()
        try:
            text = await self._services.computer.choose(
                table.game, HINT_LEVEL, HINT_SECONDS, Owner(reader.person, reader.address)
            )
        except Exception:
            logger.exception("game %s: no hint", table.id)
            return denied("try_again", reader.lang, table.id, message.id, table.version)
        open_to_him = choices(table, table.seats_of(reader.person)) if moment == self._now() else []
        found = next((choice for choice in open_to_him if choice.text == text), None)
        if found is None:
            return denied("not_now", reader.lang, table.id, message.id, table.version)
        return wire.Hint(table.id, message.id, table.version, table.pos, found)
