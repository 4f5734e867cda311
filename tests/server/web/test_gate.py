"""The gate: whatever comes at once is taken apart in pieces, in order, and everybody else has his turn."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from crowned.server.web.gate import PIECE, Gate
from tests.server.client import Server


class Transport:
    """Remembers whether it is read from."""

    def __init__(self) -> None:
        self.reading = True
        self.closing = False

    def write(self, data: bytes) -> None:
        """Nobody listens."""

    def is_closing(self) -> bool:
        return self.closing

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def abort(self) -> None:
        self.closing = True


class Taker:
    """A protocol that keeps the pieces it was given."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.transport = Transport()
        transport: Any = self.transport
        self.gate = Gate(transport, asyncio.get_running_loop(), self.pieces.append)

    @property
    def taken(self) -> bytes:
        return b"".join(self.pieces)


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


MUCH = bytes(range(256)) * 1000
ALL_TURNS = 2 * len(MUCH) // PIECE + 10


def test_a_little_goes_straight_through() -> None:
    async def work() -> None:
        taker = Taker()
        taker.gate.take(b"hello")
        taker.gate.take(b"x" * PIECE)
        assert taker.pieces == [b"hello", b"x" * PIECE]
        assert taker.transport.reading

    asyncio.run(work())


def test_much_comes_in_pieces_and_in_order() -> None:
    async def work() -> None:
        taker = Taker()
        taker.gate.take(MUCH)
        assert taker.pieces == [], "everybody else first"
        assert not taker.transport.reading, "and no more of it meanwhile"
        taker.gate.take(b"the end")
        await turns(ALL_TURNS)
        assert taker.taken == MUCH + b"the end"
        assert max(map(len, taker.pieces)) <= PIECE
        assert taker.transport.reading

    asyncio.run(work())


def test_who_sends_much_does_not_hold_up_who_sends_little() -> None:
    async def work() -> None:
        loud, quiet = [Taker() for _ in range(50)], Taker()
        for taker in loud:
            taker.gate.take(MUCH)
        await turns(2)
        done = sum(len(taker.taken) for taker in loud)
        assert 0 < done < 50 * len(MUCH)
        quiet.gate.take(b"my move")
        assert quiet.taken == b"my move"

    asyncio.run(work())


def test_nothing_is_handed_on_to_who_does_not_want_it_now() -> None:
    async def work() -> None:
        taker = Taker()
        taker.gate.take(MUCH)
        taker.gate.pause_reading()
        await turns(ALL_TURNS)
        assert taker.pieces == []
        taker.gate.resume_reading()
        assert not taker.transport.reading, "first what is there"
        await turns(ALL_TURNS)
        assert taker.taken == MUCH
        assert taker.transport.reading

    asyncio.run(work())


def test_a_connection_that_closes_is_not_read_any_more() -> None:
    async def work() -> None:
        taker = Taker()
        taker.gate.take(MUCH)
        taker.transport.closing = True
        await turns(ALL_TURNS)
        assert taker.pieces == []

    asyncio.run(work())


def test_thousands_of_requests_at_once_are_all_answered(server: Server) -> None:
    """In one piece, more than a gate hands on at once; each is answered, in order, on one connection."""
    count = 1500
    requests = [f"GET /api/none/{number} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for number in range(count)]
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(b"".join(requests[:-1]) + b"GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        told = b""
        while data := line.recv(65536):
            told += data
    assert told.count(b"HTTP/1.1 ") == count


def test_one_that_fails_keeps_nobody_else_waiting() -> None:
    async def work() -> None:
        bad, good = Taker(), Taker()
        bad.gate.feed = fail
        for taker in (bad, good):
            taker.gate.take(MUCH)
        await turns(ALL_TURNS)
        assert good.taken == MUCH
        assert bad.transport.closing

    asyncio.run(work())


def fail(_: bytes) -> None:
    raise ValueError("what nobody foresaw")
