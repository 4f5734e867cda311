"""What processes say to each other about games, sent and understood."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from crowned.protocols import wire
from crowned.protocols.views import Seat
from crowned.server.cluster.messages import Answer, Ask, AskSeat, Done, Here, Led, Note, Renamed, Report, Told
from crowned.server.rooms.annex import Annex
from crowned.server.rooms.audience import FarReader, Reader
from crowned.server.rooms.errands import Errands
from crowned.server.rooms.keeper import Keeper
from crowned.server.rooms.refusals import DeniedError, MovedError, Refusal, StaleError
from crowned.server.rooms.room import Changing
from crowned.server.rooms.services import Services
from crowned.server.store import StoreError

if TYPE_CHECKING:
    from crowned.server.rooms.registry import Rooms

logger = logging.getLogger(__name__)

PATIENCE = 8.0
"""Seconds an answer may take; a new leader is found in less."""


class Relay:
    def __init__(self, rooms: Rooms, services: Services) -> None:
        self._rooms = rooms
        self._services = services
        self._cluster = services.cluster
        self._asked: dict[str, tuple[str, asyncio.Future[Answer | Done]]] = {}
        """By number: the game of a question and who waits for the answer."""
        self.spawn = Errands(logger, "a message of another process", logging.INFO).send
        self.others: Callable[[Note], None] = lambda _: None
        """Takes what is not about games."""
        self._cluster.take = self.take

    # ------------------------------------------------------------ asking

    async def ask(
        self, leader: str, game: str, reader: Reader, message: Changing, now: int
    ) -> wire.ServerMessage:
        raw = Raw(wire.write(message))
        ask = Ask(_number(), game, self._cluster.node, reader.person, reader.lang, reader.credit, now, raw)
        answer = await self._answer(leader, ask)
        if isinstance(answer, Answer):
            raise DeniedError("try_again")
        told: wire.ServerMessage = wire.read_server(answer.message)
        return told

    async def ask_seat(self, leader: str, game: str, person: str) -> Seat:
        answer = await self._answer(leader, AskSeat(_number(), game, self._cluster.node, person))
        if isinstance(answer, Done) or answer.seat is None:
            raise DeniedError("try_again")
        return answer.seat

    async def _answer(self, leader: str, ask: Ask | AskSeat) -> Answer | Done:
        waiting: asyncio.Future[Answer | Done] = asyncio.get_running_loop().create_future()
        self._asked[ask.id] = (ask.g, waiting)
        try:
            self._cluster.send(leader, ask)
            answer = await asyncio.wait_for(waiting, PATIENCE)
        except TimeoutError:
            raise DeniedError("try_again") from None
        finally:
            del self._asked[ask.id]
        _raise_refusal(answer)
        return answer

    def leader_lost(self, game: str) -> None:
        """Whoever waits for an answer about this game asks the next leader."""
        for number, (asked, waiting) in list(self._asked.items()):
            if asked == game and not waiting.done():
                waiting.set_result(Answer(number, moved=True))

    # ------------------------------------------------------------ taking

    def take(self, note: Note) -> None:
        match note:
            case Answer() | Done():
                _, waiting = self._asked.get(note.id, ("", None))
                if waiting is not None and not waiting.done():
                    waiting.set_result(note)
            case Ask():
                self.spawn(self._reply(note.sender, note.id, self._handled(note)))
            case AskSeat():
                self.spawn(self._reply(note.sender, note.id, self._seated(note)))
            case Report():
                self.spawn(self._reported(note))
            case Led():
                self._rooms.led_by(note.leader, note.games)
            case Renamed():
                self.spawn(self._rooms.renamed_here(note.person))
            case Told() | Here():
                self._follow(note)
            case _:
                self.others(note)

    def _follow(self, note: Told | Here) -> None:
        post = self._rooms.known(note.g)
        if post is None or not isinstance(post.room, Annex):
            return
        if isinstance(note, Here):
            post.room.others(note.crowd)
        elif note.people or note.v > post.room.table.version:
            self.spawn(post.room.catch_up(note.v, note.people))

    # ------------------------------------------------------------ leading

    async def _keeper(self, game: str) -> Keeper:
        post = await self._rooms.get(game)
        if not isinstance(post, Keeper):
            raise MovedError
        return post

    async def _handled(self, ask: Ask) -> Done:
        keeper = await self._keeper(ask.g)
        message: Any = wire.read_client(ask.message)
        reader = FarReader(ask.person, ask.lang, ask.credit)
        now = min(ask.now, self._services.now())
        if isinstance(message, wire.AskHint):
            told = await keeper.far_hint(reader, message, now)
        else:
            told = await keeper.room.far_message(reader, message, now)
        return Done(ask.id, Raw(wire.write(told)))

    async def _seated(self, ask: AskSeat) -> Answer:
        keeper = await self._keeper(ask.g)
        return Answer(ask.id, seat=await keeper.room.take_seat(ask.person))

    async def _reply(self, node: str, number: str, work: Coroutine[Any, Any, Answer | Done]) -> None:
        self._cluster.send(node, await _answered(number, work))

    async def _reported(self, note: Report) -> None:
        post = await self._rooms.get(note.g)
        if isinstance(post, Keeper):
            await post.room.reported(note.sender, None if note.gone else note.crowd)
        elif post is not None:
            self._cluster.send(note.sender, Led([note.g], post.room.leader))


async def _answered(number: str, work: Coroutine[Any, Any, Answer | Done]) -> Answer | Done:
    try:
        return await work
    except StaleError:
        return Answer(number, stale=True)
    except MovedError:
        return Answer(number, moved=True)
    except DeniedError as refusal:
        return Answer(number, denied=refusal.code)
    except (Refusal, StoreError):
        return Answer(number, denied="try_again")
    except Exception:
        logger.exception("a message from another process failed")
        return Answer(number, denied="try_again")


def _raise_refusal(answer: Answer | Done) -> None:
    if isinstance(answer, Done):
        return
    if answer.moved:
        raise MovedError
    if answer.stale:
        raise StaleError
    if answer.denied is not None:
        raise DeniedError(answer.denied)


def _number() -> str:
    return secrets.token_urlsafe(9)
