"""The static site in a folder of any web space, and what happens there when a newer version comes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from crowned.game import Game
from crowned.position import ruleset
from tests.browser.conftest import DATA
from tests.browser.pocket import BUILT, SLOW, Device, device

pytestmark = pytest.mark.skipif(not BUILT, reason="`make pocket` has not been run")
ROOT = Path(__file__).parents[2]
SITE = "build/site-tried"
FOLDER = "our/draughts"


def documented() -> dict[str, str]:
    """The headers that docs/pocket.md calls useful."""
    text = (ROOT / "docs/pocket.md").read_text("utf-8")
    return dict(re.findall(r"^ {4}([A-Z][A-Za-z-]+): (.+?)(?: {4,}.*)?$", text, re.MULTILINE))


class Quiet(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        for name, value in documented().items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class Visitor(Device):
    """Pages come after a hash there."""

    def go(self, path: str) -> None:
        super().go(f"/{FOLDER}/#{path}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    subprocess.run(["sh", "scripts/site.sh", SITE], cwd=ROOT, check=True, capture_output=True, timeout=600)
    space = tmp_path_factory.mktemp("space")
    shutil.copytree(ROOT / SITE, space / FOLDER)
    return space


@pytest.fixture
def space(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """A web space that knows nothing but files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def publish(site: Path, name: str) -> None:
    """A newer version: another page and another program that go together."""
    page = site / "index.html"
    page.write_text(page.read_text("utf-8").replace("<html", f'<html data-edition="{name}"', 1), "utf-8")
    listed = json.loads((site / "pocket/pocket.json").read_text("utf-8"))
    (site / "pocket/pocket.json").write_text(json.dumps({**listed, "version": name}), "utf-8")


def edition(visitor: Device) -> str:
    return visitor.page.locator("html").get_attribute("data-edition") or ""


def settled(visitor: Device) -> None:
    expect(visitor.page.locator("html[data-pocket=settled]")).to_be_attached(timeout=SLOW)


def test_a_game_goes_on_while_the_site_is_renewed(
    chromium: Browser, folder: Path, space: ThreadingHTTPServer
) -> None:
    """Nothing changes under a game; the next start has the newer version, and the game; then no network."""
    visitor = device(chromium, f"http://127.0.0.1:{space.server_port}", Visitor)
    visitor.go("/")
    total = json.loads((folder / FOLDER / "pocket/pocket.json").read_text("utf-8"))["total"]
    asked = visitor.page.get_by_text(f"To be downloaded once: {total / 1e6:.1f} MB")
    expect(asked).to_be_visible(timeout=SLOW)
    assert not visitor.page.evaluate("caches.keys()"), "nothing is fetched before one says yes"
    visitor.button("Download and play here").click()
    visitor.ready()
    settled(visitor)
    book = DATA["books"]["ids"][0]
    identity, game = visitor.begin(book), Game(ruleset(book))
    game.play(visitor.act(game.moves()[0].text))
    below = folder / FOLDER / "album"
    below.mkdir()
    (below / "index.html").write_text('<link rel="icon" href="data:,"><p>Holidays</p>', "utf-8")
    visitor.page.goto(f"/{FOLDER}/album/")
    expect(visitor.page.get_by_text("Holidays")).to_be_visible()
    publish(folder / FOLDER, "second")
    visitor.reopen(f"/g/{identity}")
    assert visitor.ply() == 1
    assert edition(visitor) == "", "what is kept is used at once"
    visitor.wait_for_version("second")
    game.play(visitor.act(game.moves()[0].text))
    space.shutdown()
    space.server_close()
    visitor.reopen(f"/g/{identity}")
    visitor.shows(game)
    assert edition(visitor) == "second"
    visitor.act(game.moves()[0].text)
    visitor.context.close()
    visitor.unhurt()
