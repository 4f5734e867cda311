"""Finding games again, and taking them along as files."""

from __future__ import annotations

import random
import secrets
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from crowned.notation import pdn
from crowned.position import ruleset as rules_of
from crowned.rules import catalog
from tests.notation.play import random_game
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


def test_public_games_are_for_everybody_as_soon_as_they_run(server: Server, rules: Catalogue) -> None:
    ann, stranger = server.browser(), server.browser(session=False)
    name = f"Ann{secrets.token_hex(5)}"
    ann.post("/api/account", {"name": name, "password": "correct horse battery"})
    private = finish(ann, rules.strict)["id"]
    public = finish(ann, rules.strict, public=True)["id"]
    running = ann.new_game(rules.strict, public=True)["id"]
    waiting = ann.new_game(rules.strict, kind="friend", public=True)["id"]
    found = ids(stranger, scope="public", player=name.upper())
    assert found == [running, public]
    assert ids(stranger, scope="public", player=name, result="open") == [running]
    for seen in found:
        assert stranger.play(seen).you == "watcher"
    for hidden in (private, waiting):
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
    assert [move["text"] for move in imported["moves"]] == played
    picture = alice.request("GET", f"/api/games/{first.game}/svg?ply=3&flip=true")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.raw.startswith(b"<svg")


def test_import_and_export(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    spec = {"id": rules.strict}
    position = {"rules": spec, "fen": "W:Wc3,Kd2:Bf6"}
    assert "<svg" in browser.post("/api/export/svg", position)["text"]
    line = browser.post("/api/export/pdn", {**position, "moves": [{"parent": -1, "text": "c3-d4"}]})["text"]
    (game,) = browser.post("/api/import", {"format": "pdn", "text": line})["games"]
    assert [move["text"] for move in game["moves"]] == ["c3-d4"]
    (fen,) = browser.post("/api/import", {"format": "fen", "text": "W:Wc3:Bf6", "rules": spec})["games"]
    assert fen["fen"] == "W:Wc3:Bf6"
    toml = browser.post("/api/export/toml", {"rules": spec, "lang": "de"})
    again = browser.post("/api/rules/check", {"rules": {"toml": toml["text"]}, "lang": "de"})
    assert again["faults"] == []
    assert again["page"]["rules"]["fingerprint"] == catalog.load(rules.strict).fingerprint


def exported(browser: Browser, game: Json) -> str:
    """What the app sends back of a game that it has read."""
    rules = game["rules"]
    kept = ("parent", "text", "by", "time", "rolled", "comment", "nags")
    body = {
        "rules": {"toml": rules["toml"]}
        if rules["toml"]
        else {"id": rules["id"], "options": rules["options"]},
        "fen": game["fen"],
        "moves": [{name: move[name] for name in kept} for move in game["moves"]],
        "comment": game["comment"],
        "tags": game["tags"],
    }
    return str(browser.post("/api/export/pdn", body)["text"])


@pytest.mark.parametrize("ruleset", catalog.ids())
def test_a_game_with_branches_comes_back_as_it_was(server: Server, ruleset: str) -> None:
    """Variations, comments, marks, times, remedies and rolled spins, whatever rules the reader has open."""
    browser = server.browser()
    other = next(name for name in catalog.ids() if name != ruleset)
    text = pdn.write(random_game(rules_of(ruleset), 5, actions=40), {"White": "Anna", "Round": "3"})
    body = {"format": "pdn", "text": text, "rules": {"id": other}}
    (game,) = browser.post("/api/import", body)["games"]
    assert game["rules"]["id"] == ruleset
    assert exported(browser, game) == text


def test_house_rules_come_back_with_their_name(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    base = rules.first(enforcement="strict", men_back=False, files=8, doors=()).id
    wanted = {"id": base, "options": {"men_back": True}, "title": "Oma Erna"}
    made = browser.new_game("", rules=wanted)
    text = browser.get(f"/api/games/{made['id']}/pdn")["text"]
    (game,) = browser.post("/api/import", {"format": "pdn", "text": text})["games"]
    assert set(game["rules"]["title"].values()) == {"Oma Erna"}
    assert not any(game["rules"]["about"].values())
    assert exported(browser, game) == text


def test_every_position_of_a_game_comes_with_it(server: Server, rules: Catalogue) -> None:
    """So that it can be walked through without asking again."""
    browser = server.browser()
    text = pdn.write(random_game(rules_of(rules.strict), 8, actions=60))
    (game,) = browser.post("/api/import", {"format": "pdn", "text": text})["games"]
    here = [game["start"]] + [move["view"] for move in game["moves"]]
    assert all(view["choices"] or view["actions"] or view["outcome"] for view in here)
    place = len(game["moves"]) - 1
    line: list[str] = []
    while place >= 0:
        line.insert(0, game["moves"][place]["text"])
        place = game["moves"][place]["parent"]
    asked = {"rules": {"id": rules.strict}, "moves": line}
    assert browser.post("/api/analysis/position", asked) == here[-1]


@pytest.mark.parametrize(
    ("fen", "there", "found"),
    [
        ("W:W31-50:B1-20", {"files": 8, "squares": "dark"}, {"files": 10}),
        ("W:Wc3[wb]:Bf6", {"files": 8, "captured": "removed"}, {"captured": "under"}),
        ("W:Wc3:Bf6:SMMMM", {"files": 8, "doors": ()}, {}),
        ("W:Wc3:Bf6", {"files": 8}, {"files": 8}),
    ],
)
def test_a_position_says_which_game_it_is(
    server: Server, rules: Catalogue, fen: str, there: Json, found: Json
) -> None:
    body = {"format": "fen", "text": fen, "rules": {"id": rules.first(**there).id}}
    (game,) = server.browser().post("/api/import", body)["games"]
    spec = catalog.load(game["rules"]["id"])
    assert all(spec[axis] == value for axis, value in found.items())
    assert bool(spec.sliders) == (":S" in fen)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"format": "pdn", "text": "1. c3-d9 *"}, "bad_file"),
        ({"format": "fen", "text": "W:Wz9:B"}, "bad_file"),
        ({"format": "fen", "text": "W:Wc3[wx]:Bf6"}, "bad_file"),
    ],
)
def test_faulty_files_are_named(server: Server, rules: Catalogue, body: Json, code: str) -> None:
    given = dict(body)
    if "z9" in body["text"]:
        given["rules"] = {"id": rules.strict}
    reply = server.browser().request("POST", "/api/import", given)
    assert (reply.status, reply.json["code"]) == (400, code)
    assert reply.json["faults"]


def test_games_of_older_versions_are_found_by_position_again(tmp_path: Path, rules: Catalogue) -> None:
    """An older database names positions otherwise; the server names them anew, once."""
    server = Server(tmp_path).start()
    browser = server.browser()
    game = finish(browser, rules.strict)["id"]
    key = browser.post("/api/analysis/position", {"rules": {"id": rules.strict}})["key"]
    server.stop()
    grow_old(tmp_path / "crowned.sqlite")
    server.start()
    browser.origin = server.origin
    try:
        assert eventually(lambda: ids(browser, key=key) == [game])
        assert ids(browser, key="00000000000000aa") == []
    finally:
        server.stop()
    with sqlite3.connect(tmp_path / "crowned.sqlite") as database:
        assert not database.execute("SELECT 1 FROM task WHERE name = 'name positions'").fetchall()


def grow_old(path: Path) -> None:
    """As before the migration that gives positions new names."""
    with sqlite3.connect(path) as database:
        database.execute("UPDATE game_position SET hash = '00000000000000aa' WHERE ply = 0")
        database.execute("DELETE FROM migration WHERE number = 6")
        database.execute("DROP TABLE task")


def eventually(holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + 30
    while not (held := holds()) and time.monotonic() < until:
        time.sleep(0.05)
    return held
