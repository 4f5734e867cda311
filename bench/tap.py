"""From the tap on a square to the first frame in which the piece moves, in a real browser with a real server.

    python bench/tap.py RULESET [--moves 30] [--output FILE]

Both players sit at one device. The clock starts with the event of the second tap and stops with the frame
after the first change of a drawn piece's place.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import CHROMIUM, FLAGS  # noqa: E402
from tests.browser.player import Player  # noqa: E402
from tests.server.client import serving  # noqa: E402

WATCH = """
addEventListener('pointerup', event => { window.tapped = event.timeStamp; window.moved = null }, true);
window.watch = () => new MutationObserver(() => {
  if (window.moved === null) { window.moved = 0; requestAnimationFrame(now => { window.moved = now }) }
}).observe(document.querySelector('g.pieces'), {subtree: true, attributeFilter: ['style']});
"""
MOVED = "() => window.moved > 0"


def play(player: Player, game: str, moves: int) -> list[float]:
    """Milliseconds of each move."""
    times = []
    for _ in range(moves):
        path = first_choice(player, game)
        if not path:
            break
        player.click(path[0])
        player.click(path[-1])
        player.page.wait_for_function(MOVED)
        times.append(player.page.evaluate("() => window.moved - window.tapped"))
        settle(player.page)
    return times


def first_choice(player: Player, game: str) -> list[str]:
    choices = player.state(game)["choices"]
    text = next((str(choice["text"]) for choice in choices if choice["text"][:1].isalnum()), "")
    return text.replace("x", "-").split("-") if text else []


def settle(page: Page) -> None:
    page.wait_for_timeout(600)


def measure(ruleset: str, moves: int) -> list[float]:
    path = next(found for name in CHROMIUM if (found := shutil.which(name)))
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        context = browser.new_context(
            base_url=server.origin, viewport={"width": 1280, "height": 800}, locale="en"
        )
        player = Player(context, server.origin)
        player.page.add_init_script(WATCH)
        game = player.open_game(ruleset)
        player.page.evaluate("() => window.watch()")
        times = play(player, game, moves)
        browser.close()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description="From tap to moving piece.")
    parser.add_argument("ruleset", help="one whose moves are written with squares and hyphens")
    parser.add_argument("--moves", type=int, default=30)
    parser.add_argument("--output", type=Path, default=ROOT / "bench" / "results" / "tap.json")
    options = parser.parse_args()
    times = measure(options.ruleset, options.moves)
    result = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "moves": len(times),
        "median_ms": round(statistics.median(times), 1),
        "worst_ms": round(max(times), 1),
    }
    print(json.dumps(result))
    options.output.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
