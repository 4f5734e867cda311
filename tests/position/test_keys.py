"""Keys name positions: what differs in anything has another key."""

from __future__ import annotations

from itertools import combinations

import pytest

import crowned
from crowned import Position


def read(name: str, fen: str) -> Position:
    return Position.from_fen(crowned.ruleset(name), fen)


def test_a_turn_is_not_a_man_on_the_first_square() -> None:
    assert read("koenig", "W:Wa1,c3:Bh8").key != read("koenig", "B:Wc3:Bh8").key


def test_a_move_of_one_position_is_refused_in_another() -> None:
    """Moves remember the key of their position; an equal key would let them pass unlooked at."""
    first, second = read("koenig", "W:Wa1,c3:Bh8"), read("koenig", "B:Wc3:Bh8")
    for move in first.moves():
        with pytest.raises(ValueError, match="cannot be played"):
            second.play(move)


@pytest.mark.parametrize("name", ["koenig", "valluik", "international", "turkish"])
def test_few_pieces_and_both_turns_have_keys_of_their_own(name: str) -> None:
    squares = crowned.ruleset(name).squares
    names = [squares.name(cell) for cell in squares.cells][:20]
    seen: dict[int, str] = {}
    for turn in "WB":
        for men in (1, 2, 3):
            for taken in combinations(names, men):
                kings = [f"K{square}" for square in taken]
                fen = f"{turn}:W{','.join(kings[:-1])}:B{kings[-1]}"
                key = read(name, fen).key
                assert key not in seen, (fen, seen[key])
                seen[key] = fen
    assert len(seen) > 2000


def test_knobs_and_spins_are_not_men_on_other_squares() -> None:
    board = "Wa1,c1,e1,g1,b2,d2:Bh8"
    parts = ("", ":SMRMM", ":SLMMM", ":SMMMR", ":SMMMM:Xgreen", ":SMMMM:Xorange", ":SMMMM:Xblack")
    keys = [read("valluik", f"{turn}:{board}{part}").key for turn in "WB" for part in parts]
    assert len(set(keys)) == len(keys)
