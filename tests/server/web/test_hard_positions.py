"""Positions with more captures than can be listed: refused with a sentence, quickly, in every route."""

from __future__ import annotations

import json
import threading
import time

import pytest

from crowned.base.errors import TooManyMoves
from crowned.game import Game
from crowned.position import Position
from crowned.position.action import MoveAction
from crowned.position.ruleset import Ruleset, ruleset
from crowned.rules import catalog
from crowned.server import bounds
from crowned.server.computer.engine import EngineOpponent, _leads_on, answerable
from crowned.server.texts import LANGS
from tests.conftest import ROOT
from tests.server.client import Browser, Json, Server

HOUSE = """\
id = "house"

[title]
en = "House"

[rules]
files = 12
ranks = 12
king = "flying"
captured = "under"
same_tower = "any"
priority = []
setup_rows = 4
"""
FEN = "W:WKk1:Bf2,h2,j2,c3,e3,k3,h4,c5,k5,d6,h6,c7,e7,g7,f8,j8,c9,e9,g9,d10,h10,j10,c11,e11"
BODY: Json = {"rules": {"toml": HOUSE}, "fen": FEN}
ROUTES: dict[str, Json] = {
    "/api/analysis/position": BODY,
    "/api/analysis/judge": {**BODY, "text": "k1-l2", "lang": "en"},
    "/api/analysis/legal-in": {**BODY, "text": "k1-l2", "lang": "en"},
    "/api/analysis/lines": {**BODY, "milliseconds": 100},
    "/api/analysis/game": {**BODY, "milliseconds": 100},
    "/api/export/pdn": BODY,
    "/api/games": {**BODY, "kind": "hotseat"},
    "/api/import": {"format": "fen", "text": FEN, "rules": {"toml": HOUSE}},
}


def test_the_position_is_one_and_cannot_be_listed() -> None:
    """Else the others would show nothing."""
    rules = Ruleset(catalog.load_text(HOUSE))
    position = Position.from_fen(rules, FEN)
    with pytest.raises(TooManyMoves):
        position.moves()


def test_the_computer_leads_nobody_there() -> None:
    """Most of Black's moves let White capture in so many ways; a few do not."""
    rules = Ruleset(catalog.load_text(HOUSE))
    game = Game(rules, Position.from_fen(rules, "B" + FEN[1:]))
    opponent = EngineOpponent()
    for level in (1, 5):
        after = game.copy()
        after.play(opponent.choose(game, level, threading.Event()).text)
        after.playable()
    wrong = next(move for move in game.playable() if not _leads_on(game, move))
    assert answerable(game, MoveAction(wrong)).text != wrong.text


@pytest.mark.parametrize("path", ROUTES)
def test_what_cannot_be_listed_is_bounded(server: Server, alice: Browser, path: str) -> None:
    begun, told = time.monotonic(), len(server.log)
    reply = alice.request("POST", path, ROUTES[path])
    assert reply.status in (200, 400), (reply.status, reply.raw[:300])
    assert len(reply.raw) < 2_000_000
    assert time.monotonic() - begun < 20, "half a minute before there was a budget"
    assert not [line for line in server.log[told:] if "Traceback" in line]


def test_the_refusal_is_a_sentence_in_three_languages(server: Server) -> None:
    replies = [
        server.browser().request("POST", "/api/analysis/position", BODY, **{"Accept-Language": lang})
        for lang in LANGS
    ]
    assert [reply.status for reply in replies] == [400] * len(LANGS), replies[0].raw[:300]
    assert len({str(reply.json["faults"]) for reply in replies}) == len(LANGS)


def test_a_game_has_less_than_an_analysis(alice: Browser) -> None:
    """What takes tens of milliseconds is worked out in a thread, but is no position of a game."""
    hard = json.loads((ROOT / "tests" / "data" / "hard" / "captures.json").read_text())
    body = next(
        {"rules": {"id": row["ruleset"]}, "fen": row["fen"]}
        for row in hard
        if Position.from_fen(ruleset(row["ruleset"]), row["fen"]).effort > bounds.JUMPS
    )
    assert alice.request("POST", "/api/analysis/position", body).status == 200
    reply = alice.request("POST", "/api/games", {**body, "kind": "hotseat"})
    assert (reply.status, reply.json["code"]) == (400, "bad_position")


def test_no_move_leads_where_the_rooms_cannot_list(alice: Browser) -> None:
    player = alice.play(alice.new_game("", rules={"toml": HOUSE}, fen="B" + FEN[1:])["id"])
    rules = Ruleset(catalog.load_text(HOUSE))
    game = Game(rules, Position.from_fen(rules, "B" + FEN[1:]))
    wrong = next(move for move in game.playable() if not _leads_on(game, move))
    right = next(move for move in game.playable() if _leads_on(game, move))
    before = player.state["pos"]
    assert player.move(text=wrong.text)["t"] == "illegal"
    assert player.join()["state"]["pos"] == before
    assert player.move(text=right.text)["t"] == "ok"


def test_no_game_begins_where_nobody_could_be_shown_his_moves(alice: Browser) -> None:
    reply = alice.request("POST", "/api/games", ROUTES["/api/games"])
    assert (reply.status, reply.json["code"]) == (400, "bad_position")
