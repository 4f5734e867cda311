"""HTTP connections with limits: how long a head may be, how long it may take, and how long answers may lie.

A proxy in front would do the same; the server does not rely on there being one.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from crowned.server.web.crowd import Crowd
from crowned.server.web.gate import Gate

LARGEST_HEAD = 16 * 1024
"""Bytes of address and headers together."""
HEAD_SECONDS = 10.0
"""From the connection, or the first byte of a further request, to the end of its head."""
TAKING_SECONDS = 20.0
"""Who takes nothing of an answer for so long is cut off; what is not taken lies in the server's memory."""
HANGING_SECONDS = 1.0
"""From an answer to the end, where the body of the question never came."""
REFUSALS = {
    408: b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    431: b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
}


class BoundedProtocol(HttpToolsProtocol):
    def __init__(self, *arguments: Any, crowd: Crowd | None = None, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._crowd = crowd
        self._in_head = True
        self._head = 0
        self._late: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._gate = Gate(transport, self.loop, self._read)
        super().connection_made(self._gate)  # type: ignore[arg-type]
        if self._crowd is not None:
            self._gate.left = self._crowd.enter(self.client[0] if self.client else "")
            if self._gate.left is None:
                transport.abort()
                return
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        self._watch_no_more()
        super().connection_lost(exc)
        self._gate.leave()
        self.cycle = None  # type: ignore[assignment]  # whoever still answers has it

    # ------------------------------------------------------------ readers

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch()

    def on_response_complete(self) -> None:
        if self.cycle is not None and self.cycle.more_body:
            self.loop.call_later(HANGING_SECONDS, self._hang_up, self.cycle)
        super().on_response_complete()
        self._watch()

    def _hang_up(self, answered: Any) -> None:
        """Who was answered before he had said all, and still has not, is not waited for."""
        if self.cycle is answered and answered.more_body:
            self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        self._watch_no_more()
        self._gate.drop()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it knows this protocol, which is done

    def _watch(self) -> None:
        """Looks after a while whether something was taken, and again as long as something is left.

        From what is left now: an answer in pieces fills up again what its reader has taken.
        """
        self._watch_no_more()
        if left := self.transport.get_write_buffer_size():
            self._taking = self.loop.call_later(TAKING_SECONDS, self._look, left)

    def _watch_no_more(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _look(self, before: int) -> None:
        if self.transport.get_write_buffer_size() >= before:
            self.transport.abort()
        else:
            self._watch()

    # ------------------------------------------------------------ heads

    def _arm(self) -> None:
        self._disarm()
        self._late = self.loop.call_later(HEAD_SECONDS, self._refuse, 408)

    def _disarm(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _refuse(self, status: int) -> None:
        if not self.transport.is_closing():
            self.transport.write(REFUSALS[status])
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        self._gate.take(data)

    def _read(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._in_head:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self._refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._arm()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._disarm()
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            self._refuse(431)
        super().on_headers_complete()
