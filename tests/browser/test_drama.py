"""The drama of the five games: nobody loses a piece, a move or a right without a word."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import PHONE, Player
from tests.browser.test_honesty import DOORS, DRAMA, MOVING, middle, settled
from tests.browser.test_link import pair


def ruling(player: Player, *words: str) -> None:
    for text in words:
        expect(player.page.locator(".ruling")).to_contain_text(text)


def missed(sit: Sit, policy: str = "pointed_out", **more: Any) -> tuple[Player, Player, str]:
    first, second, game = pair(sit, fen=DRAMA["missed"], policy=policy, **more)
    first.click(*DRAMA["wrong"])
    second.status("Your move")
    return first, second, game


# ---------------------------------------------------------------- huffed, lost, taken back


def test_a_huff_is_explained_to_both_players(sit: Sit) -> None:
    first, second, _ = missed(sit)
    second.button(f"Huff {DRAMA['offender']}").click()
    for player, who in ((first, "You lose"), (second, "White loses")):
        ruling(player, f"Huffed! {who} the piece on c3.", DRAMA["owed"], "R0.")
        expect(player.page.locator('[data-lost="c3"]')).to_be_attached()
        player.page.locator(".ruling").get_by_role("button").first.click()
        expect(player.page.locator(".arrow.owed").first).to_be_attached()
    settled(second)
    second.click("h8", "g7")
    expect(second.page.locator('[data-lost="c3"]')).to_have_count(0)
    expect(second.page.locator(".ruling")).to_have_count(0)
    second.page.locator(".moves .ply.huff").click()
    ruling(second, "Huffed! White loses the piece on c3.")


def test_spectators_hear_of_it_too(sit: Sit) -> None:
    first, watcher = sit(), sit()
    made = first.new_game(DRAMA["huffing"], policy="pointed_out", fen=DRAMA["missed"])
    first.go(f"/g/{made['id']}")
    watcher.go(made["links"]["watch"])
    settled(first)
    first.click(*DRAMA["wrong"])
    first.button("Huff c3").click()
    ruling(watcher, "Huffed! White loses the piece on c3.", DRAMA["owed"])


def test_who_comes_later_is_told_of_it_too(sit: Sit) -> None:
    """The mark stays until the next move, also for whoever loads the page anew or has just come."""
    first, second, game = missed(sit)
    second.button(f"Huff {DRAMA['offender']}").click()
    ruling(first, "Huffed! You lose the piece on c3.")
    watcher = sit()
    watcher.go(second.get(f"/api/games/{game}/links")["watch"])
    first.page.reload()
    for player, who in ((first, "You lose"), (watcher, "White loses")):
        ruling(player, f"Huffed! {who} the piece on c3.", DRAMA["owed"])
        expect(player.page.locator('[data-lost="c3"]')).to_be_attached()
    settled(second)
    second.click("h8", "g7")
    for player in (first, watcher):
        expect(player.page.locator("[data-lost]")).to_have_count(0)
        expect(player.page.locator(".ruling")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_everything_freezes_before_the_piece_is_blown_away(sit: Sit, phone: bool) -> None:
    player = sit(**MOVING, **({"viewport": PHONE} if phone else {}))
    player.open_game(DRAMA["huffing"], policy="pointed_out", fen=DRAMA["missed"])
    settled(player)
    player.click(*DRAMA["wrong"])
    player.button("Huff c3").click()
    expect(player.page.locator(".verdict")).to_contain_text(DRAMA["owed"])
    expect(player.page.locator(".arrow.owed")).to_be_attached()
    assert player.page.locator(".piece").count() == 4, "it has not gone yet"
    card = player.page.locator(".verdict").bounding_box()
    assert card
    for square in ("c3", "d4", "e5"):
        place = player.square(square).bounding_box()
        assert place
        assert card["y"] + card["height"] <= place["y"], f"the card lies on {square}, of which it speaks"
    assert not player.page.locator(".moves .ply.huff").count(), "and nothing is listed yet"
    expect(player.page.locator(".moves .ply.huff")).to_have_count(1)
    expect(player.page.locator(".verdict")).to_have_count(0)
    assert player.page.locator(".piece").count() == 3


def test_a_piece_that_the_book_takes_leaves_a_mark_and_an_entry(sit: Sit) -> None:
    player = sit()
    player.open_game(DRAMA["automatic"], fen=DRAMA["missed"])
    settled(player)
    player.click(*DRAMA["wrong"])
    player.empty(DRAMA["offender"])
    ruling(player, "White loses the piece on c3.", DRAMA["owed"], "R1.")
    expect(player.page.locator('[data-lost="c3"]')).to_be_attached()
    settled(player)
    player.click("h8", "g7")
    expect(player.page.locator(".ruling")).to_have_count(0)
    player.page.locator(".moves").get_by_role("button", name="The piece on c3 was lost: why?").click()
    ruling(player, "White loses the piece on c3.", DRAMA["owed"])
    player.page.locator(".ruling").get_by_role("button", name="R1.").first.click()
    expect(player.page.locator("li.marked").first).to_contain_text("R1.")


def test_a_piece_that_the_book_takes_is_missed_by_all(sit: Sit) -> None:
    """The one who loses it, the one who gains by it and the one who looks on read the same."""
    first, second, game = pair(sit, DRAMA["automatic"], fen=DRAMA["missed"], policy="pointed_out")
    watcher = sit()
    watcher.go(first.get(f"/api/games/{game}/links")["watch"])
    settled(watcher)
    first.click(*DRAMA["wrong"])
    for player, who in ((first, "You lose"), (second, "White loses"), (watcher, "White loses")):
        ruling(player, f"{who} the piece on c3.", DRAMA["owed"], "R1.")
        expect(player.page.locator('[data-lost="c3"]')).to_be_attached()
        expect(player.page.locator(".moves .ply.huff")).to_have_text("✕ c3 lost")


def test_a_demand_to_take_back_is_explained_to_the_offender(sit: Sit) -> None:
    first, second, game = missed(sit)
    watcher = sit()
    watcher.go(first.get(f"/api/games/{game}/links")["watch"])
    settled(watcher)
    second.button("Demand the right move").click()
    all_three = ((first, "You"), (second, "White"), (watcher, "White"))
    for player, who in all_three:
        ruling(player, f"{who} must take the move back and play a correct one.", DRAMA["owed"], "R0.")
        player.holds("g3", "White man")
    first.status("Your move")
    settled(first)
    first.click("c3", "e5")
    for player, who in all_three:
        expect(player.page.locator(".moves .ply")).to_have_count(3)
        expect(player.page.locator(".ruling")).to_have_count(0)
        player.page.locator(".moves .ply.takeback").click()
        ruling(player, f"{who} must take the move back and play a correct one.", DRAMA["owed"])


def test_everything_freezes_before_a_move_goes_back(sit: Sit) -> None:
    player = sit(**MOVING)
    player.open_game(DRAMA["huffing"], policy="pointed_out", fen=DRAMA["missed"])
    settled(player)
    player.click(*DRAMA["wrong"])
    player.button("Demand the right move").click()
    expect(player.page.locator(".verdict")).to_contain_text("must take the move back")
    expect(player.page.locator(".arrow.owed")).to_be_attached()
    player.holds("h4", "White man")
    assert not player.page.locator(".moves .ply.takeback").count(), "and nothing is listed yet"
    expect(player.page.locator(".moves .ply.takeback")).to_have_count(1)
    player.holds("g3", "White man")


# ---------------------------------------------------------------- claims in a silent game


def test_a_false_claim_is_told_to_both(sit: Sit) -> None:
    first, second, game = pair(sit, fen="W:Wc3,g3:Bb6,h8", policy="silent")
    watcher = sit()
    watcher.go(first.get(f"/api/games/{game}/links")["watch"])
    settled(watcher)
    first.click("g3", "h4")
    second.status("Your move")
    second.button("Huff!").click()
    expect(second.page.get_by_text("Tap the piece that should have captured.")).to_have_count(1)
    second.click("c3")
    expect(second.page.locator(".why")).to_contain_text("No capture was missed")
    told = "claimed a missed capture, but there was none."
    for player in (first, watcher):
        expect(player.page.locator(".toasts")).to_contain_text(f"Black {told}")
    for player, who in ((first, "Black"), (second, "You"), (watcher, "Black")):
        expect(player.page.locator("[aria-live=assertive]")).to_have_text(f"{who} {told}")
    second.status("Your move")


def test_the_wrong_piece_is_put_right_and_the_right_one_may_be_named(sit: Sit) -> None:
    first, second, _ = missed(sit, policy="silent")
    second.button("Huff!").click()
    second.click("h4")
    said = "The offence was not that of the piece on h4: only the one on c3 may be huffed."
    expect(second.page.locator(".why")).to_contain_text(said)
    second.button("Huff!").click()
    second.keys("c3")
    second.empty("c3")
    expect(second.page.locator(".why")).to_have_count(0)
    ruling(first, "Huffed! You lose the piece on c3.")


# ---------------------------------------------------------------- doors and knobs


def knob(player: Player, name: str) -> tuple[float, float]:
    return middle(player.page.locator(f'[data-knob="{name}"] .grasp'))


@pytest.mark.parametrize("phone", [False, True])
def test_knobs_show_what_they_do_and_do_it(sit: Sit, phone: bool) -> None:
    player = sit(**({"viewport": PHONE} if phone else {}))
    player.open_game(DOORS["ruleset"], fen=DOORS["fen"])
    settled(player)
    signs = {kind: player.page.locator(f".target.{kind}") for kind in ("open", "close", "drop")}
    expect(signs["close"]).to_have_count(1)
    expect(signs["drop"]).to_have_count(2)
    x, y = knob(player, "G2")
    player.page.mouse.move(x, y)
    player.page.mouse.down()
    player.page.mouse.up()
    for door in ("b6", "f6"):
        expect(player.page.locator(f'[data-door="{door}"].moving')).to_be_attached()
    expect(player.page.locator(".piece.doomed")).to_have_count(2)
    scale = player.square("f6").bounding_box()
    assert scale
    player.page.mouse.down()
    player.page.mouse.move(x + scale["width"] * 0.2, y, steps=4)
    expect(player.page.locator(".door.moving")).to_have_count(1)
    expect(player.page.locator('[data-door="f6"].moving')).to_be_attached()
    player.page.mouse.up()
    player.holds("f6", "empty, open trapdoor")
    player.status("Black to move")


def test_who_has_to_spin_first_is_told_so(sit: Sit) -> None:
    player = sit()
    player.open_game(DOORS["ruleset"])
    expect(player.page.locator(".moves")).to_contain_text("Spin the wheel")
    expect(player.page.locator(".moves")).not_to_contain_text("Tap a piece")


def test_a_second_tap_closes_the_only_door(sit: Sit) -> None:
    player = sit()
    player.open_game(DOORS["ruleset"], fen=DOORS["fen"])
    settled(player)
    for _ in range(2):
        player.page.mouse.click(*knob(player, "G1"))
    player.holds("c3", "empty, closed trapdoor")


def test_doors_are_opened_by_keyboard(sit: Sit) -> None:
    player = sit()
    player.open_game(DOORS["ruleset"], fen=DOORS["fen"])
    settled(player)
    player.keys("f6")
    player.holds("f6", "empty, open trapdoor")
    spoken = player.page.locator("[aria-live=assertive]")
    expect(spoken).to_have_text("White: trapdoor f6 opens, piece on f6 falls.")


def test_doors_name_what_a_press_does(sit: Sit) -> None:
    player = sit()
    player.open_game(DOORS["ruleset"], fen=DOORS["fen"])
    settled(player)
    expect(player.square("c3")).to_have_attribute("aria-label", "c3, empty, open trapdoor, can be closed")
    expect(player.square("f6")).to_have_attribute(
        "aria-label", "f6, Black man, closed trapdoor, can be opened: the piece falls"
    )


# ---------------------------------------------------------------- touch-move


def test_against_the_computer_touching_binds_only_who_wants_it(sit: Sit) -> None:
    player = sit()
    player.go(f"/?rules={DRAMA['touching']}")
    player.page.locator("summary").filter(has_text="More").last.click()
    expect(player.page.get_by_label("Touch-move")).not_to_be_checked()
    game = player.open_game(DRAMA["touching"], kind="computer", level=1)
    assert player.get(f"/api/games/{game}")["game"]["touch_move"] is False
    asked = player.open_game(DRAMA["touching"], kind="computer", level=1, touch_move=True)
    assert player.get(f"/api/games/{asked}")["game"]["touch_move"] is True


def test_a_touched_piece_stays_marked_and_the_hint_warns(sit: Sit) -> None:
    player = sit()
    player.open_game(DRAMA["touching"], policy="strict", touch_move=True)
    settled(player)
    player.sees("a piece you touch must be moved")
    game = player.page.url.rsplit("/", 1)[1]
    square = player.state(game)["choices"][0]["path"][0]
    player.click(square)
    expect(player.page.locator(f'[data-touched="{square}"]')).to_be_attached()
    player.page.keyboard.press("Escape")
    expect(player.page.locator(f'[data-touched="{square}"]')).to_be_attached()
    player.status(f"{square}")


# ---------------------------------------------------------------- towers


def test_a_tower_of_six_can_be_read_on_the_board(sit: Sit) -> None:
    """Every stone has an edge of its own, as high as the one below and above it."""
    player = sit()
    player.open_game(DATA["points"]["ruleset"], fen="W:We3[wwwbbb],a1:Bh8")
    settled(player)
    edges = player.page.locator(".column.white .stacked .foot").all()
    assert len(edges) == 6
    tops = sorted(box["y"] for edge in edges if (box := edge.bounding_box()))
    side = player.square("e3").bounding_box()
    assert side
    gaps = [later - earlier for earlier, later in itertools.pairwise(tops)]
    assert all(gap >= side["width"] * 0.12 for gap in gaps)
    milled = player.page.locator(".column.white .belt.milled")
    expect(milled).to_have_count(3)
