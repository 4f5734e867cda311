"""What players write: taken apart without asking whether it is legal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned import AmbiguousMove, Game, IllegalMove, MoveTextError, Side, ruleset
from crowned.position.action import (
    PLAIN_ACTIONS,
    Accept,
    Adjudicate,
    Adjust,
    AgreeDraw,
    ClaimDraw,
    DeclineDraw,
    Huff,
    OfferDraw,
    Resign,
    Spin,
    TakeBack,
    Touch,
)
from crowned.position.attempt import read_attempt

PATHS = {
    "c3-d4": (("c3", "d4"), False),
    "C3-D4": (("c3", "d4"), False),
    "c3xe5xg7": (("c3", "e5", "g7"), True),
    "c3:e5:g7": (("c3", "e5", "g7"), True),
    "c3*e5": (("c3", "e5"), True),
    "c3×e5": (("c3", "e5"), True),
    "c3 x e5 x g7": (("c3", "e5", "g7"), True),
    "c3 d4": (("c3", "d4"), None),
    "c3d4": (("c3", "d4"), None),
    "c3–d4": (("c3", "d4"), False),
    "32-28": (("32", "28"), False),
    "28x19x10": (("28", "19", "10"), True),
    "c3": (("c3",), None),
    "c3-d4!?": (("c3", "d4"), False),
    "  l12-k11. ": (("l12", "k11"), False),
}


@pytest.mark.parametrize("text", PATHS)
def test_paths(text: str) -> None:
    read = read_attempt(text)
    assert (read.squares, read.takes) == PATHS[text]


def test_clicked_squares() -> None:
    assert read_attempt(["c3", "E5"]).squares == ("c3", "e5")
    assert read_attempt(["c3", "E5"]).takes is None


@pytest.mark.parametrize("squares", [[], ["c3", ""], ["c3", "e5; drop"], ["c3"] * 2000])
def test_clicked_nonsense(squares: list[str]) -> None:
    with pytest.raises(MoveTextError):
        read_attempt(squares)


@pytest.mark.parametrize("text", ["G1>L", "g1>l", "G1 > L"])
def test_slides(text: str) -> None:
    assert read_attempt(text).slide == ("G1", "L")


ACTIONS = {
    "huff c3": Huff("c3"),
    "Huff C3": Huff("c3"),
    "touch 12": Touch("12"),
    "adjust c3": Adjust("c3"),
    "takeback": TakeBack(),
    "accept": Accept(),
    "claim draw": ClaimDraw(),
    "offer draw": OfferDraw(),
    "agree draw": AgreeDraw(),
    "decline draw": DeclineDraw(),
    "resign": Resign(),
    "spin green": Spin("green"),
    "adjudicate white time": Adjudicate(Side.WHITE, "time"),
    "adjudicate draw adjudicated": Adjudicate(None, "adjudicated"),
}


@pytest.mark.parametrize("text", ACTIONS)
def test_actions(text: str) -> None:
    assert read_attempt(text).action == ACTIONS[text]


@pytest.mark.parametrize("action", [*ACTIONS.values(), *PLAIN_ACTIONS.values()], ids=lambda a: a.text)
def test_an_action_is_what_its_text_means(action: Huff) -> None:
    assert read_attempt(action.text).action == action


def test_a_spin_without_result_asks_chance() -> None:
    assert read_attempt("spin").roll


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "c3-",
        "-c3",
        "c3--d4",
        "c3-d4-",
        "spin red",
        "huff",
        "G1>",
        ">L",
        "c3/d4",
        "1234-5",
        "\x00",
    ],
)
def test_what_is_no_move_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(MoveTextError) as caught:
        read_attempt(text)
    assert len(caught.value.faults) == 1
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["1" * 900, "c3" * 450 + "!x", "c3 " * 300 + "?-", "x" * 2_000_000, "1-" * 499]
)
def test_long_texts_do_not_hang(text: str) -> None:
    with pytest.raises(MoveTextError):
        read_attempt(text)


@given(text=st.text(max_size=30))
def test_any_text_is_an_attempt_or_a_typed_error(text: str) -> None:
    try:
        read = read_attempt(text)
    except MoveTextError:
        return
    assert sum((bool(read.squares), read.slide is not None, read.action is not None, read.roll)) == 1


@pytest.mark.parametrize(
    ("name", "fen", "text", "move"),
    [
        ("russian", "", "cd4", "c3-d4"),
        ("russian", "", "CD4", "c3-d4"),
        ("russian", "", "c-d4", "c3-d4"),
        ("international", "", "3228", "32-28"),
        ("russian", "W:Wc3:Bd4", "c:e5", "c3xe5"),
        ("russian", "W:Wc3:Bd4", "ce5", "c3xe5"),
        ("russian", "W:Wc3:Bd4,f6", "cxg7", "c3xe5xg7"),
        ("russian", "W:Wc3:Bd4,f6", "c:e5:g7", "c3xe5xg7"),
        ("international", "W:W32:B28", "3223", "32x23"),
    ],
)
def test_short_forms_that_players_type(name: str, fen: str, text: str, move: str) -> None:
    rules = ruleset(name)
    game = Game(rules, rules.read(fen) if fen else None)
    assert game.play(text).record.text == move


@pytest.mark.parametrize("text", ["cc5", "c:d4", "3229", "xd4", "cd", "322", "32281"])
def test_short_forms_that_name_no_move_are_refused_with_a_word(text: str) -> None:
    game = Game(ruleset("international" if text[0].isdigit() else "russian"))
    with pytest.raises((IllegalMove, MoveTextError)):
        game.play(text)


def test_a_short_form_that_fits_two_moves_is_ambiguous() -> None:
    game = Game(ruleset("turkish"), ruleset("turkish").read("W:Wc3,Kc8:Bh8"))
    with pytest.raises(AmbiguousMove):
        game.play("cc4")
