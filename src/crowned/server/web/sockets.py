"""Web sockets: one per browser tab, any number of games on it."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from crowned.protocols import wire
from crowned.protocols.views import Lang, Role
from crowned.server.people.accounts import Session
from crowned.server.rooms.keeper import Keeper
from crowned.server.rooms.refusals import DeniedError, Refusal, denied
from crowned.server.rooms.table import Table
from crowned.server.store import StoreError
from crowned.server.texts import preferred_language, say
from crowned.server.web.limits import Limiter
from crowned.server.web.security import network, session_token, socket_origin

if TYPE_CHECKING:
    from crowned.server.site import Site

logger = logging.getLogger(__name__)

LARGEST = 4096
QUEUE_BYTES = 512 * 1024
"""A reader who has not taken this much is cut off; he comes back and gets a snapshot."""
PING_SECONDS = 10.0
SILENCE_SECONDS = 60.0
MOST_CREDIT = 500
RTT_SAMPLES = 8
RECHECK_PINGS = 30
LOGGED_OUT = 4401
GOODBYE_SECONDS = 1.0
CLOSE_SECONDS = 2.0

Reason = Literal["restart", "logout", "too_fast", "idle", "too_many"]
CODES: dict[Reason, int] = {
    "restart": 1012,
    "logout": LOGGED_OUT,
    "too_fast": 1008,
    "idle": 1001,
    "too_many": 1008,
}


class Socket:
    """A connection. It reads in its own task and writes in another, so that a slow reader delays nobody."""

    def __init__(self, site: Site, web: WebSocket, session: Session | None, lang: Lang) -> None:
        self.site = site
        self.web = web
        self.session = session
        self.person = session.person.id if session else ""
        self.lang = lang
        self.credit = 0
        self.address = network(web.client.host if web.client else "")
        self._games: dict[str, Keeper] = {}
        self._out: deque[bytes] = deque()
        self._after: deque[Callable[[], None]] = deque()
        """What is to follow when everything has been taken."""
        self._waiting = 0
        self._more = asyncio.Event()
        self._cut = asyncio.Event()
        """Set for a reader who does not read: there is no use in a last word."""
        self._bye: Reason | None = None
        self._own = Limiter(site.config.limits.socket)
        self._strikes = 0
        self._trips: deque[int] = deque(maxlen=RTT_SAMPLES)
        self._pings: dict[int, float] = {}
        self._ping = 0
        self._hints: set[asyncio.Task[None]] = set()
        self._heard = asyncio.get_running_loop().time()

    # ------------------------------------------------------------ writing

    def send(self, message: bytes) -> None:
        if self._bye is not None:
            return
        self._out.append(message)
        self._waiting += len(message)
        if self._waiting > QUEUE_BYTES:
            self._cut.set()
        self._more.set()

    def when_taken(self, then: Callable[[], None]) -> None:
        self._after.append(then)
        self._more.set()

    def say(self, message: wire.ServerMessage) -> None:
        self.send(wire.write(message))

    def bye(self, reason: Reason) -> None:
        """Closes the socket after a last word."""
        if self._bye is None:
            self._out.append(wire.write(wire.Bye(reason, say(reason, self.lang))))
            self._bye = reason
            self._more.set()

    async def _write(self) -> None:
        while True:
            while self._out:
                message = self._out.popleft()
                self._waiting -= len(message)
                await self.web.send_text(message.decode())
            if self._after:
                self._after.popleft()()
            if self._bye is not None:
                await self.web.close(CODES[self._bye])
                return
            if not self._out and not self._after:
                self._more.clear()
                await self._more.wait()

    # ------------------------------------------------------------ life

    async def run(self) -> None:
        self.say(self._welcome())
        works = (self._read(), self._write(), self._beat(), self._cut.wait())
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(work) for work in works]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                for task in done:
                    task.result()
        finally:
            for task in [*tasks, *self._hints]:
                task.cancel()
            await asyncio.gather(*tasks, *self._hints, return_exceptions=True)
            self._leave_all()
            await self._close()

    def _welcome(self) -> wire.Welcome:
        name = self.session.person.name if self.session else ""
        account = self.session.person.account if self.session else False
        return wire.Welcome(wire.VERSION, self.site.services.now(), name, self.lang, account)

    def _leave_all(self) -> None:
        for keeper in self._games.values():
            keeper.room.leave(self)
        self._games.clear()

    async def _close(self) -> None:
        if self.web.application_state is WebSocketState.CONNECTED:
            code = 1008 if self._cut.is_set() else CODES[self._bye] if self._bye else 1000
            with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
                await asyncio.wait_for(self.web.close(code), CLOSE_SECONDS)

    async def _beat(self) -> None:
        """Pings: the shortest recent round trip is what the network may be credited with."""
        loop = asyncio.get_running_loop()
        while True:
            if loop.time() - self._heard > SILENCE_SECONDS:
                self.bye("idle")
            self._ping += 1
            self._pings[self._ping] = loop.time()
            self._pings.pop(self._ping - RTT_SAMPLES, None)
            self.say(wire.ServerPing(self._ping, self.site.services.now()))
            if self._ping % RECHECK_PINGS == 0 and not await self._still_logged_in():
                self.bye("logout")
            await asyncio.sleep(PING_SECONDS if self._ping > 3 else 1.0)

    async def _still_logged_in(self) -> bool:
        """Another process of the site may have ended the session."""
        if self.session is None:
            return True
        with suppress(StoreError):
            return await self.site.people.holds(self.session.hash)
        return True

    # ------------------------------------------------------------ reading

    async def _read(self) -> None:
        while True:
            event = await self.web.receive()
            now = self.site.services.now()
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            if text is None:
                await self.web.close(1003)
                return
            self._heard = asyncio.get_running_loop().time()
            await self._take(text, now)

    async def _take(self, text: str, now: int) -> None:
        try:
            message = wire.read_client(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self._too_fast()
            self.say(denied("bad_message", self.lang))
            return
        if isinstance(message, wire.Pong) and self._measure(message.n):
            return
        if self._too_fast():
            g, message_id = getattr(message, "g", ""), getattr(message, "id", "")
            self.say(denied("too_fast", self.lang, g, message_id))
        else:
            await self._handle(message, now)

    def _too_fast(self) -> bool:
        """Counts a message on the socket, the person and the address; enough strikes and the socket goes."""
        if not self._over():
            return False
        self._strikes += 1
        if self._strikes > self.site.config.limits.strikes:
            self.bye("too_fast")
        return True

    def _over(self) -> bool:
        """What a socket may not send costs its household nothing: one loud tab silences no other."""
        limiters = self.site.limiters
        if self._own.wait():
            return True
        if self.person and limiters["person"].wait(self.person):
            return True
        return limiters["address"].wait(self.address) > 0

    def _measure(self, number: int) -> bool:
        """Whether this answers a ping of ours; only such answers are free of charge."""
        sent = self._pings.pop(number, None)
        if sent is None:
            return False
        self._trips.append(int((asyncio.get_running_loop().time() - sent) * 1000))
        self.credit = min(MOST_CREDIT, *self._trips, MOST_CREDIT)
        return True

    async def _handle(self, message: wire.ClientMessage, now: int) -> None:
        self.site.sockets.handled += 1
        g, message_id = getattr(message, "g", ""), getattr(message, "id", "")
        try:
            await self._dispatch(message, now)
        except DeniedError as refusal:
            self.say(denied(refusal.code, self.lang, g, message_id))
        except Refusal:
            self.say(denied("try_again", self.lang, g, message_id))
        except StoreError as error:
            logger.error("%s", error)
            self.say(denied("try_again", self.lang, g, message_id))
        except Exception:
            logger.exception("a message failed")
            self.say(denied("try_again", self.lang, g, message_id))

    async def _dispatch(self, message: wire.ClientMessage, now: int) -> None:
        match message:
            case wire.Hello():
                self.lang = message.lang
            case wire.Pong():
                pass
            case wire.Ping():
                self.say(wire.ServerPong(message.id, now))
            case wire.Join():
                await self._join(message)
            case wire.Leave():
                keeper = self._games.pop(message.g, None)
                if keeper is not None:
                    keeper.room.leave(self)
            case _:
                await self._in_game(message, now)

    async def _join(self, message: wire.Join) -> None:
        if message.g not in self._games and len(self._games) >= self.site.config.limits.games_per_socket:
            self.say(denied("too_many", self.lang, message.g))
            return
        keeper = await self.site.rooms.get(message.g)
        role = await self._role(keeper, message) if keeper else None
        if keeper is None or role is None:
            self.say(denied("not_found", self.lang, message.g))
            return
        self._games[message.g] = keeper
        await keeper.room.join(self, role, message.since)

    async def _role(self, keeper: Keeper, message: wire.Join) -> Role | None:
        return await keeper.room.look(lambda table: admitted(self.site, table, self.person, message.token))

    async def _in_game(self, message: wire.ClientMessage, now: int) -> None:
        g, message_id = getattr(message, "g", ""), getattr(message, "id", "")
        keeper = self._games.get(g)
        if keeper is None:
            self.say(denied("not_joined", self.lang, g, message_id))
            return
        match message:
            case wire.Seen():
                keeper.room.seen(self, message.v)
            case wire.AskJudge():
                await keeper.room.judge(self, message)
            case wire.Say() if self.site.limiters["chat"].wait(self.person):
                self.say(denied("too_fast", self.lang, g, message_id))
            case wire.AskHint() if self.site.limiters["hint"].wait(self.person):
                self.say(denied("too_fast", self.lang, g, message_id))
            case wire.AskHint():
                answer = await keeper.room.message(self, message, now)
                if isinstance(answer, wire.Ok | wire.Dup):
                    self._spawn_hint(keeper, message)
            case wire.Move() | wire.Act() | wire.SendCommit() | wire.SendSeed() | wire.Say():
                await keeper.room.message(self, message, now)

    def _spawn_hint(self, keeper: Keeper, message: wire.AskHint) -> None:
        """Thinking takes its time; other messages do not wait for it."""
        task = asyncio.create_task(keeper.hint(self, message))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)


def admitted(site: Site, table: Table, person: str, token: str | None) -> Role | None:
    """As what somebody may see a game; None: not at all."""
    role = table.role(person)
    if role != "watcher":
        return role
    if token is not None and site.links.game("watch", token) == table.id:
        return "watcher"
    return "watcher" if table.phase == "over" and table.settings.public else None


class Sockets:
    """All connections, to count them and to close them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.handled = 0
        """Messages so far, answers to pings not counted."""
        self._all: set[Socket] = set()
        self._per_address: dict[str, int] = defaultdict(int)
        self._per_person: dict[str, int] = defaultdict(int)

    async def serve(self, web: WebSocket) -> None:
        """The endpoint: origin first, then limits, then who it is."""
        address = network(web.client.host if web.client else "")
        if not socket_origin(self.site.config, web.headers) or self._full(address):
            await web.close(1008)
            return
        session = await self._session(web)
        most = self.site.config.limits.sockets_per_person
        if session is not None and self._per_person[session.person.id] >= most:
            await web.close(1008)
            return
        await web.accept()
        lang = session.lang if session else preferred_language(web.headers.get("accept-language", ""))
        await self._run(Socket(self.site, web, session, lang))

    def _full(self, address: str) -> bool:
        many = self._per_address[address] >= self.site.config.limits.sockets_per_address
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
        """Closes the sockets of a session, or all of a person except one session's."""
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
