"""Trapdoor boards with another number of sliders than the four of the book: the number is data."""

from __future__ import annotations

from random import Random

import pytest

from crowned.base import LANGS
from crowned.engine import Engine, Limits
from crowned.game import Game
from crowned.notation import diagram, letters, svg
from crowned.position import Ruleset, ruleset
from crowned.referee import judge
from crowned.rules import prose

EIGHT = "G1 c3 g3, G2 a3 e3, O1 b4 f4, O2 d4 h4, O3 c5 g5, O4 a5 e5, G3 b6 f6, G4 d6 h6"
BOARDS = {
    1: {"doors": "G1 d4 f4", "spinner": "2:1:0"},
    2: {"doors": "O2 b4 f4, O1 c5 g5", "spinner": "1:0:1"},
    3: {"doors": "G1 c3 g3, O1 b4 f4, G2 b6 f6"},
    8: {"doors": EIGHT},
}


def board(number: int) -> Ruleset:
    return ruleset("valluik", **BOARDS[number])


@pytest.mark.parametrize("number", BOARDS)
def test_positions_have_a_letter_for_each_slider_in_the_order_of_the_data(number: int) -> None:
    rules = board(number)
    assert rules.start().fen.endswith(":S" + "M" * number)
    knobs = "".join(Random(number).choice("LMR") for _ in range(number))
    fen = f"B:WKa1:BKh8:S{knobs}"
    position = rules.read(fen)
    assert (position.fen, position.knobs) == (fen, knobs)
    open_ = {name: place for name, place in zip(rules.sliders, knobs, strict=True) if place != "M"}
    assert list(position.open_doors) == [rules.sliders[name].door(place) for name, place in open_.items()]


def test_the_usual_four_stand_in_their_order_however_they_are_written() -> None:
    usual = ruleset("valluik")
    turned = ruleset("valluik", doors="G2 b6 f6, O2 c5 g5, O1 b4 f4, G1 c3 g3")
    assert turned.fingerprint == usual.fingerprint
    assert list(board(2).sliders) == ["O2", "O1"]


@pytest.mark.parametrize("number", BOARDS)
def test_slides_are_named_as_the_data_names_the_sliders(number: int) -> None:
    rules = board(number)
    for colour in {slider.colour for slider in rules.sliders.values()}:
        game = Game(rules, rules.read(f"W:WKa1:BKh8:S{'M' * number}"))
        game.play(f"spin {colour}")
        mine = [name for name, slider in rules.sliders.items() if slider.colour == colour]
        assert {move.text for move in game.moves()} == {f"{name}>{to}" for name in mine for to in "LR"}
        game.play(f"{mine[-1]}>R")
        assert list(game.position.open_doors) == [rules.sliders[mine[-1]].right]


def test_a_colour_without_sliders_is_never_spun() -> None:
    game = Game(board(1))
    assert {action.text for action in game.actions() if action.text.startswith("spin")} == {
        "spin black",
        "spin green",
    }


def test_the_referee_names_the_sliders_there_are() -> None:
    game = Game(board(1), board(1).read("W:WKa1:BKh8:SM:Xgreen"))
    verdict = judge(game, "O1>L")
    assert verdict.reason == "no_such_knob"
    assert "G1" in verdict.text("en")


@pytest.mark.parametrize("number", BOARDS)
def test_random_games_come_to_an_end_and_can_be_written_down(number: int) -> None:
    rng = Random(number)
    game = Game(board(number), seed=number)
    while game.outcome is None and len(game.history) < 400:
        game.play(rng.choice([a.text for a in game.actions() if a.text not in ("resign", "claim draw")]))
        assert game.rules.read(game.position.fen) == game.position


@pytest.mark.parametrize("number", BOARDS)
def test_the_engine_plays_with_any_number_of_sliders(number: int) -> None:
    rules = board(number)
    position = rules.start().with_spin("black")
    best = Engine(rules).choose(Game(rules, position), Limits(nodes=2000))
    assert best.text in {move.text for move in position.moves()}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("number", BOARDS)
def test_the_sheet_counts_the_sliders(number: int, lang: str) -> None:
    said = prose.sentence(board(number).spec, "doors", lang)
    words = {"de": ("einen", "zwei", "drei", "acht"), "nl": ("één", "twee", "drie", "acht")}
    assert all(name in said for name in board(number).sliders)
    if number > 1:
        count = list(BOARDS).index(number)
        assert words.get(lang, ("one", "two", "three", "eight"))[count] in said


def test_two_sliders_of_one_row_are_drawn_beside_each_other() -> None:
    picture = diagram.of(board(8).start())
    assert picture.lanes == 2
    assert [slider.lane for slider in picture.sliders] == [0, 1] * 4
    assert svg.draw(picture).count("<text") > svg.draw(diagram.of(board(3).start())).count("<text")
    line = next(line for line in letters.draw(picture).splitlines() if "G1" in line)
    assert "G2" in line
