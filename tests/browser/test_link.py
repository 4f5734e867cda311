"""Two people at two screens: by link, through a broken line, through a restart; a third one watches."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import Player
from tests.server.client import Server, serving

GAME = DATA["friends"]


def pair(
    sit: Sit, rules: str = GAME["ruleset"], origin: str = "", **more: object
) -> tuple[Player, Player, str]:
    """A game by link: the first makes it, the second opens the link and takes the seat."""
    first, second = sit(origin), sit(origin)
    order = {"kind": "friend", "policy": "strict", "side": "white", "fen": GAME["fen"], **more}
    made = first.new_game(rules, **order)
    first.go(f"/g/{made['id']}")
    first.sees("Waiting for your friend")
    second.go(made["links"]["join"])
    second.button("Play").click()
    expect(second.board).to_be_visible()
    first.status("Your move")
    return first, second, str(made["id"])


def test_a_game_by_link_with_a_spectator(sit: Sit) -> None:
    first, second, game = pair(sit, chat=True)
    first.click(*GAME["white"])
    second.holds(GAME["white"][-1], "White man")
    second.status("Your move")
    links = first.page.evaluate(f"JSON.parse(localStorage.getItem('crowned.links.{game}'))")
    assert links is None, "the game was made beside the app, so the app knows no links"
    second.page.get_by_label("Write to your opponent").fill("Good luck!")
    second.button("Send").click()
    first.sees("Good luck!")
    second.click(*GAME["black"])
    first.holds(GAME["black"][-1], "Black man")
    first.button("Resign").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    second.sees("You win!")
    second.button("Rematch").click()
    first.sees("would like a rematch")
    first.button("Accept").click()
    expect(first.page).not_to_have_url(re.compile(game))
    expect(first.board).to_be_visible()


def test_spectators_see_and_do_nothing(sit: Sit) -> None:
    first, watcher = sit(), sit()
    made = first.new_game(GAME["ruleset"], kind="hotseat", policy="strict", fen=GAME["fen"])
    first.go(f"/g/{made['id']}")
    watcher.go(made["links"]["watch"])
    watcher.sees("You are watching")
    expect(watcher.page.locator(".moves")).to_have_text("No moves yet.")
    first.click(*GAME["white"])
    watcher.holds(GAME["white"][-1], "White man")
    expect(watcher.button("Resign")).to_have_count(0)
    watcher.click(GAME["black"][0])
    expect(watcher.square(GAME["black"][0])).to_have_attribute("aria-selected", "false")


def test_the_line_breaks_in_mid_move(sit: Sit) -> None:
    """The move is kept and sent when the line is back; the opponent's move in between is not lost."""
    first, second, _ = pair(sit)
    first.click(GAME["white"][0])
    first.context.set_offline(True)
    first.click(*GAME["white"][1:])
    first.sees("Connection lost")
    second.holds(GAME["white"][0], "White man")
    first.context.set_offline(False)
    second.holds(GAME["white"][-1], "White man")
    expect(first.page.get_by_text("Connection lost")).to_have_count(0)
    second.context.set_offline(True)
    second.sees("Connection lost")
    second.context.set_offline(False)
    expect(second.page.get_by_text("Connection lost")).to_have_count(0)
    second.click(*GAME["black"])
    first.holds(GAME["black"][-1], "Black man")
    first.status("Your move")


def test_the_server_restarts_in_mid_game(sit: Sit, tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        first, second, _ = pair(sit, origin=server.origin)
        first.click(*GAME["white"])
        second.holds(GAME["white"][-1], "White man")
        server.kill()
        second.sees("Connection lost")
        second.click(*GAME["black"])
        server.start()
        first.holds(GAME["black"][-1], "Black man")
        expect(second.page.get_by_text("Connection lost")).to_have_count(0)
        first.status("Your move")
    finally:
        server.stop()


def test_who_is_too_quick_for_the_server_is_told_and_plays_on(sit: Sit, tmp_path: Path) -> None:
    """A server has limits; whoever meets one hears why nothing happened, and the next move counts."""
    with serving(tmp_path, limits=0.2) as server:
        player = sit(server.origin)
        player.open_game(GAME["ruleset"], policy="strict", fen=GAME["fen"])
        told = player.page.locator(".toasts").get_by_text("Too fast")
        for _ in range(30):
            player.write("no move")
            if told.count():
                break
        expect(told.first).to_be_visible()
        player.page.wait_for_timeout(3000)
        player.write("-".join(GAME["white"]))
        player.holds(GAME["white"][-1], "White man")


def test_two_tabs_of_one_player(sit: Sit) -> None:
    """What is done in one tab is seen in the other; the slower one is told, not broken."""
    first, second, game = pair(sit)
    tab = first.context.new_page()
    tab.goto(f"/g/{game}")
    expect(tab.get_by_role("grid")).to_be_visible()
    first.click(*GAME["white"])
    target = tab.locator(f'[data-square="{GAME["white"][-1]}"]')
    expect(target).to_have_attribute("aria-label", f"{GAME['white'][-1]}, White man")
    second.click(*GAME["black"])
    first.status("Your move")


def test_clocks_run_and_are_shown(sit: Sit) -> None:
    clock = {"kind": "fischer", "base": 300_000, "step": 3_000}
    first, second, _ = pair(sit, clock=clock)
    expect(first.page.get_by_role("timer")).to_have_count(2)
    first.click(*GAME["white"])
    second.status("Your move")
    expect(second.page.get_by_role("timer", name="Black’s clock")).to_have_class(re.compile("running"))


def test_a_game_given_up_before_its_first_move_says_so_to_both(sit: Sit) -> None:
    """Nobody won: both read that it was aborted, the page stays whole after a reload, and leads on."""
    first, second, game = pair(sit)
    first.button("Abort the game").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Abort the game").click()
    for player in (first, second):
        player.sees("Game aborted")
        player.sees("The game was aborted.")
        expect(player.page.get_by_text(re.compile("You (win|lose)"))).to_have_count(0)
        player.go(f"/g/{game}")
        player.sees("Game aborted")
        expect(player.board).to_be_visible()
        expect(player.button("Rematch")).to_be_visible()
        expect(player.button("Abort the game")).to_have_count(0)
