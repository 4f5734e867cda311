"""What every answer carries and every request must show, whatever it asks for."""

from __future__ import annotations

import ipaddress
import re
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crowned.server.config import Config

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""No inline script or style, nothing from elsewhere."""
WORKERS = re.compile(r"/assets/(worker|engine)-[^/]*\.js")
"""The scripts that are the server and the engine in a browser; each brings its own policy along."""
WORKERS_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"
COOKIE_AGE = 180 * 86400


class SecurityHeaders:
    """Adds the headers to every HTTP answer."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app = app
        self.headers = HEADERS | ({"Strict-Transport-Security": STRICT_TRANSPORT} if config.secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self.headers)
                if WORKERS.fullmatch(scope["path"]):
                    headers["Content-Security-Policy"] = WORKERS_POLICY
            await send(message)

        await self.app(scope, receive, send_with_headers)


def cookie_name(config: Config) -> str:
    """``__Host-`` binds the cookie to https and this host; the own machine has no https to bind to."""
    return "__Host-crowned" if config.secure else "crowned"


def cookie(config: Config, token: str) -> str:
    """The Set-Cookie header that keeps a session (or, with an empty token, ends it)."""
    age = COOKIE_AGE if token else 0
    secure = "; Secure" if config.secure else ""
    return f"{cookie_name(config)}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"


def session_token(config: Config, headers: Headers) -> str | None:
    """The session's token: from the cookie, or as a bearer for programs."""
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and bearer:
        return bearer.strip()[:200]
    return _cookie_value(headers.get("cookie", ""), cookie_name(config))


def _cookie_value(header: str, name: str) -> str | None:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return None
    return found.value if found and found.value else None


def own_origin(config: Config, headers: Headers) -> bool:
    """Whether a changing request may come from where it comes from.

    A browser always says where a cross-site POST comes from; a program that says nothing has no cookies
    of a person with it.
    """
    origin = headers.get("origin")
    if origin is not None:
        return origin in config.allowed
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def socket_origin(config: Config, headers: Headers) -> bool:
    """Sockets are stricter: without an origin only a bearer token speaks for the client."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("authorization", "").lower().startswith("bearer ")
    return origin in config.allowed


def network(address: str) -> str:
    """What counts as one place: an IPv4 address, or an IPv6 /64, which one household has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False))
