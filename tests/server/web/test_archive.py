"""Finding games again, and taking them along as files."""

from __future__ import annotations

import random
import secrets

import pytest

from crowned.notation import pdn
from crowned.rules import catalog
from tests.server.client import Browser, Json, Server
from tests.server.conftest import Catalogue
from tests.server.rooms.test_messages import pair, take_turn


def finish(browser: Browser, ruleset: str, how: str = "resign", **settings: object) -> Json:
    made = browser.new_game(ruleset, **settings)
    player = browser.play(made["id"])
    player.choose(0)
    player.choose(0)
    if how == "draw":
        player.act("offer_draw")
        player.act("agree_draw")
    else:
        player.act(how)
    return {**made, "fen": player.state["fen"]}


def ids(browser: Browser, **query: object) -> list[str]:
    return [game["id"] for game in browser.get("/api/games", **query)["games"]]


def test_search(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    agreed = rules.first(enforcement="strict", draw_agreement=True, doors=(), files=8).id
    resigned = finish(browser, agreed)["id"]
    drawn = finish(browser, agreed, "draw")["id"]
    other = finish(browser, rules.touching, touch_move=False)["id"]
    running = browser.new_game(agreed)["id"]
    assert ids(browser) == [running, other, drawn, resigned]
    assert ids(browser, ruleset=agreed) == [running, drawn, resigned]
    assert ids(browser, result="draw") == [drawn]
    assert ids(browser, result="open") == [running]
    assert ids(browser, ruleset=agreed, result="white") + ids(browser, ruleset=agreed, result="black") == [
        resigned
    ]
    assert ids(browser, limit=2) == [running, other]
    page = browser.get("/api/games", limit=2)
    assert ids(browser, limit=2, before=page["next"]) == [drawn, resigned]
    assert ids(server.browser()) == []


def test_search_by_position(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    game = finish(browser, rules.strict)
    wanted = {"rules": {"id": rules.strict}, "fen": game["fen"]}
    key = browser.post("/api/analysis/position", wanted)["key"]
    assert ids(browser, key=key) == [game["id"]]
    start = browser.post("/api/analysis/position", {"rules": {"id": rules.strict}})["key"]
    assert ids(browser, key=start) == [game["id"]]
    assert ids(browser, key="0000000000000000") == []


def test_public_games_are_for_everybody_once_they_are_over(server: Server, rules: Catalogue) -> None:
    ann, stranger = server.browser(), server.browser(session=False)
    name = f"Ann{secrets.token_hex(5)}"
    ann.post("/api/account", {"name": name, "password": "correct horse battery"})
    private = finish(ann, rules.strict)["id"]
    public = finish(ann, rules.strict, public=True)["id"]
    running = ann.new_game(rules.strict, public=True)["id"]
    found = ids(stranger, scope="public", player=name.upper())
    assert found == [public]
    assert stranger.play(public).you == "watcher"
    for hidden in (private, running):
        assert stranger.request("GET", f"/api/games/{hidden}").status == 404
    assert stranger.request("GET", "/api/games?scope=mine").status == 401


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1000", "result=x", "scope=all", "before=-1", "limit=ten"]
)
def test_faulty_searches(server: Server, query: str) -> None:
    assert server.browser().request("GET", f"/api/games?{query}").status == 400


@pytest.mark.parametrize("ruleset", catalog.ids())
def test_pdn_of_every_ruleset_comes_back_as_the_same_game(server: Server, ruleset: str) -> None:
    alice, bob = server.browser(), server.browser()
    first, second = pair(alice, bob, ruleset)
    pick = random.Random(ruleset)
    for _ in range(30):
        actor, other = (first, second) if first.state["actor"] == first.you else (second, first)
        if actor.state["phase"] == "over":
            break
        other.catch_up(take_turn(actor, pick)["v"])
    file = alice.get(f"/api/games/{first.game}/pdn")
    assert file["name"].endswith(".pdn")
    (loaded,) = pdn.read_text(file["text"])
    assert loaded.game.position.fen == first.state["fen"]
    (imported,) = alice.post("/api/import", {"format": "pdn", "text": file["text"]})["games"]
    played = [entry["text"] for entry in first.entries if entry["kind"] == "played"]
    assert imported["moves"] == played
    picture = alice.request("GET", f"/api/games/{first.game}/svg?ply=3&flip=true")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.raw.startswith(b"<svg")


def test_import_and_export(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    spec = {"id": rules.strict}
    position = {"rules": spec, "fen": "W:Wc3,Kd2:Bf6"}
    assert "<svg" in browser.post("/api/export/svg", position)["text"]
    line = browser.post("/api/export/pdn", {**position, "moves": ["c3-d4"]})["text"]
    (game,) = browser.post("/api/import", {"format": "pdn", "text": line})["games"]
    assert game["moves"] == ["c3-d4"]
    (fen,) = browser.post("/api/import", {"format": "fen", "text": "W:Wc3:Bf6", "rules": spec})["games"]
    assert fen["fen"] == "W:Wc3:Bf6"
    toml = browser.post("/api/export/toml", {"rules": spec, "lang": "de"})
    again = browser.post("/api/rules/check", {"rules": {"toml": toml["text"]}, "lang": "de"})
    assert again["faults"] == []
    assert again["page"]["rules"]["fingerprint"] == catalog.load(rules.strict).fingerprint


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"format": "pdn", "text": "1. c3-d9 *"}, "bad_file"),
        ({"format": "fen", "text": "W:Wz9:B"}, "bad_file"),
        ({"format": "fen", "text": "W:Wc3:Bf6"}, "bad_file"),
    ],
)
def test_faulty_files_are_named(server: Server, rules: Catalogue, body: Json, code: str) -> None:
    given = dict(body)
    if "z9" in body["text"]:
        given["rules"] = {"id": rules.strict}
    reply = server.browser().request("POST", "/api/import", given)
    assert (reply.status, reply.json["code"]) == (400, code)
    assert reply.json["faults"]
