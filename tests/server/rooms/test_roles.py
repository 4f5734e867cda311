"""Every message by every role: only what is theirs succeeds, and nothing else changes anything."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.client import Browser, Json, Server, Wire
from tests.server.conftest import Catalogue

ROLES = ("anonymous", "other", "account", "watcher", "opponent", "mover")


class Scene:
    """A game between two people in which chat is on, and a socket for every role."""

    def __init__(self, server: Server, ruleset: str) -> None:
        self.server = server
        alice, bob = server.browser(), server.browser()
        made = alice.new_game(ruleset, "friend", chat=True)
        bob.post("/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
        self.game: str = made["id"]
        self.watch: str = made["links"]["watch"].removeprefix("/w/")
        alice_player = alice.play(self.game)
        self.state: Json = alice_player.state
        mine = self.state["actor"] == alice_player.you
        self.people: dict[str, Browser] = {
            "mover": alice if mine else bob,
            "opponent": bob if mine else alice,
            "other": server.browser(),
            "account": account(server),
            "anonymous": server.browser(session=False),
            "watcher": server.browser(session=False),
        }
        self.choices = self.people["mover"].play(self.game).state["choices"]

    def wire(self, role: str) -> Wire:
        """A socket of this role that has tried to join."""
        wire = self.people[role].socket()
        token = {"token": self.watch} if role == "watcher" else {}
        wire.send("join", g=self.game, **token)
        told = wire.read("snapshot", "denied")
        assert (told["t"] == "snapshot") == (role in ("watcher", "opponent", "mover"))
        return wire

    def version(self) -> int:
        wire = self.people["mover"].socket()
        wire.send("join", g=self.game)
        return int(wire.read("snapshot")["v"])

    def at(self) -> Json:
        return {"ply": self.state["ply"], "pos": self.state["pos"]}


def account(server: Server) -> Browser:
    browser = server.browser()
    name = f"eve{secrets.token_hex(4)}"
    browser.post("/api/account", {"name": name, "password": secrets.token_hex(8)})
    return browser


def _move(scene: Scene) -> Json:
    return {"t": "move", **scene.at(), "path": scene.choices[0]["path"]}


def _act(do: str) -> Callable[[Scene], Json]:
    return lambda scene: {"t": "act", "do": do, **scene.at(), "square": "c3"}


MESSAGES: dict[str, tuple[Callable[[Scene], Json], set[str]]] = {
    "move": (_move, {"mover"}),
    "commit": (lambda _: {"t": "commit", "commit": "0" * 64}, set()),
    "seed": (lambda _: {"t": "seed", "seed": "0" * 64}, set()),
    "say": (lambda _: {"t": "say", "text": "hello"}, {"mover", "opponent"}),
    "hint": (lambda _: {"t": "hint"}, set()),
    "judge": (lambda _: {"t": "judge", "text": "a1-b2"}, {"mover", "opponent", "watcher"}),
    "spin": (_act("spin"), set()),
    "huff": (_act("huff"), set()),
    "takeback": (_act("takeback"), set()),
    "accept": (_act("accept"), set()),
    "touch": (_act("touch"), set()),
    "adjust": (_act("adjust"), set()),
    "offer_draw": (_act("offer_draw"), {"mover", "opponent"}),
    "agree_draw": (_act("agree_draw"), set()),
    "decline_draw": (_act("decline_draw"), set()),
    "claim_draw": (_act("claim_draw"), set()),
    "resign": (_act("resign"), {"mover", "opponent"}),
    "abort": (_act("abort"), {"mover", "opponent"}),
    "undo": (_act("undo"), set()),
    "agree_undo": (_act("agree_undo"), set()),
    "decline_undo": (_act("decline_undo"), set()),
    "rematch": (_act("rematch"), set()),
    "decline_rematch": (_act("decline_rematch"), set()),
}
"""At the very beginning of a game: what each message needs, and who may."""


@pytest.mark.parametrize("name", MESSAGES)
def test_every_message_by_every_role(server: Server, rules: Catalogue, name: str) -> None:
    make, allowed = MESSAGES[name]
    scene = Scene(server, rules.first(enforcement="strict", draw_agreement=True, files=8, doors=()).id)
    for role in ROLES:
        if role in allowed and role != "watcher" and name not in ("say", "judge"):
            scene = Scene(server, scene_rules(scene))
        before = scene.version()
        wire = scene.wire(role)
        message = {**make(scene), "g": scene.game, "id": "x1"}
        wire.raw(json.dumps(message))
        answer = wire.read("ok", "denied", "illegal", "verdict", "stale", "late", "hint")
        good = answer["t"] in ("ok", "verdict")
        assert good == (role in allowed), (role, answer)
        changed = scene.version() > before
        assert changed == (good and name != "judge"), role


def scene_rules(scene: Scene) -> str:
    wire = scene.people["mover"].socket()
    wire.send("join", g=scene.game)
    return str(wire.read("snapshot")["game"]["rules"]["id"])


def test_a_seat_of_the_other_cannot_be_named(server: Server, rules: Catalogue) -> None:
    scene = Scene(server, rules.strict)
    wire = scene.wire("opponent")
    mover = scene.state["actor"]
    wire.send("act", g=scene.game, do="resign", id="x", seat=mover)
    assert wire.read("denied", "ok")["code"] == "not_yours"


def test_chat_is_for_the_players(server: Server, rules: Catalogue) -> None:
    scene = Scene(server, rules.strict)
    watcher, opponent, mover = (scene.wire(role) for role in ("watcher", "opponent", "mover"))
    mover.send("say", g=scene.game, id="a", text="psst \x07\u202e")
    said = opponent.read("update")["entries"]
    assert [(entry["kind"], entry["text"]) for entry in said] == [("said", "psst")]
    assert watcher.read("update")["entries"] == []
    late = scene.wire("watcher")
    assert late
    quiet = server.browser()
    player = quiet.play(quiet.new_game(rules.strict)["id"])
    assert player.ask("say", text="hello")["code"] == "not_here"


def test_http_by_every_role(server: Server, rules: Catalogue) -> None:
    """A private game and its files are there for its players and for whoever has the link."""
    scene = Scene(server, rules.strict)
    for path in ("", "/pdn", "/svg", "/transcript"):
        for role, browser in scene.people.items():
            seated = role in ("mover", "opponent")
            plain = browser.request("GET", f"/api/games/{scene.game}{path}").status
            by_link = browser.request("GET", f"/api/games/{scene.game}{path}?token={scene.watch}").status
            assert (plain, by_link) == (200 if seated else 404, 200), (role, path)
    for role, browser in scene.people.items():
        status = browser.request("GET", f"/api/games/{scene.game}/links").status
        wanted = {"mover": 200, "opponent": 200, "anonymous": 401, "watcher": 401}.get(role, 404)
        assert status == wanted, role


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/games", {"rules": {"id": "x"}, "kind": "hotseat"}),
        ("POST", "/api/join", {"token": "x" * 20}),
        ("GET", "/api/session", None),
        ("GET", "/api/games", None),
        ("GET", "/api/houses", None),
        ("POST", "/api/houses", {"title": "x", "rules": {}}),
        ("DELETE", "/api/houses/x", None),
        ("POST", "/api/account/password", {"old": "12345678", "new": "12345678"}),
        ("DELETE", "/api/account", {"name": "xx", "password": "12345678"}),
    ],
)
def test_what_needs_a_session(server: Server, method: str, path: str, body: Any) -> None:
    reply = server.browser(session=False).request(method, path, body)
    assert reply.status == 401
    assert reply.json["code"] == "no_session"


def test_a_seat_is_taken_once(server: Server, rules: Catalogue) -> None:
    alice, bob, eve = (server.browser() for _ in range(3))
    made = alice.new_game(rules.strict, "friend")
    token = made["links"]["join"].removeprefix("/j/")
    invite = eve.get(f"/api/invites/{token}")
    assert not invite["taken"]
    assert alice.post("/api/join", {"token": token})["you"] in ("white", "black")
    assert not eve.get(f"/api/invites/{token}")["taken"], "the host's own click takes no seat"
    seat = bob.post("/api/join", {"token": token})["you"]
    assert bob.post("/api/join", {"token": token})["you"] == seat, "clicking again is harmless"
    assert eve.request("POST", "/api/join", {"token": token}).status == 409
    assert eve.get(f"/api/invites/{token}")["taken"]
    forged = token[:-1] + ("A" if token[-1] != "A" else "B")
    assert eve.request("POST", "/api/join", {"token": forged}).status == 404
    watch = made["links"]["watch"].removeprefix("/w/")
    assert eve.request("POST", "/api/join", {"token": watch}).status == 404
    assert eve.post("/api/watch", {"token": watch})["you"] == "watcher"
