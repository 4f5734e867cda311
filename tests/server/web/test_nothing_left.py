"""What a visit leaves in the server's memory when it is over: nothing, and without the garbage collector.

The collector looks at old objects once in an hour (see ``collector``): whatever refers in circles would stay
until then, for every page that anybody opens.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from crowned.server.web import door
from crowned.server.web.door import Door
from crowned.server.web.gate import Gate
from crowned.server.web.limits import Limiter, Limits, Rate
from crowned.server.web.protocol import BoundedProtocol
from crowned.server.web.sockets import Socket
from tests.server.client import Browser, Wire
from tests.server.conftest import Catalogue
from tests.server.inside import Inside, inside

VISITS = 3
KINDS = (BoundedProtocol, Door, Gate, Socket, asyncio.Task)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(door, "LINGER_SECONDS", 0.1)
    with inside(tmp_path, Limits().scaled(1000)) as running:
        gc.collect()
        gc.disable()
        yield running
        gc.enable()


def visit(server: Inside, rules: str, how: str) -> None:
    browser = Browser(f"http://127.0.0.1:{server.own.port}")
    browser.post("/api/session", {})
    browser.request("GET", "/api/nothing")
    if how == "pages":
        return
    player = browser.play(browser.new_game(rules)["id"])
    player.choose(0)
    if how == "cut":
        player.wire.connection.socket.close()
    else:
        player.wire.close()
    Wire.open.clear()


def alive() -> Counter[str]:
    return Counter(type(thing).__name__ for thing in gc.get_objects() if issubclass(type(thing), KINDS))


@pytest.mark.parametrize("how", ["pages", "closed", "cut"])
def test_a_connection_leaves_nothing(server: Inside, rules: Catalogue, how: str) -> None:
    visit(server, rules.strict, how)
    before = alive()
    for _ in range(VISITS):
        visit(server, rules.strict, how)
    until = time.monotonic() + 10
    while alive() - before and time.monotonic() < until:
        time.sleep(0.1)
    assert not alive() - before
    assert not server.site.sockets._per_address
    assert not server.site.sockets._per_person


def test_who_is_refused_is_not_remembered(server: Inside) -> None:
    server.site.limiters._all["connect"] = Limiter(Rate(0.5, 1e-6))
    assert server.site.sockets._full("10.9.9.9")
    assert "10.9.9.9" not in server.site.sockets._per_address
