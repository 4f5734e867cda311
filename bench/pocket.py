"""How quick the offline mode is: python bench/pocket.py [--slower 6] [--phone] [--kills 100] [--json FILE]

Needs `make pocket`. Plays in Chromium after the server has been killed. `--slower N` stops the page,
workers and all, for N - 1 of every N moments: a telephone. Figures need a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from os import kill
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Worker, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from crowned.game import Game
from crowned.position import ruleset
from tests.browser.conftest import CHROMIUM, DATA, FLAGS
from tests.browser.pocket import SLOW, STATIC, Device, device, lost_moves
from tests.server.client import serving

PHONE = {"width": 390, "height": 844}
TICK = 0.005
MOVES = 30
NEWCOMERS = 3
"""Browsers that have never been here."""
STARTS = 5
PAUSE_MS = 300
"""Between two moves, as the quickest player needs it: else one waits for what the last has left to do."""

PROBE = """
  const Plain = Worker;
  window.acks = [];
  window.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      window.pocket = this;
      const sent = new Map();
      const post = this.postMessage.bind(this);
      this.postMessage = (message) => {
        if (message.t === 'send') {
          const told = JSON.parse(message.text);
          if (told.t === 'move') sent.set(told.id, performance.now());
        }
        post(message);
      };
      this.addEventListener('message', ({ data }) => {
        if (data.t !== 'socket' || data.kind !== 'message') return;
        const told = JSON.parse(data.what);
        if (told.t === 'ok' && sent.has(told.id)) window.acks.push(performance.now() - sent.get(told.id));
      });
    }
  };
"""
"""Notes how long every move waits for its acknowledgement."""

IN_WORKER = """() => {
  self.answered = [];
  let came = 0;
  self.addEventListener('message', ({ data }) => {
    if (data.t === 'send' && JSON.parse(data.text).t === 'move') came = performance.now();
  }, true);
  const post = self.postMessage.bind(self);
  self.postMessage = (message, ...more) => {
    if (message.t === 'socket' && message.kind === 'message' && JSON.parse(message.what).t === 'ok')
      self.answered.push(performance.now() - came);
    post(message, ...more);
  };
}"""
"""Notes in the rooms' worker how long a move takes there: the page hears of it when it has drawn the move."""

ASK = """([path, body]) => new Promise((settle) => {
  const id = Math.floor(1e9 * Math.random()), began = performance.now();
  const hear = ({ data }) => {
    if (data.t !== 'reply' || data.id !== id) return;
    pocket.removeEventListener('message', hear);
    settle([data.status, performance.now() - began]);
  };
  pocket.addEventListener('message', hear);
  const headers = { 'content-type': 'application/json' };
  pocket.postMessage({ t: 'fetch', id, method: 'POST', path, headers, body: JSON.stringify(body) });
})"""
"""Asks the worker as the page would, and says how long the answer took."""

FRAMES = """(milliseconds) => new Promise((settle) => {
  const began = performance.now();
  let last = began, longest = 0;
  const step = (now) => {
    longest = Math.max(longest, now - last);
    last = now;
    if (now - began < milliseconds) requestAnimationFrame(step); else settle(longest);
  };
  requestAnimationFrame(step);
})"""


class Probed(Device):
    def __post_init__(self) -> None:
        super().__post_init__()
        self.page.add_init_script(PROBE)

    def watch_worker(self) -> Worker:
        """The rooms' worker, from now on with a note of every answer to a move."""
        worker = next(worker for worker in self.page.workers if "/worker-" in worker.url)
        worker.evaluate(IN_WORKER)
        return worker

    def ask(self, path: str, **body: Any) -> float:
        status, took = self.page.evaluate(ASK, [path, body])
        assert status == 200, (path, status)
        return float(took)


@contextmanager
def slower(chromium: Browser, times: float) -> Iterator[None]:
    """Every process of a page runs only one of so many moments."""
    if times <= 1:
        yield
        return
    over = threading.Event()
    pids = [int(process["id"]) for process in processes(chromium) if process["type"] == "renderer"]
    thread = threading.Thread(target=_stutter, args=(pids, times, over))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _stutter(pids: list[int], times: float, over: threading.Event) -> None:
    while not over.is_set():
        _signal(pids, signal.SIGSTOP)
        time.sleep(TICK * (times - 1))
        _signal(pids, signal.SIGCONT)
        time.sleep(TICK)


def _signal(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            kill(pid, what)


def processes(chromium: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = chromium.new_browser_cdp_session().send("SystemInfo.getProcessInfo")[
        "processInfo"
    ]
    return found


def spent(chromium: Browser) -> dict[int, float]:
    """Seconds of processor time, by process."""
    return {int(process["id"]): float(process["cpuTime"]) for process in processes(chromium)}


def seconds(chromium: Browser, work: Callable[[], object]) -> dict[str, float]:
    """By the clock, and of all processors together: on a busy machine the second says more."""
    before, began = spent(chromium), time.monotonic()
    work()
    took = time.monotonic() - began
    after = spent(chromium)
    return {
        "s": round(took, 2),
        "cpu": round(sum(now - before.get(pid, 0.0) for pid, now in after.items()), 2),
    }


def playable(visitor: Device) -> None:
    """There is a board, and it takes moves."""
    visitor._at_table()
    expect(visitor.page.get_by_label("Type a move")).to_be_enabled(timeout=SLOW)


def first_start(chromium: Browser, visitor: Device, times: float) -> dict[str, float]:
    """From the tap on the button, with the download from this machine."""
    visitor.go("/settings")
    with slower(chromium, times):
        visitor.button("Download and play here").click()
        took = seconds(chromium, visitor.ready)
    expect(visitor.page.locator("html[data-pocket=settled]")).to_be_attached(timeout=SLOW)
    return took


def starts(chromium: Browser, visitor: Device, path: str, times: float) -> list[dict[str, float]]:
    took = []
    for _ in range(STARTS):
        visitor.page.close()
        visitor.__post_init__()
        with slower(chromium, times):
            took.append(seconds(chromium, lambda: (visitor.go(path), playable(visitor))))
    return took


def played(game: Game) -> str:
    """The first of the moves, which has been made here already."""
    move = game.moves()[0]
    game.play(move)
    return move.text


def first_moves(
    chromium: Browser, visitor: Probed, path: str, game: Game, times: float
) -> dict[str, list[float]]:
    """How long the first move after a start waits, made as soon as the board takes it."""
    took: dict[str, list[float]] = {"page": [], "worker": []}
    for _ in range(STARTS):
        visitor.close()
        with slower(chromium, times):
            visitor.go(path)
            playable(visitor)
            worker = visitor.watch_worker()
            visitor.act(played(game))
            took["page"].append(round(visitor.page.evaluate("acks[0]"), 1))
            took["worker"].append(round(worker.evaluate("answered[0]"), 1))
    return took


def acknowledged(visitor: Device, game: Game) -> list[float]:
    dice = random.Random(5)
    for _ in range(MOVES):
        move = dice.choice(game.moves())
        game.play(move)
        visitor.act(move.text)
        visitor.page.wait_for_timeout(PAUSE_MS)
    found: list[float] = visitor.page.evaluate("acks")
    return sorted(found[-MOVES:])


def answers(visitor: Probed, levels: range) -> dict[int, float]:
    """The longest answer of each level, over the five books, in milliseconds."""
    longest: dict[int, float] = {}
    for level in levels:
        for book in DATA["books"]["ids"]:
            start = ruleset(book).start()
            fen = start.fen + (":Xblack" if ruleset(book).spec.sliders else "")
            took = visitor.ask("/api/analysis/choice", rules={"id": book}, fen=fen, level=level)
            longest[level] = max(longest.get(level, 0.0), took)
    return longest


def measure(chromium: Browser, view: dict[str, int], times: float, kills: int) -> dict[str, Any]:
    rules = DATA["books"]["ids"][0]
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server:
        found: dict[str, Any] = {
            "download_mb": json.loads((STATIC / "pocket/pocket.json").read_text())["total"] / 1e6,
            "download_and_first_start": [],
        }
        for left in reversed(range(NEWCOMERS)):
            visitor = device(chromium, server.origin, Probed, viewport=view)
            found["download_and_first_start"].append(first_start(chromium, visitor, times))
            if left:
                visitor.context.close()
        server.kill()
    identity = visitor.begin(rules)
    found["later_starts"] = starts(chromium, visitor, f"/g/{identity}", times)
    game = Game(ruleset(rules))
    found["first_moves_ms"] = first_moves(chromium, visitor, f"/g/{identity}", game, times)
    with slower(chromium, times):
        waited = acknowledged(visitor, game)
        found["acknowledged_ms"] = {
            "half": statistics.median(waited),
            "all but two": waited[-3],
            "longest": waited[-1],
        }
        visitor.ask("/api/analysis/choice", rules={"id": rules}, level=1)
        found["levels_ms"] = answers(visitor, range(1, 8))
        visitor.page.evaluate(
            f"void ({ASK})(['/api/analysis/lines', {{rules: {{id: '{rules}'}}, milliseconds: 3000}}])"
        )
        found["longest_frame_ms"] = visitor.page.evaluate(FRAMES, 2500)
    if kills:
        found["kills"], found["lost"] = kills, lost_moves(visitor, kills, random.Random(3))
    visitor.context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=1.0)
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    path = next(found for name in CHROMIUM if (found := shutil.which(name)))
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=FLAGS)
        view = PHONE if given.phone else {"width": 1280, "height": 800}
        found = measure(chromium, view, given.slower, given.kills)
        chromium.close()
    text = json.dumps(found, indent=2)
    print(text)
    if given.json:
        given.json.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
