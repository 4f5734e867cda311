"""A browser that is its own server, and a person in front of it. Shared by the tests and bench/pocket.py."""

from __future__ import annotations

import json
import os
import random
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, BrowserContext, Route, expect

from crowned.base.types import Side
from crowned.game import Game
from crowned.position import ruleset
from tests.browser.conftest import DATA, PATIENCE
from tests.browser.player import DESKTOP, Player

STATIC = Path(__file__).parents[2] / "src/crowned/server/static"
BUILT = (STATIC / "pocket/python.bin").exists()
SLOW = 6 * PATIENCE
"""The first start imports the whole program; a busy machine is no fault."""

WATCH = """
  const look = () => { if (document.querySelector('progress')) sessionStorage.setItem('progress', 'seen'); };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      window.pocket = this;
      this.addEventListener('message', ({ data }) => {
        if (data.t !== 'socket' || data.kind !== 'message') return;
        const told = JSON.parse(data.what);
        if (told.t === 'ok') console.log('acknowledged ' + told.ply);
      });
    }
  };
"""
"""Notes in every page whether a progress bar was seen, and what the worker has acknowledged."""

BEGIN_MANY = """([times, rules]) => {
  const body = JSON.stringify({ rules: { id: rules }, kind: 'hotseat' });
  const headers = { 'content-type': 'application/json' };
  const request = { t: 'fetch', method: 'POST', path: '/api/games', headers, body };
  for (let id = 1e9; id < 1e9 + times; id += 1) pocket.postMessage({ ...request, id });
}"""
"""Asks the worker for new games that nobody looks at."""

KEPT_VERSIONS = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith('crowned-shell'));
  const shell = await caches.open(name ?? 'none');
  const kept = await Promise.all((await shell.keys()).map((key) => shell.match(key)));
  return kept.map((one) => one.headers.get('X-Crowned-Pocket'));
}"""

CUT_OFF = """async ([store, size]) => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('crowned');
  const file = await (await folder.getFileHandle(store)).createWritable({ keepExistingData: true });
  await file.truncate(size);
  await file.close();
}"""
"""Leaves only the beginning of a file of the browser's own store."""

ASIDE = "/api/rulesets"
"""An address of the site whose page starts nothing."""


class Device(Player):
    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.acknowledged = 0
        super().__init__(context, origin)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.page.add_init_script(WATCH)
        self.page.on("console", lambda message: self._note(message.text))

    def _note(self, text: str) -> None:
        if text.startswith("acknowledged "):
            self.acknowledged = int(text.split()[1])

    # ------------------------------------------------------------ coming and going

    def choose(self) -> None:
        """As a visitor does it, who is told beforehand how much there is to download."""
        self.go("/settings")
        total = json.loads((STATIC / "pocket/pocket.json").read_text("utf-8"))["total"]
        self.sees(f"To be downloaded once: {total / 1e6:.1f} MB")
        self.button("Download and play here").click()
        self.ready()

    def download(self) -> None:
        """Until everything is kept that a start without a network needs."""
        self.choose()
        expect(self.page.locator("html[data-pocket=settled]")).to_be_attached(timeout=SLOW)

    def ready(self) -> None:
        expect(self.button("Play now")).to_be_visible(timeout=SLOW)

    def saw_progress(self) -> bool:
        return bool(self.page.evaluate("sessionStorage.getItem('progress') === 'seen'"))

    def close(self) -> None:
        """Closes the page for good; another one is empty yet."""
        self.page.close()
        self.__post_init__()

    def reopen(self, path: str = "/") -> None:
        """Closes the page for good and taps the app again."""
        self.close()
        self.go(path)

    def kill(self) -> None:
        """Every process of a page ends at once, workers and all."""
        assert self.context.browser is not None
        session = self.context.browser.new_browser_cdp_session()
        for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] == "renderer":
                with suppress(ProcessLookupError):
                    os.kill(int(process["id"]), signal.SIGKILL)
        session.detach()

    def wait_for_version(self, name: str) -> None:
        """Until the page of a newer version is kept, for the next start."""
        for _ in range(SLOW // 250):
            if name in self.page.evaluate(KEPT_VERSIONS):
                return
            self.page.wait_for_timeout(250)
        raise AssertionError(f"{name} was never kept")

    def quota(self, size: int | None) -> None:
        """How much the browser lets the site keep."""
        limit = {} if size is None else {"quotaSize": size}
        self.context.new_cdp_session(self.page).send(
            "Storage.overrideQuotaForOrigin", {"origin": self.origin, **limit}
        )

    def cut_off(self, store: str, size: int) -> None:
        """Damages what is kept, while nobody has it open."""
        self.close()
        self.go(ASIDE)
        self.page.evaluate(CUT_OFF, [store, size])

    def fill(self, rules: str, games: int) -> None:
        """Puts so much into the store that it has to grow."""
        self.page.evaluate(BEGIN_MANY, [games, rules])

    def pack(self, path: Path) -> Path:
        """Everything of one's own as one file."""
        self.go("/settings")
        with self.page.expect_download() as saved:
            self.button("Save everything as one file").click(timeout=SLOW)
        saved.value.save_as(path)
        return path

    def unpack(self, path: Path) -> None:
        self.go("/settings")
        self.page.locator('input[aria-label="Import a file"]').set_input_files(path, timeout=SLOW)

    def change_scripts(self, pattern: str, before: str) -> None:
        """Puts something in front of scripts that the server sends."""

        def changed(route: Route) -> None:
            reply = route.fetch()
            route.fulfill(response=reply, body=before + reply.text())

        self.context.route(pattern, changed)

    # ------------------------------------------------------------ playing

    def begin(self, rules: str, opponent: str = "One device") -> str:
        """The name of a new game."""
        self.go(f"/?rules={rules}")
        self.ready()
        self.page.get_by_text(opponent, exact=True).first.click()
        self.button("Play now").click()
        self._at_table()
        return self.page.url.rpartition("/")[2]

    def _at_table(self) -> None:
        expect(self.page.locator(".game[data-ply]")).to_be_attached(timeout=SLOW)

    def act(self, text: str) -> str:
        """Does what is written, waits until it counts, and says what it was: of a spin, its result."""
        before = self.ply()
        if text == "spin":
            self.button("Spin the wheel").click()
        else:
            self.write(text)
        expect(self.page.locator(f'.game[data-ply]:not([data-ply="{before}"])')).to_be_attached()
        return self._spun() if text == "spin" else text

    def _spun(self) -> str:
        names = self.page.locator(".moves .ply.spin").last.get_attribute("class") or ""
        return next(name for name in names.split() if name.startswith("spin-")).replace("-", " ")

    def ply(self) -> int:
        self._at_table()
        return int(self.page.locator(".game").get_attribute("data-ply") or 0)

    def shows(self, game: Game) -> None:
        """What is on the board is what was played."""
        self._at_table()
        for square, column in game.position.pieces().items():
            side = Side.WHITE if column[0].lower() == "w" else Side.BLACK
            self.holds(square, game.rules.spec.sides[side].name["en"])


D = TypeVar("D", bound=Device)


def device(chromium: Browser, origin: str, kind: type[D] = Device, **options: Any) -> D:  # type: ignore[assignment]
    chosen = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce", **options}
    context = chromium.new_context(base_url=origin, **chosen)
    context.set_default_timeout(PATIENCE)
    return kind(context, origin)


# ---------------------------------------------------------------- killing


def lost_moves(device: Device, kills: int, dice: random.Random) -> list[str]:
    """Kills the tab again and again while a move is on its way; what was acknowledged and is not there."""
    rules, lost = DATA["books"]["ids"][0], []
    device.reopen()
    identity, game = device.begin(rules), Game(ruleset(rules))
    for number in range(kills):
        killed_in_mid_move(device, game, dice)
        device.reopen(f"/g/{identity}")
        there = device.ply()
        if not device.acknowledged <= there <= len(game.history):
            lost.append(f"kill {number}: {there} there, {device.acknowledged} acknowledged")
        game = replayed(game, there)
        device.shows(game)
        if game.outcome is not None:
            identity, game = device.begin(rules), Game(ruleset(rules))
            device.acknowledged = 0
    return lost


def killed_in_mid_move(device: Device, game: Game, dice: random.Random) -> None:
    """One move that counts, and one of which nobody knows."""
    for last in (False, True):
        if game.outcome is not None:
            return
        move = dice.choice(game.moves())
        game.play(move)
        if last:
            device.write(move.text)
        else:
            device.act(move.text)
    device.page.wait_for_timeout(dice.random() * 60)
    device.kill()


def replayed(game: Game, plies: int) -> Game:
    again = Game(game.rules)
    for record in game.history[:plies]:
        again.play(record.action)
    return again
