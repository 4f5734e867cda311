"""What people do besides moving pieces: start, learn, make rules, analyse, look things up, log in."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from playwright.sync_api import Download, expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import Player

BOOK = DATA["books"]["ids"][0]
FLOW = DATA["flow"]


def text_of(download: Download) -> str:
    return Path(download.path()).read_text(encoding="utf-8")


def test_from_the_start_page_to_a_game_with_the_computer(sit: Sit) -> None:
    player = sit()
    player.go("/")
    player.page.get_by_role("radio", name=re.compile(FLOW["title"])).first.check(force=True)
    player.page.get_by_text("you go first").click()
    player.page.get_by_label("second").check(force=True)
    player.button("Play now").click()
    expect(player.board).to_be_visible()
    player.status("Your move")
    assert len(player.moves()) == 1, "the computer begins and has moved"
    player.button("Hint").click()
    expect(player.page.locator(".arrow.hint").first).to_be_attached()
    hint = player.page.locator(".arrow.hint .shaft").get_attribute("d")
    assert hint is not None
    game = player.page.url.rsplit("/", 1)[1]
    player.click(*player.state(game)["choices"][0]["path"])
    expect(player.page.locator(".moves .ply")).to_have_count(3)
    player.button("Take back").click()
    expect(player.page.locator(".moves .branch")).to_have_count(1)
    player.status("Your move")


def test_going_back_and_forth_in_a_game(sit: Sit) -> None:
    player = sit()
    player.open_game(DATA["friends"]["ruleset"], fen=DATA["friends"]["fen"], policy="strict")
    player.click(*DATA["friends"]["white"])
    player.click(*DATA["friends"]["black"])
    player.holds(DATA["friends"]["black"][-1], "Black man")
    player.page.keyboard.press("Tab")
    player.page.get_by_label("Go to the start").click()
    player.holds(DATA["friends"]["white"][0], "White man")
    player.page.get_by_label("One move forward").click()
    player.holds(DATA["friends"]["white"][-1], "White man")
    player.button("Back to the game").click()
    player.holds(DATA["friends"]["black"][-1], "Black man")


def test_a_planned_move_is_played_when_the_turn_comes(sit: Sit) -> None:
    first, second = sit(), sit()
    friends = DATA["friends"]
    order = {"kind": "friend", "policy": "strict", "side": "white", "fen": friends["fen"]}
    made = first.new_game(friends["ruleset"], **order)
    first.go(f"/g/{made['id']}")
    second.go(made["links"]["join"])
    second.button("Play").click()
    expect(second.board).to_be_visible()
    second.click(*friends["black"])
    expect(second.page.locator(".arrow.premove")).to_be_attached()
    first.click(*friends["white"])
    first.holds(friends["black"][-1], "Black man")


def test_a_course_step_by_step(sit: Sit) -> None:
    player = sit()
    player.go(f"/learn/{BOOK}")
    player.sees("Step 1 of")
    player.click(*FLOW["step"])
    player.sees("Right!")
    player.button("Next").click()
    player.sees("Step 2 of")
    player.click(*FLOW["refused"])
    player.sees("Why not?")
    player.sees("Right!")
    player.button("Next").click()
    player.sees("Step 3 of")
    player.button("Next").click()
    player.go("/learn")
    player.sees("2 / ")  # a step that was skipped does not count


def test_house_rules_are_checked_played_saved_and_shared(sit: Sit) -> None:
    player, friend = sit(), sit()
    player.go(f"/house?base={BOOK}")
    player.sees("These rules go together")
    player.page.get_by_text("Towers", exact=True).click()
    player.page.get_by_label("Captured pieces").select_option("under")
    player.sees("These rules contradict each other")
    player.page.get_by_role("button", name="as in the book").click()
    player.page.locator("summary").get_by_text("Kings", exact=True).click()
    player.page.get_by_label("Range of the king").select_option("flying")
    player.sees("These rules go together")
    player.sees("1 rule changed")
    player.sees("What is different")
    with player.page.expect_download() as download:
        player.button("Ruleset file").click()
    toml = text_of(download.value)
    assert "flying" in toml
    player.page.get_by_label("Name of your rules").fill("Sunday rules")
    player.button("Save and share").click()
    player.sees("Anybody with this link")
    link = player.page.locator('.notice a[href^="/house/"]').get_attribute("href")
    assert link
    friend.go(link)
    friend.sees("1 rule changed")
    friend.page.get_by_label("One device").check(force=True)
    friend.button("Play now").click()
    expect(friend.board).to_be_visible()
    check_text_is_read(friend, toml)


def check_text_is_read(player: Player, toml: str) -> None:
    player.go("/house")
    player.page.get_by_text("Open a ruleset file").click()
    box = player.page.get_by_label("Paste the text of a ruleset file")
    box.fill("king = [")
    player.button("Open").last.click()
    expect(player.page.locator("ul.notice.bad")).to_be_visible()
    box.fill(toml)
    player.button("Open").last.click()
    expect(player.page.locator("ul.notice.bad")).to_have_count(0)


def test_analysis_with_branches_editor_and_files(sit: Sit) -> None:
    player = sit()
    player.go(f"/analysis?rules={BOOK}")
    expect(player.board).to_be_visible()
    for path in FLOW["line"]:
        player.click(*path)
        expect(player.page.locator(".moves [aria-current]")).to_have_text(
            "x".join(path) if len(path) > 2 else re.compile("|".join(path))
        )
    player.page.get_by_label("One move back").click()
    player.click(*FLOW["branch"])
    expect(player.page.locator(".line.side .ply")).to_have_count(1)
    player.button("Make main line").click()
    with player.page.expect_download() as download:
        player.page.get_by_text("Import / Export").click()
        player.button("Game as PDN").click()
    pdn = text_of(download.value)
    assert FLOW["branch"][0] in pdn
    with player.page.expect_download() as download:
        player.button("Picture (SVG)").click()
    assert "<svg" in text_of(download.value)
    player.page.locator("textarea").fill(pdn)
    player.button("Load").click()
    expect(player.page.locator(".moves .ply")).to_have_count(len(FLOW["line"]) + 1)  # the branch is kept
    set_up(player)


def test_the_engine_shows_lines_and_the_course_of_a_game(sit: Sit) -> None:
    player = sit()
    player.go(f"/analysis?rules={BOOK}")
    expect(player.board).to_be_visible()
    for path in FLOW["line"]:
        player.click(*path)
        expect(player.page.locator(".moves [aria-current]")).to_contain_text(path[0])
    player.page.get_by_label("Show the engine").check()
    expect(player.page.locator(".line strong").first).to_be_visible()
    before = player.page.locator(".moves .ply").count()
    player.page.locator("button.line").first.click()
    assert player.page.locator(".moves .ply").count() > before
    player.button("Analyse the whole game").click()
    expect(player.page.get_by_role("img", name="Course of the game")).to_be_visible()


def set_up(player: Player) -> None:
    """An own position, played from at once."""
    player.button("Set up a position").click()
    player.button("Empty the board").click()
    player.click("c3")
    player.page.get_by_label("Black king").check(force=True)
    player.click("f6")
    player.page.get_by_role("group", name="To move").get_by_label("White").check(force=True)
    player.button("Use this position").click()
    expect(player.page.locator(".fen")).to_have_text("W:Wc3:BKf6")
    player.button("Play from here").click()
    player.page.get_by_label("One device").check(force=True)
    player.button("Play now").click()
    player.holds("f6", "Black king")


def test_a_finished_game_is_found_and_analysed(sit: Sit) -> None:
    player = sit()
    game = player.open_game(FLOW["short"]["ruleset"], fen=FLOW["short"]["fen"], policy="strict")
    player.click(*FLOW["short"]["path"])
    player.sees("White wins")
    player.go("/archive")
    row = player.page.get_by_role("button", name=re.compile("White won"))
    expect(row).to_have_count(1)
    player.page.get_by_label("Result").select_option("draw")
    player.sees("No games found")
    player.page.get_by_label("Result").select_option("white")
    expect(row).to_have_count(1)
    player.page.get_by_role("link", name="Analyse").click()
    expect(player.page.locator(".moves .ply")).to_have_count(1)
    player.page.get_by_label("One move forward").click()
    player.sees("The game is over here")
    assert game in player.page.url


def test_an_account(sit: Sit) -> None:
    player, elsewhere = sit(), sit()
    name, password = f"t{secrets.token_hex(5)}", secrets.token_urlsafe(12)
    player.go("/account")
    player.button("No account yet?").click()
    player.page.get_by_label("Name").fill(name)
    player.page.get_by_label("Password").fill("short")
    player.button("Create an account").first.click()
    expect(player.page.get_by_label("Password")).to_have_value("short")
    player.page.get_by_label("Password").fill(password)
    player.button("Create an account").first.click()
    player.sees(f"Logged in as {name}")
    elsewhere.go("/account")
    elsewhere.page.get_by_label("Name").fill(name)
    elsewhere.page.get_by_label("Password").fill("not the password")
    elsewhere.button("Log in").first.click()
    expect(elsewhere.page.get_by_role("alert")).to_be_visible()
    elsewhere.page.get_by_label("Password").fill(password)
    elsewhere.button("Log in").first.click()
    elsewhere.sees(f"Logged in as {name}")
    elsewhere.complaints.clear()  # the refused password is logged by the browser
    player.button("Log out").click()
    player.sees("An account keeps your games")


def test_rules_are_read_compared_and_printed(sit: Sit) -> None:
    player = sit()
    player.go(f"/rules/{BOOK}")
    expect(player.page.locator("article .clause").first).to_be_visible()
    player.page.get_by_label("Compare with").select_option(DATA["books"]["ids"][1])
    expect(player.page.locator("table tbody tr").first).to_be_visible()
    player.page.emulate_media(media="print")
    expect(player.page.locator("header")).to_be_hidden()
    expect(player.page.locator("article")).to_be_visible()
