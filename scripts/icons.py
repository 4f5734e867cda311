"""Make the app's icons for home screens from ui/public/icon.svg, with the browser of the tests."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PUBLIC = Path(__file__).resolve().parents[1] / "ui/public"
PAPER = "#f7f2e8"
ICONS = {
    # name: pixels, share of the picture, ground
    "icon-180": (180, 0.84, PAPER),
    "icon-192": (192, 1.0, "transparent"),
    "icon-512": (512, 1.0, "transparent"),
    "icon-mask": (512, 0.66, PAPER),
}


def icon(page: Page, drawing: str, pixels: int, share: float, ground: str) -> bytes:
    side = round(pixels * share)
    page.set_viewport_size({"width": pixels, "height": pixels})
    page.set_content(
        f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}"
        f"svg{{width:{side}px;height:{side}px}}</style>{drawing}"
    )
    return page.screenshot(omit_background=True)


if __name__ == "__main__":
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
        for name, (pixels, share, ground) in ICONS.items():
            (PUBLIC / f"{name}.png").write_bytes(icon(browser.new_page(), drawing, pixels, share, ground))
        browser.close()
