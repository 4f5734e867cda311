"""GameType: the standard's table, and how it counts squares."""

from __future__ import annotations

import pytest

from crowned.base import Side
from crowned.notation.pdn.gametype import CORNERS, Counting, GameType, by_number, full_form, listed, parse
from crowned.position import ruleset
from crowned.rules import catalog
from crowned.rules.squares import Squares

# Numbers whose ruleset here counts and begins exactly as the standard's full form says.
AS_THE_STANDARD = (20, 21, 22, 25, 26, 27, 29, 30, 40, 96, 97, 98)


@pytest.mark.parametrize("game", listed(), ids=lambda game: game.name)
def test_the_table_is_sound(game: object) -> None:
    entry = by_number(game.number)  # type: ignore[attr-defined]
    assert entry is game
    form = parse(entry.form)
    assert form is not None
    assert form.number == entry.number
    assert not entry.ruleset or entry.ruleset in catalog.ids()


@pytest.mark.parametrize("number", AS_THE_STANDARD)
def test_our_rulesets_are_written_in_the_standards_form(number: int) -> None:
    entry = by_number(number)
    assert entry is not None
    assert full_form(catalog.load(entry.ruleset)) == entry.form


@pytest.mark.parametrize("name", catalog.ids())
def test_what_is_written_counts_as_the_ruleset_does(name: str) -> None:
    spec = catalog.load(name)
    form = parse(full_form(spec))
    assert form is not None
    assert form.start is spec.first
    assert Counting(spec, form).is_own


def test_parts() -> None:
    assert parse("20") == GameType(20, Side.WHITE, 10, 10, "N", 2)
    assert parse("999") == GameType(999)
    assert parse(" 21 , b,8,8,n1 ") == GameType(21, Side.BLACK, 8, 8, "N", 1)
    assert parse("20,W,10,10,N2,0,") == GameType(20, Side.WHITE, 10, 10, "N", 2)
    for text in ("", "x", "20,W", "20,R,8,8,N1", "20,W,8,8,N4", "1234"):
        assert parse(text) is None


@pytest.mark.parametrize("start", Side)
@pytest.mark.parametrize("corner", range(4))
def test_corners_are_seen_by_the_player_who_begins(start: Side, corner: int) -> None:
    """Square 1 lies in the named corner of a board that is turned towards him."""
    spec = ruleset("international").spec
    squares = Squares(spec)
    found = Counting(spec, GameType(20, start, 10, 10, "N", corner)).find("1")
    assert found is not None
    rank, file = divmod(found, squares.files)
    if start is Side.BLACK:
        rank, file = 9 - rank, 9 - file
    assert (rank < 5) == CORNERS[corner].startswith("bottom")
    assert (file < 5) == CORNERS[corner].endswith("left")


def test_letters_may_be_mirrored() -> None:
    counting = Counting(ruleset("russian").spec, GameType(25, Side.BLACK, 8, 8, "A", 0))
    squares = ruleset("russian").squares
    assert counting.find("a1") == squares.cell("h8")
    assert counting.find("c3") == squares.cell("f6")
    assert counting.find("a2") is None
    assert counting.find("z9") is None
