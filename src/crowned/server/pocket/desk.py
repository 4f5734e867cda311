"""Hands the page's requests and sockets to the application, as a web server would."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp

ORIGIN = "http://pocket"
CLIENT = ("127.0.0.1", 0)
ABNORMAL = 1006
Keep = Callable[[str], Awaitable[None]]
Hear = Callable[[str, str | int], None]
"""Called with 'open', 'message' or 'close', and the text or the code."""


@dataclass
class Reply:
    status: int = 500
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class Desk:
    """One visitor, whose session cookie is kept here: the page never sees it."""

    def __init__(self, app: ASGIApp, cookie: str, keep: Keep) -> None:
        self._app = app
        self._cookie = cookie
        self._keep = keep
        self._sockets: set[asyncio.Task[None]] = set()

    async def fetch(
        self,
        method: str,
        address: str,
        headers: Mapping[str, str],
        body: bytes = b"",
        gone: asyncio.Event | None = None,
    ) -> Reply:
        """The application's reply; ``gone`` is set when nobody waits for it any more."""
        reply, asked = Reply(), [{"type": "http.request", "body": body, "more_body": False}]
        left = gone or asyncio.Event()

        async def receive() -> dict[str, Any]:
            if asked:
                return asked.pop()
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                reply.status = message["status"]
                reply.headers = {k.decode().lower(): v.decode() for k, v in message["headers"]}
            else:
                reply.body += message.get("body", b"")

        await self._app(self._scope("http", address, headers) | {"method": method}, receive, send)
        if "set-cookie" in reply.headers:
            await self._remember(reply.headers.pop("set-cookie"))
        return reply

    async def _remember(self, header: str) -> None:
        self._cookie = header.partition(";")[0]
        await self._keep(self._cookie)

    def open(self, hear: Hear, headers: Mapping[str, str]) -> Socket:
        """A socket of the page; it is told what happens to it."""
        socket = Socket(hear)
        task = asyncio.ensure_future(socket.run(self._app, self._scope("websocket", "/ws", headers)))
        self._sockets.add(task)
        task.add_done_callback(self._sockets.discard)
        return socket

    def _scope(self, kind: str, address: str, headers: Mapping[str, str]) -> dict[str, Any]:
        parts = urlsplit(address)
        told = {**headers, "host": urlsplit(ORIGIN).netloc, "origin": ORIGIN, "cookie": self._cookie}
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "root_path": "",
            "query_string": parts.query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in told.items() if value],
            "client": CLIENT,
            "server": ("pocket", 80),
            "subprotocols": [],
            "state": {},
            "extensions": {},
        }


class Socket:
    def __init__(self, hear: Hear) -> None:
        self._hear = hear
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self._closed = False

    async def run(self, app: ASGIApp, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self._in.get, self._send)
        finally:
            self._close(ABNORMAL)

    def take(self, text: str) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """The page has closed it and wants to hear no more."""
        self._closed = True
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def _send(self, message: Mapping[str, Any]) -> None:
        kind = message["type"]
        if kind == "websocket.close":
            self._close(int(message.get("code", 1000)))
        elif not self._closed and kind == "websocket.accept":
            self._hear("open", "")
        elif not self._closed:
            self._hear("message", str(message["text"]))

    def _close(self, code: int) -> None:
        if not self._closed:
            self._closed = True
            self._hear("close", code)
            self._in.put_nowait({"type": "websocket.disconnect", "code": code})
