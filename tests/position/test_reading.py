"""One reader of moves: the same text, read as a program, a player and a record may write it."""

from __future__ import annotations

import pytest

from crowned.position import Position, ruleset
from crowned.position.attempt import Attempt, read_attempt
from crowned.position.reading import InPosition, Leniency, meant, spelt
from crowned.rules import catalog

PLAYER, FILE = Leniency.PLAYER, Leniency.FILE
# A king on 48 takes 34 and turns on 30 or on 25; both ways take three men and end on 26.
FORK = "W:WK48:B9,19,21,34"


def at(fen: str, name: str = "international") -> InPosition:
    return InPosition(Position.from_fen(ruleset(name), fen))


def texts(choice: InPosition, text: str, how: Leniency) -> list[str]:
    return [move.text for move in meant(choice, read_attempt(text), how)]


def test_a_square_that_is_only_passed_is_enough_for_a_record() -> None:
    choice = at("W:WK46:B37,19")
    assert "46x32x10" in [move.text for move in choice.correct]
    assert texts(choice, "46x41x10", FILE) == ["46x32x10"]
    assert texts(choice, "46x41x10", PLAYER) == []


def test_a_wrong_sign_is_forgiven_in_a_record_only() -> None:
    choice = at("W:W32:B1")
    assert texts(choice, "32x28", FILE) == ["32-28"]
    assert texts(choice, "32x28", PLAYER) == []


def test_a_hyphen_may_stand_for_a_capture() -> None:
    choice = at("W:W32:B28")
    assert texts(choice, "32-23", PLAYER) == ["32x23"] == texts(choice, "32-23", FILE)


def test_the_ends_name_a_capture_for_everybody() -> None:
    choice = at("W:W32:B28,19")
    assert texts(choice, "32x14", PLAYER) == ["32x23x14"] == texts(choice, "32x14", FILE)
    written = Attempt("32x14", ("32", "14"), takes=True, taken=("19", "28"))
    assert [move.text for move in meant(choice, written, Leniency.MACHINE)] == ["32x23x14"]


def test_a_program_must_name_what_it_takes_where_the_ends_do_not() -> None:
    choice = at(FORK)
    short = Attempt("48x26", ("48", "26"), takes=True)
    rivals = meant(choice, short, Leniency.MACHINE)
    assert len({frozenset(move.captures) for move in rivals}) > 1
    for move in rivals:
        full = Attempt("", ("48", "26"), takes=True, taken=move.captures[::-1])
        assert meant(choice, full, Leniency.MACHINE) == [move]


def test_an_offence_is_no_move_of_a_program() -> None:
    choice = at("W:Wc3,e3:Bd4", "blasen")
    assert texts(choice, "e3-f4", PLAYER) == ["e3-f4"]
    assert meant(choice, read_attempt("e3-f4"), Leniency.MACHINE) == []


@pytest.mark.parametrize("name", catalog.ids())
def test_every_move_is_meant_by_its_own_text(name: str) -> None:
    choice = InPosition(ruleset(name).start())
    for move in choice.correct:
        assert spelt(choice.correct, move.text) == move
        for how in (PLAYER, FILE):
            assert meant(choice, read_attempt(move.text), how) == [move]


def test_an_unknown_square_names_nothing() -> None:
    assert texts(at("W:W32:B1"), "32-99", FILE) == []
