"""A door for whoever watches the server: ``/metrics``, ``/live`` and ``/ready``, on this machine only.

Visitors cannot reach it, because it is another port; each process of ``--workers`` has one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger(__name__)

HOST = "127.0.0.1"
PATIENCE_SECONDS = 5.0
LONGEST = 8192
Page = Callable[[], Awaitable[tuple[int, str]]]
REASONS = {200: "OK", 404: "Not Found", 503: "Service Unavailable"}


class Monitor:
    def __init__(self, pages: dict[str, Page]) -> None:
        self._pages = pages
        self._server: asyncio.Server | None = None

    async def start(self, port: int) -> None:
        self._server = await asyncio.start_server(self._serve, HOST, port, limit=LONGEST)
        logger.info("figures at http://%s:%d/metrics", HOST, port)

    def stop(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE_SECONDS)
            writer.write(await self._answer(head))
            await asyncio.wait_for(writer.drain(), PATIENCE_SECONDS)
        except (OSError, EOFError, asyncio.LimitOverrunError, TimeoutError):
            pass
        finally:
            writer.close()

    async def _answer(self, head: bytes) -> bytes:
        asked = head.split(b" ", 2)[1:2]
        page = self._pages.get(asked[0].decode("latin-1") if asked else "")
        status, text = await page() if page else (404, "nothing here\n")
        body = text.encode()
        lines = (
            f"HTTP/1.1 {status} {REASONS[status]}",
            "Content-Type: text/plain; version=0.0.4; charset=utf-8",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
