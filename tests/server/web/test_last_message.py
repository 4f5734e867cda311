"""A socket that goes while its last message is handled: the message is handled, and nobody stays behind."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocketState

from crowned.server.rooms.keeper import Keeper
from crowned.server.web.sockets import Socket
from tests.server.house import House, Listener, friends, house, run, settle


class Web:
    """A socket without a network, as Starlette has them."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.client = None
        self.application_state = WebSocketState.CONNECTED
        self.texts: list[str] = []
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def say(self, **message: Any) -> None:
        self._events.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def go(self) -> None:
        self._events.put_nowait({"type": "websocket.disconnect", "code": 1001})
        self.application_state = WebSocketState.DISCONNECTED

    async def receive(self) -> dict[str, Any]:
        return await self._events.get()

    async def send_text(self, text: str) -> None:
        self.texts.append(text)

    async def close(self, _code: int) -> None:
        self.application_state = WebSocketState.DISCONNECTED


def socket_of(own: House, reader: Listener) -> tuple[Web, Socket]:
    web: Any = Web()
    socket = Socket(own.site, web, None, "en")
    socket.person = reader.person
    return web, socket


async def end(socket: Socket, going: asyncio.Task[None]) -> None:
    """The line breaks while a message is handled; nobody waits for that message."""
    await settle(lambda: socket._busy)
    socket.bye("restart")
    await asyncio.wait_for(going, 10)
    assert socket._busy


async def first_message(own: House, keeper: Keeper, reader: Listener, message: dict[str, Any]) -> Socket:
    """What was asked for before the end, and is done after it."""
    web, socket = socket_of(own, reader)
    going = asyncio.create_task(socket.run())
    if message["t"] != "join":
        web.say(t="join", g=keeper.room.table.id)
        await settle(lambda: socket in keeper.room.audience.places)
    async with keeper.room._lock:
        web.say(**message)
        await end(socket, going)
        assert socket not in keeper.room.audience.places
    await settle(lambda: not socket._busy)
    return socket


def test_who_is_gone_before_he_came_in_is_not_in_the_room(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            keeper, first, _ = await friends(own)
            socket = await first_message(own, keeper, first, {"t": "join", "g": keeper.room.table.id})
            await settle(lambda: socket not in keeper.room.audience.places)

    run(work)


def test_a_move_is_made_and_told_although_its_sender_is_gone(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            keeper, first, second = await friends(own)
            state = first.state
            move = {"t": "move", "g": keeper.room.table.id, "id": "last", "ply": 0, "pos": state.pos}
            await first_message(own, keeper, first, {**move, "text": state.choices[0].text})
            await settle(lambda: second.state.ply == 1)
            assert (first.person, "last") in keeper.room.table.acks

    run(work)
