"""Real parts: the server, the built web app, Chromium."""

from __future__ import annotations

import os
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.player import DESKTOP, Player
from tests.server.client import Server, serving

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "src/crowned/server/static/index.html"
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is there; the one without windows of its own needs two thirds of the time."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000
"""Milliseconds after which something that must come counts as missing; a busy machine is no fault."""

DATA: dict[str, Any] = tomllib.loads((HERE / "scenarios.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert STATIC.is_file(), "the web app is not built: run `make test`, or `npm run build` in ui/"
    with serving(tmp_path_factory.mktemp("browser")) as running:
        yield running
        assert not [line for line in running.log if "Traceback" in line], "".join(running.log)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Per module: while it runs, its driver holds an event loop that asynchronous tests elsewhere need."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    assert path, "no Chromium: apt-get install chromium"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


Sit = Callable[..., Player]


@pytest.fixture
def sit(chromium: Browser, server: Server) -> Iterator[Sit]:
    """Sits somebody down at a screen of his own. Motion is off unless asked for."""
    players: list[Player] = []

    def down(origin: str = "", **options: Any) -> Player:
        chosen = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce", **options}
        context = chromium.new_context(base_url=origin or server.origin, **chosen)
        context.set_default_timeout(PATIENCE)
        players.append(Player(context, origin or server.origin))
        return players[-1]

    yield down
    for player in players:
        player.context.close()
    for player in players:
        player.unhurt()


@pytest.fixture
def screenshots() -> Callable[[Player, str], None]:
    """Keeps pictures where CROWNED_SCREENSHOTS says; to be looked at, not compared."""
    folder = os.environ.get("CROWNED_SCREENSHOTS")

    def keep(player: Player, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            player.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

    return keep
