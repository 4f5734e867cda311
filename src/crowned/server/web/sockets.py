"""Web sockets: one per browser tab, any number of games on it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from crowned.protocols import wire
from crowned.protocols.views import Lang, Role
from crowned.server.people.accounts import Session
from crowned.server.rooms.lag import MOST_CREDIT
from crowned.server.rooms.refusals import DeniedError, MovedError, Refusal, denied
from crowned.server.rooms.registry import Post
from crowned.server.rooms.table import Table
from crowned.server.store import StoreError
from crowned.server.texts import say
from crowned.server.web.limits import Limiter
from crowned.server.web.lines import GoneError, line_of
from crowned.server.web.security import network

if TYPE_CHECKING:
    from crowned.server.site import Site

logger = logging.getLogger(__name__)

LARGEST = 4096
QUEUE_BYTES = 512 * 1024
"""A reader who has not taken this much is cut off; he comes back and gets a snapshot."""
PING_SECONDS = 10.0
SILENCE_SECONDS = 60.0
RTT_SAMPLES = 8
RECHECK_PINGS = 30
LOGGED_OUT = 4401
LEADERS = 4
"""How often a message may be passed on because the leader of its game has changed."""
CLOSE_SECONDS = 2.0
NORMAL, NO_LETTERS, TOO_SLOW = 1000, 1007, 1008

GONE = (GoneError, WebSocketDisconnect, RuntimeError, OSError)
"""What it looks like when the other side is not there any more."""
Reason = Literal["restart", "logout", "too_fast", "idle", "too_many"]
CODES: dict[Reason, int] = {
    "restart": 1012,
    "logout": LOGGED_OUT,
    "too_fast": 1008,
    "idle": 1001,
    "too_many": 1008,
}


_finishing: set[asyncio.Task[None]] = set()
"""Those who handle the last message of a socket that is gone."""


class Socket:
    """A connection. It reads in its own task and writes in another, so that a slow reader delays nobody."""

    def __init__(self, site: Site, web: WebSocket, session: Session | None, lang: Lang) -> None:
        self.site = site
        self.web = web
        self.session = session
        self.person = session.person.id if session else ""
        self.lang = lang
        self.credit = 0
        self.engine = False
        self.address = network(web.client.host if web.client else "")
        self._games: set[str] = set()
        self._line = line_of(web, site.services.now)
        self._ended = asyncio.Event()
        """Set when nothing more is to be read."""
        self._cut = False
        """The reader does not read: there is no use in a last word."""
        self._bye: Reason | None = None
        self._code = NORMAL
        self._busy = False
        """Whether a message is being handled."""
        self._left = False
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
        self._line.put(message)
        if self._line.waiting > QUEUE_BYTES:
            self._cut = True
            self._ended.set()

    def when_taken(self, then: Callable[[], None]) -> None:
        self._line.when_taken(then)

    def say(self, message: wire.ServerMessage) -> None:
        self.send(wire.write(message))

    def bye(self, reason: Reason) -> None:
        """Closes the socket after a last word."""
        if self._bye is None:
            self._line.put(wire.write(wire.Bye(reason, say(reason, self.lang))))
            self._bye = reason
            self._ended.set()

    # ------------------------------------------------------------ life

    async def run(self) -> None:
        self.say(self._welcome())
        works = (self._read(), self._line.run(), self._beat(), self._ended.wait())
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(work) for work in works]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            _check(done)
        finally:
            reader, writer, *others = tasks
            self._let_go(reader)
            for task in [*others, *self._hints]:
                task.cancel()
            self._leave_all()
            await self._close()
            writer.cancel()
            await asyncio.gather(writer, *others, *self._hints, return_exceptions=True)

    def _let_go(self, reader: asyncio.Task[None]) -> None:
        """Nothing more is read; a message that is being handled is handled to its end."""
        self._left = True
        if self._busy:
            _finishing.add(reader)
            reader.add_done_callback(_finishing.discard)
            reader.add_done_callback(lambda _: self._leave_all())  # that message may have been a ``join``
        else:
            reader.cancel()

    def _welcome(self) -> wire.Welcome:
        name = self.session.person.name if self.session else ""
        account = self.session.person.account if self.session else False
        return wire.Welcome(wire.VERSION, self.site.services.now(), name, self.lang, account)

    def _leave_all(self) -> None:
        for game in self._games:
            self.site.rooms.leave(game, self)
        self._games.clear()

    async def _close(self) -> None:
        """A reader who does not read gets no last word, and keeps nothing of the server's memory."""
        if self._cut:
            self._line.abort()
        if self.web.application_state is WebSocketState.CONNECTED:
            with suppress(*GONE):
                try:
                    async with asyncio.timeout(CLOSE_SECONDS):
                        await self._say_goodbye()
                except TimeoutError:
                    self._line.abort()

    async def _say_goodbye(self) -> None:
        if not self._cut:
            await self._line.flush()
        await self.web.close(TOO_SLOW if self._cut else CODES[self._bye] if self._bye else self._code)

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
        """One message after another. Nobody interrupts one: what is being written is to be told."""
        while not self._left:
            text, now = await self._line.next()
            self._heard = asyncio.get_running_loop().time()
            self._busy = True
            await self._take(text, now)
            self._busy = False

    async def _take(self, text: str | bytes, now: int) -> None:
        try:
            message = wire.read_client(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self._refuse("unreadable message")
            self._check_letters(text)
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

    def _check_letters(self, text: str | bytes) -> None:
        """A text that is none ends the connection, as the protocol of web sockets has it."""
        try:
            text if isinstance(text, str) else text.decode()
        except UnicodeDecodeError:
            self._code = NO_LETTERS
            raise GoneError from None

    def _too_fast(self) -> bool:
        """Counts a message on the socket, the person and the address; enough strikes and the socket goes."""
        if not self._over():
            return False
        self._strikes += 1
        if self._strikes > self.site.config.limits.strikes:
            self._refuse("too many messages")
            self.bye("too_fast")
        return True

    def _refuse(self, what: str) -> None:
        """For the log of what concerns security."""
        self.site.events.refuse(what, self.address, self.person)

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
        begun = time.perf_counter()
        await self._answering(message, self._dispatch(message, now))
        self.site.sockets.took(type(message), time.perf_counter() - begun)

    async def _answering(self, message: wire.ClientMessage, work: Awaitable[Any]) -> None:
        """Whatever goes wrong, the sender is told."""
        g, message_id = getattr(message, "g", ""), getattr(message, "id", "")
        try:
            await work
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
                self.lang, self.engine = message.lang, message.engine
            case wire.Pong():
                pass
            case wire.Ping():
                self.say(wire.ServerPong(message.id, now))
            case wire.Join():
                await self._join(message)
            case wire.Leave():
                self._games.discard(message.g)
                self.site.rooms.leave(message.g, self)
            case _:
                await self._in_game(message, now)

    async def _join(self, message: wire.Join) -> None:
        if message.g not in self._games and len(self._games) >= self.site.config.limits.games_per_socket:
            self.say(denied("too_many", self.lang, message.g))
            return
        if not await self._in_room(message.g, lambda post: self._enter(post, message)):
            self._refuse("join of no game")
            self.say(denied("not_found", self.lang, message.g))

    async def _enter(self, post: Post, message: wire.Join) -> None:
        role = await post.room.look(lambda table: admitted(self.site, table, self.person, message.token))
        if role is None:
            self._refuse("join of somebody else's game")
            raise DeniedError("not_found")
        self._games.add(message.g)
        await post.room.join(self, role, message.since)

    async def _in_room(self, game: str, work: Callable[[Post], Awaitable[Any]]) -> bool:
        """Works with the room of a game, again if its leader changes meanwhile. False: no such game."""
        for _ in range(LEADERS):
            post = await self.site.rooms.get(game)
            if post is None:
                return False
            with suppress(MovedError):
                await work(post)
                return True
        raise DeniedError("try_again")

    async def _in_game(self, message: wire.ClientMessage, now: int) -> None:
        g, message_id = getattr(message, "g", ""), getattr(message, "id", "")
        if g not in self._games:
            self.say(denied("not_joined", self.lang, g, message_id))
            return
        match message:
            case wire.Seen():
                await self._in_room(g, lambda post: post.room.saw(self, message.v))
            case wire.Thought():
                await self._in_room(g, lambda post: self._thought(post, message))
            case wire.AskJudge():
                await self._in_room(g, lambda post: post.room.judge(self, message))
            case wire.Say() if self.site.limiters["chat"].wait(self.person):
                self.say(denied("too_fast", self.lang, g, message_id))
            case wire.AskHint() if self.site.limiters["hint"].wait(self.person):
                self.say(denied("too_fast", self.lang, g, message_id))
            case wire.AskHint():
                self._spawn_hint(message, now)
            case wire.Move() | wire.Act() | wire.SendCommit() | wire.SendSeed() | wire.Say():
                await self._in_room(g, lambda post: post.room.message(self, message, now, stays=True))

    async def _thought(self, post: Post, message: wire.Thought) -> None:
        post.thought(self, message)

    def _spawn_hint(self, message: wire.AskHint, now: int) -> None:
        """Thinking takes its time; other messages do not wait for it."""
        task = asyncio.create_task(self._hint(message, now))
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    async def _hint(self, message: wire.AskHint, now: int) -> None:
        await self._answering(
            message, self._in_room(message.g, lambda post: post.ask_hint(self, message, now))
        )


def _check(done: set[asyncio.Task[Any]]) -> None:
    """Whatever is not the end of a connection is raised. The usual end is not: an error that is raised
    refers to who is on the way, he to the tasks, and the task to its error; nobody would forget them."""
    for task in done:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, GONE):
            raise error


def admitted(site: Site, table: Table, person: str, token: str | None) -> Role | None:
    """As what somebody may see a game; None: not at all."""
    role = table.role(person)
    if role != "watcher":
        return role
    if token is not None and site.links.game("watch", token) == table.id:
        return "watcher"
    return "watcher" if table.phase in ("playing", "over") and table.settings.public else None
