"""What a guest is called, and everything that is stored about somebody."""

from __future__ import annotations

import secrets

import pytest

from tests.server.client import Server
from tests.server.conftest import Catalogue


def test_a_guest_chooses_his_name_and_his_games_have_it(server: Server, rules: Catalogue) -> None:
    ann, bob = server.browser(), server.browser()
    game = ann.new_game(rules.strict)["id"]
    assert ann.post("/api/session/name", {"name": "Ann from next door"})["name"] == "Ann from next door"
    assert ann.get("/api/games")["games"][0]["white"] == "Ann from next door"
    assert ann.get(f"/api/games/{game}")["game"]["players"]["white"]["name"] == "Ann from next door"
    name = f"Bob{secrets.token_hex(4)}"
    bob.post("/api/account", {"name": name, "password": "correct horse battery"})
    taken = ann.request("POST", "/api/session/name", {"name": name.upper()})
    assert (taken.status, taken.json["code"]) == (409, "name_taken")
    own = bob.request("POST", "/api/session/name", {"name": "Somebody"})
    assert (own.status, own.json["code"]) == (409, "already_account")
    assert ann.request("POST", "/api/session/name", {"name": " "}).status == 400


def test_all_my_data_and_nobody_elses(server: Server, rules: Catalogue) -> None:
    ann, bob = server.browser(), server.browser()
    made = ann.new_game(rules.strict, kind="friend", chat=True, side="white")
    token = made["links"]["join"].rpartition("/")[2]
    bob.post("/api/join", {"token": token})
    first = ann.play(made["id"])
    assert first.ask("say", text="hello")["t"] == "ok"
    bob.new_game(rules.strict)
    ann.post("/api/houses", {"title": "Mine", "rules": {"id": rules.strict}})
    data = ann.get("/api/account/data")
    assert data["name"] == ann.get("/api/session")["name"]
    assert [game["id"] for game in data["games"]] == [made["id"]]
    said = [line for line in data["games"][0]["log"] if line["what"]["kind"] == "said"]
    assert [(line["mine"], line["what"]["text"]) for line in said] == [(True, "hello")]
    settings = data["games"][0]["log"][0]["what"]["settings"]
    assert (settings["white"], settings["by"]) == ("me", "me")
    assert [house["title"] for house in data["house_rules"]] == ["Mine"]
    assert data["sessions"]
    assert server.browser(session=False).request("GET", "/api/account/data").status == 401


def test_lists_tell_whose_turn_it_is_and_who_plays(server: Server, rules: Catalogue) -> None:
    ann = server.browser()
    clock = {"kind": "per_move", "base": 86_400_000, "step": 0}
    ann.new_game(rules.strict, kind="computer", level=4, side="first", clock=clock)
    (game,) = ann.get("/api/games", result="open")["games"]
    assert game["actor"] == game["mine"] != game["computer"]
    assert game["level"] == 4
    assert 86_000_000 < game["left"] <= 86_400_000
    ann.new_game("", rules={"id": rules.strict, "title": "Our rules"})
    assert ann.get("/api/games")["games"][0]["title"]["de"] == "Our rules"
    ann.new_game("", rules={"id": rules.strict, "title": ""})
    assert ann.get("/api/games")["games"][0]["title"]["de"].endswith("mit Hausregeln")


def test_a_seat_of_ones_own_is_known_to_the_invitation(server: Server, rules: Catalogue) -> None:
    ann, bob = server.browser(), server.browser()
    made = ann.new_game(rules.strict, kind="friend")
    link = f"/api/invites/{made['links']['join'].rpartition('/')[2]}"
    assert ann.get(link)["mine"]
    assert not bob.get(link)["mine"]
    bob.post("/api/join", {"token": link.rpartition("/")[2]})
    again = bob.get(link)
    assert (again["mine"], again["taken"], again["id"]) == (True, True, made["id"])


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/archive?scope=public", 200),
        ("/rules/nothing", 404),
        ("/learn/nothing", 404),
        ("/nothing", 404),
        ("/g/nothing", 404),
        ("/g", 404),
        ("/j/forged-token-of-nobody", 404),
        ("/w/forged-token-of-nobody", 404),
        ("/house/nothing", 404),
        ("/account/nobody-at-all", 404),
    ],
)
def test_addresses_that_lead_nowhere_say_so(server: Server, path: str, status: int) -> None:
    assert server.browser(session=False).request("GET", path).status == status


def test_addresses_that_lead_somewhere(server: Server, rules: Catalogue) -> None:
    ann = server.browser()
    made = ann.new_game(rules.strict, kind="friend")
    saved = ann.post("/api/houses", {"title": "Mine", "rules": {"id": rules.strict}})
    for path in (*made["links"].values(), f"/rules/{rules.strict}", saved["link"]):
        assert ann.request("GET", path).status == 200, path
