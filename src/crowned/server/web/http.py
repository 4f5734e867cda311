"""The machinery of the HTTP API: an endpoint is data, checked and documented from one place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from crowned.protocols.views import Lang
from crowned.server.computer.queue import Owner, TooManyError
from crowned.server.people.accounts import Session
from crowned.server.web.limits import Limiter
from crowned.server.web.problem import ProblemError

if TYPE_CHECKING:
    from crowned.server.site import Site

T = TypeVar("T")
TYPED = {
    "name": "bad_name",
    "password": "password_length",
    "new": "password_length",
    "old": "bad_login",
    "title": "bad_title",
}
"""Fields that people type in, and what to say when they do not fit."""
LARGEST_BODY = 256 * 1024
BODY_SECONDS = 15.0


async def _here() -> bool:
    return False


@dataclass(frozen=True)
class Call:
    """One request, read and checked."""

    site: Site
    address: str
    lang: Lang
    session: Session | None
    body: Any = None
    query: Any = None
    path: dict[str, str] = field(default_factory=dict)
    gone: Callable[[], Awaitable[bool]] = _here
    """Whether who asked waits no more."""

    @property
    def signed_in(self) -> Session:
        """The session, which this request must have."""
        if self.session is None:
            raise ProblemError(401, "no_session")
        return self.session

    @property
    def owner(self) -> Owner:
        """For whom something is worked out."""
        return Owner(self.session.person.id if self.session else "", self.address)

    async def worked(self, work: Callable[..., T], *given: Any, size: float = 0.1) -> T:
        """Works something out in a thread. ``size``: about how many seconds it may take at the worst.

        Everybody gets his share: who asks for a hundred things has only himself to wait for, and what takes
        long leaves threads to the others.
        """
        try:
            async with self.site.work.place(self.owner, size):
                return await asyncio.to_thread(work, *given)
        except TooManyError:
            raise ProblemError(429, "too_fast", retry=2) from None


@dataclass(frozen=True)
class Answer:
    """A body with something beside it: a session cookie to set or to clear, or a body that is not JSON."""

    body: Any
    cookie: str | None = None
    media: str = "application/json"


@dataclass(frozen=True)
class Long:
    """A body with a list that has no bound: its items are encoded one by one, and others have turns between.

    All of them are there before the answer begins: what goes wrong is told, not cut off.
    """

    body: Any
    """With an empty list."""
    name: str
    """Of the list."""
    items: Sequence[bytes]

    def pieces(self) -> Iterator[bytes]:
        # Inside a text the quotes would be escaped, so that this is found once.
        head, mark, tail = msgspec.json.encode(self.body).partition(f'"{self.name}":[]'.encode())
        yield head + mark[:-1]
        for number, item in enumerate(self.items):
            yield b"," + item if number else item
        yield b"]" + tail


class LongResponse(Response):
    """An answer in pieces, as its reader takes them."""

    def __init__(self, told: Long) -> None:
        super().__init__(media_type="application/json")
        del self.headers["content-length"]
        self._told = told

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for piece in self._told.pieces():
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: Handler
    answer: Any
    """The type of the answer's body; None: there is none."""
    summary: str
    body: Any = None
    query: Any = None
    limit: str = "request"
    """The name of the rate in ``Limits`` that this endpoint counts on, besides that of all requests."""
    media: str = "application/json"
    needs_session: bool = False


async def read_body(request: HttpRequest) -> bytes:
    """The body, as long as it is not too long and does not take too long."""
    try:
        return await asyncio.wait_for(_read_body(request), BODY_SECONDS)
    except TimeoutError:
        raise ProblemError(408, "bad_body", ["the body did not come in time"]) from None
    except ClientDisconnect:
        raise ProblemError(400, "bad_body", ["the body did not come"]) from None


async def _read_body(request: HttpRequest) -> bytes:
    chunks = bytearray()
    async for chunk in request.stream():
        chunks += chunk
        if len(chunks) > LARGEST_BODY:
            raise ProblemError(413, "too_big")
    return bytes(chunks)


def parse_body(kind: Any, raw: bytes, content_type: str) -> Any:
    if kind is None:
        return None
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise ProblemError(415, "bad_body", ["Content-Type must be application/json"])
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        raise _misfit(str(error)) from None
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise ProblemError(400, "bad_body", [str(error)]) from None


def _misfit(text: str) -> ProblemError:
    """What a person may get wrong has a sentence; the rest is for whoever wrote the program that sent it."""
    field = text.rpartition("`$.")[2].rstrip("`")
    return ProblemError(400, TYPED[field]) if field in TYPED else ProblemError(400, "bad_body", [text])


def parse_query(kind: Any, request: HttpRequest) -> Any:
    if kind is None:
        return None
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise ProblemError(400, "bad_body", [str(error)]) from None


def encode(answer: Answer) -> Response:
    if answer.body is None:
        return Response(status_code=204)
    if isinstance(answer.body, Long):
        return LongResponse(answer.body)
    if answer.media != "application/json":
        return Response(answer.body, media_type=answer.media)
    if isinstance(answer.body, msgspec.Raw):
        return Response(bytes(answer.body), media_type=answer.media)
    return Response(msgspec.json.encode(answer.body), media_type="application/json")


def check_rate(limiter: Limiter, key: str) -> None:
    wait = limiter.wait(key)
    if wait > 0:
        raise ProblemError(429, "too_fast", retry=wait)
