"""Web sockets on a short way: whole texts go straight from the connection to its reader and back.

An ASGI server hands every message on as an event, through a queue, to a task, takes answers as events and
stops reading after each. For a move that is most of what its sockets cost. Here the usual frame (whole,
masked, text) is opened at once and given to whoever has taken the ``Door`` out of the scope; everything else
goes the library's way. What is said in one turn of the loop is written together: a move is an ``ok`` and an
``update``, and a call of the system for each costs more than making them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from crowned.server.web.gate import Gate
from crowned.server.web.lines import DOOR

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform without the compiled part
    from websockets.utils import apply_mask

GATHERED = 16 * 1024
"""Bytes that are written at once; with more, the transport is to say whether the reader takes them."""
WHOLE_TEXT = 0x81
MASKED = 0x80
LINGER_SECONDS = 15.0
"""How long a connection may take to close when nobody is at the door any more."""
ODD_FRAMES, ODD_FRAMES_A_SECOND = 64, 8
"""Pings, pongs and pieces of messages: no browser sends them, a patient library sends one now and then."""
LONGEST_HEAD = 14
LONG, LONGER = 126, 127
"""Lengths that stand for: two bytes with the length follow, eight bytes follow (RFC 6455, 5.2)."""


def framed(text: bytes) -> bytes:
    """A whole text as a frame of a server, which masks nothing."""
    size = len(text)
    if size < LONG:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, LONG)) + size.to_bytes(2, "big") + text
    return bytes((WHOLE_TEXT, LONGER)) + size.to_bytes(8, "big") + text


def opened(data: bytes, most: int) -> bytes | None:
    """The text of exactly one whole text frame of a client; None: anything else, also what is too long."""
    if len(data) < 6 or data[0] != WHOLE_TEXT or not MASKED <= data[1] < MASKED + LONGER:
        return None
    size, start = data[1] - MASKED, 2
    if size == LONG:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if size > most or len(data) != start + 4 + size:
        return None
    return bytes(apply_mask(data[start + 4 :], data[start : start + 4]))


def frame_size(data: bytes, at: int = 0) -> int:
    """How long the frame is that begins there, its head included; 0: that is not to be seen yet."""
    if len(data) < at + 2:
        return 0
    size, start = data[at + 1] & ~MASKED, 2
    if size in (LONG, LONGER):
        start = 4 if size == LONG else 10
        if len(data) < at + start:
            return 0
        size = int.from_bytes(data[at + 2 : at + start], "big")
    return start + size + (4 if data[at + 1] & MASKED else 0)


class Gathering:
    """A transport that writes what it was given in one turn of the loop together."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []
        self._size = 0
        self.is_closing = transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)
        self._size += len(data)
        if self._size > GATHERED:
            self._flush()

    def _flush(self) -> None:
        parts, self._parts, self._size = self._parts, [], 0
        if parts and not self._transport.is_closing():
            self._transport.write(b"".join(parts))

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def abort(self) -> None:
        self._transport.abort()


class Door(WebSocketsSansIOProtocol):
    """A connection whose texts are taken and given without events."""

    take: Callable[[bytes], None] | None = None
    """Called with every whole text, once somebody wants it."""
    after: list[Callable[[], None]]
    """What is to follow when the reader has taken what was sent."""
    _rest = b""
    """The beginning of a frame."""
    _plain = False
    """Everything goes the library's way: it may be in the middle of a frame, or refuses one."""
    _odd = 0.0
    _odd_at = 0.0
    """How many odd frames have come lately, and when the last one came."""

    def connection_made(self, transport: Any) -> None:
        self.after = []
        self._gate = transport if isinstance(transport, Gate) else Gate(transport, self.loop, self._read)
        self._gate.feed = self._read
        super().connection_made(Gathering(self._gate, self.loop))  # type: ignore[arg-type]

    def connection_lost(self, exc: Exception | None) -> None:
        self.take = None
        self.after.clear()
        super().connection_lost(exc)
        self._gate.leave()
        self.conn.parser.close()  # waits for more, and keeps the connection that it reads for

    async def run_asgi(self) -> None:
        scope: Any = self.scope
        scope["extensions"][DOOR] = self
        try:
            await super().run_asgi()
        finally:
            del scope["extensions"][DOOR]
            self.loop.call_later(LINGER_SECONDS, self._bury)

    def _bury(self) -> None:
        """Who has not taken the last word by now does not want it; a transport that is closed would wait."""
        if not self.disconnected:
            self.transport.abort()

    # ------------------------------------------------------------ reading

    def data_received(self, data: bytes) -> None:
        self._gate.take(data)

    def _read(self, data: bytes) -> None:
        if self.take is None or self._plain:
            self._plain = self.handshake_initiated
            self._hand_over(data)
        elif self._rest or not self._taken(data):
            self._rest += data
            self._cut()

    def _taken(self, frame: bytes) -> bool:
        """Whether this was the usual frame, and not in the middle of a message or after its end."""
        if self.take is None or self.conn.current_size is not None or self.conn.state is not OPEN:
            return False
        text = opened(frame, self.config.ws_max_size)
        if text is not None:
            self.take(text)
        return text is not None

    def _cut(self) -> None:
        """The library gets whole frames only, so that a usual one may come at any time.

        The rest is kept once, at the end: thousands of small frames may have come together.
        """
        data, self._rest, at = self._rest, b"", 0
        while (size := frame_size(data, at)) and at + size <= len(data):
            frame = data[at : at + size]
            at += size
            if not self._taken(frame):
                self._hand_over(frame)
        if size > self.config.ws_max_size + LONGEST_HEAD:
            self._plain = True
            self._hand_over(data[at:])
        else:
            self._rest = data[at:]

    def _hand_over(self, data: bytes) -> None:
        """To the library, as long as the connection is one."""
        if not self.transport.is_closing():
            super().data_received(data)

    def handle_parser_exception(self) -> None:
        """Nonsense that comes before the welcome has no last word to be answered with."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def _one_more(self) -> bool:
        """Whether one more odd frame is bearable; else the connection is at its end."""
        now = self.loop.time()
        self._odd = max(0.0, self._odd - (now - self._odd_at) * ODD_FRAMES_A_SECOND) + 1
        self._odd_at = now
        if self._odd > ODD_FRAMES:
            self.transport.abort()
        return self._odd <= ODD_FRAMES

    def handle_ping(self) -> None:
        if self._one_more():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._one_more():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._one_more():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A text that came in pieces, or together with others."""
        if self.take is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        text, self.frames = b"".join(self.frames), []
        self.take(text)

    # ------------------------------------------------------------ writing

    def put(self, text: bytes) -> None:
        """Never waits; ``waiting`` says how much the reader has not taken yet."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(framed(text))

    @property
    def waiting(self) -> int:
        """Bytes that the system has not taken; 0 as long as it takes them as they come."""
        return 0 if self.writable.is_set() else int(self.transport.get_write_buffer_size())

    def abort(self) -> None:
        """The end without a last word: what was not taken is forgotten."""
        self.transport.abort()

    def when_taken(self, then: Callable[[], None]) -> None:
        """Calls in one of the next turns, when the reader has room again."""
        self.after.append(then)
        self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        while self.after and self.writable.is_set():
            self.after.pop(0)()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._go_on()
