"""Who may begin: one request in each turn of the loop, and the addresses by rotation.

A few hundred connections can ask at the same moment. If all of them were answered in the same turn of the
loop, everybody else would wait for all of them; so each waits until its turn has come, and between two of
them the moves of players are read. Who asks for much has mostly himself to wait for.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

from starlette.types import ASGIApp, Receive, Scope, Send

from crowned.server.web.security import network


class Turns:
    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._taken = False
        """Somebody has begun in this turn of the loop."""

    async def wait(self, address: str) -> None:
        """Returns when a request of this address may begin: at once if no other one does."""
        loop = asyncio.get_running_loop()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._next, loop)
            return
        turn = loop.create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        await turn

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        """The address that has waited longest may begin one of its requests."""
        self._taken = False
        while self._waiting and not self._taken:
            address, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[address] = queue
            if not turn.done():
                turn.set_result(None)
                self._taken = True
        if self._taken:
            loop.call_soon(self._next, loop)


class InTurn:
    """Lets requests and sockets in one after another."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            client = scope.get("client")
            await self._turns.wait(network(client[0] if client else ""))
        await self.app(scope, receive, send)
