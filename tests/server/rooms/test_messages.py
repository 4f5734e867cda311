"""The promises of the protocol, one by one, on real sockets."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable

import pytest

from crowned.rules import catalog
from crowned.server.rooms.spinner import commitment
from tests.server.client import Browser, Json, Player, Server
from tests.server.conftest import Catalogue


def pair(alice: Browser, bob: Browser, ruleset: str, **settings: object) -> tuple[Player, Player]:
    """A game by link: the first player to move comes first."""
    made = alice.new_game(ruleset, "friend", **settings)
    bob.post("/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
    first, second = alice.play(made["id"]), bob.play(made["id"])
    if first.state["phase"] == "seeding":
        seeds = {player.you: secrets.token_hex(32) for player in (first, second)}
        for player in (first, second):
            promise = commitment(player.game, seeds[player.you], player.you)
            assert player.ask("commit", commit=promise)["t"] == "ok"
        for player in (first, second):
            assert player.ask("seed", seed=seeds[player.you])["t"] == "ok"
        first.until(phase="playing")
        second.until(phase="playing")
    return (first, second) if first.state["actor"] == first.you else (second, first)


# ---------------------------------------------------------------- joining


def test_a_snapshot_has_all_a_board_needs(alice: Browser, rules: Catalogue) -> None:
    player = alice.play(alice.new_game(rules.strict)["id"])
    view = player.view
    assert player.you == "both"
    assert view["rules"]["files"] * view["rules"]["ranks"] == 64
    assert {square["name"] for square in view["rules"]["squares"]} >= set(view["start"]["board"])
    assert set(view["rules"]["sides"]) == {"white", "black"}
    assert player.state["phase"] == "playing"
    assert [entry["kind"] for entry in player.entries] == ["created", "started"]
    assert [entry["v"] for entry in player.entries] == [1, 2]


def test_coming_back_brings_exactly_what_was_missed(alice: Browser, rules: Catalogue) -> None:
    game = alice.new_game(rules.strict)["id"]
    player = alice.play(game)
    for turn in range(6):
        assert player.choose(turn)["t"] == "ok"
    for known in range(1, player.v + 1):
        late = alice.play(game)
        told = late.join(since=known)
        assert told["t"] == "update"
        assert told["since"] == known
        assert [entry["v"] for entry in told["entries"]] == list(range(known + 1, player.v + 1))
        assert told["state"] == player.state
    future = alice.play(game).join(since=player.v + 50)
    assert future["t"] == "snapshot"
    assert [entry["v"] for entry in future["entries"]] == list(range(1, player.v + 1))


def test_a_game_nobody_gave_you_does_not_exist(alice: Browser, eve: Browser, rules: Catalogue) -> None:
    made = alice.new_game(rules.strict)
    wire = eve.socket()
    for g, token in (
        (made["id"], None),
        (made["id"], "x" * 36),
        (made["id"], alice.new_game(rules.strict)["links"]["watch"].removeprefix("/w/")),
        ("nowhere12345", None),
    ):
        wire.send("join", g=g, **({"token": token} if token else {}))
        assert wire.read("denied")["code"] == "not_found"
    token = made["links"]["watch"].removeprefix("/w/")
    watcher = eve.play(made["id"], token)
    assert watcher.you == "watcher"
    assert watcher.state["choices"] == []
    assert watcher.state["options"] == []


# ---------------------------------------------------------------- moving


def test_ok_dup_and_stale(alice: Browser, bob: Browser, rules: Catalogue) -> None:
    first, second = pair(alice, bob, rules.strict)
    choice = first.state["choices"][0]
    ply, pos = first.state["ply"], first.state["pos"]
    done = first.move(choice["path"], id="one")
    again = first.move(choice["path"], ply=ply, pos=pos, id="one")
    assert done["t"] == "ok"
    assert again == {**done, "t": "dup"}
    stale = first.move(choice["path"], ply=ply, pos=pos, id="two")
    assert stale["t"] == "stale"
    assert stale["state"]["ply"] == ply + 1
    assert stale["state"]["at"] == first.state["at"]
    second.catch_up(done["v"])
    assert second.state["at"] == first.state["at"]
    assert [e["text"] for e in second.entries if e["kind"] == "played"] == [choice["text"]]


def test_the_same_id_of_two_people_is_not_the_same_message(
    alice: Browser, bob: Browser, rules: Catalogue
) -> None:
    first, second = pair(alice, bob, rules.strict)
    assert first.move(first.state["choices"][0]["path"], id="same")["t"] == "ok"
    second.until(actor=second.you)
    assert second.move(second.state["choices"][0]["path"], id="same")["t"] == "ok"


def test_refusals_name_their_reason(alice: Browser, bob: Browser, rules: Catalogue) -> None:
    first, second = pair(alice, bob, rules.strict)
    out_of_turn = second.move(["a1", "b2"])
    assert (out_of_turn["t"], out_of_turn["code"]) == ("denied", "not_your_turn")
    illegal = first.move(["a1", "h8"])
    assert illegal["t"] == "illegal"
    assert illegal["verdict"]["verdict"] == "refused"
    assert illegal["verdict"]["text"]
    nonsense = first.move(text="hello!")
    assert nonsense["t"] == "illegal"
    assert nonsense["verdict"]["reason"] == "unreadable"
    half = first.ask("act", do="touch", square="a1")
    assert (half["t"], half["code"]) == ("denied", "bad_message")
    assert first.state["ply"] == 0


def test_verdicts_speak_the_readers_language(alice: Browser, rules: Catalogue) -> None:
    player = alice.play(alice.new_game(rules.strict)["id"])
    texts = []
    for lang in ("de", "nl", "en"):
        player.wire.send("hello", lang=lang)
        texts.append(player.move(["a1", "h8"])["verdict"]["text"])
    assert len(set(texts)) == 3


@pytest.mark.parametrize(
    "text",
    [
        "spin green",
        "spin",
        "resign",
        "adjudicate white time",
        "claim draw",
        "agree draw",
        "takeback",
        "huff c3",
    ],
)
def test_words_are_not_moves(alice: Browser, rules: Catalogue, text: str) -> None:
    """Nobody tells the spinner where to stop, or the arbiter who has won."""
    player = alice.play(alice.new_game(rules.spinning)["id"])
    for seat in ("white", "black"):
        player.ask("seed", seed="0" * 64, seat=seat)
    answer = player.move(text=text)
    assert (answer["t"], answer["code"]) == ("denied", "bad_message")
    assert player.ask("judge", text="a1-b2")["t"] == "verdict"


def test_judging_changes_nothing(alice: Browser, rules: Catalogue) -> None:
    player = alice.play(alice.new_game(rules.strict)["id"])
    good = player.state["choices"][0]
    verdict = player.ask("judge", path=good["path"])["verdict"]
    assert verdict["verdict"] == "accepted"
    partial = player.ask("judge", path=good["path"][:1])["verdict"]
    assert partial["verdict"] == "incomplete"
    assert player.ask("judge", path=["a1", "a2"])["verdict"]["verdict"] == "refused"
    assert player.join(since=1)["v"] == 2


# ---------------------------------------------------------------- three times


def three_times(server: Server, script: Callable[[Player, int], Json]) -> None:
    """Plays a script once with every message sent once, and once with every message sent three times."""
    logs = []
    for copies in (1, 3):
        browser = server.browser()
        ruleset = Catalogue().strict
        player = browser.play(browser.new_game(ruleset)["id"])
        script(player, copies)
        logs.append(
            [{k: e[k] for k in ("v", "kind", "by", "ply", "text", "after") if k in e} for e in player.entries]
        )
    assert logs[0] == logs[1]


def test_every_message_three_times(server: Server) -> None:
    """The same state as once, and the same answers."""

    def send(player: Player, copies: int, kind: str, **fields: object) -> None:
        message_id = secrets.token_urlsafe(8)
        answers = [player.ask(kind, id=message_id, **fields) for _ in range(copies)]
        assert answers[0]["t"] == "ok", answers
        assert all(answer == {**answers[0], "t": "dup"} for answer in answers[1:])

    def script(player: Player, copies: int) -> Json:
        pick = random.Random(7)
        for turn in range(12):
            choice = pick.choice(player.state["choices"])
            send(
                player, copies, "move", ply=player.state["ply"], pos=player.state["pos"], path=choice["path"]
            )
            if turn == 4:
                send(player, copies, "act", do="undo")
            if turn == 6:
                send(player, copies, "act", do="offer_draw")
                send(player, copies, "act", do="decline_draw")
        send(player, copies, "act", do="offer_draw")
        send(player, copies, "act", do="agree_draw")
        assert player.state["phase"] == "over"
        send(player, copies, "act", do="rematch")
        return player.state

    three_times(server, script)


def test_two_tabs_race(alice: Browser, rules: Catalogue) -> None:
    """One is taken, the other is told what happened; again and again."""
    game = alice.new_game(rules.strict)["id"]
    tabs = [alice.play(game), alice.play(game)]
    pick = random.Random(3)
    for _ in range(40):
        for tab in tabs:
            tab.catch_up(max(other.v for other in tabs))
        if tabs[0].state["phase"] != "playing":
            break
        for tab in tabs:
            choice = pick.choice(tab.state["choices"])
            tab.wire.send(
                "move",
                g=game,
                ply=tab.state["ply"],
                pos=tab.state["pos"],
                path=choice["path"],
                id=secrets.token_urlsafe(8),
            )
        answers = [tab.hear("ok", "stale")["t"] for tab in tabs]
        assert sorted(answers) == ["ok", "stale"]
    for tab in tabs:
        tab.catch_up(max(other.v for other in tabs))
    assert tabs[0].state == tabs[1].state


def test_second_to_the_last_move_of_a_game(alice: Browser, rules: Catalogue) -> None:
    """The game is over by the first tab's move; the second is told so as by any other move that it missed."""
    game = alice.new_game(rules.strict, fen="W:Wc3:Bd4")["id"]
    first, second = alice.play(game), alice.play(game)
    before = {"ply": second.state["ply"], "pos": second.state["pos"]}
    assert first.move(["c3", "e5"])["t"] == "ok"
    assert second.ask("move", path=["c3", "e5"], **before)["t"] == "stale"
    assert second.state["phase"] == "over"


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("ruleset", catalog.ids())
def test_a_whole_game_of_every_ruleset(server: Server, ruleset: str) -> None:
    """Two people play random choices; both see the same, and nothing offered is ever refused."""
    first, second = pair(server.browser(), server.browser(), ruleset)
    pick = random.Random(ruleset)
    for _ in range(300):
        actor = first if first.state["actor"] == first.you else second
        other = second if actor is first else first
        if actor.state["phase"] == "over":
            break
        answer = take_turn(actor, pick)
        assert answer["t"] == "ok", answer
        other.catch_up(answer["v"])
        assert other.state["choices"] == [] or other.state["actor"] == other.you
        same = ("ply", "pos", "at", "fen", "actor", "phase", "must_spin", "pending", "outcome")
        assert [first.state[name] for name in same] == [second.state[name] for name in same]


def take_turn(player: Player, pick: random.Random) -> Json:
    remedies = [option for option in player.state["options"] if option["do"] in ("huff", "takeback", "spin")]
    if remedies and (not player.state["choices"] or pick.random() < 0.5):
        option = pick.choice(remedies)
        return player.act(option["do"], **({"square": option["square"]} if option["square"] else {}))
    return player.choose(pick.randrange(1000))
