"""Every page in every language and theme, on a phone and a desktop: whole, quiet and accessible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import DESKTOP, PHONE, Player

AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
PAGES: dict[str, str] = DATA["pages"]
BOOK = DATA["books"]["ids"][0]
VIEWS = [
    ("de", PHONE, "light"),
    ("nl", DESKTOP, "light"),
    ("en", PHONE, "dark"),
    ("en", DESKTOP, "dark"),
    ("de", DESKTOP, "contrast"),
    ("nl", PHONE, "forced"),
]
"""Every language on every size, every theme at least once; `scripts/screenshots.py --all` shows them all."""
THEMES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "contrast": {"color_scheme": "dark", "contrast": "more"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}
WORDS = {"de": "Spielen", "nl": "Spelen", "en": "Play"}
SCREEN = {360: "phone", 1280: "desktop"}


RUN = """() => axe.run(document, {
  resultTypes: ['violations'],
  rules: {'color-contrast': {enabled: !matchMedia('(forced-colors: active)').matches}},
})"""
"""Where the system chooses the colours, axe would judge those of the style sheet, which nobody sees."""


def axe(player: Player) -> list[str]:
    """What axe finds serious. Run past the page's own content policy, which would refuse it."""
    player.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = player.page.evaluate(RUN)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def whole(player: Player) -> None:
    """Shown in full: a heading, no sideways scrolling, nothing serious for axe."""
    expect(player.page.locator("main h1").first).to_be_attached()
    expect(player.page.locator("main")).not_to_contain_text("undefined")
    width = player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], f"{width} on {player.page.url}"
    assert axe(player) == []


def look(sit: Sit, lang: str, viewport: dict[str, int], scheme: str) -> Player:
    player = sit(viewport=viewport, locale=lang, has_touch=viewport is PHONE, **THEMES[scheme])
    if scheme == "contrast":
        player.settings(board="contrast")
    return player


@pytest.mark.parametrize(("lang", "viewport", "scheme"), VIEWS, ids=str)
def test_pages(
    lang: str, viewport: dict[str, int], scheme: str, sit: Sit, screenshots: Callable[[Player, str], None]
) -> None:
    player = look(sit, lang, viewport, scheme)
    player.post("/api/session", {})
    for name, address in PAGES.items():
        player.go(address)
        expect(player.page.locator("html")).to_have_attribute("lang", lang)
        expect(player.page.locator("main [role=status]", has_text="…")).to_have_count(0)
        whole(player)
        screenshots(player, f"{name}-{lang}-{SCREEN[viewport['width']]}-{scheme}")
    assert WORDS[lang] in player.page.locator("header").inner_text() or viewport is PHONE
    forgive_the_lost(player)


def forgive_the_lost(player: Player) -> None:
    """One of the addresses leads nowhere, and says so in its status."""
    player.complaints = [line for line in player.complaints if "404" not in line]


@pytest.mark.parametrize(("lang", "viewport", "scheme"), VIEWS, ids=str)
def test_game_pages(
    lang: str, viewport: dict[str, int], scheme: str, sit: Sit, screenshots: Callable[[Player, str], None]
) -> None:
    player = look(sit, lang, viewport, scheme)
    for scene in DATA["portrait"]:
        player.open_game(scene["ruleset"], fen=scene["fen"], policy="pointed_out")
        for step in scene.get("clicks", []):
            player.click(*step)
        player.page.locator("details.rules > summary").click()
        expect(player.page.locator(".clause").first).to_be_visible()
        whole(player)
        screenshots(player, f"game-{scene['ruleset']}-{lang}-{SCREEN[viewport['width']]}-{scheme}")


@pytest.mark.parametrize("board", ["plain", "contrast"])
def test_board_themes(board: str, sit: Sit, screenshots: Callable[[Player, str], None]) -> None:
    player = sit()
    player.settings(board=board)
    for scene in DATA["portrait"]:
        player.open_game(scene["ruleset"], fen=scene["fen"], policy="pointed_out")
        whole(player)
        screenshots(player, f"theme-{board}-{scene['ruleset']}")


def test_where_the_system_chooses_the_colours_only_one_side_is_to_move(sit: Sit) -> None:
    player = sit(forced_colors="active", color_scheme="dark")
    player.open_game(BOOK)
    edge = "all => all.map((one) => getComputedStyle(one).borderLeftColor)"
    discs = "all => all.map((one) => getComputedStyle(one).backgroundImage)"
    assert len(set(player.page.locator(".bar").evaluate_all(edge))) == 2
    assert len(set(player.page.locator(".bar .disc").evaluate_all(discs))) == 2
    player.go("/")
    outline = "one => getComputedStyle(one).outlineStyle"
    assert player.page.locator(".choice.chosen").evaluate(outline) == "solid"
    assert player.page.locator(".choice:not(.chosen)").first.evaluate(outline) == "none"


def test_language_is_switched_in_place(sit: Sit) -> None:
    player = sit(locale="de")
    player.go("/")
    player.sees("Welches Damespiel soll es sein?")
    player.page.get_by_label("Sprache").select_option("nl")
    player.sees("Welk damspel wordt het?")
    player.go("/settings")
    player.sees("Instellingen")


def test_first_load_of_a_game_is_light(sit: Sit) -> None:
    """At most 150 kB of compressed JavaScript and style sheets."""
    player = sit()
    sizes: dict[str, int] = {}

    def weigh(request: Any) -> None:
        if request.url.endswith((".js", ".css")):
            sizes[request.url] = request.sizes()["responseBodySize"]

    player.page.on("requestfinished", weigh)
    player.open_game(BOOK)
    player.page.wait_for_load_state("networkidle")
    assert sizes, "nothing was loaded"
    assert sum(sizes.values()) <= 150_000, sizes


def test_saved_settings_survive_nonsense(sit: Sit) -> None:
    player = sit()
    player.settings(volume="loud", board=7, unknown=True)
    player.go("/settings")
    expect(player.page.locator("h1")).to_have_text("Settings")


SENTENCES = """() => [...document.querySelectorAll('body *')].flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
    ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
]).map((text) => text.trim()).filter((text) => (text.match(/\\p{L}{2,}/gu) ?? []).length >= 3)"""


def sentences(sit: Sit, lang: str) -> set[str]:
    """Every text of three words and more on all pages, in closed parts as well."""
    player = sit(locale=lang)
    found: set[str] = set()
    addresses = [*PAGES.values(), *(f"/learn/{book}" for book in DATA["books"]["ids"])]
    for address in addresses:
        player.go(address)
        expect(player.page.locator("main h1").first).to_be_attached()
        expect(player.page.locator("main [role=status]", has_text="…")).to_have_count(0)
        player.page.wait_for_load_state("networkidle")
        found |= set(player.page.evaluate(SENTENCES))
    for scene in DATA["portrait"]:
        player.open_game(scene["ruleset"], fen=scene["fen"], policy="pointed_out")
        player.page.locator("details.rules > summary").click()
        expect(player.page.locator(".clause").first).to_be_visible()
        found |= set(player.page.evaluate(SENTENCES))
    forgive_the_lost(player)
    return found


def test_no_english_is_left_on_german_and_dutch_pages(sit: Sit) -> None:
    english = sentences(sit, "en")
    assert len(english) > 300, "the pages were read"
    for lang in ("de", "nl"):
        assert sentences(sit, lang) & english == set()


def test_a_game_without_a_course_offers_none_and_its_sheet_shows_moves_and_source(sit: Sit) -> None:
    player = sit()
    player.go("/rules/dameo")
    sheet = player.page.locator("article")
    expect(sheet).to_contain_text("mindsports.nl")
    expect(sheet.locator("figure img")).to_have_count(3)
    expect(player.page.locator(".tools a[href^='/learn']")).to_have_count(0)
    player.go("/rules/koenig")
    expect(player.page.locator(".tools a[href='/learn/koenig']")).to_be_visible()
