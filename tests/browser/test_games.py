"""A whole game of each rulebook on the screen, from the first move to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import Player

LONGEST = 400
"""Actions after which a game is called off as a draw; random play rarely needs a third of it."""


def wish(choices: list[dict[str, Any]], dice: random.Random) -> dict[str, Any]:
    """Captures and crownings first, so that games come to an end."""
    return max(choices, key=lambda choice: (len(choice["captures"]), choice["crowns"], dice.random()))


def act(player: Player, state: dict[str, Any], dice: random.Random) -> None:
    """Does one thing the way a person would."""
    if state["must_spin"]:
        player.button("Spin the wheel").click()
        return
    choice = wish(state["choices"], dice)
    if choice["path"]:
        player.click(*choice["path"])
    else:
        player.write(choice["text"])


def version(player: Player, game: str) -> int:
    return int(player.get(f"/api/games/{game}")["v"])


@pytest.mark.parametrize("ruleset", DATA["books"]["ids"])
def test_whole_game(ruleset: str, sit: Sit) -> None:
    player = sit()
    player.settings(auto="never")
    game = player.open_game(ruleset, policy="strict", touch_move=False)
    dice = random.Random(7)
    for _ in range(LONGEST):
        state = player.state(game)
        if state["outcome"]:
            break
        before = state["ply"]
        expect(player.page.locator(".status")).not_to_contain_text("saved")
        act(player, state, dice)
        expect(player.page.locator(f'.game[data-ply="{before + 1}"]')).to_be_attached()
    else:
        player.button("Resign").click()
        player.page.get_by_role("dialog").get_by_role("button").last.click()
    expect(player.page.locator(".ending h2")).to_be_visible()
    expect(player.page.locator(".ending")).to_contain_text("New game")
    check_record(player, game)


def check_record(player: Player, game: str) -> None:
    """What the screen shows is what the server has."""
    snapshot = player.get(f"/api/games/{game}")
    board = snapshot["state"]["at"]["board"]
    for square, column in board.items():
        side = "white" if column[0].lower() == "w" else "black"
        name = snapshot["game"]["rules"]["sides"][side]["name"]["en"]
        player.holds(square, name)
    if snapshot["game"]["spinner"]:
        player.button("Check the wheel").click()
        player.sees("Every spin came out as it had to")
