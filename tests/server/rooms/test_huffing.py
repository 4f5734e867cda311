"""Huffing with its drama: noticed, missed, pointed out, claimed in vain."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Browser, Player
from tests.server.conftest import Catalogue
from tests.server.rooms.test_messages import pair

CASES: dict[str, Any] = tomllib.loads((Path(__file__).parent / "positions.toml").read_text("utf-8"))


def table(alice: Browser, bob: Browser, ruleset: str, case: str, policy: str) -> tuple[Player, Player]:
    return pair(alice, bob, ruleset, fen=CASES[case]["fen"], policy=policy, touch_move=False)


@pytest.fixture(params=["huffing", "touching"])
def huffing(request: pytest.FixtureRequest, rules: Catalogue) -> str:
    return str(getattr(rules, request.param))


def kinds(player: Player) -> list[str]:
    return [entry["kind"] for entry in player.entries]


# ---------------------------------------------------------------- the referee points it out


def test_pointed_out_and_huffed(alice: Browser, bob: Browser, huffing: str) -> None:
    case = CASES["missed"]
    mover, other = table(alice, bob, huffing, "missed", "pointed_out")
    assert case["wrong"] in [choice["path"] for choice in mover.state["choices"]]
    done = mover.move(case["wrong"])
    other.catch_up(done["v"])
    for player in (mover, other):
        pending = player.state["pending"]
        assert pending["removable"] == [case["removable"]]
        assert pending["by"] == mover.you
        assert pending["text"]
        assert pending["clauses"]
    assert {"do": "huff", "square": case["removable"]} in other.state["options"]
    assert not mover.can("huff")
    assert other.act("huff", square=case["removable"])["t"] == "ok"
    assert case["removable"] not in other.state["at"]["board"]
    assert other.state["actor"] == other.you, "huffing is not a move"
    assert other.state["pending"] is None


def test_pointed_out_and_taken_back(alice: Browser, bob: Browser, huffing: str) -> None:
    case = CASES["missed"]
    mover, other = table(alice, bob, huffing, "missed", "pointed_out")
    before = mover.state["at"]
    other.catch_up(mover.move(case["wrong"])["v"])
    mover.catch_up(other.act("takeback")["v"])
    assert mover.state["at"] == before
    assert mover.state["actor"] == mover.you
    assert [choice["path"] for choice in mover.state["choices"]] == [case["right"]]
    refused = mover.move(case["wrong"])
    assert refused["t"] == "illegal"
    assert mover.move(case["right"])["t"] == "ok"


def test_pointed_out_and_let_pass(alice: Browser, bob: Browser, huffing: str) -> None:
    case = CASES["missed"]
    mover, other = table(alice, bob, huffing, "missed", "pointed_out")
    other.catch_up(mover.move(case["wrong"])["v"])
    assert other.move(case["answer"])["t"] == "ok"
    assert other.state["pending"] is None
    assert "missed" not in kinds(other), "he knew and chose"


# ---------------------------------------------------------------- the referee is silent


def test_silence_tells_nobody(alice: Browser, bob: Browser, huffing: str) -> None:
    """After a wrong move and after a right one a player sees exactly the same kinds of things."""
    seen = []
    for case, move in (("missed", "wrong"), ("quiet", "right")):
        mover, other = table(alice, bob, huffing, case, "silent")
        other.catch_up(mover.move(CASES[case][move])["v"])
        for player in (mover, other):
            assert player.state["pending"] is None
        seen.append([option for option in other.state["options"] if option["do"] != "abort"])
        watcher_sees = [set(entry) for entry in other.entries]
        assert watcher_sees
        silent = mover.ask("judge", path=CASES[case]["right"])
        assert silent["t"] in ("denied", "verdict")
    assert seen[0] == seen[1]
    assert {"do": "huff", "square": ""} in seen[0]


def test_silent_and_noticed(alice: Browser, bob: Browser, huffing: str) -> None:
    case = CASES["missed"]
    mover, other = table(alice, bob, huffing, "missed", "silent")
    other.catch_up(mover.move(case["wrong"])["v"])
    assert other.act("huff", square=case["removable"])["t"] == "ok"
    assert case["removable"] not in other.state["at"]["board"]
    mover.catch_up(other.v)
    assert mover.entries[-1]["action"] == "huff"
    for player in (mover, other):
        told = player.entries[-1]["offence"]
        assert told["by"] == mover.you
        assert "x".join(case["right"]) in told["evidence"]
        assert told["clauses"]
        assert told["rule"]
        assert told["text"].startswith(told["rule"])


def test_silent_and_missed(alice: Browser, bob: Browser, huffing: str) -> None:
    case = CASES["missed"]
    mover, other = table(alice, bob, huffing, "missed", "silent")
    other.catch_up(mover.move(case["wrong"])["v"])
    other.move(case["answer"])
    mover.catch_up(other.v)
    for player in (mover, other):
        entry = next(entry for entry in player.entries if entry["kind"] == "missed")
        assert entry["by"] == other.you
        assert entry["squares"] == [case["removable"]]
        assert "x".join(case["right"]) in entry["offence"]["evidence"]


@pytest.mark.parametrize("square", ["a1", "g1", "b4", "zz"])
def test_a_false_claim_is_told_to_both(alice: Browser, bob: Browser, huffing: str, square: str) -> None:
    """There was no offence: one claim a turn, and everybody hears of it."""
    mover, other = table(alice, bob, huffing, "quiet", "silent")
    other.catch_up(mover.move(CASES["quiet"]["right"])["v"])
    answer = other.act("huff", square=square, id="claim")
    assert answer["verdict"]["reason"] == "no_offence"
    assert other.act("huff", square=square, id="claim")["t"] == "illegal", "the same answer again"
    mover.catch_up(other.v)
    for player in (mover, other):
        assert kinds(player)[-1] == "false_claim"
        assert player.entries[-1]["by"] == other.you
    assert not other.can("huff")
    late = other.act("huff", square=CASES["missed"]["removable"])
    assert (late["t"], late["code"]) == ("denied", "not_now")


def test_the_wrong_piece_of_a_real_offence_is_put_right(alice: Browser, bob: Browser, huffing: str) -> None:
    """The referee names the piece, nothing is written down, and the right one may still be named."""
    case = CASES["missed"]
    mover, other = table(alice, bob, huffing, "missed", "silent")
    other.catch_up(mover.move(case["wrong"])["v"])
    wrong = next(square for square in other.state["at"]["board"] if square != case["removable"])
    version = other.v
    answer = other.act("huff", square=wrong)
    assert answer["t"] == "illegal"
    assert answer["verdict"]["reason"] != "no_offence"
    assert case["removable"] in answer["verdict"]["text"]
    assert other.v == version
    assert other.can("huff")
    assert other.act("huff", square=case["removable"])["t"] == "ok"


def test_the_judge_does_not_help_in_a_silent_game(alice: Browser, bob: Browser, huffing: str) -> None:
    mover, _ = table(alice, bob, huffing, "missed", "silent")
    for path in (CASES["missed"]["wrong"], CASES["missed"]["right"]):
        answer = mover.ask("judge", path=path)
        assert (answer["t"], answer["code"]) == ("denied", "silent")
    refused = mover.ask("judge", path=["a3", "a5"])
    assert refused["verdict"]["verdict"] == "refused"


# ---------------------------------------------------------------- strict, automatic, touch


@pytest.mark.parametrize("which", ["huffing", "touching", "automatic"])
def test_strict_offers_only_correct_moves(alice: Browser, bob: Browser, rules: Catalogue, which: str) -> None:
    case = CASES["missed"]
    mover, _ = table(alice, bob, getattr(rules, which), "missed", "strict")
    assert [choice["path"] for choice in mover.state["choices"]] == [case["right"]]
    refused = mover.move(case["wrong"])
    assert refused["t"] == "illegal"
    assert "".join(case["right"][0]) in "".join(refused["verdict"]["evidence"])


def test_the_automatic_huff_takes_the_only_candidate_at_once(
    alice: Browser, bob: Browser, rules: Catalogue
) -> None:
    mover, other = table(alice, bob, rules.automatic, "missed", "pointed_out")
    other.catch_up(mover.move(CASES["missed"]["wrong"])["v"])
    assert CASES["missed"]["removable"] not in other.state["at"]["board"]
    assert "huffed" in [event["kind"] for event in mover.entries[-1]["events"]]


@pytest.mark.parametrize("policy", ["silent", "pointed_out"])
def test_the_automatic_huff_lets_the_opponent_pick_among_several(
    alice: Browser, bob: Browser, rules: Catalogue, policy: str
) -> None:
    case = CASES["two"]
    mover, other = table(alice, bob, rules.automatic, "two", policy)
    other.catch_up(mover.move(case["wrong"])["v"])
    offered = [option["square"] for option in other.state["options"] if option["do"] == "huff"]
    assert sorted(offered) == sorted(case["removable"])
    assert other.state["choices"] == []
    assert other.act("huff", square=case["removable"][1])["t"] == "ok"
    assert other.state["choices"]


def test_touch_move(alice: Browser, rules: Catalogue) -> None:
    player = alice.play(alice.new_game(rules.touching)["id"])
    assert player.view["touch_move"]
    squares = {choice["path"][0] for choice in player.state["choices"]}
    adjusted, touched = sorted(squares)[:2]
    assert player.act("adjust", square=adjusted)["t"] == "ok"
    assert player.act("touch", square=adjusted)["t"] == "ok"
    assert player.state["touched"] == "", "announced pieces may be put straight"
    assert player.act("touch", square=touched)["t"] == "ok"
    assert player.state["touched"] == touched
    assert {choice["path"][0] for choice in player.state["choices"]} == {touched}
    assert player.act("touch", square=adjusted)["t"] == "illegal"


def test_touch_move_can_be_switched_off(alice: Browser, rules: Catalogue) -> None:
    player = alice.play(alice.new_game(rules.touching, touch_move=False)["id"])
    assert not player.view["touch_move"]
    assert not player.can("touch")
    on = alice.play(alice.new_game(rules.huffing, touch_move=True)["id"])
    assert on.view["touch_move"]
    assert on.can("touch")
