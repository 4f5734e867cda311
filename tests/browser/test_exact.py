"""The analysis of an ending that a table knows: the sign, the values of all moves, and one picked there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

import crowned
from crowned.tables.probe import values
from tests.browser.conftest import DATA, Sit
from tests.server.client import Server, serving
from tests.tables.built import folder_with, tables_of

ENDING = DATA["ending"]
NAME = str(ENDING["ruleset"])


@pytest.fixture(scope="module")
def knowing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has tables of three pieces."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROWNED_TABLES", str(folder_with(NAME, 3)))
        with serving(tmp_path_factory.mktemp("exact")) as server:
            yield server


@pytest.mark.parametrize("fen", ENDING["fens"])
def test_every_move_has_its_proven_value(sit: Sit, knowing: Server, fen: str) -> None:
    answer = values(tables_of(NAME, 3), crowned.ruleset(NAME).read(fen))
    assert answer is not None
    player = sit(knowing.origin)
    player.go(f"/analysis?rules={NAME}&fen={fen}")
    player.page.get_by_label("Show the engine").check()
    panel = player.page.get_by_label("Endgame table")
    word = {"win": "Won", "draw": "Draw"}[answer.result]
    expect(panel.locator("strong")).to_have_text(f"{word} in {answer.plies}" if answer.plies else word)
    expect(panel.get_by_role("button")).to_have_count(len(answer.moves))
    best = answer.moves[0]
    first = panel.get_by_role("button").first
    expect(first).to_have_text(re.compile(re.escape(best.move.text)))
    holding = [m for m in answer.moves if m.value.result == "draw"]
    if answer.result == "draw" and len(holding) == 1:
        expect(panel).to_contain_text(f"Only {best.move.text} holds.")
    first.click()
    expect(player.page.locator(".moves [aria-current]")).to_contain_text(best.move.text)


def test_elsewhere_there_is_no_panel(sit: Sit, knowing: Server) -> None:
    player = sit(knowing.origin)
    player.go(f"/analysis?rules={NAME}")
    player.page.get_by_label("Show the engine").check()
    expect(player.page.locator(".line strong").first).to_be_visible()
    expect(player.page.get_by_label("Endgame table")).to_have_count(0)
