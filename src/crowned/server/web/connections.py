"""All web sockets of this process: let in, counted, closed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket

from crowned.protocols import wire
from crowned.server.cluster.messages import LoggedOut
from crowned.server.metrics import Durations
from crowned.server.people.accounts import Session
from crowned.server.store import StoreError
from crowned.server.texts import preferred_language
from crowned.server.web.security import network, session_token, socket_origin
from crowned.server.web.sockets import Socket

if TYPE_CHECKING:
    from crowned.server.site import Site

GOODBYE_SECONDS = 1.0


class Sockets:
    """All connections, to count them and to close them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.handled = 0
        """Messages so far, answers to pings not counted."""
        self._all: set[Socket] = set()
        self._per_address: dict[str, int] = defaultdict(int)
        self._per_person: dict[str, int] = defaultdict(int)
        self._durations: dict[type[wire.ClientMessage], Durations] = {}

    async def serve(self, web: WebSocket) -> None:
        """The endpoint: origin first, then limits, then who it is."""
        address = network(web.client.host if web.client else "")
        if not socket_origin(self.site.config, web.headers) or self._full(address):
            self.site.events.refuse("socket", address)
            await web.close(1008)
            return
        session = await self._session(web)
        most = self.site.config.limits.sockets_per_person
        if session is not None and self._per_person.get(session.person.id, 0) >= most:
            self.site.events.refuse("socket", address, session.person.id)
            await web.close(1008)
            return
        await web.accept()
        lang = session.lang if session else preferred_language(web.headers.get("accept-language", ""))
        await self._run(Socket(self.site, web, session, lang))

    def took(self, kind: type[wire.ClientMessage], seconds: float) -> None:
        """Notes how long a message of a kind has taken."""
        found = self._durations.get(kind)
        if found is None:
            tag = str(kind.__struct_config__.tag)
            found = self.site.services.metrics.durations("crowned_message_seconds", kind=tag)
            self._durations[kind] = found
        found.add(seconds)

    def __len__(self) -> int:
        return len(self._all)

    def _full(self, address: str) -> bool:
        many = self._per_address.get(address, 0) >= self.site.config.limits.sockets_per_address
        return many or self.site.limiters["connect"].wait(address) > 0

    async def _session(self, web: WebSocket) -> Session | None:
        token = session_token(self.site.config, web.headers)
        if token is None:
            return None
        try:
            return await self.site.people.session(token)
        except StoreError:
            return None

    async def _run(self, socket: Socket) -> None:
        self._count(socket, 1)
        try:
            await socket.run()
        finally:
            self._count(socket, -1)

    def _count(self, socket: Socket, by: int) -> None:
        (self._all.add if by > 0 else self._all.discard)(socket)
        for counts, key in ((self._per_address, socket.address), (self._per_person, socket.person)):
            counts[key] += by
            if counts[key] <= 0:
                del counts[key]

    def log_out(self, session_hash: str | None = None, person: str | None = None, but: str = "") -> None:
        """Closes the sockets of a session, or all of a person except one session's, in every process."""
        self.site.services.cluster.broadcast(LoggedOut(session_hash, person, but))
        self.close_sessions(session_hash, person, but)

    def close_sessions(self, session_hash: str | None, person: str | None, but: str) -> None:
        for socket in list(self._all):
            own = socket.session
            if own is None or own.hash == but:
                continue
            if session_hash == own.hash or person == own.person.id:
                socket.bye("logout")

    async def say_goodbye(self) -> None:
        """Tells everybody that the server restarts; waits a moment for those who read."""
        for socket in list(self._all):
            socket.bye("restart")
        if self._all:
            await asyncio.wait([asyncio.create_task(self._empty())], timeout=GOODBYE_SECONDS)

    async def _empty(self) -> None:
        while self._all:
            await asyncio.sleep(0.01)
