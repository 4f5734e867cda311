"""What players agree on: draws, take-backs, the next game, calling it off."""

from __future__ import annotations

import pytest

from tests.server.client import Browser, Server
from tests.server.conftest import Catalogue
from tests.server.rooms.test_messages import pair


@pytest.fixture
def agreeing(rules: Catalogue) -> str:
    return rules.first(enforcement="strict", draw_agreement=True, doors=(), files=8).id


def test_a_draw_by_agreement(alice: Browser, bob: Browser, agreeing: str) -> None:
    first, second = pair(alice, bob, agreeing)
    second.act("offer_draw")
    first.catch_up(second.v)
    assert first.state["draw_offer"] == second.you
    assert first.can("agree_draw")
    assert not second.can("agree_draw")
    assert second.act("agree_draw")["code"] == "not_now", "nobody accepts his own offer"
    assert first.act("agree_draw")["t"] == "ok"
    outcome = first.state["outcome"]
    assert (outcome["winner"], outcome["reason"]) == (None, "agreement")
    kinds = [entry["kind"] for entry in first.entries]
    assert kinds[-3:] == ["draw_offered", "played", "ended"]


def test_an_offer_ends_with_no_or_with_a_move(alice: Browser, bob: Browser, agreeing: str) -> None:
    first, second = pair(alice, bob, agreeing)
    second.act("offer_draw")
    first.catch_up(second.v)
    first.act("decline_draw")
    assert first.state["draw_offer"] is None
    second.catch_up(first.v)
    assert not second.can("offer_draw"), "nobody is pestered with offers"
    assert second.act("offer_draw")["code"] == "not_now"
    assert first.act("offer_draw")["t"] == "ok", "who has offered nothing yet may"
    first.choose(0)
    second.catch_up(first.v)
    second.choose(0)
    assert second.state["draw_offer"] is None


def test_resigning_out_of_turn(alice: Browser, bob: Browser, agreeing: str) -> None:
    first, second = pair(alice, bob, agreeing)
    assert second.act("resign")["t"] == "ok"
    assert second.state["outcome"]["winner"] == first.you
    first.catch_up(second.v)
    assert first.act("resign")["code"] == "not_now"
    assert first.move(["a1", "b2"])["code"] == "not_now"


def test_no_agreement_where_the_book_knows_none(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    choice = {"id": rules.strict, "options": {"draw_agreement": False}}
    player = browser.play(browser.new_game("", rules=choice)["id"])
    assert not player.can("offer_draw")
    assert player.act("offer_draw")["code"] == "not_now"


def test_taking_back_needs_consent_between_people(alice: Browser, bob: Browser, agreeing: str) -> None:
    first, second = pair(alice, bob, agreeing)
    assert not first.can("undo")
    second.catch_up(first.choose(0)["v"])
    first.catch_up(second.choose(0)["v"])
    assert first.act("undo")["t"] == "ok"
    assert first.state["ply"] == 2, "asked, not done"
    second.catch_up(first.v)
    assert second.state["undo_offer"] == first.you
    assert second.act("decline_undo")["t"] == "ok"
    first.catch_up(second.v)
    assert not first.can("undo"), "what was declined is not asked again at the same place"
    assert first.act("undo")["code"] == "not_now"
    before = first.state["fen"]
    second.catch_up(first.choose(0)["v"])
    first.catch_up(second.choose(0)["v"])
    first.act("undo")
    second.catch_up(first.v)
    assert second.act("agree_undo")["t"] == "ok"
    first.catch_up(second.v)
    assert first.state["fen"] == before, "both moves are gone: mine and the answer to it"
    assert first.state["actor"] == first.you
    undone = first.entries[-1]
    assert (undone["kind"], undone["ply"], undone["by"]) == ("undone", 2, first.you)
    assert first.choose(1)["t"] == "ok"


def test_the_other_takes_back_only_his_own(alice: Browser, bob: Browser, agreeing: str) -> None:
    first, second = pair(alice, bob, agreeing)
    second.catch_up(first.choose(0)["v"])
    first.catch_up(second.choose(0)["v"])
    second.act("undo")
    first.catch_up(second.v)
    first.act("agree_undo")
    assert first.state["ply"] == 1


def test_rematch_swaps_the_colours(alice: Browser, bob: Browser, agreeing: str) -> None:
    first, second = pair(
        alice, bob, agreeing, chat=True, clock={"kind": "fischer", "base": 60000, "step": 1000}
    )
    assert not first.can("rematch")
    first.act("resign")
    second.catch_up(first.v)
    first.act("rematch")
    second.catch_up(first.v)
    assert second.state["rematch_offer"] == first.you
    assert not first.can("rematch")
    assert second.act("rematch")["t"] == "ok"
    game = second.state["rematch"]
    assert game
    first.catch_up(second.v)
    assert first.state["rematch"] == game
    assert not first.can("rematch")
    for browser in (alice, bob):
        player = browser.play(game)
        assert player.you != browser.play(first.game).you
        assert player.state["phase"] == "playing"
        assert player.view["chat"]
        assert player.view["clock"]["step"] == 1000


def test_declining_a_rematch(alice: Browser, bob: Browser, agreeing: str) -> None:
    first, second = pair(alice, bob, agreeing)
    first.act("abort")
    second.catch_up(first.v)
    first.act("rematch")
    second.catch_up(first.v)
    assert second.act("decline_rematch")["t"] == "ok"
    assert second.state["rematch_offer"] is None
    assert second.can("rematch")
    first.catch_up(second.v)
    assert not first.can("rematch"), "asked once, declined once"


def test_rematch_against_the_computer_comes_at_once(alice: Browser, rules: Catalogue) -> None:
    made = alice.new_game(rules.spinning, "computer", level=1)
    player = alice.play(made["id"])
    player.ask("seed", seed="1" * 64)
    player.act("resign")
    assert player.act("rematch")["t"] == "ok"
    again = alice.play(player.state["rematch"])
    assert again.you != player.you
    assert again.view["spinner"]["commit"] != player.view["spinner"]["commit"], "a seed is used once"
    assert again.state["phase"] == "seeding"


def test_aborting(alice: Browser, bob: Browser, agreeing: str) -> None:
    first, second = pair(alice, bob, agreeing)
    second.catch_up(first.choose(0)["v"])
    assert second.can("abort")
    first.catch_up(second.choose(0)["v"])
    assert not first.can("abort")
    assert first.act("abort")["code"] == "not_now"
    waiting = alice.play(alice.new_game(agreeing, "friend")["id"])
    assert waiting.state["phase"] == "waiting"
    assert waiting.act("abort")["t"] == "ok"
    outcome = waiting.state["outcome"]
    assert (outcome["winner"], outcome["reason"]) == (None, "aborted")
    assert outcome["text"] == "The game was aborted."


def test_a_draw_that_may_be_claimed(server: Server, rules: Catalogue) -> None:
    """Two kings walk to and fro until the rules allow the claim."""
    browser = server.browser()
    options = {"draw_no_progress": 2, "draw_by": "claim", "draw_counter_unit": "move"}
    choice = {"id": rules.strict, "options": options}
    made = browser.new_game("", rules=choice, fen="W:WKa1:BKh2")
    player = browser.play(made["id"])
    assert not player.can("claim_draw")
    assert player.act("claim_draw")["code"] == "not_now"
    for text in ("a1-b2", "h2-g1", "b2-a1", "g1-h2"):
        assert player.move(text=text)["t"] == "ok", text
    assert player.can("claim_draw")
    assert player.act("claim_draw")["t"] == "ok"
    assert player.state["outcome"]["reason"] == "no_progress"


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "fischer", "base": 0, "step": 0},
        {"kind": "none", "base": 1000},
        {"kind": "per_move", "base": 30000, "step": 1000},
        {"kind": "hourglass"},
        {"kind": "fischer", "base": -5},
    ],
)
def test_impossible_clocks(server: Server, rules: Catalogue, clock: object) -> None:
    body = {"rules": {"id": rules.strict}, "kind": "hotseat", "clock": clock}
    assert server.browser().request("POST", "/api/games", body).status == 400


@pytest.mark.parametrize("side", ["white", "black", "first", "second", "random"])
def test_sides(server: Server, rules: Catalogue, side: str) -> None:
    browser = server.browser()
    made = browser.new_game(rules.huffing, "friend", side=side)
    player = browser.play(made["id"])
    first = player.view["rules"]["first"]
    wanted = {"white": {"white"}, "black": {"black"}, "first": {first}}
    wanted["second"] = {"white", "black"} - {first}
    assert player.you in wanted.get(side, {"white", "black"})


def test_who_may_see_a_game_may_see_its_rematch(server: Server, alice: Browser, agreeing: str) -> None:
    made = alice.new_game(agreeing)
    way = f"/api/games/{made['id']}/rematch"
    watching = f"{way}?token={made['links']['watch'].rpartition('/')[2]}"
    stranger = server.browser()
    assert stranger.request("GET", watching).status == 404, "there is none yet"
    player = alice.play(made["id"])
    player.act("resign")
    player.act("rematch")
    assert stranger.request("GET", way).status == 404, "not without the link"
    links = stranger.get(watching)
    assert (links["play"], links["join"]) == (f"/g/{player.state['rematch']}", "")
    token = links["watch"].rpartition("/")[2]
    assert stranger.post("/api/watch", {"token": token})["id"] == player.state["rematch"]
