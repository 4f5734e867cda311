"""Take pictures of the app itself: a real server, a real browser. The web app must be built (`make web`).

    python scripts/screenshots.py                the README's: docs/huff.jpg, docs/door.jpg, docs/tower.jpg
    python scripts/screenshots.py --all FOLDER   every page in every language, size and theme, to be looked at

`--only TEXT` keeps the pictures whose names contain the text, `--axe` lets axe read each page as well.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from tests.browser.conftest import DATA, FLAGS, PATIENCE  # noqa: E402  the tests' own browser, pages and positions
from tests.browser.player import Player  # noqa: E402
from tests.browser.test_pages import THEMES, axe  # noqa: E402
from tests.server.client import serving  # noqa: E402

SCREEN = {"width": 1000, "height": 680}
QUALITY = 74

SCENES: dict[str, tuple[dict[str, object], list[str]]] = {
    # name: the game, and what is done in it: squares to click, a square to point at, a button to press
    "huff": (
        {
            "rules": "koenig",
            "policy": "pointed_out",
            "fen": "W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,g3:Bd4,a7,c7,e7,g7,b8,d8,f8,h8,b6",
        },
        ["click g3", "click h4", "press Show me"],
    ),
    "door": (
        {
            "rules": "valluik",
            "policy": "strict",
            "fen": "W:Wa1,c1,e1,b2,d2,h2,a3,e3,c3,Kg1:Bb6,d6,h6,a7,e7,b8,d8,f8,f6,Kh8:SMLMM:Xgreen",
        },
        ["point f6"],
    ),
    "tower": (
        {
            "rules": "turm",
            "policy": "strict",
            "fen": "W:Wa1,c1,e1,b2,d2[wb],a3,c3[wwb]:Bd4,f6,h6[bw],b6[bbw],a7,c7,d8,h8[Bw]",
        },
        ["click c3", "click e5", "inspect g7"],
    ),
}

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}


def settled(page: Page) -> None:
    page.locator(".game[data-ply]").wait_for()


def do(page: Page, step: str) -> None:
    verb, _, rest = step.partition(" ")
    settled(page)
    square = page.locator(f'[data-square="{rest}"]')
    if verb == "press":
        page.get_by_role("button", name=rest).first.click()
    elif verb == "click":
        square.click()
    elif verb == "point":
        square.hover()
    else:
        square.focus()
        page.keyboard.press("x")


def seat(browser: Browser, origin: str, **look: Any) -> Player:
    return Player(browser.new_context(base_url=origin, reduced_motion="reduce", **look), origin)


# ---------------------------------------------------------------- the README's


def readme(browser: Browser, origin: str) -> None:
    for name, (order, steps) in SCENES.items():
        player = seat(browser, origin, viewport=SCREEN)
        player.open_game(str(order["rules"]), **{key: one for key, one in order.items() if key != "rules"})
        for step in steps:
            do(player.page, step)
        player.page.wait_for_timeout(600)
        player.page.screenshot(path=ROOT / f"docs/{name}.jpg", type="jpeg", quality=QUALITY)


# ---------------------------------------------------------------- all pages

Visit = Callable[[Player], None]


def page_at(address: str) -> Visit:
    return lambda player: player.go(address)


def portrait(scene: dict[str, Any]) -> Visit:
    def visit(player: Player) -> None:
        player.open_game(scene["ruleset"], fen=scene["fen"], policy="pointed_out")
        settled(player.page)
        for step in scene.get("clicks", []):
            player.click(*step)

    return visit


def fresh(ruleset: str) -> Visit:
    def visit(player: Player) -> None:
        player.open_game(ruleset, kind="computer", level=1, side="first")
        settled(player.page)

    return visit


def ended(player: Player) -> None:
    points = DATA["points"]
    player.open_game(points["ruleset"], fen=points["fen"])
    settled(player.page)
    player.click(*points["winning"])
    player.page.locator(".boardbox .result").wait_for()


def waiting(player: Player) -> None:
    made = player.new_game(DATA["friends"]["ruleset"], kind="friend", chat=True)
    player.go(f"/g/{made['id']}")


def invited(player: Player) -> None:
    made = player.new_game(DATA["friends"]["ruleset"], kind="friend", public=True)
    player.context.clear_cookies()
    player.go(made["links"]["join"])


VISITS: dict[str, Visit] = {
    **{name: page_at(address) for name, address in DATA["pages"].items()},
    **{f"game-{scene['ruleset']}": portrait(scene) for scene in DATA["portrait"]},
    **{f"first-{book}": fresh(book) for book in DATA["books"]["ids"]},
    "ended": ended,
    "waiting": waiting,
    "invited": invited,
}


def looked_at(player: Player, visit: Visit, file: Path, with_axe: bool) -> None:
    visit(player)
    expect(player.page.locator("main h1").first).to_be_attached()
    expect(player.page.locator("main [role=status]", has_text="…")).to_have_count(0)
    player.page.wait_for_load_state("networkidle")
    player.page.screenshot(path=file, full_page=True)
    if with_axe:
        print(file.name, axe(player) or "nothing serious", flush=True)


def everything(browser: Browser, origin: str, folder: Path, only: str, with_axe: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for lang, screen, theme in product(("de", "nl", "en"), SCREENS, THEMES):
        names = {name: f"{name}-{lang}-{screen}-{theme}" for name in VISITS}
        wanted = {name: file for name, file in names.items() if only in file}
        player = seat(browser, origin, locale=lang, **SCREENS[screen], **THEMES[theme])
        if theme == "contrast":
            player.settings(board="contrast")
        for name, file in wanted.items():
            looked_at(player, VISITS[name], folder / f"{file}.png", with_axe)
        player.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--axe", action="store_true")
    chosen = parser.parse_args()
    expect.set_options(timeout=PATIENCE)
    with serving(Path(tempfile.mkdtemp())) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        if chosen.all:
            everything(browser, server.origin, chosen.all, chosen.only, chosen.axe)
        else:
            readme(browser, server.origin)
        browser.close()


if __name__ == "__main__":
    main()
