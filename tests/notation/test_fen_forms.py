"""Position texts of other programs: each form read and written by its name."""

from __future__ import annotations

import pytest

from crowned.base import FenError
from crowned.notation import fen
from crowned.position import Position, ruleset
from crowned.rules import catalog

NAMES = [name for name in catalog.ids() if not (ruleset(name).towers or ruleset(name).sliders)]
KINGS = "W:WK46,32:B19,K5"


@pytest.mark.parametrize("name", NAMES)
def test_every_form_comes_back(name: str) -> None:
    rules = ruleset(name)
    start = rules.start()
    assert fen.from_tag(rules, fen.to_tag(start)) == start
    assert fen.from_hub(rules, fen.to_hub(start)) == start
    assert fen.from_lidraughts(rules, fen.to_lidraughts(start)) == start
    assert fen.from_checkerboard(rules, fen.to_checkerboard(start)) == start
    for text in (fen.to_tag(start), fen.to_hub(start), fen.to_lidraughts(start), fen.to_checkerboard(start)):
        assert fen.read(rules, text) == start


def test_the_forms_themselves() -> None:
    position = Position.from_fen(ruleset("international"), KINGS)
    assert fen.to_lidraughts(position, 3, 17) == "W:W32,K46:BK5,19:H3:F17"
    assert fen.to_checkerboard(position) == "W:W32,K46:BK5,19."
    assert (
        fen.to_hub(position)
        == "W" + "e" * 4 + "B" + "e" * 13 + "b" + "e" * 12 + "w" + "e" * 13 + "W" + "e" * 4
    )
    frisian = Position.from_fen(ruleset("frisian"), KINGS)
    assert fen.to_lidraughts(frisian).endswith(":+0+0")
    letters = Position.from_fen(ruleset("russian"), "W:Wa1:Bh8")
    assert fen.to_checkerboard(letters) == "W:W29:B4."


def test_a_ghost_is_off_the_board() -> None:
    rules = ruleset("international")
    found = fen.from_lidraughts(rules, "W:W32:B1,G28,P9:H0:F10")
    assert found == Position.from_fen(rules, "W:W32:B1")
    assert fen.read(rules, "W:W32:BG28,1") == found


def test_a_whole_tag_is_a_position_text() -> None:
    rules = ruleset("english")
    whole = Position.from_fen(rules, ' [FEN "B:W18,24:B12,16."] ')
    assert whole == Position.from_fen(rules, "B:W18,24:B12,16")


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (fen.from_tag, "W:W31:B1"),
        (fen.from_hub, "Wwww"),
        (fen.from_hub, "X" + "e" * 50),
        (fen.from_checkerboard, "nonsense"),
        (fen.from_lidraughts, "W:W99:B1:H0:F1"),
        (fen.read, ""),
    ],
)
def test_what_is_no_position_is_refused(read: object, text: str) -> None:
    assert callable(read)
    with pytest.raises(FenError):
        read(ruleset("international"), text)


def test_towers_have_no_such_form() -> None:
    towers = next(name for name in catalog.ids() if ruleset(name).towers)
    for write in (fen.to_hub, fen.to_lidraughts, fen.to_checkerboard):
        with pytest.raises(FenError, match="towers"):
            write(ruleset(towers).start())
