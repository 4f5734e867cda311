"""The short way of texts: however they are cut, they arrive whole, in order, as by the library's way."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, Protocol
from websockets.uri import parse_uri

from crowned.server.web import door
from crowned.server.web.door import Door, frame_size, framed, opened
from crowned.server.web.lines import DOOR, MOST_UNREAD, DoorLine, GoneError

MOST = 4096
LENGTHS = [0, 1, 125, 126, 127, 4000, MOST]


def masked(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text, fin).serialize(mask=True)


@pytest.mark.parametrize("length", [*LENGTHS, 65_535, 65_536, 200_000])
def test_what_a_server_says_is_read_by_the_library(length: int) -> None:
    text = b"x" * length
    client = ClientProtocol(parse_uri("ws://here/"), max_size=None)
    client.state, client.parser = OPEN, Protocol.parse(client)  # as after the handshake
    next(client.parser)
    client.receive_data(framed(text))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, bytes(frame.data), frame.fin) == (Opcode.TEXT, text, True)


@pytest.mark.parametrize("length", LENGTHS)
def test_one_whole_text_is_opened(length: int) -> None:
    text = random.Random(length).randbytes(length)
    frame = masked(text)
    assert opened(frame, MOST) == text
    assert frame_size(frame) == len(frame)
    assert frame_size(frame[:1]) == 0
    assert opened(frame[:-1], MOST) is None, "half"
    assert opened(frame + b"x", MOST) is None, "more than one"


OTHERS = {
    "too long": masked(b"x" * (MOST + 1)),
    "bytes": masked(b"bytes", Opcode.BINARY),
    "a ping": masked(b"", Opcode.PING),
    "a part": masked(b"part", fin=False),
    "not masked": Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
    "a reserved bit": b"\xc1" + masked(b"reserved bit")[1:],
    "nothing": b"",
    "endless": b"\x81\xff" + (1 << 62).to_bytes(8, "big") + b"mask",
}


@pytest.mark.parametrize("frame", OTHERS.values(), ids=OTHERS.keys())
def test_everything_else_goes_the_librarys_way(frame: bytes) -> None:
    assert opened(frame, MOST) is None


class Transport:
    def __init__(self) -> None:
        self.written = b""
        self.closing = False
        self.reading = True
        self.unsent = 0

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def get_extra_info(self, _name: str) -> None:
        return None


SHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Visit:
    """A connection that has been let in, and the events that were not taken at the door."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.texts: list[bytes] = []
        self.let_in = asyncio.Event()
        self.transport = Transport()

        async def app(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            self.door.take = self.texts.append
            assert scope["extensions"][DOOR] is self.door
            self.let_in.set()
            while (event := await receive())["type"] != "websocket.disconnect":
                self.events.append(event)

        config = Config(app, ws_max_size=MOST, ws_per_message_deflate=False, lifespan="off")
        config.load()
        self.door = Door(config, ServerState(), {}, asyncio.get_running_loop())

    async def enter(self) -> Visit:
        self.door.connection_made(self.transport)
        self.door.data_received(SHAKE)
        await self.let_in.wait()
        return self

    async def hear(self, pieces: Iterator[bytes]) -> None:
        for piece in pieces:
            self.door.data_received(piece)
            await asyncio.sleep(0)
        for _ in range(100):  # much is taken apart in many turns
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)


def cut(data: bytes, pick: random.Random) -> Iterator[bytes]:
    """In pieces as a network might have cut it."""
    while data:
        size = pick.choice([1, 2, 3, 5, 20, 200, 5000])
        yield data[:size]
        data = data[size:]


@pytest.mark.parametrize("seed", range(30))
def test_however_a_stream_is_cut_its_texts_arrive(seed: int) -> None:
    async def talk() -> None:
        pick, visit = random.Random(seed), await Visit().enter()
        said, stream = [], b""
        for number in range(40):
            text = str(number).encode() * pick.choice([1, 60, 130, 900])
            said.append(text)
            if pick.random() < 0.3:
                half = pick.randrange(len(text) + 1)
                stream += masked(text[:half], fin=False)
                stream += masked(b"?", Opcode.PING) if pick.random() < 0.5 else b""
                stream += masked(text[half:], Opcode.CONT)
            else:
                stream += masked(text)
        await visit.hear(cut(stream, pick))
        assert visit.texts == said
        assert visit.events == []

    asyncio.run(talk())


def test_thousands_of_small_texts_are_cut_from_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left must not be copied for each of them: a stranger may send as many as fit."""
    looked_at: list[bytes] = []

    def noted(data: bytes, at: int = 0) -> int:
        looked_at.append(data)
        return frame_size(data, at)

    async def talk() -> None:
        visit = await Visit().enter()
        last = masked(b"last")  # with its own mask
        monkeypatch.setattr(door, "frame_size", noted)
        await visit.hear(iter([masked(b"") * 5000 + last[:-1], last[-1:]]))
        assert len(visit.texts) == 5001
        copies = {id(data): len(data) for data in looked_at}
        assert sum(copies.values()) < 2 * len(masked(b"") * 5000)

    asyncio.run(talk())


def test_bytes_pings_and_faults_are_the_librarys() -> None:
    async def talk() -> None:
        visit = await Visit().enter()
        await visit.hear(iter([masked(b"\x00", Opcode.BINARY), masked(b"hello", Opcode.PING)]))
        assert [event.get("bytes") for event in visit.events] == [b"\x00"]
        assert visit.transport.written.endswith(Frame(Opcode.PONG, b"hello").serialize(mask=False))
        await visit.hear(iter([masked(b"x" * (MOST + 1))]))
        assert visit.transport.closing
        assert visit.texts == []

    asyncio.run(talk())


def test_a_frame_that_never_ends_is_refused_by_its_head() -> None:
    async def talk() -> None:
        visit = await Visit().enter()
        await visit.hear(iter([b"\x81\xfe", b"\xff\xff", b"mask"]))
        assert visit.transport.closing

    asyncio.run(talk())


def test_nothing_is_said_after_the_end() -> None:
    async def talk() -> None:
        visit = await Visit().enter()
        await visit.hear(iter([masked(b"\x03\xe8", Opcode.CLOSE)]))
        known = visit.transport.written
        visit.door.put(b"late")
        await asyncio.sleep(0)
        assert visit.transport.written == known

    asyncio.run(talk())


def test_what_is_to_follow_waits_for_the_reader() -> None:
    async def talk() -> list[str]:
        visit, done = await Visit().enter(), []
        visit.door.when_taken(lambda: done.append("first"))
        await asyncio.sleep(0)
        visit.door.pause_writing()
        visit.transport.unsent = 7
        assert visit.door.waiting == 7
        visit.door.when_taken(lambda: done.append("second"))
        await asyncio.sleep(0)
        assert done == ["first"]
        visit.door.resume_writing()
        assert visit.door.waiting == 0
        return done

    assert asyncio.run(talk()) == ["first", "second"]


class Web:
    """Events of a socket, as an ASGI server tells them."""

    def __init__(self, *events: dict[str, Any]) -> None:
        self.events = list(events)
        self.closed = 0

    async def receive(self) -> dict[str, Any]:
        return self.events.pop(0)

    async def close(self, code: int) -> None:
        self.closed = code


def test_who_sends_more_than_is_read_is_not_read_for_a_while() -> None:
    async def talk() -> None:
        visit = await Visit().enter()
        line = DoorLine(Web(), visit.door, lambda: 5)  # type: ignore[arg-type]
        for number in range(MOST_UNREAD):
            assert visit.transport.reading
            await visit.hear(iter([masked(b"%d" % number)]))
        assert not visit.transport.reading
        assert [await line.next() for _ in range(MOST_UNREAD)] == [(b"%d" % n, 5) for n in range(MOST_UNREAD)]
        reader = asyncio.create_task(line.next())
        await asyncio.sleep(0)
        assert visit.transport.reading
        await visit.hear(iter([masked(b"more")]))
        assert await reader == (b"more", 5)

    asyncio.run(talk())


def test_early_texts_are_read_and_bytes_end_it() -> None:
    async def talk() -> None:
        visit = await Visit().enter()
        web: Any = Web(
            {"type": "websocket.receive", "text": "early"}, {"type": "websocket.receive", "bytes": b"x"}
        )
        line = DoorLine(web, visit.door, lambda: 5)
        with pytest.raises(GoneError):
            await line.run()
        assert await line.next() == (b"early", 5)
        assert web.closed == 1003

    asyncio.run(talk())
