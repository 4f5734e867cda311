"""The first five minutes: a start page that plays, and the shortest way from it into a game."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import DESKTOP, Player

BOOKS: list[str] = DATA["books"]["ids"]
TALL = {"width": 390, "height": 844}
SCREENS = {"desktop": {"viewport": DESKTOP}, "phone": {"viewport": TALL, "has_touch": True}}
SECONDS, TAPS = 5.0, 3


BROKEN = """names => names.filter((one) => {
  Object.assign(one.style, { overflowWrap: 'normal', hyphens: 'manual' });
  return one.scrollWidth > one.parentElement.clientWidth;
}).map((one) => one.textContent)"""
"""Names with a word too long for its card: it would be cut in two."""


def choose(player: Player, book: str) -> None:
    player.page.locator(f'.books .choice:has(input[value="{book}"])').click()


def play_button(player: Player) -> Any:
    return player.page.locator("form button[type=submit]")


@pytest.mark.parametrize("lang", ["de", "nl", "en"])
@pytest.mark.parametrize("screen", SCREENS)
def test_play_is_on_the_first_screen(sit: Sit, screen: str, lang: str) -> None:
    player = sit(locale=lang, **SCREENS[screen])
    height = SCREENS[screen]["viewport"]["height"]
    player.go("/")
    expect(player.page.locator(".books .name").last).to_be_visible()
    assert player.page.locator(".books .name").evaluate_all(BROKEN) == []
    for book in BOOKS:
        choose(player, book)
        expect(player.page.locator(f'[data-demo="{book}"]')).to_be_visible()
        player.page.locator("form details").evaluate("one => (one.open = true)")
        box = play_button(player).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, book
        about = player.page.locator(".about p")
        assert about.evaluate("text => text.scrollHeight <= text.clientHeight"), "its last words are cut off"
        assert player.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_newcomer_moves_at_once(sit: Sit, screen: str, book: str) -> None:
    """Choose, play, and the first own action: three touches. A crowded machine is not the page's fault."""
    crowd = crowding()
    passed = newcomer(sit(reduced_motion="no-preference", **SCREENS[screen]), book)
    assert passed < SECONDS * max(crowd, crowding())


def crowding() -> float:
    """How much longer everything takes because others compute here too."""
    wall, own = time.perf_counter(), time.process_time()
    while time.process_time() - own < 0.15:
        pass
    return max(1.0, (time.perf_counter() - wall) / 0.15)


def newcomer(player: Player, book: str) -> float:
    begun, taps = time.perf_counter(), 0
    player.go("/")
    choose(player, book)
    play_button(player).click()
    taps += 2
    expect(player.page.locator(".game[data-ply]")).to_be_attached()
    state = player.state(player.page.url.rsplit("/", 1)[1])
    if state["must_spin"]:
        player.page.locator(".spinner button").click()
    else:
        player.drag(*state["choices"][0]["path"])
    taps += 1
    expect(player.page.locator(".moves .ply").first).to_be_visible()
    assert taps <= TAPS
    return time.perf_counter() - begun


def test_the_game_chosen_last_is_there_again_on_every_page(sit: Sit) -> None:
    player = sit()
    player.go("/")
    choose(player, BOOKS[-1])
    title = player.page.locator(".about h2").inner_text()
    player.go("/")
    expect(player.page.locator(".books .choice.chosen .name")).to_have_text(title)
    player.go("/analysis")
    expect(player.page.locator("main select").first).to_have_value(BOOKS[-1])
    player.go("/house")
    expect(player.page.locator("main select").first).to_have_value(BOOKS[-1])
    player.page.locator("main select").first.select_option(BOOKS[0])
    expect(player.page.locator("main select").first).to_have_value(BOOKS[0])
    player.go("/rules")
    expect(player.page.locator(".pick select")).to_have_value(BOOKS[0])


@pytest.mark.parametrize("page", ["/house", "/analysis"])
def test_a_choice_counts_before_its_rules_have_come(sit: Sit, page: str) -> None:
    """Who chooses and leaves at once has chosen: the rules themselves may still be on their way."""
    player = sit()
    player.go(f"{page}?rules={BOOKS[0]}&base={BOOKS[0]}")
    picked = player.page.locator("main select").first
    expect(picked).to_have_value(BOOKS[0])
    player.page.route(f"**/api/rulesets/{BOOKS[2]}", lambda _: None)
    picked.select_option(BOOKS[2])
    player.page.unroute_all(behavior="ignoreErrors")
    player.go("/rules")
    expect(player.page.locator(".pick select")).to_have_value(BOOKS[2])


def test_the_last_order_is_remembered(sit: Sit) -> None:
    player = sit()
    player.go("/")
    player.page.locator("form summary").click()
    player.page.get_by_label("Strength").fill("7")
    player.page.get_by_label("at random").check(force=True)
    player.go("/")
    expect(player.page.locator("form summary")).to_contain_text("Strength 7 · who begins is left to chance")
    player.page.get_by_label("A friend by link").check(force=True)
    player.go("/")
    expect(play_button(player)).to_have_text("Create a link")


def test_more_games_stand_in_one_order_and_are_found_by_name(sit: Sit) -> None:
    order = []
    for lang in ("de", "nl", "en"):
        player = sit(locale=lang)
        player.go("/")
        expect(player.page.locator(".cards input").first).to_be_attached()
        order.append(player.page.locator(".cards input").evaluate_all("all => all.map(one => one.value)"))
    assert order[0] == order[1] == order[2]
    assert len(order[0]) > 10
    player.page.get_by_placeholder("Find a game").fill("tsche")
    expect(player.page.locator(".cards input")).to_have_count(1)
    player.page.locator(".cards .choice").click()
    expect(player.page.locator(".about h2")).to_have_text(player.page.locator(".cards .name").inner_text())
    expect(player.page.locator("[data-demo]")).to_be_in_viewport()
    player.page.get_by_placeholder("Find a game").fill("zzz")
    player.sees("No game is called that.")


def test_the_board_shows_the_moment_and_can_be_stopped(sit: Sit) -> None:
    player = sit(reduced_motion="no-preference")
    player.go(f"/?rules={DATA['drama']['huffing']}")
    demo = player.page.locator("[data-demo]")
    expect(demo).to_have_attribute("data-step", "0")
    expect(player.page.locator(".arrow.owed")).to_be_attached()
    expect(player.page.locator(".said")).to_contain_text("Huffed!")
    expect(player.page.locator("[data-lost]")).to_be_attached()
    player.button("Stop the example").click()
    stands = demo.get_attribute("data-step")
    player.page.wait_for_timeout(1500)
    expect(demo).to_have_attribute("data-step", str(stands))


def test_leaving_the_moving_board_breaks_nothing(sit: Sit) -> None:
    """A movement that is under way when its page is left ends without a complaint."""
    player = sit(reduced_motion="no-preference")
    for pause in (400, 900, 1400, 1900):
        player.go(f"/?rules={DATA['drama']['huffing']}")
        expect(player.page.locator("[data-demo]")).to_be_visible()
        player.page.wait_for_timeout(pause)
        player.page.get_by_role("link", name="Learn").first.click()
        expect(player.page).to_have_url(re.compile("/learn"))
        player.page.wait_for_timeout(700)
    player.unhurt()


def test_the_board_stands_still_for_those_who_want_it(sit: Sit) -> None:
    player = sit(reduced_motion="reduce")
    for book in BOOKS:
        player.go(f"/?rules={book}")
        demo = player.page.locator("[data-demo]")
        expect(demo).to_have_attribute("data-step", re.compile("[1-9]"))
    stands = demo.get_attribute("data-step")
    player.page.wait_for_timeout(1500)
    expect(demo).to_have_attribute("data-step", str(stands))
    expect(player.button("Show the example")).to_be_visible()
