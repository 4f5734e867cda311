"""The first minutes once more: what a stranger tries next, each thing the way he would."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from crowned.game import Game
from crowned.notation import pdn
from crowned.position import ruleset
from tests.browser.conftest import DATA, Sit
from tests.browser.player import Player
from tests.browser.test_honesty import DOORS, DRAMA, MOVING, settled
from tests.browser.test_link import GAME, pair
from tests.browser.test_nothing_lost import import_text
from tests.browser.test_people import resign
from tests.notation.play import random_game

BOOKS: list[str] = DATA["books"]["ids"]
POINTS = DATA["points"]


# ---------------------------------------------------------------- the board on the start page


def test_the_board_lets_a_piece_fall(sit: Sit) -> None:
    player = sit(**MOVING)
    player.go(f"/?rules={DOORS['ruleset']}")
    pieces = player.page.locator("[data-demo] [data-sprite]")
    expect(pieces.first).to_be_visible()
    many = pieces.count()
    expect(pieces).to_have_count(many - 1)
    expect(player.page.locator("[data-demo] .door.open").first).to_be_attached()


def test_the_board_lets_a_tower_grow(sit: Sit) -> None:
    player = sit(**MOVING)
    player.go(f"/?rules={POINTS['ruleset']}")
    expect(player.page.locator("[data-demo] [data-sprite]").first).to_be_visible()
    expect(player.page.locator("[data-demo] .column .stacked").first).to_be_attached()


# ---------------------------------------------------------------- lessons and sheets


def test_in_a_lesson_touching_binds_nobody(sit: Sit) -> None:
    player = sit()
    player.go(f"/learn/{DRAMA['touching']}")
    piece = player.page.locator('[data-square][aria-label*="can move"]').first
    piece.click()
    player.page.keyboard.press("Escape")
    expect(piece).to_have_attribute("aria-selected", "false")
    expect(player.page.locator("[data-touched]")).to_have_count(0)
    player.go(f"/rules/{DRAMA['touching']}")
    player.sees("whoever touches a piece of his own must move it")


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_comes_back_from_the_app_as_it_was(sit: Sit, book: str) -> None:
    """Variations, comments, marks, names, remedies, spins: read by the app and written by it."""
    text = pdn.write(random_game(ruleset(book), 5, actions=40), {"White": "Anna", "Black": "Bert"})
    other = next(name for name in BOOKS if name != book)
    assert reexported(sit(), other, text) == text


def test_house_rules_come_back_from_the_app_as_they_were(sit: Sit) -> None:
    player = sit()
    rules = {"id": "blasen", "options": {"men_back": True}, "title": "Grandma’s draughts"}
    player.post("/api/session", {})
    made = player.post("/api/games", {"rules": rules, "kind": "hotseat", "policy": "strict"})
    text = player.get(f"/api/games/{made['id']}/pdn")["text"]
    assert reexported(player, BOOKS[0], text) == text


def reexported(player: Player, looking_at: str, text: str) -> str:
    player.go(f"/analysis?rules={looking_at}")
    expect(player.board).to_be_visible()
    import_text(player, text)
    expect(player.page.get_by_role("combobox", name="Rules")).not_to_have_value(looking_at)
    with player.page.expect_download() as saved:
        player.button("Game as PDN").click()
    return Path(saved.value.path()).read_text("utf-8")


@pytest.mark.parametrize(("move", "mark"), [("h2-g3", "??"), ("e3xc5", "")], ids=["offence", "best"])
def test_the_marks_on_the_screen_are_those_of_the_command(
    sit: Sit, tmp_path: Path, move: str, mark: str
) -> None:
    rules = ruleset("blasen")
    game = Game(rules, rules.read("W:Wc3,e3,h2:Bd4,a7,h8"))
    game.play(move)
    file = tmp_path / "game.pdn"
    file.write_text(pdn.write(game), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "crowned", "analyse", str(file), "--json", "--quiet"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    (judged,) = json.loads(done.stdout)["moves"]
    assert (judged["mark"] or "") == mark
    player = sit()
    player.go("/analysis")
    expect(player.board).to_be_visible()
    import_text(player, file.read_text("utf-8"))
    with player.page.expect_response("**/api/analysis/game"):
        player.button("Analyse the whole game").click()
    expect(player.page.locator(".moves .ply")).to_have_text([f"{move}{mark}"])


# ---------------------------------------------------------------- moves that are typed

TYPED = [
    ("russian", "W:Wc3,a1:Bd4,h8", "c:e5", "c3xe5"),
    ("international", None, "3228", "32-28"),
    ("russian", None, "cd4", "c3-d4"),
]


@pytest.mark.parametrize(("rules", "fen", "text", "move"), TYPED)
def test_short_ways_of_writing_a_move(sit: Sit, rules: str, fen: str | None, text: str, move: str) -> None:
    player = sit()
    start = {"fen": fen} if fen else {}
    player.open_game(rules, policy="strict", **start)
    settled(player)
    player.write(text)
    expect(player.page.locator(".moves .ply")).to_have_text([move])
    player.go(f"/analysis?rules={rules}" + (f"&fen={fen}" if fen else ""))
    expect(player.board).to_be_visible()
    player.write(text)
    expect(player.page.locator(".moves .ply")).to_have_text([move])


def test_doors_in_the_list_speak_the_readers_language(sit: Sit) -> None:
    said = {"c3": "c3 schließt", "f6": "f6 fällt"}
    for square, words in said.items():
        player = sit(locale="de")
        player.open_game(DOORS["ruleset"], fen=DOORS["fen"])
        settled(player)
        player.click(square)
        expect(player.page.locator(".moves .ply")).to_have_text([words])


# ---------------------------------------------------------------- two people


def test_a_rematch_that_is_not_wanted_is_said(sit: Sit) -> None:
    first, second, game = pair(sit)
    resign(first)
    first.button("Rematch").click()
    second.button("Decline").click()
    expect(first.page.get_by_text("does not want a rematch").first).to_be_visible()
    expect(first.page).to_have_url(re.compile(game))


def test_links_are_copied_again_at_any_time(sit: Sit) -> None:
    player, watcher = sit(permissions=["clipboard-read", "clipboard-write"]), sit()
    player.open_game(GAME["ruleset"], policy="strict", fen=GAME["fen"])
    settled(player)
    player.click(*GAME["white"])
    player.page.locator("summary", has_text="Links to this game").click()
    player.page.get_by_role("button", name="Copy").click()
    expect(player.page.locator(".toasts")).to_contain_text("Copied")
    watcher.go(player.page.evaluate("navigator.clipboard.readText()"))
    watcher.sees("You are watching")


def test_the_shortest_clock(sit: Sit) -> None:
    player = sit()
    player.go("/")
    page = player.page
    page.locator("details summary").first.click()
    page.get_by_label("Clock", exact=True).select_option("own")
    page.get_by_label("Unit").select_option("seconds")
    page.get_by_label("Time", exact=True).fill("15")
    page.get_by_label("Seconds per move").fill("0")
    expect(page.locator("form summary")).to_contain_text("15 s")
    page.get_by_role("button", name="Play now").click()
    settled(player)
    expect(page.get_by_role("timer").last).to_have_text("0:15")
    expect(page.get_by_text("for the first move")).to_be_visible()


def test_the_time_that_is_left_runs_in_the_lists(sit: Sit) -> None:
    clock = {"kind": "fischer", "base": 300_000, "step": 0}
    first, second, game = pair(sit, clock=clock)
    first.click(*GAME["white"])
    second.status("Your move")
    second.click(*GAME["black"])
    first.status("Your move")
    first.go("/")
    entry = first.page.locator(f'.running a[href="/g/{game}"]')
    expect(entry).to_contain_text(re.compile(r"Your move · 4:\d\d left"))
    before = entry.inner_text()
    expect(entry).not_to_have_text(before)
    first.go("/archive")
    row = first.page.locator("li button.game").first
    expect(row).to_contain_text("Your move")
    before = row.inner_text()
    expect(row).not_to_have_text(before)
