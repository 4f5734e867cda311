"""The ASGI application: the API, the socket, the web app's files, and what guards all of them."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

import crowned
from crowned.base import BadInput
from crowned.protocols.views import Lang
from crowned.server import bounds
from crowned.server.computer.opponent import Opponent
from crowned.server.config import Config
from crowned.server.rooms.refusals import DeniedError
from crowned.server.site import Site
from crowned.server.store import StoreError
from crowned.server.texts import preferred_language, say, translated
from crowned.server.web import openapi
from crowned.server.web import preview as previews
from crowned.server.web.api import ENDPOINTS
from crowned.server.web.bodies import Fault
from crowned.server.web.http import (
    Answer,
    Call,
    Endpoint,
    check_rate,
    encode,
    parse_body,
    parse_query,
    read_body,
)
from crowned.server.web.pages import is_there
from crowned.server.web.problem import ProblemError
from crowned.server.web.security import SecurityHeaders, cookie, network, own_origin, session_token
from crowned.server.web.static import StaticFiles
from crowned.server.web.turns import InTurn

logger = logging.getLogger(__name__)
TELLING = (401, 403, 404, 405, 408, 413, 415, 429)
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
View = Callable[[Request], Awaitable[Response]]


def create_app(config: Config, opponent: Opponent) -> Starlette:
    """The application. The database is opened when the server starts it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if getattr(app.state, "site", None) is None:
            app.state.site = await Site.open(config, opponent)
        if not config.own_device:  # where one's own analyses share the thread, and nobody waits
            bounds.keep_to()
        yield
        await app.state.site.sockets.say_goodbye()
        await app.state.site.close()

    files = StaticFiles(config.static)

    async def page(request: Request) -> Response:
        path = request.url.path
        if not files.is_page(path):
            return files.answer(request)
        if not await is_there(request.app.state.site, path):
            return files.answer(request, status=404)
        shown = await _preview(request)
        return files.answer(request, previews.tags(shown, config.address, path) if shown else "")

    routes = [
        *_api_routes(),
        Route("/api/openapi.json", _openapi_page, methods=["GET"]),
        Route("/api/{rest:path}", _nothing_here, methods=METHODS),
        WebSocketRoute("/ws", _socket),
        Route("/preview/{kind}/{key}.png", _preview_picture, methods=["GET"]),
        Route("/{rest:path}", page, methods=["GET"]),
    ]
    guards = [Middleware(InTurn), Middleware(SecurityHeaders, config=config)]
    return Starlette(routes=routes, middleware=guards, lifespan=lifespan)


def _api_routes() -> list[Route]:
    """One route per address; the methods an address has share it, so that others are refused with 405."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(path, _view(methods), methods=METHODS) for path, methods in by_path.items()]


def _view(methods: dict[str, Endpoint]) -> View:
    async def view(request: Request) -> Response:
        begun = time.perf_counter()
        response = await answer(request)
        metrics = request.app.state.site.services.metrics
        path, status = next(iter(methods.values())).path, str(response.status_code)
        took = time.perf_counter() - begun
        metrics.took(
            "crowned_request_seconds", took, method=_known(request.method), route=path, status=status
        )
        return response

    async def answer(request: Request) -> Response:
        site: Site = request.app.state.site
        lang = preferred_language(request.headers.get("accept-language", ""))
        endpoint = methods.get("GET" if request.method == "HEAD" else request.method)
        try:
            if endpoint is None:
                raise ProblemError(405, "no_such_page")
            return await _answer(endpoint, request, site, lang)
        except ProblemError as problem:
            _note(site, request, methods, problem)
            response = refusal(problem, lang)
            if problem.status == 405:
                response.headers["Allow"] = ", ".join(methods)
            return response
        except BadInput as error:
            return refusal(ProblemError(400, "bad_position", error.faults), lang)
        except (DeniedError, asyncio.CancelledError):  # the latter if the server stops and waits no more
            return refusal(ProblemError(503, "try_again", retry=2), lang)
        except StoreError as error:
            logger.error("%s", error)
            return refusal(ProblemError(503, "try_again", retry=2), lang)
        except Exception:
            logger.exception("a request failed")
            return refusal(ProblemError(500, "failed"), lang)

    return view


def _note(site: Site, request: Request, methods: dict[str, Endpoint], problem: ProblemError) -> None:
    """What somebody may not have, or no page of ours sends, is logged; wrong logins are already."""
    if (problem.status in TELLING or problem.code == "bad_body") and problem.code != "bad_login":
        path = next(iter(methods.values())).path
        address = network(request.client.host if request.client else "")
        what = f"{_known(request.method)} {path} {problem.status}"
        site.events.refuse(what, address, getattr(request.state, "person", ""))


def _known(method: str) -> str:
    """A stranger cannot make up series of figures by making up methods."""
    return method if method in METHODS else "other"


def _check_address(site: Site, request: Request) -> str:
    """Where the request comes from, if it may come now."""
    address = network(request.client.host if request.client else "")
    check_rate(site.limiters["request"], address)
    return address


async def _answer(endpoint: Endpoint, request: Request, site: Site, lang: Lang) -> Response:
    address = _check_address(site, request)
    if request.method not in ("GET", "HEAD") and not own_origin(site.config, request.headers):
        raise ProblemError(403, "bad_origin")
    token = session_token(site.config, request.headers)
    session = await site.people.session(token) if token else None
    if session is not None:
        request.state.person = session.person.id
    elif endpoint.needs_session:
        raise ProblemError(401, "no_session")
    body = parse_body(endpoint.body, await read_body(request), request.headers.get("content-type", ""))
    query = parse_query(endpoint.query, request)
    if endpoint.limit != "request":
        check_rate(site.limiters[endpoint.limit], address)
    call = Call(site, address, lang, session, body, query, dict(request.path_params), request.is_disconnected)
    told = await endpoint.handler(call)
    answer = told if isinstance(told, Answer) else Answer(told)
    response = encode(answer)
    response.headers["Cache-Control"] = "no-store"
    if answer.cookie is not None:
        response.headers["Set-Cookie"] = cookie(site.config, answer.cookie)
    return response


def refusal(problem: ProblemError, lang: Lang) -> Response:
    """The body of every refusal."""
    body = msgspec.json.encode(Fault(problem.code, say(problem.code, lang), translated(problem.faults, lang)))
    headers = {"Cache-Control": "no-store"}
    if problem.retry:
        headers["Retry-After"] = str(math.ceil(problem.retry))
    return Response(body, problem.status, headers, "application/json")


async def _preview(request: Request) -> previews.Preview | None:
    """What a stranger may see of the page; the page itself never waits for it or fails with it."""
    kind, _, key = request.url.path.strip("/").partition("/")
    if kind not in ("", *previews.KINDS):
        return None
    key = key or request.query_params.get("rules", "")
    return await _shown(request, kind or "start", key)


async def _shown(request: Request, kind: str, key: str) -> previews.Preview | None:
    site: Site = request.app.state.site
    lang = preferred_language(request.headers.get("accept-language", ""))
    try:
        check_rate(site.limiters["request"], network(request.client.host if request.client else ""))
        return await previews.preview(site, kind, key, lang)
    except (ProblemError, StoreError):
        return None


async def _preview_picture(request: Request) -> Response:
    kind, key = request.path_params["kind"], request.path_params["key"]
    shown = await _shown(request, kind, key) if kind in ("start", *previews.KINDS) else None
    if shown is None:
        return await _nothing_here(request)
    cache = {"Cache-Control": "public, max-age=300"}
    return Response(await previews.picture(shown), headers=cache, media_type="image/png")


@cache
def _openapi_text() -> bytes:
    """Made once: it says the same to everybody."""
    return msgspec.json.encode(openapi.document(ENDPOINTS, crowned.__version__))


async def _openapi_page(request: Request) -> Response:
    lang = preferred_language(request.headers.get("accept-language", ""))
    try:
        _check_address(request.app.state.site, request)
    except ProblemError as problem:
        return refusal(problem, lang)
    return Response(await asyncio.to_thread(_openapi_text), media_type="application/json")


async def _nothing_here(request: Request) -> Response:
    lang = preferred_language(request.headers.get("accept-language", ""))
    return refusal(ProblemError(404, "no_such_page"), lang)


async def _socket(web: WebSocket) -> None:
    await web.app.state.site.sockets.serve(web)
