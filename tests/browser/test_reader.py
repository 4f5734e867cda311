"""What somebody hears who does not see the board, in three languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit


@pytest.mark.parametrize("case", DATA["heard"], ids=lambda case: f"{case['ruleset']}-{case['lang']}")
def test_squares_and_moves_are_spoken(case: dict[str, Any], sit: Sit) -> None:
    player = sit(locale=case["lang"])
    player.open_game(case["ruleset"], fen=case["fen"], policy="strict")
    for square, name in case["before"].items():
        player.says(square, name)
    player.click(*case["path"])
    expect(player.page.locator("[aria-live=assertive]")).to_have_text(case["spoken"])
    for square, name in case["after"].items():
        player.says(square, name)


def test_one_tab_stop_and_no_picture_round_the_board(sit: Sit) -> None:
    player = sit()
    player.open_game(DATA["four"]["ruleset"], fen=DATA["four"]["fen"], policy="strict")
    expect(player.page.locator('[role=gridcell][tabindex="0"]')).to_have_count(1)
    expect(player.page.locator("[role=img] [role=grid]")).to_have_count(0)
    cells = player.page.get_by_role("gridcell")
    expect(cells).to_have_count(32)


def test_questions_by_letter(sit: Sit) -> None:
    """o: what stands here; m: where can it go; v: the last move."""
    player = sit()
    four = DATA["four"]
    player.open_game(four["ruleset"], fen=four["fen"], policy="strict")
    whisper = player.page.locator("svg.board ~ [aria-live=polite]")
    player.square(four["path"][0]).focus()
    player.page.keyboard.press("o")
    expect(whisper).to_have_text(f"{four['path'][0]}, White king, can move")
    player.page.keyboard.press("m")
    expect(whisper).to_have_text(f"{four['path'][0]} may go to {four['path'][-1]}")
    player.page.keyboard.press("Enter")
    expect(player.square(four["path"][0])).to_have_attribute("aria-selected", "true")
    player.page.keyboard.press("Escape")
    expect(player.square(four["path"][0])).to_have_attribute("aria-selected", "false")


def test_a_tower_can_be_looked_into(sit: Sit) -> None:
    player = sit()
    scene = next(one for one in DATA["portrait"] if "[" in one["fen"])
    player.open_game(scene["ruleset"], fen=scene["fen"])
    player.square("c3").focus()
    player.page.keyboard.press("x")
    column = player.page.get_by_role("region", name="The tower on c3")
    expect(column.get_by_role("listitem")).to_have_count(3)
    expect(column).to_contain_text("2 prisoners")


def test_a_tower_reached_by_keyboard_is_looked_into(sit: Sit) -> None:
    scene = next(scene for scene in DATA["portrait"] if "[" in scene["fen"])
    square, column = re.findall(r"([a-h][1-8])\[(\w{3,})\]", scene["fen"])[0]
    alone = re.findall(r"([a-h][1-8])(?=[,:]|$)", scene["fen"])[0]
    player = sit()
    player.open_game(scene["ruleset"], fen=scene["fen"])
    inspector = player.page.locator(".inspector")
    player.square(alone).focus()
    player.page.keyboard.type(square)
    expect(inspector.locator("li")).to_have_count(len(column))
    player.page.keyboard.type(alone)
    expect(inspector).to_have_count(0)
