"""Connections that send too much, too slowly, or nothing: bounded without a proxy in front."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from crowned.base import RulesetError
from crowned.rules import catalog
from crowned.server.web import http, protocol
from crowned.server.web.protocol import LARGEST_HEAD
from tests.server.client import Browser, Server, serving
from tests.server.conftest import Catalogue


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
    lines[2].sendall(b"POST /api/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\n")
    lines[2].sendall(b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
    for line in lines:
        assert b" 408 " in line.recv(65536)
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
    browser = Browser(strict.origin)
    statuses = [browser.request("GET", "/api/openapi.json").status for _ in range(120)]
    assert statuses[0] == 200
    assert 429 in statuses


@pytest.mark.parametrize("key", ["a" + ".a" * 1500, "x = {a" + ".a" * 500, '"é"' + '."é"' * 100])
def test_keys_of_many_parts_are_refused_before_they_are_read(key: str) -> None:
    with pytest.raises(RulesetError, match="nested too deeply"):
        catalog.load_text(f"title = 'x'\n{key} = 1\n")
