"""Rulebook 003, clause by clause: the modern German Dame with blowing and touch-move."""

from __future__ import annotations

from crowned.referee import claims
from tests.clauses.table import (
    actions,
    huffable,
    kinds,
    moves,
    offence,
    play,
    refused,
    results,
    rules,
    table,
    winner,
)


def test_R3_1_each_player_has_a_dark_corner_at_the_left() -> None:
    pieces = rules("R3").start().pieces()
    assert (pieces["a1"], pieces["h8"]) == ("w", "b")
    refused(table("R3", "B:Wa1:Bh8"), "h8-h7")


def test_R3_2_four_pieces_in_each_of_three_rows_and_black_begins_by_custom() -> None:
    start = rules("R3").start()
    rows = [square[1] for square in start.pieces()]
    assert {row: rows.count(row) for row in rows} == dict.fromkeys("123678", 4)
    assert start.turn == 1
    assert rules("R3", first_player="white").start().turn == 0


def test_R3_3_capturing_or_encircling_all_wins() -> None:
    taken = table("R3", "W:Wc3:Bd4")
    play(taken, "c3xe5")
    assert (winner(taken), taken.outcome and taken.outcome.reason) == ("white", "no_pieces")
    encircled = table("R3", "W:Wg3,e1:Bh4")
    play(encircled, "e1-f2")
    assert (winner(encircled), encircled.outcome and encircled.outcome.reason) == ("white", "blocked")


def test_R3_4_moves_alternate() -> None:
    game = table("R3")
    play(game, "b6-a5")
    refused(game, "d6-c5")
    play(game, "c3-d4")
    assert game.position.turn == 1


def test_R3_5_a_man_moves_one_square_diagonally_forward() -> None:
    game = table("R3", "W:Wd4:Bh8")
    assert moves(game) == {"d4-c5", "d4-e5"}
    refused(game, "d4-f6", "R3.5")


def test_R3_6_only_the_dame_moves_backwards() -> None:
    game = table("R3", "W:Wd4,Kh4:Bb8")
    refused(game, "d4-c3", "R3.6")
    assert "h4-e1" in moves(game)


def test_R3_7_men_capture_diagonally_and_by_default_forward() -> None:
    fen = "W:We5:Bd4,h8"
    assert moves(table("R3", fen)) == {"e5-d6", "e5-f6"}
    refused(table("R3", fen), "e5xc3", "R3.7")
    assert moves(table("R3", fen, men_back=True)) == {"e5xc3"}


def test_R3_8_capturing_is_compulsory() -> None:
    game = table("R3", "W:Wc3,g3:Bd4,h8")
    assert moves(game) == {"c3xe5"}
    offence(game, "g3-f4", "R3.8")


def test_R3_9_a_capture_jumps_a_neighbour_onto_a_free_square() -> None:
    assert moves(table("R3", "W:Wc3:Bd4,h8")) == {"c3xe5"}
    assert moves(table("R3", "W:Wc3:Bd4,e5")) == {"c3-b4"}
    assert moves(table("R3", "W:Wa1:Bc3,h8")) == {"a1-b2"}


def test_R3_10_captured_pieces_leave_the_game() -> None:
    assert results(table("R3", "W:Wc3:Bd4,d6,h8")) == {"c3xe5xc7": "B:Wc7:Bh8"}


def test_R3_11_a_piece_is_removed_before_the_next_jump() -> None:
    fen = "W:WKf4:Bd2,g5,a7"
    assert results(table("R3", fen)) == {"f4xh6xc1": "B:WKc1:Ba7", "f4xc1xh6": "B:WKh6:Ba7"}
    assert moves(table("R3", fen, removal="end")) == {"f4xh6", "f4xc1"}
    assert moves(table("R3", fen, reversal=False)) == {"f4xh6", "f4xc1"}


def test_R3_12_capturing_goes_on_until_nothing_more_can_be_captured() -> None:
    game = table("R3", "W:Wc3:Bd4,d6,h8")
    assert moves(game) == {"c3xe5xc7"}
    offence(game, "c3xe5", "R3.12")


def test_R3_13_a_piece_on_the_edge_row_counts_as_dame_from_the_next_move_on() -> None:
    game = table("R3", "W:Wb6:Bc7,e7,h2")
    assert results(game) == {"b6xd8": "B:WKd8:Bh2,e7"}
    refused(game, "b6xd8xf6", "R3.13")
    play(game, "b6xd8", "h2-g1")
    assert {text[:4] for text in moves(game)} == {"d8xf", "d8xg", "d8xh"}


def test_R3_14_it_does_not_matter_how_the_piece_got_there() -> None:
    for fen, move in (("W:Wa7:Bh4", "a7-b8"), ("W:Wa7:Bh4,d6", "a7-b8"), ("W:Wb6:Ba7,c7,h4", "b6xd8")):
        game = table("R3", fen)
        assert "crowned" in kinds(play(game, move))


def test_R3_15_a_dame_is_doubled_but_is_one_even_without_a_disc_for_it() -> None:
    assert rules("R3").spec.king_mark == "doubled"
    full = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,a7:Bb4,d4,f4,h4,b6,d6,f6,h6,e7,g7,f8,h8"
    game = table("R3", full)
    play(game, "a7-b8")
    assert game.position.pieces()["b8"] == "W"


def test_R3_16_a_dame_moves_any_distance_forwards_and_backwards() -> None:
    assert {text[3:] for text in moves(table("R3", "W:WKd4:Bh2"))} == {
        "c3", "b2", "a1", "e3", "f2", "g1", "c5", "b6", "a7", "e5", "f6", "g7", "h8",
    }  # fmt: skip


def test_R3_17_a_dame_must_capture_any_piece_on_her_diagonals_that_has_a_free_square_behind() -> None:
    assert moves(table("R3", "W:WKd4,h2:Bb6,f6")) == {"d4xa7", "d4xg7", "d4xh8"}
    assert "d4-e5" in moves(table("R3", "W:WKd4:Bf6,g7"))


def test_R3_18_a_dame_lands_on_any_free_square_of_that_diagonal_but_where_she_can_go_on() -> None:
    assert moves(table("R3", "W:WKa1:Bd4,a7")) == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert moves(table("R3", "W:WKa1:BKd4,a7")) == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    fen = "W:WKd8:Bd2,f6,a3"
    assert moves(table("R3", fen)) == {"d8xg5xc1"}
    offence(table("R3", fen), "d8xh4", "R3.18")
    assert moves(table("R3", fen, landing_must_continue=False)) == {"d8xg5xc1", "d8xh4"}


def test_R3_19_own_pieces_are_not_jumped() -> None:
    game = table("R3", "W:WKa1,c3:Bd4")
    assert results(game) == {"c3xe5": "B:WKa1,e5:B"}
    refused(game, "a1xe5", "R3.19")


def test_R3_20_who_touches_a_piece_must_move_it() -> None:
    game = table("R3", "W:We3,g3:Ba7")
    play(game, "touch g3")
    assert moves(game) == {"g3-f4", "g3-h4"}
    refused(game, "e3-d4", "R3.20")


def test_R3_20_announced_adjusting_does_not_bind() -> None:
    game = table("R3", "W:We3,g3:Ba7")
    play(game, "adjust g3")
    assert moves(game) == {"e3-d4", "e3-f4", "g3-f4", "g3-h4"}


def test_R3_20_a_touched_piece_without_a_correct_move_is_released() -> None:
    cannot_move = table("R3", "W:Wa1,b2,c3:Bh8")
    play(cannot_move, "touch a1")
    assert moves(cannot_move) == {"b2-a3", "c3-b4", "c3-d4"}
    cannot_capture = table("R3", "W:Wc3,g3:Bd4,h8")
    play(cannot_capture, "touch g3")
    assert moves(cannot_capture) == {"c3xe5"}


def test_R3_20_touch_move_can_be_switched_off() -> None:
    game = table("R3", "W:We3,g3:Ba7", touch_move=False)
    refused(game, "touch g3")
    assert not any(text.startswith("touch") for text in actions(game))


def test_R3_21_several_in_succession_must_be_taken_but_the_way_is_free() -> None:
    fen = "W:Wg1,c3:Bf2,d4,c5,f6"
    game = table("R3", fen)
    assert moves(game) == {"c3xe5xg7", "g1xe3"}
    offence(game, "c3xe5")
    assert moves(table("R3", "W:Wc3:BKd4,h8")) == {"c3xe5"}, "a Dame too must be captured"
    longer = table("R3", fen, majority=True)
    assert moves(longer) == {"c3xe5xg7"}
    play(longer, "g1xe3")
    assert huffable(longer) == {"c3"}


def test_R3_22_the_piece_concerned_may_be_blown() -> None:
    game = table("R3", "W:Wc3,g3:Bd4,h8")
    offence(game, "g3-h4", "R3.22")
    play(game, "g3-h4")
    assert huffable(game) == {"c3"}
    play(game, "huff c3")
    assert game.position.fen == "B:Wh4:Bd4,h8"
    short = table("R3", "W:Wc3,h2:Bd4,f6,a7")
    play(short, "c3xe5")
    assert huffable(short) == {"e5"}
    several = table("R3", "W:WKc3,g1,h4:Bd4,f2,a7")
    play(several, "h4-g5")
    assert huffable(several) == {"c3", "g1"}


def test_R3_23_blowing_is_a_right_and_the_right_move_may_be_demanded_instead() -> None:
    game = table("R3", "W:Wc3,g3:Bd4,h8")
    play(game, "g3-h4")
    assert {"huff c3", "takeback", "accept", "d4xb2"} <= actions(game)
    open_claims = claims(game)
    assert (open_claims.huff, open_claims.takeback, open_claims.accept) == (("c3",), True, True)
    play(game, "takeback")
    assert game.position.fen == "W:Wc3,g3:Bd4,h8"
    refused(game, "g3-h4")
    play(game, "c3xe5")


def test_R3_23_blowing_is_not_a_move() -> None:
    game = table("R3", "W:Wc3,g3:Bd4,h8")
    play(game, "g3-h4", "huff c3")
    assert moves(game) == {"d4-c3", "d4-e3", "h8-g7"}


def test_R3_20_a_piece_that_the_touch_bars_is_not_blown() -> None:
    game = table("R3", "W:Wc3,e3:Bd4,h8")
    play(game, "touch e3")
    refused(game, "c3xe5", "R3.20")
    play(game, "e3-f4")
    assert huffable(game) == {"f4"}, "what was owed is what the touched piece owed"
    refused(game, "huff c3", "R3.22")
    play(game, "huff f4")
    assert game.position.fen == "B:Wc3:Bd4,h8"


def test_R3_20_a_released_touch_leaves_every_piece_to_blame() -> None:
    game = table("R3", "W:Wc3,e3,h2:Bd4,h8")
    play(game, "touch h2", "h2-g3")
    assert huffable(game) == {"c3", "e3"}


def test_R3_20_a_take_back_restores_the_touch() -> None:
    game = table("R3", "W:Wc3,e3:Bd4,h8")
    play(game, "touch e3", "e3-f4", "takeback")
    assert game.touched == "e3"
    assert moves(game) == {"e3xc5"}
    assert "e3xc5" in refused(game, "c3xe5", "R3.20").evidence
    play(game, "e3xc5")


def test_R3_23_an_offence_cites_the_right_to_demand_the_correct_move() -> None:
    assert {"R3.22", "R3.23"} <= set(offence(table("R3", "W:Wc3,g3:Bd4,h8"), "g3-h4").clauses)
