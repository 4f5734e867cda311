"""What is on and around the board besides the pieces: numbers, tray, arrows, counts, clauses, room."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import PHONE, Player

NUMBERED, DRAMA = DATA["numbered"], DATA["drama"]
TALL = {"width": 390, "height": 844}


def ways(player: Player, kind: str) -> list[Any]:
    return player.page.locator(f".arrow.{kind}").evaluate_all("all => all.map(one => one.dataset.way)")


def test_numbers_are_drawn_over_the_pieces(sit: Sit) -> None:
    player = sit()
    player.open_game(NUMBERED["ruleset"], fen=NUMBERED["fen"])
    first = "(a, b) => Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)"
    pieces, numbers = player.page.locator("g.pieces"), player.page.locator(".numbers")
    assert pieces.evaluate(f"(one, other) => ({first})(one, other)", numbers.element_handle())
    assert player.page.locator(".numbers text").count() == 50


def test_the_tray_holds_what_was_won(sit: Sit) -> None:
    player = sit()
    four = DATA["four"]
    player.open_game(four["ruleset"], fen=four["fen"], policy="strict")
    expect(player.page.locator(".tray")).to_have_count(0)
    player.click(four["path"][0], four["path"][-1])
    won = player.page.get_by_label("4 pieces won").locator("i")
    expect(won).to_have_count(4)
    assert all(box["width"] >= 8 for one in won.all() if (box := one.bounding_box())), "each can be seen"


def test_a_full_tray_leaves_the_computer_its_name(sit: Sit) -> None:
    player = sit(viewport=PHONE, locale="de")
    four = DATA["four"]
    player.open_game(four["ruleset"], fen=four["fen"], policy="strict")
    player.click(four["path"][0], four["path"][-1])
    bar = player.page.locator(".bar", has=player.page.locator(".tray"))
    bar.evaluate(
        """bar => {
          const tray = bar.querySelector('.tray'), piece = tray.firstElementChild;
          while (tray.children.length < 11) tray.append(piece.cloneNode());
          bar.querySelector('.name').textContent = 'Computer, Stufe 10';
        }"""
    )
    assert bar.locator(".name").evaluate("name => name.scrollWidth <= name.clientWidth")
    assert bar.locator(".tray i").first.evaluate("piece => piece.getBoundingClientRect().width") >= 3


def test_towers_keep_their_prisoners_on_the_board(sit: Sit) -> None:
    player = sit()
    player.open_game(DATA["points"]["ruleset"], fen="W:Wc3:Bd4,h8", policy="strict")
    player.click("c3", "e5")
    expect(player.page.locator(".moves .ply")).to_have_count(1)
    expect(player.page.locator(".tray")).to_have_count(0)


def test_stones_are_counted_and_not_their_towers(sit: Sit) -> None:
    player = sit()
    player.open_game(DATA["points"]["ruleset"], fen="W:Wc3[wwb],a1:Bd4,h8[Bw],f8", policy="strict")
    counts = player.page.locator(".bar .pieces")
    expect(counts).to_have_text(["3 stones1 prisoner", "3 stones1 prisoner"])
    player.click("c3", "e5")
    expect(counts).to_have_text(["2 stones1 prisoner", "3 stones2 prisoners"])


def right_drag(player: Player, start: str, end: str) -> None:
    mouse = player.page.mouse
    mouse.move(*player.middle(start))
    mouse.down(button="right")
    mouse.move(*player.middle(end), steps=4)
    mouse.up(button="right")


def test_arrows_and_rings_are_drawn_with_the_right_button(sit: Sit) -> None:
    player = sit()
    player.open_game(DRAMA["huffing"], policy="strict")
    right_drag(player, "c3", "e5")
    right_drag(player, "d6", "d6")
    assert ways(player, "drawn") == ["c3-e5"]
    expect(player.page.locator('[data-ring="d6"]')).to_be_attached()
    right_drag(player, "c3", "e5")
    assert ways(player, "drawn") == [], "drawn twice it is gone"
    player.click("a3")
    expect(player.page.locator("[data-ring]")).to_have_count(0)
    player.keys_draw("c3", "b4")
    assert ways(player, "drawn") == ["c3-b4"]


def test_arrows_and_rings_are_drawn_with_a_finger_that_stays(sit: Sit) -> None:
    player = sit(viewport=PHONE, has_touch=True)
    player.open_game(DRAMA["huffing"], policy="strict")
    finger = player.page.context.new_cdp_session(player.page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", *player.middle("b6"))
    player.page.wait_for_timeout(700)
    touch("touchMove", *player.middle("c5"))
    touch("touchMove", *player.middle("d4"))
    touch("touchEnd")
    assert ways(player, "drawn") == ["b6-d4"]
    assert player.moves() == []
    touch("touchStart", *player.middle("d4"))
    player.page.wait_for_timeout(700)
    touch("touchEnd")
    expect(player.page.locator('[data-ring="d4"]')).to_be_attached()


def test_the_engine_points_at_its_moves(sit: Sit) -> None:
    player = sit()
    player.go(f"/analysis?rules={DRAMA['huffing']}")
    player.page.get_by_label("Show the engine’s lines").check()
    expect(player.page.locator(".arrow.line")).to_have_count(1)
    expect(player.page.locator(".arrow.other-line").first).to_be_attached()
    player.page.get_by_label("Show the engine’s lines").uncheck()
    expect(player.page.locator(".arrow")).to_have_count(0)


def test_a_running_count_is_told_quietly(sit: Sit) -> None:
    player = sit()
    player.open_game(NUMBERED["ruleset"], fen=NUMBERED["counted"])
    count = player.page.locator(".countdown")
    expect(count).to_contain_text(f"{NUMBERED['moves']} moves until a draw")
    count.locator("summary").click()
    expect(count.locator("p")).to_contain_text(str(NUMBERED["moves"]))
    player.click(*NUMBERED["king"])
    player.click(*NUMBERED["lone"])
    expect(count).to_contain_text(f"{NUMBERED['moves'] - 1} moves until a draw")


def page_of(player: Player) -> Locator:
    return player.page.get_by_role("dialog")


def test_a_clause_shows_its_page_wherever_it_is_cited(sit: Sit) -> None:
    player = sit()
    player.go(f"/rules/{DRAMA['huffing']}")
    player.page.locator("button.clause").first.click()
    expect(page_of(player).locator(".says")).not_to_be_empty()
    expect(page_of(player).locator("svg.board .square").first).to_be_visible()
    english = page_of(player).locator(".says").inner_text()
    page_of(player).get_by_label("Deutsch").check(force=True)
    expect(page_of(player).locator(".says")).not_to_have_text(english)
    player.page.keyboard.press("Escape")
    expect(page_of(player)).to_have_count(0)
    player.open_game(DRAMA["automatic"], fen=DRAMA["missed"], policy="pointed_out")
    player.click(*DRAMA["wrong"])
    player.page.locator(".ruling button.clause").first.click()
    expect(page_of(player).locator(".says")).not_to_be_empty()
    page_of(player).get_by_label("Close").click()
    player.go(f"/learn/{DRAMA['huffing']}")
    player.page.locator("main button.clause").first.click()
    expect(page_of(player).locator(".says")).not_to_be_empty()


SMALL = """() => {
  const within = '.segments label, label.check, .choice';
  const all = [...document.querySelectorAll(`button, select, summary, input, a.button, ${within}`)];
  const shown = (one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled;
  const inText = (one) => one.matches('.clause, .visually-hidden');
  const small = ({ width, height }) => width > 0 && Math.min(width, height) < 43.5;
  return all.filter((one) => shown(one) && !inText(one) && (one.matches('label') || !one.closest(within)))
    .filter((one) => small(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 90));
}"""


def test_there_is_room_for_a_thumb(sit: Sit) -> None:
    player = sit(viewport=TALL, has_touch=True)
    made = player.new_game(DRAMA["huffing"], kind="friend")
    pages = [*DATA["pages"].values(), f"/analysis?rules={DRAMA['huffing']}", "/house", made["links"]["watch"]]
    for path in pages:
        player.go(path)
        expect(player.page.locator("main h1").first).to_be_attached()
        expect(player.page.locator("main [role=status]", has_text="…")).to_have_count(0)
        assert player.page.evaluate(SMALL) == [], path
        large_squares(player)
    player.complaints = [line for line in player.complaints if "404" not in line]
    player.open_game(DRAMA["huffing"], fen=DRAMA["missed"], policy="pointed_out")
    player.click(*DRAMA["wrong"])
    expect(player.page.locator(".moves .ply")).to_have_count(1)
    assert player.page.evaluate(SMALL) == []
    large_squares(player)
    visitor = sit(viewport=TALL, has_touch=True)
    visitor.go(made["links"]["join"])
    expect(visitor.button("Play")).to_be_visible()
    assert visitor.page.evaluate(SMALL) == []


def test_a_finger_leaves_no_button_that_looks_pressed(sit: Sit) -> None:
    """What comes to lie under the finger that pressed Play looks like its neighbours."""
    player = sit(viewport=TALL, has_touch=True, is_mobile=True)
    player.go("/")
    player.page.get_by_role("button", name="Play now").tap()
    tools = player.page.locator(".tools button:enabled")
    expect(tools.nth(1)).to_be_visible()
    player.page.wait_for_timeout(300)
    looks = tools.evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundColor)")
    assert len(set(looks)) == 1, looks


def test_no_row_of_the_move_list_is_cut_in_half(sit: Sit) -> None:
    player = sit()
    player.open_game(DRAMA["huffing"], fen="W:WKa1:BKh8", policy="strict")
    for _ in range(5):
        for path in (("a1", "b2"), ("h8", "g7"), ("b2", "a1"), ("g7", "h8")):
            player.click(*path)
            expect(player.square(path[1])).not_to_have_attribute("aria-label", re.compile("empty"))
    moves = player.page.locator(".moves")
    assert moves.evaluate("list => list.scrollHeight > list.clientHeight")
    assert moves.evaluate("list => list.clientHeight % list.querySelector('li').offsetHeight") == 0


def large_squares(player: Player) -> None:
    """Where there is a board of eight by eight to play on, a finger can hit its squares."""
    if player.square("c3").count():
        box = player.square("c3").bounding_box()
        assert box is not None
        assert box["width"] >= 43.9


@pytest.mark.parametrize("lang", ["de", "nl", "en"])
@pytest.mark.parametrize("viewport", [TALL, PHONE], ids=["tall", "short"])
def test_the_answer_to_an_offence_is_on_the_first_screen(
    sit: Sit, viewport: dict[str, int], lang: str
) -> None:
    player = sit(viewport=viewport, has_touch=True, locale=lang)
    player.open_game(DRAMA["huffing"], fen=DRAMA["missed"], policy="pointed_out")
    player.tap(*DRAMA["wrong"])
    answers = player.page.locator(".answers button")
    expect(answers.first).to_be_visible()
    boxes = [one.bounding_box() for one in answers.all()]
    assert len(boxes) >= 2
    assert all(box and box["y"] + box["height"] <= viewport["height"] for box in boxes), boxes
