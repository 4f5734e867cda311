"""People on the site: whose turn it is, who they are, what a rated game was worth, what belongs to them."""

from __future__ import annotations

import json
import re
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import Player
from tests.browser.test_link import GAME, pair

WATCHED = """
window.notices = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => Notification.permission;
  constructor(title, options) { window.notices.push({ title, ...options }); }
};
Object.defineProperty(document, 'hidden', { get: () => window.away ?? false });
"""
SOON = 20_000
"""Milliseconds after which a page that is open has asked for its games again."""


def account(player: Player) -> str:
    name = f"p{secrets.token_hex(4)}"
    player.post("/api/session", {})
    player.post("/api/account", {"name": name, "password": secrets.token_urlsafe(12)})
    return name


def resign(player: Player) -> None:
    player.button("Resign").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def waiting(sit: Sit) -> tuple[Player, Player, str]:
    """A game by link in which the first has moved and looks at another page."""
    first, second = sit(), sit()
    first.page.add_init_script(WATCHED)
    first.page.clock.install()
    order = {"kind": "friend", "policy": "strict", "side": "white", "fen": GAME["fen"]}
    made = first.new_game(GAME["ruleset"], **order)
    second.go(made["links"]["join"])
    second.button("Play").click()
    expect(second.board).to_be_visible()
    first.go(f"/g/{made['id']}")
    first.status("Your move")
    first.click(*GAME["white"])
    second.status("Your move")
    return first, second, made["id"]


# ---------------------------------------------------------------- your turn


def test_a_turn_is_shown_in_title_icon_and_notice_on_every_page(sit: Sit) -> None:
    first, second, game = waiting(sit)
    icon = first.page.locator('link[rel="icon"]')
    first.go("/settings")
    first.page.get_by_label("Notify me when it is my move").check()
    expect(first.page).to_have_title(re.compile("^Settings"))
    expect(icon).to_have_attribute("href", "/icon.svg")
    first.page.evaluate("window.away = true")
    second.click(*GAME["black"])
    second.status("White to move")
    first.page.clock.fast_forward(SOON)
    expect(first.page).to_have_title(re.compile(r"^\(1\) Settings"))
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    expect(first.page.locator("header .turns")).to_contain_text("It is your move in 1 game")
    first.page.clock.fast_forward(SOON)
    (notice,) = first.page.evaluate("window.notices")
    assert notice["tag"] == game
    assert notice["title"].startswith("Your move against")


def test_a_turn_that_was_used_is_no_longer_shown(sit: Sit) -> None:
    """The page of the game tells the rest of the app at once, not with the next look at the list."""
    first, second, _ = waiting(sit)
    second.click(*GAME["black"])
    first.status("Your move")
    turns = first.page.locator("header .turns")
    expect(turns).to_have_count(1)
    game = first.page.url.rpartition("/")[2]
    first.click(*first.state(game)["choices"][0]["path"])
    second.status("Your move")
    expect(turns).to_have_count(0)
    expect(first.page.locator('link[rel="icon"]')).to_have_attribute("href", "/icon.svg")


def test_a_new_game_is_among_those_that_run_at_once(sit: Sit) -> None:
    player = sit()
    player.open_game(GAME["ruleset"], kind="computer", level=1, side="white", policy="strict")
    player.status("Your move")
    player.page.locator("header a").first.click()
    expect(player.page.locator(".running")).to_contain_text("Computer, strength 1")


def test_notices_that_the_browser_forbids_stay_off(sit: Sit) -> None:
    player = sit()
    player.page.add_init_script(WATCHED.replace("'granted'", "'denied'"))
    player.go("/settings")
    box = player.page.get_by_label("Notify me when it is my move")
    box.click()
    expect(player.page.locator(".toasts")).to_contain_text("does not allow notifications")
    expect(box).not_to_be_checked()


# ---------------------------------------------------------------- ratings and profiles


def rated(sit: Sit) -> tuple[tuple[Player, str], tuple[Player, str]]:
    """A rated game of two accounts, ended by the first one's resignation."""
    first, second = sit(), sit()
    names = account(first), account(second)
    clock = {"kind": "fischer", "base": 300_000, "step": 0}
    order: dict[str, Any] = {"kind": "friend", "side": "first", "rated": True, "public": True, "clock": clock}
    made = first.post("/api/games", {"rules": {"id": GAME["ruleset"]}, **order})
    second.go(made["links"]["join"])
    second.button("Play").click()
    first.go(f"/g/{made['id']}")
    for player, other in ((first, second), (second, first)):
        player.status("Your move")
        player.click(*player.state(made["id"])["choices"][0]["path"])
        other.status("Your move")
    resign(first)
    second.sees("You win!")
    return (first, names[0]), (second, names[1])


def test_the_end_tells_what_it_was_worth_and_the_profile_keeps_it(sit: Sit) -> None:
    (first, loser), (second, winner) = rated(sit)
    for player in (first, second):
        expect(player.page.locator(".bar .change")).to_have_count(2)
        changes = player.page.locator(".bar .change").all_inner_texts()
        assert sorted(text[0] for text in changes) == ["+", "−"]
    stranger = sit()
    stranger.go(f"/account/{winner}")
    stranger.sees(winner)
    stranger.sees("1 game")
    stranger.sees("still uncertain")
    expect(stranger.page.get_by_role("button", name="Log out")).to_have_count(0)
    row = stranger.page.locator("li", has_text=loser)
    expect(row).to_contain_text(winner)
    row.get_by_role("link").first.click()
    stranger.sees("resigns")
    stranger.page.locator(".bar a", has_text=loser).click()
    expect(stranger.page.get_by_role("heading", name=loser)).to_be_visible()


def test_nobody_of_that_name(sit: Sit) -> None:
    player = sit()
    answer = player.page.goto("/account/nobody-of-that-name")
    assert answer is not None
    assert answer.status == 404
    expect(player.page.get_by_role("heading", name="Nothing here")).to_be_visible()
    player.complaints = [line for line in player.complaints if "404" not in line]


def test_all_my_data_of_an_account(sit: Sit) -> None:
    (player, name), (_, other) = rated(sit)
    player.go("/account")
    with player.page.expect_download() as saved:
        player.button("Download all my data").click()
    mine = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert mine["name"] == name
    assert [change["score"] for change in mine["rating_changes"]] == [0.0]
    assert len(mine["games"]) == 1
    assert other not in json.dumps(mine), "who the others are is not mine to take away"


# ---------------------------------------------------------------- records, and who else looks on


def test_the_record_of_a_wheel_is_what_the_command_reads(sit: Sit, tmp_path: Path) -> None:
    player = sit()
    player.open_game(DATA["doors"]["ruleset"], fen=DATA["doors"]["quiet"])
    player.button("Spin the wheel").click()
    expect(player.page.locator(".moves .ply.spin")).to_have_count(1)
    resign(player)
    with player.page.expect_download() as saved:
        player.button("Record for checking the wheel").click()
    path = tmp_path / "record.json"
    saved.value.save_as(path)
    done = subprocess.run(
        [sys.executable, "-m", "crowned", "verify", str(path), "--json"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert (told["ok"], told["spins"]) == (True, 1)


@pytest.mark.parametrize("public", [False, True])
def test_spectators_find_the_rematch(sit: Sit, public: bool) -> None:
    first, second, game = pair(sit, public=public)
    watcher = sit()
    watcher.go(first.get(f"/api/games/{game}/links")["watch"])
    watcher.sees("You are watching")
    resign(first)
    first.button("Rematch").click()
    second.button("Accept").click()
    watcher.button("Go to the next game").click()
    expect(watcher.page).not_to_have_url(re.compile(game))
    watcher.sees("You are watching")
    watcher.status("to move")
