"""Scenes of the rulebooks played on the screen, one after the other as the data says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import Player


def arrow(player: Player, kind: str) -> None:
    expect(player.page.locator(f".arrow.{kind}").first).to_be_attached()


def marked(player: Player, clause: str) -> None:
    expect(player.page.locator("li.marked").first).to_contain_text(clause)


def toast(player: Player, text: str) -> None:
    expect(player.page.locator(".toasts")).to_contain_text(text)


def holds(player: Player, words: str) -> None:
    player.holds(*words.split(" ", 1))


def click(player: Player, words: str) -> None:
    """Presses squares once the move before is saved and shown, as a person would."""
    expect(player.page.locator(".game[data-ply]")).to_be_attached()
    player.click(*words.split())


VERBS: dict[str, Callable[[Player, str], Any]] = {
    "confirm": lambda player, _: player.page.get_by_role("dialog").get_by_role("button").last.click(),
    "refrain": lambda player, _: player.page.get_by_role("dialog").get_by_role("button").first.click(),
    "click": click,
    "page": lambda player, words: player.page.get_by_role("dialog").get_by_label(words).click(),
    "press": lambda player, words: player.button(words).click(),
    "empty": lambda player, words: player.empty(*words.split()),
    "see": lambda player, words: player.sees(words),
    "status": lambda player, words: player.status(words),
    "holds": holds,
    "arrow": arrow,
    "marked": marked,
    "toast": toast,
}


@pytest.mark.parametrize("scene", DATA["scene"], ids=lambda scene: scene["name"])
def test_scene(scene: dict[str, Any], sit: Sit) -> None:
    player = sit()
    order = {key: scene[key] for key in ("policy", "fen", "touch_move") if key in scene}
    player.open_game(scene["ruleset"], **order)
    for step in scene["steps"]:
        verb, words = step.split(" ", 1)
        VERBS[verb](player, words)
