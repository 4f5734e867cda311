"""Connections that send too much, too slowly, or nothing: bounded without a proxy in front."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Opcode

from crowned.base import RulesetError
from crowned.rules import catalog
from crowned.server.web import http, protocol
from crowned.server.web.door import Door
from crowned.server.web.protocol import LARGEST_HEAD
from tests.server.client import Browser, Server, serving
from tests.server.conftest import Catalogue
from tests.server.web.test_door import masked


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its documented limits."""
    with serving(tmp_path_factory.mktemp("strict"), limits=1.0) as running:
        yield running


def answer(server: Server, data: bytes) -> bytes:
    """Everything the server says to these bytes until it closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=40) as line:
        line.sendall(data)
        heard = b""
        while chunk := line.recv(65536):
            heard += chunk
        return heard


def test_a_long_head_is_refused(server: Server) -> None:
    host = b"Host: x\r\n"
    for head in (
        b"GET /" + b"a" * LARGEST_HEAD + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * LARGEST_HEAD + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"X: b\r\n" * LARGEST_HEAD,
    ):
        assert answer(server, head).startswith(b"HTTP/1.1 431 ")


def test_a_body_after_a_short_head_is_read(server: Server) -> None:
    """What comes in one piece with the head is not counted as head."""
    body = b" " * 100_000 + b"{}"
    head = f"POST /api/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
    reply = answer(server, head.encode() + b"Content-Type: application/json\r\n\r\n" + body)
    assert reply.startswith(b"HTTP/1.1 200 ")


def test_who_sends_nothing_or_half_is_cut_off(server: Server) -> None:
    begun = time.monotonic()
    lines = [socket.create_connection(("127.0.0.1", server.port), timeout=40) for _ in range(3)]
    lines[1].sendall(b"GET / HTT")
    lines[2].sendall(b"POST /api/session HTTP/1.1\r\nHost: x\r\n")
    lines[2].sendall(b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
    for line in lines:
        assert b" 408 " in line.recv(65536)
        line.settimeout(5)
        while line.recv(65536):
            pass  # the answer's body, and then the end
        line.close()
    assert time.monotonic() - begun < 3 * max(protocol.HEAD_SECONDS, http.BODY_SECONDS)


def test_twenty_games_a_minute_for_an_address(strict: Server, rules: Catalogue) -> None:
    """However many guests there are at it."""
    made = 0
    for _ in range(5):
        guest = strict.browser()
        body = {"rules": {"id": rules.strict}, "kind": "hotseat"}
        made += sum(guest.request("POST", "/api/games", body).status == 200 for _ in range(8))
    assert 20 <= made <= 24


def test_the_description_is_made_once_and_limited(strict: Server) -> None:
    """All asked for at once, so that a busy machine is not too slow to reach the limit."""
    ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n"
    with socket.create_connection(("127.0.0.1", strict.port), timeout=60) as line:
        line.sendall((ask + b"\r\n") * 200 + ask + b"Connection: close\r\n\r\n")
        told = b""
        while data := line.recv(65536):
            told += data
    statuses = [int(piece[:3]) for piece in told.split(b"HTTP/1.1 ")[1:]]
    assert len(statuses) == 201
    assert statuses[0] == 200
    assert 429 in statuses


@pytest.mark.parametrize("key", ["a" + ".a" * 1500, "x = {a" + ".a" * 500, '"é"' + '."é"' * 100])
def test_keys_of_many_parts_are_refused_before_they_are_read(key: str) -> None:
    with pytest.raises(RulesetError, match="nested too deeply"):
        catalog.load_text(f"title = 'x'\n{key} = 1\n")


@contextmanager
def deaf(server: Server, browser: Browser) -> Iterator[socket.socket]:
    """A web socket that nobody reads."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(5)
        line.connect(("127.0.0.1", server.port))
        head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
        head += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        head += f"Cookie: {browser.cookie}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        line.sendall(head.encode())
        yield line


def is_cut_off(line: socket.socket, message: bytes, seconds: float) -> bool:
    """Says something again and again; whether the server ends the connection, which shows without reading."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            line.sendall(message)
        except TimeoutError:
            continue
        except OSError:
            return True
        time.sleep(0.01)
    return False


def test_who_never_reads_is_cut_off_and_keeps_nothing(
    server: Server, alice: Browser, rules: Catalogue
) -> None:
    """A connection that is only closed would keep half a megabyte for as long as its reader likes."""
    game = alice.new_game(rules.strict)["id"]
    with deaf(server, alice) as line:
        assert is_cut_off(line, masked(json.dumps({"t": "join", "g": game}).encode()), 60)


@pytest.mark.parametrize("frame", [Opcode.PING, Opcode.PONG, Opcode.CONT], ids=str)
def test_who_floods_with_frames_that_say_nothing_is_cut_off(
    server: Server, alice: Browser, frame: Opcode
) -> None:
    with deaf(server, alice) as line:
        if frame == Opcode.CONT:
            line.sendall(masked(b"part", fin=False))
        flood = masked(b"", frame, fin=frame != Opcode.CONT) * 20
        assert is_cut_off(line, flood, 20)


LARGE = 20_000_000


async def large(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"x" * LARGE})


@pytest.mark.parametrize("reads", [False, True])
def test_who_takes_nothing_of_an_answer_is_cut_off(reads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes it slowly is not."""
    monkeypatch.setattr(protocol, "TAKING_SECONDS", 1.0)

    async def ask() -> int:
        config = Config(large, lifespan="off")
        config.load()
        loop = asyncio.get_running_loop()
        made = lambda: protocol.BoundedProtocol(config, ServerState(), {}, loop)  # noqa: E731
        server = await loop.create_server(made, "127.0.0.1", 0)
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        line.setblocking(False)
        await loop.sock_connect(line, server.sockets[0].getsockname())
        await loop.sock_sendall(line, b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        heard = 0
        try:
            if not reads:
                await asyncio.sleep(3)
            while part := await loop.sock_recv(line, 1 << 18):
                heard += len(part)
                if heard > LARGE:
                    break
                await asyncio.sleep(0.01 if reads else 0)
        except ConnectionError:
            heard = -heard
        line.close()
        server.close()
        return heard

    heard = asyncio.run(ask())
    assert (heard > LARGE) == reads


def test_an_answer_in_pieces_is_not_cut_off_while_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reader takes all there is, again and again; whenever one looks, as much is left as before."""
    monkeypatch.setattr(protocol, "TAKING_SECONDS", 0.2)

    class Transport(asyncio.Transport):
        left, cut = 0, False

        def get_write_buffer_size(self) -> int:
            return self.left

        def abort(self) -> None:
            self.cut = True

    async def serve(takes: bool) -> bool:
        config = Config(large, lifespan="off")
        config.load()
        line, loop = Transport(), asyncio.get_running_loop()
        made = protocol.BoundedProtocol(config, ServerState(), {}, loop)
        made.connection_made(line)
        for _ in range(12):
            line.left = 65536
            made.pause_writing()
            await asyncio.sleep(0.05 if takes else 0.5)
            if line.cut:
                break
            line.left = 16384
            made.resume_writing()
        made._watch_no_more()
        made._disarm()
        return line.cut

    assert not asyncio.run(serve(takes=True))
    assert asyncio.run(serve(takes=False))


async def unwelcoming(_scope: Any, _receive: Any, _send: Any) -> None:
    await asyncio.sleep(60)


EARLY = {
    "without a beginning": masked(b"x", Opcode.CONT),
    "of no kind": b"\x83\x80abcd",
    "without a mask": b"\x01\x01a",
    "pings": masked(b"", Opcode.PING) * 20,
    "too many pings": masked(b"", Opcode.PING) * 200,
    "pongs": masked(b"", Opcode.PONG) * 20,
    "pieces": masked(b"part", fin=False) + masked(b"", Opcode.CONT, fin=False) * 20,
    "the end": masked(b"", Opcode.CLOSE),
    "after the end": masked(b"", Opcode.CLOSE) + masked(b"{}") * 3,
    "texts": masked(b"{}") * 20,
}


@pytest.mark.parametrize("early", EARLY)
def test_nothing_that_comes_before_the_welcome_is_too_much(early: str) -> None:
    """There is no last word yet that the library could answer with."""

    async def ask() -> list[Any]:
        config = Config(unwelcoming, lifespan="off", ws=Door)
        config.load()
        loop, complaints = asyncio.get_running_loop(), list[Any]()
        loop.set_exception_handler(lambda _, told: complaints.append(told))
        made = lambda: protocol.BoundedProtocol(config, ServerState(), {}, loop)  # noqa: E731
        server = await loop.create_server(made, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        head = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        writer.write(head.encode())
        await asyncio.sleep(0.2)
        writer.write(EARLY[early])
        with suppress(ConnectionResetError, TimeoutError):
            await asyncio.wait_for(reader.read(), 0.5)
        writer.close()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)
        return complaints

    assert asyncio.run(ask()) == []
