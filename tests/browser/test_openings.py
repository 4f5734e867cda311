"""The analysis: what the first moves are worth, one pointed at, one played; an engine that is asked again."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

import crowned
from crowned.engine import book
from tests.browser.conftest import Sit
from tests.server.client import Server

NAMES = [name for name in crowned.ruleset_ids() if book.place_of(name).exists()]
PLAIN = next(name for name in NAMES if not crowned.ruleset(name).sliders)
TOUCH = next(name for name in NAMES if crowned.ruleset(name).spec.touch_move)
DOORS = next(name for name in NAMES if crowned.ruleset(name).sliders)


def known_at_the_start(name: str) -> tuple[book.BookMove, ...]:
    rules = crowned.ruleset(name)
    found = book.shipped(rules.id, rules.fingerprint)
    assert found is not None
    start = rules.start()
    return found.moves(start.with_spin("black") if start.must_spin else start)


def test_every_first_move_has_its_worth_and_can_be_played(sit: Sit, server: Server) -> None:
    best, *others = known_at_the_start(PLAIN)
    player = sit(server.origin)
    player.go(f"/analysis?rules={PLAIN}")
    panel = player.page.locator("section", has=player.page.get_by_role("heading", name="Openings"))
    expect(panel.get_by_role("button")).to_have_count(1 + len(others))
    first = panel.get_by_role("button").first
    expect(first).to_have_text(
        re.compile(rf"{re.escape(best.move.text)}.*{round(best.score.expected * 100)} %")
    )
    expect(player.page.locator(".board .arrow")).to_have_count(0)
    first.hover()
    expect(player.page.locator(".board .arrow")).to_have_count(1)
    first.click()
    expect(player.page.locator(".moves [aria-current]")).to_contain_text(best.move.text)
    expect(player.page.locator(f'.board .arrow[data-way="{"-".join(best.move.path)}"]')).to_have_count(0)
    expect(panel).to_be_visible()
    expect(panel.get_by_role("button").first).not_to_have_text(re.compile(re.escape(best.move.text)))


def test_an_arrow_goes_with_the_position_it_was_drawn_for(sit: Sit, server: Server) -> None:
    """The row that the mouse rests on is gone where the book ends, and nobody is told that it was left."""
    player = sit(server.origin)
    player.go(f"/analysis?rules={PLAIN}")
    rows = player.page.locator(".track")
    for ply in range(1, 60):
        expect(rows.first).to_be_visible()
        rows.last.click()
        expect(player.page.locator(".moves .ply")).to_have_count(ply)
        if not rows.count():
            break
    player.page.keyboard.press("ArrowLeft")
    rows.last.hover()
    expect(player.page.locator(".board .arrow")).to_have_count(1)
    player.page.keyboard.press("ArrowRight")
    expect(rows).to_have_count(0)
    expect(player.page.locator(".board .arrow")).to_have_count(0)


def test_touching_pieces_is_not_offered_one_by_one(sit: Sit, server: Server) -> None:
    """Two buttons a piece would push the moves off the screen of a phone."""
    player = sit(server.origin)
    player.go(f"/analysis?rules={TOUCH}")
    expect(player.page.get_by_role("heading", name="Moves")).to_be_visible()
    expect(player.page.get_by_role("button", name=re.compile("touched|adjusted"))).to_have_count(0)
    piece = crowned.ruleset(TOUCH).start().moves()[0].source
    box = player.page.get_by_label("Type a move")
    box.fill(f"touch {piece}")
    box.press("Enter")
    expect(player.page.locator(".moves [aria-current]")).to_contain_text(f"{piece} touched")


def test_with_a_wheel_the_moves_come_after_the_spin(sit: Sit, server: Server) -> None:
    player = sit(server.origin)
    player.go(f"/analysis?rules={DOORS}")
    heading = player.page.get_by_role("heading", name="Openings")
    spin = player.page.get_by_role("button", name="The wheel shows: move")
    expect(spin).to_be_visible()
    expect(heading).to_have_count(0)
    spin.click()
    expect(heading).to_be_visible()


def test_an_engine_that_did_not_answer_can_be_asked_again(sit: Sit, server: Server) -> None:
    player = sit(server.origin)
    failed: list[str] = []

    def once(route: Route) -> None:
        if failed:
            route.continue_()
            return
        failed.append(route.request.url)
        route.fulfill(
            status=503, json={"code": "no_engine", "text": "The engine does not answer.", "faults": []}
        )

    player.page.route("**/api/analysis/lines", once)
    player.go(f"/analysis?rules={PLAIN}")
    player.page.get_by_label("Show the engine").check()
    alert = player.page.get_by_role("alert").filter(has_text="The engine does not answer.")
    expect(alert).to_be_visible()
    alert.get_by_role("button", name="Try again").click()
    expect(player.page.locator(".line strong").first).to_be_visible(timeout=15_000)
    expect(alert).to_have_count(0)
    player.complaints = [line for line in player.complaints if "503" not in line]


def test_where_no_book_reaches_there_is_no_panel(sit: Sit, server: Server) -> None:
    player = sit(server.origin)
    player.go(f"/analysis?rules={PLAIN}&fen=W:Wc1:Bh8")
    expect(player.page.get_by_role("heading", name="Engine")).to_be_visible()
    expect(player.page.get_by_role("heading", name="Openings")).to_have_count(0)
