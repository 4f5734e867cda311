"""A capture of four jumps, entered in every way there is; and what to do when one drop means two moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import PHONE, Player

FOUR = DATA["four"]
PATH: list[str] = FOUR["path"]


def captured(player: Player) -> None:
    """All victims are gone, the king has arrived, the move list has the whole path."""
    player.empty(PATH[0], *FOUR["victims"])
    player.holds(PATH[-1], "White king")
    assert player.moves() == ["x".join(PATH)]


WAYS: dict[str, Callable[[Player], None]] = {
    "every square clicked": lambda player: player.click(*PATH),
    "last square clicked": lambda player: player.click(PATH[0], PATH[-1]),
    "last victim clicked": lambda player: player.click(PATH[0], FOUR["victims"][-1]),
    "dragged through": lambda player: player.drag(*PATH),
    "dragged to the end": lambda player: player.drag(PATH[0], PATH[-1]),
    "keyboard": lambda player: player.keys(*PATH),
    "written in full": lambda player: player.write("x".join(PATH)),
    "written in short": lambda player: player.write(f"{PATH[0]}x{PATH[-1]}"),
}


@pytest.mark.parametrize("way", WAYS)
def test_four_jumps(way: str, sit: Sit) -> None:
    player = sit()
    player.settings(auto="never" if "every" in way or way == "keyboard" else "forced")
    player.open_game(FOUR["ruleset"], fen=FOUR["fen"], policy="strict")
    WAYS[way](player)
    captured(player)


def test_four_jumps_by_touch(sit: Sit) -> None:
    player = sit(viewport=PHONE, has_touch=True, is_mobile=True)
    player.settings(auto="never")
    player.open_game(FOUR["ruleset"], fen=FOUR["fen"], policy="strict")
    player.tap(*PATH)
    captured(player)


def test_one_hop_is_taken_back(sit: Sit) -> None:
    player = sit()
    player.settings(auto="never")
    game = player.open_game(FOUR["ruleset"], fen=FOUR["fen"], policy="strict")
    player.click(*PATH[:3])
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Escape")
    assert player.state(game)["ply"] == 0, "half a capture must not leave the browser"
    player.click(*PATH[1:])
    captured(player)


def test_arrows_walk_over_the_board(sit: Sit) -> None:
    player = sit()
    player.open_game(FOUR["ruleset"], fen=FOUR["fen"], policy="strict")
    player.square(PATH[0]).focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "Home", "End"):
        player.page.keyboard.press(key)
    focused = player.page.evaluate("document.activeElement.dataset.square")
    assert focused == "g3"
    player.page.keyboard.press("n")
    assert player.page.evaluate("document.activeElement.dataset.square") == PATH[0]


def test_same_ends_ask(sit: Sit) -> None:
    """One tap on a square that two captures end on: both are drawn and numbered, a digit chooses."""
    player = sit()
    case = DATA["ambiguous"]
    game = player.open_game(case["ruleset"], fen=case["fen"], policy="strict", touch_move=False)
    ends = [(c["path"][0], c["path"][-1]) for c in player.state(game)["choices"]]
    start, end = next(pair for pair in ends if ends.count(pair) > 1)
    player.click(start, end)
    expect(player.page.locator(".arrow.choice")).to_have_count(ends.count((start, end)))
    player.square(end).focus()
    player.page.keyboard.press("2")
    expect(player.page.locator(".moves .ply")).to_have_count(1)
    player.holds(end, "White king")
