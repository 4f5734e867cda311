"""Nonsense on the socket: answered or cut off, never a crash. bench/server_fuzz.py is the long form."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from crowned.protocols import wire
from tests.server.client import Browser, Server, Wire
from tests.server.conftest import Catalogue

KINDS = [
    "hello",
    "join",
    "leave",
    "move",
    "act",
    "seed",
    "say",
    "hint",
    "judge",
    "seen",
    "ping",
    "pong",
    "x",
    "",
]
FIELDS = [
    "g",
    "since",
    "token",
    "ply",
    "pos",
    "id",
    "path",
    "text",
    "seen",
    "do",
    "square",
    "seat",
    "seed",
    "v",
    "n",
]
DOS = [
    "spin",
    "huff",
    "takeback",
    "accept",
    "touch",
    "adjust",
    "offer_draw",
    "agree_draw",
    "undo",
    "rematch",
    "x",
]
"""No resign or abort: the game should last."""

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


def values(game: str, state: dict[str, Any]) -> st.SearchStrategy[Any]:
    squares = st.sampled_from([*state["at"]["board"], "a1", "z9", "0", ""])
    return st.one_of(
        JUNK,
        st.just(game),
        st.just(state["ply"]),
        st.just(state["pos"]),
        st.sampled_from(DOS),
        squares,
        st.lists(squares, max_size=5),
        st.sampled_from([choice["text"] for choice in state["choices"]] or ["x"]),
    )


def messages(game: str, state: dict[str, Any]) -> st.SearchStrategy[Any]:
    field = values(game, state)
    shaped = st.fixed_dictionaries({"t": st.sampled_from(KINDS)}, optional=dict.fromkeys(FIELDS, field)).map(
        lambda made: {**made, "g": game} if "g" in made else made
    )
    return st.one_of(
        shaped.map(json.dumps),
        JUNK.map(json.dumps),
        st.text(max_size=200),
        st.text(max_size=50).map(lambda text: '{"t":"move",' + text),
    )


def alive(socket: Wire) -> bool:
    socket.send("ping", id="alive")
    while True:
        message = socket.receive()
        if message["t"] == "pong" and message["id"] == "alive":
            return True


def test_nonsense_is_answered(server: Server, rules: Catalogue) -> None:
    browser = server.browser()
    player = browser.play(browser.new_game(rules.touching)["id"])
    codes: list[int] = []

    @settings(max_examples=300)
    @given(messages(player.game, player.state))
    def fuzz(text: str) -> None:
        nonlocal player
        try:
            player.wire.raw(text)
            assert alive(player.wire)
        except ConnectionClosed as closed:
            codes.append(closed.rcvd.code if closed.rcvd is not None else 0)
            player = browser.play(player.game)

    fuzz()
    assert set(codes) <= {1003, 1007, 1008, 1009}
    check_game(browser, player.game)


def check_game(browser: Browser, game: str) -> None:
    """Whatever happened, the log is whole and the game can be looked at."""
    snapshot = browser.get(f"/api/games/{game}")
    assert [entry["v"] for entry in snapshot["entries"]] == list(range(1, snapshot["v"] + 1))


def test_mutated_messages(server: Server, rules: Catalogue) -> None:
    """Real messages with a few characters changed: most are refused, some are played, none does harm."""
    browser = server.browser()
    player = browser.play(browser.new_game(rules.huffing)["id"])
    pick = random.Random(11)
    for number in range(300):
        state = player.state
        if state["phase"] == "over" or not state["choices"]:
            player = browser.play(browser.new_game(rules.huffing)["id"])
            continue
        choice = pick.choice(state["choices"])
        good = {"t": "move", "g": player.game, "ply": state["ply"], "pos": state["pos"], "id": f"m{number}"}
        text = list(json.dumps({**good, "path": choice["path"]}))
        for _ in range(pick.randrange(0, 3)):
            text[pick.randrange(len(text))] = pick.choice('{}[]",:0a\\u\x00é')
        try:
            player.wire.raw("".join(text))
            player.wire.send("ping", id="p")
            player.hear("pong")
        except ConnectionClosed:
            player = browser.play(player.game)
        player.join(since=player.v)
    check_game(browser, player.game)


@given(st.binary(max_size=300))
def test_the_decoder_never_raises_anything_else(data: bytes) -> None:
    with suppress(ValueError, RecursionError):
        wire.read_client(data)


def test_deep_nesting_is_only_a_bad_message(alice: Browser) -> None:
    socket = alice.socket()
    for text in (
        "[" * 2000 + "]" * 2000,
        '{"a":' * 600 + "1" + "}" * 600,
        "9" * 4000,
        '"' + "\\u0000" * 600 + '"',
    ):
        socket.raw(text)
        assert socket.read("denied")["code"] == "bad_message"
    assert alive(socket)
