"""One address takes neither all connections nor all the time of the loop."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from crowned.server.computer.opponent import PlainOpponent
from crowned.server.config import Config
from crowned.server.main import _uvicorn
from crowned.server.web.crowd import Crowd
from crowned.server.web.limits import Limits
from crowned.server.web.turns import Turns
from tests.server.client import Browser, Server, serving
from tests.server.inside import inside

ELSEWHERE = "127.0.0.5"
MOST = Limits().connections_per_address


def test_an_address_has_so_many_connections() -> None:
    crowd = Crowd(2)
    leave = [crowd.enter("10.0.0.1"), crowd.enter("10.0.0.1")]
    assert crowd.enter("10.0.0.1") is None
    other = crowd.enter("10.0.0.2")
    for left in (*leave, other):
        assert left is not None
        left()
    assert len(crowd) == 0, "who is gone is forgotten"
    assert crowd.enter("10.0.0.1") is not None


def test_a_household_is_one_address() -> None:
    crowd = Crowd(1)
    assert crowd.enter("2001:db8::1") is not None
    assert crowd.enter("2001:db8::2") is None
    assert crowd.enter("2001:db8:0:1::1") is not None


@pytest.mark.parametrize("proxies", ["10.0.0.1", "10.0.0.9, 10.0.0.1", "*", "10.0.0.0/8"])
def test_a_proxy_has_as_many_as_it_likes(proxies: str) -> None:
    crowd = Crowd(1, proxies)
    assert all(crowd.enter("10.0.0.1") is not None for _ in range(5))
    assert len(crowd) == 0


@pytest.mark.parametrize("proxies", ["10.0.0.2", "unix:", "10.0.0.1/99", "fe80::/10"])
def test_others_do_not(proxies: str) -> None:
    crowd = Crowd(1, proxies)
    assert crowd.enter("10.0.0.1") is not None
    assert crowd.enter("10.0.0.1") is None


def test_the_servers_own_limit_is_the_documented_one() -> None:
    made = _uvicorn(Config(limits=Limits()), PlainOpponent(), "info").http
    assert made.keywords["crowd"]._most == MOST  # type: ignore[union-attr]


def connection(server: Server, stack: ExitStack) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(ELSEWHERE, 0))
    return stack.enter_context(line)


def closed(line: socket.socket) -> bool:
    """Whether the server has shut it."""
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_who_opens_hundreds_keeps_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path, limits=1.0) as server, ExitStack() as stack:
        lines = [connection(server, stack) for _ in range(MOST + 30)]
        assert server.browser().get("/api/session")["name"]
        shut = [closed(line) for line in lines]
        assert shut == [False] * MOST + [True] * 30
        for line in lines:
            line.close()
        assert server.browser().get("/api/session")["name"], "by now the server has seen them go"
        again = connection(server, stack)
        again.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert again.recv(20).startswith(b"HTTP/1.1 200")


def test_a_socket_counts_until_it_is_gone(tmp_path: Path) -> None:
    with inside(tmp_path, Limits(connections_per_address=2)) as server:
        crowd = server.config.http.keywords["crowd"]  # type: ignore[union-attr]
        person = Browser(f"http://127.0.0.1:{server.own.port}")
        person.post("/api/session", {})
        wire = person.socket()
        assert (len(crowd), crowd._open) == (1, {"127.0.0.1": 1})
        assert person.get("/api/session")["name"], "there is room for one more"
        wire.close()
        until = time.monotonic() + 10
        while len(crowd) and time.monotonic() < until:
            time.sleep(0.01)
        assert len(crowd) == 0


# ---------------------------------------------------------------- turns of the loop


def test_one_begins_in_each_turn_and_addresses_by_rotation() -> None:
    begun: list[str] = []
    turns_of_the_loop: list[int] = []

    async def work() -> None:
        turns, loop = Turns(), asyncio.get_running_loop()
        count = 0

        def tick() -> None:
            nonlocal count
            count += 1
            loop.call_soon(tick)

        async def request(address: str) -> None:
            await turns.wait(address)
            begun.append(address)
            turns_of_the_loop.append(count)

        loop.call_soon(tick)
        asks = [asyncio.create_task(request("many")) for _ in range(100)]
        asks.append(asyncio.create_task(request("one")))
        await asyncio.gather(*asks)

    asyncio.run(work())
    assert begun.index("one") <= 2, "who asks once does not wait for who asks a hundred times"
    assert len(set(turns_of_the_loop)) > 95, "between two of them everybody else is served"


def test_alone_nobody_waits() -> None:
    async def work() -> None:
        turns = Turns()
        for _ in range(3):
            waiting = turns.wait("somebody")
            with pytest.raises(StopIteration):
                waiting.send(None)
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    asyncio.run(work())


def test_who_gives_up_keeps_nobody_waiting() -> None:
    async def work() -> None:
        turns = Turns()
        asks = [asyncio.create_task(turns.wait("a")) for _ in range(5)]
        await asyncio.sleep(0)
        for ask in asks[1:4]:
            ask.cancel()
        async with asyncio.timeout(5):
            await asks[4]

    asyncio.run(work())
