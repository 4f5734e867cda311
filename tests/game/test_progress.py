"""What brings a game further: counts begin anew with it, and no position before it comes back."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from crowned.game import Game
from crowned.position import ruleset

ASIDE = ("a3-b3", "a6-b6", "b3-a3", "b6-a6")


def played(name: str, fen: str, moves: tuple[str, ...], plies: int, **options: object) -> Game:
    rules = ruleset(name, draw_by="claim", **options)
    game = Game(rules, rules.read(fen))
    for move in islice(cycle(moves), plies):
        game.play(move)
    return game


@pytest.mark.parametrize("name", ["turkish", "armenian", "keny"])
def test_a_position_comes_back_by_steps_to_the_side(name: str) -> None:
    fen = "W:Wh1,a3:Ba6,h8"
    assert played(name, fen, ASIDE, 7).draw_claim is None
    assert played(name, fen, ASIDE, 8).draw_claim == "repetition"


def test_a_step_forward_is_progress_and_one_to_the_side_is_not() -> None:
    game = played("turkish", "W:Wh1,a3:Ba6,h8", ASIDE, 3)
    assert game.state.quiet == 3
    game.play("b6-b5")
    assert (game.state.quiet, len(game.state.keys)) == (0, 1)


def test_where_men_may_step_back_none_of_their_steps_is_progress() -> None:
    options = {"man_steps": "forward_left,forward_right,back_left,back_right"}
    game = played("russian", "W:Wc3:Bf6", ("c3-d2", "f6-g7", "d2-c3", "g7-f6"), 8, **options)
    assert game.state.quiet == 8
    assert game.draw_claim == "repetition"


def test_fpd_3_2_a_step_of_a_man_does_not_begin_the_count_anew() -> None:
    options = {"draw_repetition": 0, "draw_no_progress": 2}
    steps = ("32-28", "1-5", "28-24", "5-9")
    assert played("portuguese", "W:W32:B1", steps, 4, **options).draw_claim == "no_progress"
    assert played("spanish", "W:W32:B1", steps, 4, **options).draw_claim is None


@pytest.mark.parametrize(("reset", "quiet"), [("man", 0), ("crown", 0), ("capture", 3)])
def test_a_crowning_begins_the_count_anew_unless_only_a_capture_does(reset: str, quiet: int) -> None:
    crowning = ("a1-b2", "h2-g1", "g7-h8")
    assert played("russian", "W:Wg7,a1:BKh2", crowning, 3, draw_reset=reset).state.quiet == quiet


def test_a_capture_begins_every_count_anew() -> None:
    for reset in ("man", "crown", "capture"):
        game = played("russian", "W:WKa1,c1:Bb2,h8", ("a1xc3",), 1, draw_reset=reset)
        assert game.state.quiet == 0


ROUND = ("c1-d2", "b8-a7", "d2-h6", "a7-b8", "h6-c1", "b8-a7", "c1-d2", "a7-b8", "d2-c1")
"""White comes home in three moves: after five plies the same pieces stand there, but Black is to move."""


def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    options = {"draw_repetition": 2, "draw_no_progress": 0, "draw_counts": ()}
    assert played("russian", "W:WKc1:BKb8", ROUND, 5, **options).draw_claim is None
    assert played("russian", "W:WKc1:BKb8", ROUND, 9, **options).draw_claim == "repetition"


def test_a_position_need_not_come_back_in_a_row() -> None:
    options = {"draw_repetition": 3, "draw_no_progress": 0, "draw_counts": ()}
    others = ("c1-d2", "b8-a7", "d2-e1", "a7-b8", "e1-d2", "b8-a7", "d2-c1", "a7-b8")
    game = played("russian", "W:WKc1:BKb8", ("c1-d2", "b8-a7", "d2-c1", "a7-b8", *others), 11, **options)
    assert game.draw_claim is None
    game.play("a7-b8")
    assert game.draw_claim == "repetition"
