"""The spinner: committed before, seeded by both, revealed after, and checked by anybody."""

from __future__ import annotations

import copy
import json
import random
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from crowned.base import BadInput
from crowned.game import Dice
from crowned.server.rooms.spinner import commitment, dice_key
from crowned.server.rooms.verify import verify, verify_file
from tests.server.client import Browser, Json
from tests.server.conftest import Catalogue
from tests.server.rooms.test_messages import pair, take_turn

SEED = "00112233445566778899aabbccddeeff" * 2
WHITE, BLACK = "11" * 32, "22" * 32


def test_vectors() -> None:
    """Fixed for ever: the browser's check has the same ones."""
    key = dice_key("GAME12345678", "f" * 64, SEED, WHITE, BLACK)
    rolls = [Dice(key).roll(ply, ply // 2, (2, 1, 1)) for ply in range(0, 40, 2)]
    assert rolls == VECTOR_ROLLS
    assert commitment("GAME12345678", SEED) == VECTOR_COMMIT


VECTOR_COMMIT = "f1720775c80c30dd096ad9ae1e9701e0cb863ce41078bd8805c6238991efdac9"
VECTOR_ROLLS = [2, 0, 0, 1, 2, 2, 2, 1, 2, 0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 0]


def test_every_input_matters() -> None:
    base = ("GAME12345678", "f" * 64, SEED, WHITE, BLACK)
    keys = {dice_key(*base)}
    for place in range(5):
        changed = list(base)
        changed[place] = changed[place][:-1] + ("0" if changed[place][-1] != "0" else "1")
        keys.add(dice_key(*changed))
    keys.add(dice_key("GAME12345678", "f" * 64, SEED, BLACK, WHITE))
    keys.add(dice_key("GAME12345678", "f" * 64, SEED, "", BLACK))
    assert len(keys) == 8


def test_the_wheel_is_fair() -> None:
    """Chi-square over many games with the weights 2, 1, 1; 13.8 is the bound at one in a thousand."""
    counts: Counter[int] = Counter()
    for number in range(4000):
        key = dice_key(f"game{number}", "f", SEED, WHITE, BLACK)
        counts.update(Dice(key).roll(ply, ply, (2, 1, 1)) for ply in range(5))
    total = sum(counts.values())
    expected = {0: total / 2, 1: total / 4, 2: total / 4}
    assert sum((counts[n] - expected[n]) ** 2 / expected[n] for n in expected) < 13.8


@pytest.fixture(scope="module")
def transcript(server: Any) -> Json:
    """A finished game between two people, proved."""
    first, second = pair(server.browser(), server.browser(), Catalogue().spinning)
    pick = random.Random(5)
    assert first.view["spinner"]["commit"]
    assert first.view["spinner"]["server_seed"] == ""
    for _ in range(60):
        actor, other = (first, second) if first.state["actor"] == first.you else (second, first)
        if actor.state["phase"] == "over":
            break
        other.catch_up(take_turn(actor, pick)["v"])
    if first.state["phase"] != "over":
        second.catch_up(first.act("resign")["v"])
    kinds = [entry["kind"] for entry in second.entries]
    assert kinds[-2:] == ["ended", "revealed"]
    assert [kind for kind in kinds if kind in ("committed", "seeded")] == ["committed"] * 2 + ["seeded"] * 2
    browser = server.browser()
    browser.cookie = first_cookie(first)
    found: Json = browser.get(f"/api/games/{first.game}/transcript")
    return found


def first_cookie(player: Any) -> str:
    request = player.wire.connection.request
    return str(request.headers["Cookie"])


def test_a_true_transcript_is_verified(transcript: Json, tmp_path: Path) -> None:
    report = verify(transcript)
    assert report.ok, report.problems
    assert report.spins > 5
    assert report.promised
    (tmp_path / "game.json").write_text(json.dumps(transcript))
    assert verify_file(tmp_path / "game.json").ok


PROVED = [
    "server_seed",
    "commit",
    "game",
    "fingerprint",
    "white_seed",
    "black_seed",
    "white_commit",
    "black_commit",
]


@pytest.mark.parametrize("name", PROVED)
def test_every_changed_bit_is_found(transcript: Json, name: str) -> None:
    raw = transcript[name]
    for place in {0, 1, len(raw) // 2, len(raw) - 1}:
        forged = dict(transcript)
        other = "0" if raw[place] != "0" else "1"
        forged[name] = raw[:place] + other + raw[place + 1 :]
        assert not verify(forged).ok, (name, place)


def test_every_changed_spin_is_found(transcript: Json) -> None:
    for place, action in enumerate(transcript["actions"]):
        if not action["text"].startswith("spin"):
            continue
        forged = copy.deepcopy(transcript)
        results = {"spin black", "spin green", "spin orange"} - {action["text"]}
        forged["actions"][place]["text"] = sorted(results)[0]
        assert not verify(forged).ok


@pytest.mark.parametrize("told", ["white", "black", "draw", "open", "", "nobody"])
def test_another_result_than_the_actions_give_is_found(transcript: Json, told: str) -> None:
    assert verify({**transcript, "result": told}).ok == (told == transcript["result"])
    shorter = {**transcript, "actions": transcript["actions"][:-1], "result": told}
    assert verify(shorter).ok == (told == "open")


def test_what_is_no_transcript(tmp_path: Path) -> None:
    for wrong in (None, [], {}, {"format": "x"}, {"format": "crowned-transcript/1"}):
        with pytest.raises(BadInput):
            verify(wrong)
    (tmp_path / "x").write_text("{")
    with pytest.raises(BadInput):
        verify_file(tmp_path / "x")
    with pytest.raises(BadInput):
        verify_file(tmp_path / "missing")


def test_play_waits_for_the_seeds(alice: Browser, rules: Catalogue) -> None:
    player = alice.play(alice.new_game(rules.spinning)["id"])
    assert player.state["phase"] == "seeding"
    assert player.move(["a3", "b4"])["code"] == "not_now"
    assert player.ask("seed", seed=WHITE, seat="white")["t"] == "ok"
    assert player.ask("seed", seed=WHITE, seat="white")["code"] == "not_now"
    assert player.state["phase"] == "seeding"
    assert player.ask("seed", seed=BLACK, seat="black")["t"] == "ok"
    assert player.state["phase"] == "playing"
    assert player.ask("seed", seed=BLACK, seat="black")["code"] == "not_now"


def test_no_seed_is_chosen_in_sight_of_the_other(alice: Browser, bob: Browser, rules: Catalogue) -> None:
    """A host who plays knows the server's seed: what he adds is fixed before he sees what the other adds."""
    made = alice.new_game(rules.spinning, "friend")
    first = alice.play(made["id"])
    assert first.ask("seed", seed=WHITE)["code"] == "not_now", "nobody else is there"
    bob.post("/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
    second = bob.play(made["id"])
    seeds = {first.you: WHITE, second.you: BLACK}
    promises = {seat: commitment(made["id"], seed, seat) for seat, seed in seeds.items()}
    assert first.ask("commit", commit="0" * 64)["t"] == "ok"
    assert first.ask("seed", seed=seeds[first.you])["code"] == "not_now", "the other has promised nothing yet"
    assert second.ask("commit", commit=promises[second.you])["t"] == "ok"
    assert first.ask("seed", seed=seeds[first.you])["code"] == "bad_message", "another one than promised"
    assert first.ask("commit", commit=promises[first.you])["t"] == "ok", "nobody has shown a seed yet"
    assert second.ask("seed", seed=seeds[second.you])["t"] == "ok"
    again = first.ask("commit", commit="1" * 64)
    assert again["code"] == "not_now", "the other's seed is in sight"
    assert first.ask("seed", seed="2" * 64)["code"] == "bad_message"
    assert first.ask("seed", seed=seeds[first.you])["t"] == "ok"
    second.until(phase="playing")


def test_a_transcript_with_one_promise_proves_nothing(transcript: Json) -> None:
    assert not verify({**transcript, "white_commit": ""}).ok
    older = verify({**transcript, "white_commit": "", "black_commit": ""})
    assert older.ok, "a game of before there were promises"
    assert not older.promised


def test_taking_back_does_not_spin_anew(alice: Browser, rules: Catalogue) -> None:
    player = alice.play(alice.new_game(rules.spinning)["id"])
    for seat in ("white", "black"):
        player.ask("seed", seed=secrets.token_hex(32), seat=seat)
    results = set()
    for _ in range(5):
        if player.can("spin"):
            player.act("spin")
        results.add(player.state["at"]["spin"])
        player.choose(0)
        player.act("undo")
    assert len(results) == 1


def test_nobody_turns_away_from_a_spin(alice: Browser, bob: Browser, rules: Catalogue) -> None:
    """Whoever could leave after he has seen what the wheel gives would only play the lucky games."""
    first, second = pair(alice, bob, rules.spinning)
    assert first.can("abort")
    second.catch_up(first.act("spin")["v"])
    for player in (first, second):
        assert not player.can("abort")
        assert player.act("abort")["code"] == "not_now"
