"""Cells, names and numbers, held against numbers that are written down elsewhere."""

from __future__ import annotations

import pytest

from crowned.base import BadInput, Side
from crowned.rules import catalog
from crowned.rules.axes import DEFAULTS, Reading
from crowned.rules.squares import Squares

ANCHORS = {
    # PDN numbers of well-known squares: from the published numbering of each board, White at the bottom.
    "international": {"1": "b10", "5": "j10", "6": "a9", "28": "e5", "46": "a1", "50": "i1"},
    "canadian": {"1": "b12", "6": "l12", "7": "a11", "72": "k1"},
    "english": {"1": "b8", "4": "h8", "5": "a7", "29": "a1", "32": "g1"},
    "russian": {"1": "b8", "12": "h6", "22": "c3", "29": "a1"},
    "italian": {"1": "a8", "4": "g8", "5": "b7", "32": "h1"},
    "spanish": {"1": "a8", "32": "h1"},
    "turkish": {"1": "a8", "8": "h8", "9": "a7", "64": "h1"},
    "lasca": {"1": "a7", "4": "g7", "5": "b6", "25": "g1"},
}
SETUPS = {
    "international": (range(31, 51), range(1, 21)),
    "english": (range(21, 33), range(1, 13)),
    "thai": (range(25, 33), range(1, 9)),
    "canadian": (range(43, 73), range(1, 31)),
    "frysk": (range(46, 51), range(1, 6)),
    "turkish": (range(41, 57), range(9, 25)),
    "lasca": (range(15, 26), range(1, 12)),
}
CORNERS = {
    "top_left": {1: "b8", 4: "h8", 32: "g1"},
    "top_right": {1: "h8", 4: "b8", 32: "a1"},
    "bottom_left": {1: "a1", 4: "g1", 32: "h8"},
    "bottom_right": {1: "g1", 4: "a1", 32: "b8"},
}


@pytest.mark.parametrize("name", ANCHORS)
def test_numbers_stand_where_the_books_put_them(name: str) -> None:
    squares = Squares(catalog.load(name))
    assert {number: squares.algebraic(squares.cell(number)) for number in ANCHORS[name]} == ANCHORS[name]


@pytest.mark.parametrize("name", SETUPS)
def test_the_men_start_on_the_published_numbers(name: str) -> None:
    squares = Squares(catalog.load(name))
    white, black = SETUPS[name]
    assert sorted(squares.number(cell) for cell in squares.setup(Side.WHITE)) == list(white)
    assert sorted(squares.number(cell) for cell in squares.setup(Side.BLACK)) == list(black)


@pytest.mark.parametrize("corner", CORNERS)
def test_numbers_can_run_from_every_corner(corner: str) -> None:
    squares = Squares(Reading({**DEFAULTS, "numbers_from": corner}))
    found = {number: squares.algebraic(squares.numbered[number - 1]) for number in CORNERS[corner]}
    assert found == CORNERS[corner]


@pytest.mark.parametrize("name", catalog.ids())
def test_both_forms_name_each_square_once(name: str) -> None:
    squares = Squares(catalog.load(name))
    assert len(squares.cells) == len(squares.numbered)
    for cell in squares.cells:
        assert squares.find(squares.algebraic(cell)) == cell
        assert squares.find(squares.algebraic(cell).upper()) == cell
        assert squares.find(str(squares.number(cell))) == cell
        assert squares.find(squares.name(cell)) == cell


@pytest.mark.parametrize("name", catalog.ids())
def test_set_up_and_crowning_rows_mirror_each_other(name: str) -> None:
    spec = catalog.load(name)
    squares = Squares(spec)
    white, black = squares.setup(Side.WHITE), squares.setup(Side.BLACK)
    assert len(white) == len(black) > 0
    assert not set(white) & set(black)
    last = squares.files * squares.ranks - 1
    crowns = squares.last_row(Side.WHITE)
    assert sorted(last - cell for cell in crowns) == list(squares.last_row(Side.BLACK))
    assert bool(crowns) == (spec.crown != "never")
    if crowns and not spec.crown_squares:
        assert {cell // squares.files for cell in crowns} == {squares.ranks - 1}


def test_light_squares_and_nonsense_name_nothing() -> None:
    squares = Squares(Reading(DEFAULTS))
    for text in ("a2", "b1", "i1", "a9", "0", "33", "-1", "", "c", "3c", "c03", "٣", "c٣", "1" * 5000, "aa1"):
        assert squares.find(text) is None
    with pytest.raises(BadInput, match="not a playing square"):
        squares.cell("a2")


def test_a_leading_zero_is_read_as_old_files_write_it() -> None:
    assert Squares(Reading(DEFAULTS)).find("01") == Squares(Reading(DEFAULTS)).find("1")


def test_colour_and_play_differ_where_all_squares_play() -> None:
    squares = Squares(Reading({**DEFAULTS, "squares": "all"}))
    assert len(squares.cells) == 64
    assert squares.is_dark(0)
    assert not squares.is_dark(1)
    assert squares.plays(1)
    assert not squares.plays(64)
    assert not squares.plays(-1)
