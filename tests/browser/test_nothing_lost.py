"""Nothing gets lost, nothing misleads: files, reloads, house rules, links, offers, names."""

from __future__ import annotations

import json
import re
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import Request, expect

from crowned.game import Game
from crowned.notation import pdn
from crowned.position import ruleset
from tests.browser.conftest import DATA, Sit
from tests.browser.player import PHONE, Player
from tests.browser.test_link import GAME, pair
from tests.notation.play import random_game


def import_text(player: Player, text: str) -> None:
    player.page.locator("summary", has_text="Import").click()
    player.page.get_by_label("Paste a PDN game").fill(text)
    player.button("Load").click()


def tree_moves(player: Player) -> list[str]:
    return player.page.locator(".moves .ply").all_inner_texts()


# ---------------------------------------------------------------- files and reloads


def long_game() -> str:
    game = Game(ruleset("international"))
    while game.outcome is None and len(game.history) < 53:
        game.play(game.moves()[0])
    return pdn.write(game, {"White": "Anna", "Black": "Bert"})


def test_a_file_decides_its_rules_and_is_asked_for_once(sit: Sit) -> None:
    player = sit()
    player.go("/analysis?rules=turm")
    expect(player.board).to_be_visible()
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url) if _asks(request) else None)
    import_text(player, long_game())
    expect(player.page.get_by_role("combobox", name="Rules")).to_have_value("international")
    expect(player.page.locator(".moves .ply")).to_have_count(53)
    for _ in range(20):
        player.page.keyboard.press("ArrowRight")
    expect(player.page.locator(".moves [aria-current]")).to_have_count(1)
    assert len([url for url in asked if "/api/" in url]) == 1, asked


def _asks(request: Request) -> bool:
    return "/api/analysis" in request.url or "/api/import" in request.url


def test_what_was_imported_is_exported_as_it_was(sit: Sit) -> None:
    text = pdn.write(random_game(ruleset("koenig"), 11, actions=30), {"White": "Anna", "Black": "Bert"})
    player = sit()
    player.go("/analysis?rules=russian")
    expect(player.board).to_be_visible()
    import_text(player, text)
    expect(player.page.get_by_role("combobox", name="Rules")).to_have_value("koenig")
    with player.page.expect_download() as saved:
        player.button("Game as PDN").click()
    assert Path(saved.value.path()).read_text("utf-8") == text


def test_an_analysis_survives_reload_back_and_forward(sit: Sit) -> None:
    player = sit()
    player.go("/analysis?rules=russian")
    expect(player.board).to_be_visible()
    player.write("cd4")
    expect(player.page.locator(".moves .ply")).to_have_count(1)
    player.write("f6-g5")
    expect(player.page.locator(".moves .ply")).to_have_count(2)
    player.holds("g5", "Black man")
    player.page.reload()
    expect(player.page.locator(".moves .ply")).to_have_count(2)
    player.holds("g5", "Black man")
    import_text(player, '[FEN "W:W31-50:B1-20"]\n1. 32-28 *')
    expect(player.page.locator(".moves .ply")).to_have_count(1)
    player.page.go_back()
    expect(player.page.locator(".moves .ply")).to_have_count(2)
    player.holds("g5", "Black man")
    player.page.go_forward()
    expect(player.page.locator(".moves .ply")).to_have_count(1)
    player.page.get_by_role("link", name="Learn").click()
    player.page.go_back()
    expect(player.page.locator(".moves .ply")).to_have_count(1)


def test_the_rule_builder_survives_a_reload(sit: Sit) -> None:
    player = sit()
    player.go("/house?base=blasen")
    page = player.page
    page.get_by_label("Name of your rules").fill("Grandma’s")
    page.get_by_text("Kings", exact=True).first.click()
    page.get_by_label("Range of the king").select_option("short")
    expect(page.get_by_text("1 rule changed")).to_be_visible()
    page.reload()
    expect(page.get_by_text("1 rule changed")).to_be_visible()
    expect(page.get_by_label("Name of your rules")).to_have_value("Grandma’s")


# ---------------------------------------------------------------- house rules


def test_house_rules_keep_their_name_and_rules(sit: Sit) -> None:
    first, second = sit(), sit()
    rules = {"id": "blasen", "options": {"men_back": True}, "title": "Grandma’s draughts"}
    first.post("/api/session", {})
    made = first.post("/api/games", {"rules": rules, "kind": "friend", "side": "white"})
    second.go(made["links"]["join"])
    second.sees("Grandma’s draughts")
    about = first.get("/api/rulesets/blasen")["rules"]["about"]["en"]
    expect(second.page.locator("main")).not_to_contain_text(about)
    second.sees("What is played differently")
    changed = second.page.locator("section li").first.inner_text()
    second.button("Read the rules").click()
    expect(second.page.get_by_role("region", name="Rules")).to_contain_text(changed)
    second.button("Play").click()
    expect(second.page).to_have_title(re.compile("Grandma’s draughts"))
    second.go("/archive")
    second.sees("Grandma’s draughts")


# ---------------------------------------------------------------- two people


def test_both_players_are_brought_to_the_rematch(sit: Sit) -> None:
    first, second, game = pair(sit)
    first.click(*GAME["white"])
    second.status("Your move")
    second.button("Resign").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    first.sees("You win!")
    first.button("Rematch").click()
    second.page.set_viewport_size(PHONE)
    second.sees("would like a rematch")
    box = second.button("Accept").bounding_box()
    assert box
    assert box["y"] + box["height"] <= PHONE["height"], "the question is on the first screen"
    second.button("Accept").click()
    for player in (first, second):
        expect(player.page).not_to_have_url(re.compile(game))
        expect(player.board).to_be_visible()
    assert first.page.url == second.page.url


def friends(sit: Sit, rules: str) -> tuple[Player, Player]:
    first, second = sit(), sit()
    made = first.new_game(rules, kind="friend", side="white")
    first.go(f"/g/{made['id']}")
    second.go(made["links"]["join"])
    second.button("Play").click()
    first.status("Your move")
    return first, second


def test_the_join_link_again_and_links_at_any_time(sit: Sit) -> None:
    first, second, watcher = sit(), sit(), sit()
    made = first.new_game(GAME["ruleset"], kind="friend", policy="strict", side="white", fen=GAME["fen"])
    first.go(f"/g/{made['id']}")
    field = first.page.get_by_label("Link for your opponent")
    expect(field).to_have_value(re.compile(re.escape(made["links"]["join"])))
    second.go(made["links"]["join"])
    second.button("Play").click()
    expect(second.board).to_be_visible()
    second.go(made["links"]["join"])
    expect(second.page).to_have_url(re.compile(f"/g/{made['id']}"))
    first.page.locator("summary", has_text="Links to this game").click()
    address = first.page.get_by_label("Link for spectators").input_value()
    watcher.go(address)
    watcher.sees("You are watching")


def test_a_public_game_is_found_and_watched_while_it_runs(sit: Sit) -> None:
    first, stranger = sit(), sit()
    game = first.open_game(GAME["ruleset"], public=True, policy="strict", fen=GAME["fen"])
    stranger.go("/archive?scope=public&result=open")
    stranger.page.locator(f'a[href="/g/{game}"]').click()
    stranger.sees("You are watching")
    first.click(*GAME["white"])
    stranger.holds(GAME["white"][-1], "White man")


def test_what_is_declined_is_said_and_not_asked_again(sit: Sit) -> None:
    first, second = friends(sit, "russian")
    first.click("c3", "b4")
    second.status("Your move")
    first.button("Offer a draw").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    second.button("Decline").click()
    expect(first.page.get_by_text("declines the draw").first).to_be_visible()
    expect(first.button("Offer a draw")).to_be_disabled()


def test_the_computer_answers_a_draw_offer_and_has_a_name(sit: Sit) -> None:
    player = sit()
    player.open_game("russian", kind="computer", level=2, side="white")
    player.button("Offer a draw").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(player.page.get_by_text("Computer, strength 2 declines the draw").first).to_be_visible()
    player.go("/archive")
    player.sees("Computer, strength 2")
    player.go("/")
    expect(player.page.locator(".running")).to_contain_text("Computer, strength 2")
    expect(player.page.locator(".running")).to_contain_text("Your move")
    expect(player.page).to_have_title(re.compile(r"^\(\d+\) "))


def test_clocks_wait_for_the_first_move(sit: Sit) -> None:
    clock = {"kind": "fischer", "base": 300_000, "step": 0}
    first, second, _ = pair(sit, clock=clock)
    expect(first.page.get_by_text("for the first move")).to_be_visible()
    expect(first.page.get_by_role("timer").last).to_have_text("5:00")
    first.click(*GAME["white"])
    expect(second.page.get_by_text("for the first move")).to_be_visible()
    second.click(*GAME["black"])
    expect(first.page.get_by_text("for the first move")).to_have_count(0)
    expect(first.page.get_by_role("timer").last).to_contain_text("4:5")


# ---------------------------------------------------------------- people


def test_two_at_one_device_are_called_as_their_game_calls_them(sit: Sit) -> None:
    player = sit()
    points = DATA["points"]
    player.open_game(points["ruleset"], fen="W:Wa1,Kc1:Bh8,Kf8")
    player.go("/")
    expect(player.page.locator(".running")).to_contain_text("One device · Black-white to move")
    player.open_game(points["ruleset"], fen=points["fen"])
    player.click(*points["winning"])
    player.sees("Black-white wins")
    player.go("/archive")
    expect(player.page.get_by_role("button", name=re.compile("Black-white won"))).to_have_count(1)
    player.sees("Black-white to move")


def test_an_example_of_a_move_names_squares_as_the_game_does(sit: Sit) -> None:
    player = sit()
    for rules, example in (("international", "32-28"), ("koenig", "c3-d4")):
        player.open_game(rules)
        hint = player.page.get_by_label("Type a move").get_attribute("placeholder")
        assert example in str(hint)


def test_an_archive_without_games_is_an_invitation(sit: Sit) -> None:
    player = sit()
    player.go("/archive")
    player.sees("Your games will appear here.")
    expect(player.page.get_by_role("alert")).to_have_count(0)
    expect(player.page.get_by_role("link", name="Play now")).to_be_visible()
    expect(player.page.get_by_role("button", name="Search")).to_have_count(0)
    player.page.get_by_role("button", name="Public games").click()
    expect(player.page.get_by_role("button", name="Search")).to_be_visible()


def test_logged_out_in_another_tab_is_said_at_once(sit: Sit) -> None:
    player = sit()
    name = f"Tab{secrets.token_hex(4)}"
    player.post("/api/session", {})
    player.post("/api/account", {"name": name, "password": "correct horse battery"})
    player.go("/settings")
    expect(player.page.get_by_role("link", name=name)).to_be_visible()
    other = player.context.new_page()
    other.goto("/account")
    other.get_by_role("button", name="Log out").click()
    notice = player.page.get_by_role("alert")
    expect(notice).to_contain_text("logged out in another tab")
    notice.get_by_role("link", name="Log in again").click()
    expect(player.page).to_have_url(re.compile("/account"))


def test_a_guest_has_a_name_and_all_his_data(sit: Sit) -> None:
    player = sit()
    player.post("/api/session", {})
    player.go("/account")
    player.page.get_by_label("Your name as others see it").fill("Ann next door")
    player.button("Use this name").click()
    player.sees("You play as Ann next door.")
    with player.page.expect_download() as saved:
        player.button("Download all my data").click()
    assert json.loads(Path(saved.value.path()).read_text("utf-8"))["name"] == "Ann next door"


def test_clocks_as_one_likes(sit: Sit) -> None:
    player = sit()
    player.go("/")
    page = player.page
    page.locator("details summary").first.click()
    page.get_by_label("Clock", exact=True).select_option("own")
    page.get_by_label("Time control").select_option("per_move")
    page.get_by_label("Time", exact=True).fill("14")
    page.get_by_label("Unit").select_option("days")
    expect(page.get_by_text("14 days per move").first).to_be_visible()
    page.get_by_role("button", name="Play", exact=False).first.click()
    expect(player.board).to_be_visible()
    game = page.url.rpartition("/")[2]
    assert player.get(f"/api/games/{game}")["game"]["clock"] == {
        "kind": "per_move",
        "base": 14 * 86_400_000,
        "step": 0,
    }


def test_unknown_pages_lead_on(sit: Sit) -> None:
    player = sit()
    for path in ("/nothing", "/g/nothing", "/j/forged-token-of-nobody", "/w/forged-token-of-nobody"):
        answer = player.page.goto(path)
        assert answer is not None
        assert answer.status == 404
        expect(player.page.get_by_role("heading", name="Nothing here")).to_be_visible()
        expect(player.page.locator("main").get_by_role("link").first).to_be_visible()
    player.complaints = [line for line in player.complaints if "404" not in line]


# ---------------------------------------------------------------- entering and reading moves

WAYS = ("click", "drag", "keys", "typed", "tap")


@pytest.mark.parametrize("way", WAYS)
def test_ambiguous_captures_are_chosen(sit: Sit, way: str) -> None:
    """The ways are shown one by one, and every way of entering a move can choose one."""
    player = sit(has_touch=way == "tap")
    case = DATA["ambiguous"]
    game = player.open_game(case["ruleset"], fen=case["fen"], policy="strict", touch_move=False)
    choices = player.state(game)["choices"]
    ends = [(c["path"][0], c["path"][-1]) for c in choices]
    start, end = next(two for two in ends if ends.count(two) > 1)
    wanted = [c["text"] for c in choices if (c["path"][0], c["path"][-1]) == (start, end)][1]
    _enter(player, way, start, end)
    group = player.page.get_by_role("group", name="Which way?")
    expect(group.get_by_role("button")).to_have_count(ends.count((start, end)))
    expect(player.page.locator(".arrow.choice:not(.faint)")).to_have_count(1)
    if way in ("click", "drag", "tap"):
        getattr(group.get_by_role("button").nth(1), "tap" if way == "tap" else "click")()
    elif way == "keys":
        player.page.keyboard.press("ArrowRight")
        player.page.keyboard.press("Enter")
    else:
        player.write("2")
    expect(player.page.locator(".moves .ply")).to_have_text([wanted])


def _enter(player: Player, way: str, start: str, end: str) -> None:
    if way == "click":
        player.click(start, end)
    elif way == "tap":
        player.tap(start, end)
    elif way == "drag":
        player.drag(start, end)
    elif way == "keys":
        player.keys(start, end)
    else:
        player.write(f"{start}x{end}")


@pytest.mark.parametrize(("book", "word"), [("blasen", "geblasen"), ("koenig", "gehufft")])
def test_the_move_list_speaks_the_readers_language(sit: Sit, book: str, word: str) -> None:
    player = sit(locale="de")
    player.open_game(book, fen="W:Wc3,h2:Bd4,h8", policy="pointed_out", touch_move=False)
    player.page.get_by_label("Zug eintippen").fill("h2-g3")
    player.page.get_by_label("Zug eintippen").press("Enter")
    player.page.get_by_role("button", name="c3").first.click()
    expect(player.page.locator(".moves .ply.huff")).to_have_text(f"{word} c3")


def test_one_word_means_one_thing_in_a_dialog(sit: Sit) -> None:
    player = sit(locale="de")
    player.open_game(GAME["ruleset"], policy="strict", fen=GAME["fen"])
    player.button("Partie abbrechen").click()
    dialog = player.page.get_by_role("dialog")
    expect(dialog.get_by_role("button")).to_have_text(["Zurück", "Partie abbrechen"])
    dialog.get_by_role("button", name="Zurück").click()
    expect(dialog).to_be_hidden()


def test_the_web_judges_as_the_command_does(sit: Sit) -> None:
    """An offence that the opponent may huff is a blunder here too; the best move has no mark."""
    player = sit()
    rules = ruleset("blasen")
    game = Game(rules, rules.read("W:Wc3,e3,h2:Bd4,a7,h8"))
    moves = [move.text for move in game.playable() if not move.captures]
    asked = {"rules": {"id": "blasen"}, "fen": game.start.fen, "moves": [moves[0]], "milliseconds": 300}
    (judged,) = player.post("/api/analysis/game", asked)["moves"]
    assert judged["mark"] == "??"
    best = {**asked, "moves": [judged["best"]]}
    assert player.post("/api/analysis/game", best)["moves"][0]["mark"] == ""
