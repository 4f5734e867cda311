"""A server that is really busy, and a visitor who has downloaded everything: his browser helps."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Response, WebSocket, expect

import crowned
from crowned.engine.book import place_of
from crowned.game import Game
from crowned.position import ruleset
from tests.browser.conftest import DATA
from tests.browser.pocket import BUILT, SLOW, Device, device
from tests.server.client import Browser as Guest
from tests.server.client import Player as Rival
from tests.server.client import Server, serving

pytestmark = pytest.mark.skipif(not BUILT, reason="`make pocket` has not been run")
BOOK = DATA["books"]["ids"][0]
STRONGEST = 10
RIVALS = 12
LINES = "/api/analysis/lines"


class Spied(Device):
    """What goes between page and server is written down."""

    def __post_init__(self) -> None:
        self.answers: list[tuple[str, int]] = []
        self.thoughts: list[dict[str, Any]] = []
        super().__post_init__()
        self.page.on("response", self._answered)
        self.page.on("websocket", self._opened)

    def _console(self, message: ConsoleMessage) -> None:
        """The browser logs every refusal; that the server is busy is what this is about."""
        if "503 (Service Unavailable)" not in message.text:
            super()._console(message)

    def _answered(self, response: Response) -> None:
        self.answers.append((response.url.removeprefix(self.origin), response.status))

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self._sent(json.loads(text)))

    def _sent(self, message: dict[str, Any]) -> None:
        if message["t"] == "thought":
            self.thoughts.append(message)


@pytest.fixture(scope="module")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("busy")) as server:
        yield server


@pytest.fixture(scope="module")
def visitor(chromium: Browser, online: Server) -> Iterator[Spied]:
    """Somebody who has downloaded everything once and is on the server again."""
    visitor = device(chromium, online.origin, Spied)
    visitor.download()
    visitor.go("/settings")
    visitor.button("Back to the server").click()
    visitor.ready()
    yield visitor
    visitor.context.close()
    visitor.unhurt()


@contextmanager
def analysed_by_others(server: Server) -> Iterator[None]:
    """Two strangers who want lines all the time: one is served, one waits."""
    over = threading.Event()

    def ask(guest: Guest) -> None:
        while not over.is_set():
            guest.request("POST", LINES, {"rules": {"id": BOOK}, "milliseconds": 2000})

    threads = [threading.Thread(target=ask, args=(server.browser(),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def to_think_about(dice: bool) -> str:
    """A game that no computer opens by heart: it has to think from the first move on."""
    unknown = (name for name in crowned.ruleset_ids() if not place_of(name).exists())
    return next(name for name in unknown if bool(ruleset(name).sliders) is dice)


def beginner(rules: str) -> str:
    return str(Game(ruleset(rules)).actor)


def rivals(server: Server) -> list[Rival]:
    """People against whom the strongest computer begins, all at once."""
    game = to_think_about(dice=True)
    side = "black" if beginner(game) == "white" else "white"
    order = {"kind": "computer", "level": STRONGEST, "side": side}
    guests = [server.browser() for _ in range(RIVALS)]
    found = [guest.play(guest.new_game(game, **order)["id"]) for guest in guests]
    for rival in found:
        rival.ask("seed", seed="1" * 64)
    return found


def move(visitor: Device, game: str) -> None:
    visitor.act(visitor.state(game)["choices"][0]["text"])


def unanswered(rival: Rival) -> bool:
    """The computer still thinks or waits; the wheel is spun at once."""
    rival.join()
    return bool(rival.state["phase"] == "playing" and rival.state["ply"] < 2)


def test_a_busy_server_lets_the_visitor_analyse_by_himself(visitor: Spied, online: Server) -> None:
    with analysed_by_others(online):
        visitor.go(f"/analysis?rules={BOOK}")
        visitor.answers.clear()
        visitor.page.get_by_label("Show the engine’s lines").check()
        expect(visitor.page.locator("button.line").first).to_be_visible(timeout=SLOW)
        asked = [status for path, status in visitor.answers if path == LINES]
    assert asked
    assert set(asked) == {503}, "the lines came from the server"


def test_a_busy_server_lets_the_visitors_browser_play_against_him(visitor: Spied, online: Server) -> None:
    """While it has time it answers by itself; then others come, and who has been served waits for them."""
    rules = to_think_about(dice=False)
    game = visitor.open_game(rules, kind="computer", level=STRONGEST, side=beginner(rules))
    move(visitor, game)
    expect(visitor.page.locator(".moves .ply")).to_have_count(2, timeout=SLOW)
    assert visitor.thoughts == []
    waiting = rivals(online)
    move(visitor, game)
    expect(visitor.page.locator(".moves .ply")).to_have_count(4, timeout=SLOW)
    assert any(unanswered(rival) for rival in waiting), "the server was not busy any more"
    [thought] = visitor.thoughts
    assert (thought["g"], thought["ply"]) == (game, 3)
    assert visitor.get(f"/api/games/{game}")["entries"][-1]["text"] == thought["text"]
