"""What is said in one turn of the loop is written at once, in order, and nothing is kept back."""

from __future__ import annotations

import asyncio
from typing import Any

from crowned.server.web.door import GATHERED, Gathering


class Transport:
    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def get_extra_info(self, name: str) -> str:
        return f"about {name}"


def gathered() -> tuple[Transport, Gathering]:
    plain: Any = Transport()
    return plain, Gathering(plain, asyncio.get_running_loop())


def test_one_turn_is_one_write() -> None:
    async def talk() -> list[bytes]:
        plain, transport = gathered()
        for turn in (b"ab", b"cd"):
            transport.write(turn[:1])
            transport.write(turn[1:])
            assert b"".join(plain.written) != turn
            await asyncio.sleep(0)
        return plain.written

    assert asyncio.run(talk()) == [b"ab", b"cd"]


def test_much_is_written_at_once_and_a_last_word_before_the_end() -> None:
    async def talk() -> Transport:
        plain, transport = gathered()
        transport.write(b"x" * (GATHERED + 1))
        assert len(plain.written) == 1
        transport.write(b"bye")
        transport.close()
        await asyncio.sleep(0)
        assert transport.get_extra_info("peer") == "about peer"
        return plain

    plain = asyncio.run(talk())
    assert plain.written[1:] == [b"bye"]
    assert plain.closed


def test_nothing_is_written_to_a_transport_that_is_gone() -> None:
    async def talk() -> Transport:
        plain, transport = gathered()
        transport.write(b"late")
        transport.abort()
        await asyncio.sleep(0)
        return plain

    assert asyncio.run(talk()).written == []
