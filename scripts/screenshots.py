"""Take the README's pictures of the app itself: docs/huff.jpg, docs/door.jpg, docs/tower.jpg.

The web app must be built (`make web`). Every picture is a real game on a real server in a real browser.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from tests.server.client import serving  # noqa: E402  the tests' own way to start a server

SCREEN = {"width": 1000, "height": 680}
QUALITY = 74

SCENES: dict[str, tuple[dict[str, object], list[str]]] = {
    # name: the game, and what is done in it: squares to click, a square to point at, a button to press
    "huff": (
        {
            "rules": {"id": "koenig"},
            "policy": "pointed_out",
            "fen": "W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,g3:Bd4,a7,c7,e7,g7,b8,d8,f8,h8,b6",
        },
        ["click g3", "click h4", "press Show me"],
    ),
    "door": (
        {
            "rules": {"id": "valluik"},
            "policy": "strict",
            "fen": "W:Wa1,c1,e1,b2,d2,h2,a3,e3,c3,Kg1:Bb6,d6,h6,a7,e7,b8,d8,f8,f6,Kh8:SMLMM:Xgreen",
        },
        ["point f6"],
    ),
    "tower": (
        {
            "rules": {"id": "turm"},
            "policy": "strict",
            "fen": "W:Wa1,c1,e1,b2,d2[wb],a3,c3[wwb]:Bd4,f6,h6[bw],b6[bbw],a7,c7,d8,h8[Bw]",
        },
        ["click c3", "click e5", "inspect g7"],
    ),
}


def start(context: BrowserContext, origin: str, order: dict[str, object]) -> str:
    headers = {"Origin": origin, "Content-Type": "application/json"}
    context.request.post("/api/session", data="{}", headers=headers)
    made = context.request.post(
        "/api/games", data=json.dumps({"kind": "hotseat", **order}), headers=headers
    ).json()
    return f"/g/{made['id']}"


def do(page: Page, step: str) -> None:
    verb, _, rest = step.partition(" ")
    page.locator(".game[data-ply]").wait_for()
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


def main() -> None:
    with serving(Path(tempfile.mkdtemp())) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (order, steps) in SCENES.items():
            context = browser.new_context(base_url=server.origin, viewport=SCREEN, reduced_motion="reduce")
            page = context.new_page()
            page.goto(start(context, server.origin, order))
            for step in steps:
                do(page, step)
            page.wait_for_timeout(600)
            page.screenshot(path=ROOT / f"docs/{name}.jpg", type="jpeg", quality=QUALITY)
        browser.close()


if __name__ == "__main__":
    main()
