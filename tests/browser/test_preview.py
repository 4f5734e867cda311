"""Links before they are opened, and the app on a home screen: what programs read of it."""

from __future__ import annotations

import json
import re

from tests.browser.conftest import DATA, Sit
from tests.browser.player import Player

BOOKS: list[str] = DATA["books"]["ids"]
FRIENDS = DATA["friends"]


def tags(stranger: Player, path: str, lang: str = "en") -> dict[str, str]:
    reply = stranger.context.request.get(path, headers={"Accept-Language": lang})
    assert reply.ok
    return dict(re.findall(r'property="([^"]+)" content="([^"]*)"', reply.text()))


def picture(stranger: Player, found: dict[str, str]) -> bytes:
    assert found["og:image"].startswith(stranger.origin)
    reply = stranger.context.request.get(found["og:image"].removeprefix(stranger.origin))
    assert reply.ok
    assert reply.headers["content-type"] == "image/png"
    body = reply.body()
    assert body.startswith(b"\x89PNG")
    assert len(body) < 100_000
    return body


def test_a_link_to_a_game_is_announced_with_its_position(sit: Sit) -> None:
    player, stranger = sit(), sit()
    made = player.new_game(FRIENDS["ruleset"], kind="friend", side="white", fen=FRIENDS["fen"])
    join = tags(stranger, made["links"]["join"])
    watch = tags(stranger, made["links"]["watch"])
    assert "invited" in join["og:description"]
    assert join["og:title"].endswith(" – Crowned")
    assert join["og:url"] == stranger.origin + made["links"]["join"]
    assert picture(stranger, join) == picture(stranger, watch)
    start = picture(stranger, tags(stranger, f"/rules/{FRIENDS['ruleset']}"))
    assert picture(stranger, join) != start, "the position of the game, not the start"
    assert "eingeladen" in tags(stranger, made["links"]["join"], "de")["og:description"]


def test_a_private_game_shows_nothing_to_strangers(sit: Sit) -> None:
    player, stranger = sit(), sit()
    made = player.new_game(FRIENDS["ruleset"])
    assert tags(stranger, f"/g/{made['id']}") == {}
    assert stranger.context.request.get(f"/preview/g/{made['id']}.png").status == 404
    assert stranger.context.request.get("/preview/j/nonsense123.png").status == 404


def test_every_book_and_the_start_page_have_a_picture(sit: Sit) -> None:
    stranger = sit()
    assert tags(stranger, "/")["og:title"] == "Crowned"
    titles = {tags(stranger, f"/rules/{book}")["og:title"] for book in BOOKS}
    assert len(titles) == len(BOOKS)
    assert tags(stranger, f"/?rules={BOOKS[-1]}")["og:title"] in titles
    picture(stranger, tags(stranger, "/"))


def test_the_app_can_be_put_on_a_home_screen(sit: Sit) -> None:
    player = sit()
    player.go("/")
    manifest = player.page.locator("link[rel=manifest]").get_attribute("href")
    assert manifest
    reply = player.context.request.get(manifest)
    assert reply.headers["content-type"].startswith("application/manifest+json")
    icons = json.loads(reply.text())["icons"]
    assert {"any", "192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    touch = player.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    for address in (*(icon["src"] for icon in icons), touch):
        assert player.context.request.get(str(address)).ok


def test_the_letters_are_our_own_and_few(sit: Sit) -> None:
    """At most 60 kB of fonts, from this server, and their licence beside them."""
    player = sit()
    sizes: dict[str, int] = {}
    player.page.on(
        "requestfinished",
        lambda one: sizes.update({one.url: one.sizes()["responseBodySize"]} if "woff2" in one.url else {}),
    )
    player.open_game(BOOKS[0])
    player.page.evaluate("document.fonts.ready.then(() => 0)")
    player.page.wait_for_load_state("networkidle")
    assert len(sizes) == 2
    assert all(url.startswith(player.origin) for url in sizes)
    assert sum(sizes.values()) <= 60_000, sizes
    assert player.page.evaluate("document.fonts.check('600 16px \"Crowned Serif\"')")
    assert "OPEN FONT LICENSE" in player.context.request.get("/assets/fonts-OFL.txt").text().upper()
