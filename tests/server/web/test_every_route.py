"""Every route by every role: no crash, no way in without a session, and nobody touches what is not his."""

from __future__ import annotations

from typing import Any

import pytest

from crowned.server.web.api import ENDPOINTS
from crowned.server.web.http import Endpoint
from tests.server.client import Browser, Json, Server
from tests.server.conftest import Catalogue
from tests.server.people.authenticator import text
from tests.server.people.test_accounts import register
from tests.server.people.test_passkeys import with_passkey


class Victim:
    """Somebody who has one of everything."""

    def __init__(self, server: Server, rules: Catalogue) -> None:
        self.browser, self.name, device = with_passkey(server)
        made = self.browser.new_game(rules.strict, "friend")
        self.game = str(made["id"])
        self.house = str(
            self.browser.post("/api/houses", {"title": "mine", "rules": {"id": rules.strict}})["key"]
        )
        session = str(self.browser.get("/api/sessions")[0]["id"])
        self.ids = {
            "/api/sessions/{id}": session,
            "/api/account/passkeys/{id}": text(device.id),
            "/api/players/{name}": self.name,
            "/api/houses/{key}": self.house,
            "/api/rulesets/{id}": rules.strict,
        }

    def path(self, endpoint: Endpoint) -> str:
        own = self.ids.get(endpoint.path, self.game)
        if endpoint.path.startswith("/api/rulesets"):
            own = self.ids["/api/rulesets/{id}"]
        parts = [own if part.startswith("{") else part for part in endpoint.path.split("/")]
        return "/".join(parts)

    def belongings(self) -> Json:
        """All there is; what a stranger could have changed shows here."""
        get = self.browser.get
        return {
            "who": get("/api/session"),
            "sessions": [one["id"] for one in get("/api/sessions")],
            "passkeys": get("/api/account/passkeys"),
            "houses": get("/api/houses"),
            "log": get(f"/api/games/{self.game}")["entries"],
            "links": get(f"/api/games/{self.game}/links"),
        }


PRIVATE = (
    "/api/games/{id}",
    "/api/games/{id}/links",
    "/api/games/{id}/pdn",
    "/api/games/{id}/svg",
    "/api/games/{id}/transcript",
)


SIGNED = ("/api/players/{name}", "/api/houses/{key}")
"""Pages that tell a name on purpose: to who knows the name, or has the link."""


def roles(server: Server) -> dict[str, Browser]:
    account = server.browser()
    register(account)
    return {"anonymous": server.browser(session=False), "guest": server.browser(), "account": account}


@pytest.fixture(scope="module")
def victim(server: Server, rules: Catalogue) -> Victim:
    return Victim(server, rules)


def asked(browser: Browser, victim: Victim, endpoint: Endpoint) -> Any:
    body: Any = {} if endpoint.body is not None else None
    return browser.request(endpoint.method, victim.path(endpoint), body)


@pytest.mark.parametrize("role", ["anonymous", "guest", "account"])
def test_every_route_by_every_role(server: Server, victim: Victim, role: str) -> None:
    before = victim.belongings()
    for endpoint in ENDPOINTS:
        browser = roles(server)[role] if endpoint.method != "GET" else server_side(server, role)
        reply = asked(browser, victim, endpoint)
        assert reply.status < 500, (endpoint.path, reply.raw)
        if role == "anonymous" and endpoint.needs_session:
            assert reply.status in (400, 401), (endpoint.path, reply.raw)
        if endpoint.path in PRIVATE:
            assert reply.status in (401, 404), (endpoint.path, reply.raw)
        if reply.status >= 400:
            assert reply.json["code"], endpoint.path
            assert reply.json["text"], endpoint.path
        assert victim.name.encode() not in reply.raw or endpoint.path in SIGNED, endpoint.path
    assert victim.belongings() == before


_kept: dict[str, Browser] = {}


def server_side(server: Server, role: str) -> Browser:
    """Readers change nothing about themselves: one of each is enough."""
    if not _kept:
        _kept.update(roles(server))
    return _kept[role]
