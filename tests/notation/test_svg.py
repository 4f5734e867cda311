"""Pictures: well-formed SVG that shows what stands on the board."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.notation import diagram, svg
from crowned.position import Position, ruleset
from crowned.rules import catalog
from tests.notation.play import random_game

SVG = "{http://www.w3.org/2000/svg}"


def picture(position: Position, **options: object) -> ElementTree.Element:
    return ElementTree.fromstring(svg.board(position, **options))  # type: ignore[arg-type]


def words(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@given(st.sampled_from(catalog.ids()), st.integers(0, 2**32), st.booleans())
def test_every_position_is_drawn(name: str, seed: int, flipped: bool) -> None:
    game = random_game(ruleset(name), seed, actions=seed % 50, notes=False)
    moves = game.position.moves()
    root = picture(game.position, last=moves[0] if moves else None, flipped=flipped)
    assert root.tag == f"{SVG}svg"
    assert game.position.fen in (root.findtext(f"{SVG}title") or "")


@given(st.sampled_from(catalog.ids()), st.integers(0, 2**32))
def test_a_diagram_says_what_the_position_says(name: str, seed: int) -> None:
    position = random_game(ruleset(name), seed, actions=seed % 50, notes=False).position
    shown = diagram.of(position)
    squares = position.rules.squares
    by_name = {squares.name(rank * squares.files + file): c for (file, rank), c in shown.pieces.items()}
    assert by_name == position.pieces()
    open_doors = {squares.name(d.cell[1] * squares.files + d.cell[0]) for d in shown.doors if d.is_open}
    assert open_doors == set(position.open_doors)
    assert "".join(slider.state for slider in shown.sliders) == position.knobs


def test_letters_or_numbers() -> None:
    assert words(picture(ruleset("russian").start())) == [*"abcdefgh", *"12345678"]
    assert words(picture(ruleset("international").start())) == [
        str(n) for row in range(9, -1, -1) for n in range(5 * row + 1, 5 * row + 6)
    ]


def test_towers_are_counted() -> None:
    shown = words(picture(ruleset("turm").read("W:Wc3[wwbB],e5[Wb]:Bf6,h8[Bw]")))
    assert [word for word in shown if "+" in word] == ["2+2", "1+1", "1+1"]


def test_every_stone_of_a_tower_is_seen() -> None:
    rules = ruleset("turm")
    white = rules.spec.sides[0]  # type: ignore[index]
    text = svg.board(rules.read("W:Wc3[wwwW]:Bh8"))
    assert text.count(f'fill="{white.colour}"') >= 4
    assert f'fill="{white.king_colour}"' in text


def test_doors_and_knobs() -> None:
    rules = ruleset("valluik")
    closed, opened = svg.board(rules.start()), svg.board(rules.read("W:Wa1:Bh8:SLMMR"))
    assert svg.HOLE not in closed
    assert opened.count(svg.HOLE) == 2
    assert set(rules.sliders) <= set(words(picture(rules.start())))


def test_the_last_move_is_an_arrow() -> None:
    position = ruleset("russian").read("W:Wc3:Bd4,f6")
    move = position.moves()[0]
    root = picture(position.play(move), last=move)
    assert root.find(f"{SVG}polyline") is not None
    assert picture(position).find(f"{SVG}polyline") is None


@pytest.mark.parametrize("size", [120, 480, 2000])
def test_the_size_is_the_width(size: int) -> None:
    assert picture(ruleset("russian").start(), size=size).get("width") == str(size)


def test_titles_are_escaped() -> None:
    shown = diagram.of(ruleset("russian").start())
    text = svg.draw(diagram.Diagram(shown.files, shown.ranks, shown.playing, {}, shown.looks, title="<&>"))
    assert ElementTree.fromstring(text).findtext(f"{SVG}title") == "<&>"


def test_a_notebook_shows_positions() -> None:
    position = ruleset("russian").start()
    assert position._repr_svg_() == svg.board(position)
