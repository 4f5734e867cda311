"""`Position.play` takes what people write."""

from __future__ import annotations

import pytest

import crowned

START = crowned.ruleset("russian").start()


@pytest.mark.parametrize("text", ["c3-d4", "22-18", "C3-D4", " c3 d4 "])
def test_a_text_is_played(text: str) -> None:
    assert START.play(text) == START.play(next(m for m in START.moves() if m.text == "c3-d4"))


def test_a_refused_text_says_so() -> None:
    with pytest.raises(crowned.MoveTextError, match="no move of this position"):
        START.play("a1-h8")
    with pytest.raises(crowned.MoveTextError, match="is not a move"):
        START.play("forward!")


@pytest.mark.parametrize("nonsense", [None, 7, b"c3-d4", START])
def test_only_moves_and_texts_are_played(nonsense: object) -> None:
    with pytest.raises(TypeError, match="a move or its text"):
        START.play(nonsense)  # type: ignore[arg-type]


def test_the_side_reads_as_a_word() -> None:
    assert str(START.side) == "white"
    assert f"{START.play('c3-d4').side:>6}" == " black"


@pytest.mark.parametrize("name", crowned.ruleset_ids())
def test_the_other_player_sees_the_same_game(name: str) -> None:
    position = crowned.ruleset(name).start()
    for _ in range(12):
        mirrored = position.mirrored()
        assert mirrored.side is position.side.other
        assert mirrored.mirrored() == position
        assert mirrored.perft(2) == position.perft(2)
        moves = position.moves()
        position = position.play(moves[len(moves) // 2]) if moves else position


def test_open_doors_turn_round_with_the_board() -> None:
    position = crowned.ruleset("valluik").read("W:Wa1,c5:Bh8:SLMMR")
    assert position.mirrored().perft(3) == position.perft(3)
    assert len(position.mirrored().open_doors) == 2
