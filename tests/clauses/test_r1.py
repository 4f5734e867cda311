"""Rulebook 001, clause by clause: the long Dame, and a missed capture that costs the piece."""

from __future__ import annotations

from crowned import Game
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


def test_R1_1_two_players_with_twelve_pieces_each() -> None:
    columns = list(rules("R1").start().pieces().values())
    assert columns.count("w") == columns.count("b") == 12
    assert len(columns) == 24


def test_R1_2_the_set_up_begins_in_each_players_left_corner_and_leaves_every_second_square() -> None:
    pieces = rules("R1").start().pieces()
    assert (pieces["a1"], pieces["h8"]) == ("w", "b")
    assert {square for square in pieces if square[1] == "1"} == {"a1", "c1", "e1", "g1"}
    assert {square for square in pieces if square[1] == "2"} == {"b2", "d2", "f2", "h2"}
    assert {square[1] for square in pieces} == set("123678")


def test_R1_3_all_pieces_begin_smooth_side_up_as_men() -> None:
    assert set(rules("R1").start().pieces().values()) == {"w", "b"}


def test_R1_4_black_begins() -> None:
    game = table("R1")
    assert "b6-a5" in moves(game)
    refused(game, "c3-d4")


def test_R1_5_a_man_moves_one_square_obliquely_forward() -> None:
    game = table("R1", "B:Wa1:Be5")
    assert moves(game) == {"e5-d4", "e5-f4"}
    refused(game, "e5-c3", "R1.5")


def test_R1_6_nothing_moves_straight() -> None:
    game = table("R1", "W:Wc3,Kf4:Bh8")
    for text in ("c3-c4", "c3-c5", "c3-e3", "f4-f6", "f4-h4", "f4-b4"):
        refused(game, text)


def test_R1_7_nothing_moves_onto_an_occupied_square() -> None:
    game = table("R1", "W:Wc3,b4,Kf4:Be5,d6,h6,g5")
    assert "c3-d4" in moves(game)
    refused(game, "c3-b4")
    refused(game, "f4-e5")


def test_R1_8_a_man_neither_moves_nor_captures_backwards() -> None:
    game = table("R1", "W:We5:Bd4,h8")
    assert moves(game) == {"e5-d6", "e5-f6"}
    refused(game, "e5-f4", "R1.8")
    refused(game, "e5xc3", "R1.8")


def test_R1_9_who_meets_a_piece_with_a_free_square_behind_must_take_it() -> None:
    assert moves(table("R1", "W:Wc3,g3:Bd4,a7")) == {"c3xe5"}
    assert moves(table("R1", "W:WKa1,g3:Be5,f6,a7")) >= {"a1-b2", "g3-f4"}
    assert moves(table("R1", "W:WKa1,h4:Be5,a7")) == {"a1xf6", "a1xg7", "a1xh8"}


def test_R1_10_each_piece_leaves_with_its_jump() -> None:
    fen = "W:WKf4:Bd2,g5,a7"
    assert results(table("R1", fen)) == {"f4xh6xc1": "B:WKc1:Ba7", "f4xc1xh6": "B:WKh6:Ba7"}
    later = results(table("R1", fen, removal="end"))
    assert set(later) == {"f4xh6", "f4xc1"}, "the piece taken first would bar the way"


def test_R1_11_the_piece_that_did_not_take_goes_without_being_asked_for() -> None:
    game = table("R1", "W:Wc3,g3:Bd4,a7")
    offence(game, "g3-h4", "R1.11")
    done = play(game, "g3-h4")
    assert kinds(done) == ["moved", "huffed"]
    assert game.position.fen == "B:Wh4:Bd4,a7"
    assert actions(game) >= {"d4-c3", "d4-e3", "a7-b6"}
    assert "takeback" not in actions(game)


def test_R1_11_of_several_the_opponent_picks_one_before_anything_else() -> None:
    game = table("R1", "W:Wc3,g1,h4:Bd4,f2,a7")
    play(game, "h4-g5")
    assert huffable(game) == {"c3", "g1"}
    assert actions(game) == {"huff c3", "huff g1"}
    refused(game, "a7-b6")
    play(game, "huff g1")
    assert game.position.fen == "B:Wc3,g5:Bf2,d4,a7"


def test_R1_11_other_readings_of_the_penalty() -> None:
    fen = "W:Wc3,g3:Bd4,a7"
    asked = table("R1", fen, enforcement="huff")
    play(asked, "g3-h4")
    assert asked.position.pieces()["c3"] == "w"
    refused(table("R1", fen, enforcement="strict"), "g3-h4")


def test_R1_12_several_must_be_taken_in_one_move() -> None:
    fen = "W:Wc3:Bd4,f6,a7"
    game = table("R1", fen)
    assert moves(game) == {"c3xe5xg7"}
    offence(game, "c3xe5", "R1.12")
    play(game, "c3xe5")
    assert game.position.fen == "B:W:Bf6,a7", "the man that stopped early is gone"
    assert moves(table("R1", fen, must_continue=False)) == {"c3xe5", "c3xe5xg7"}


def test_R1_13_a_capture_may_zigzag_but_a_mans_only_forwards() -> None:
    assert moves(table("R1", "W:Wc3:Bd4,d6,a7")) == {"c3xe5xc7"}
    assert moves(table("R1", "W:Wc3:Bd4,f4,a7")) == {"c3xe5"}
    assert moves(table("R1", "W:WKe5:Bd4,d2,h8", king="short")) == {"e5xc3xe1"}


def test_R1_14_captures_are_chosen_freely() -> None:
    fen = "W:Wc3,Kg1:Bd4,f6,f2,c5"
    free = moves(table("R1", fen))
    assert {"c3xe5xg7"} < free
    assert any(text.startswith("g1x") for text in free)
    assert moves(table("R1", "W:Wc3,g1:Bd4,f6,f2,c5", majority=True)) == {"c3xe5xg7"}


def test_R1_15_crowning_ends_the_move() -> None:
    fen = "W:Wb6:Bc7,e7"
    assert results(table("R1", fen)) == {"b6xd8": "B:WKd8:Be7"}
    going_on = moves(table("R1", fen, crown="continue_as_king"))
    assert {text[:8] for text in going_on} == {"b6xd8xf6", "b6xd8xg5", "b6xd8xh4"}


def test_R1_16_a_dame_is_one_disc_turned_over() -> None:
    spec = rules("R1").spec
    assert spec.king_mark == "turned"
    assert "R1.16" in spec.clauses("king_mark")


def test_R1_17_the_dame_moves_and_captures_backwards_and_only_diagonally() -> None:
    assert {"d4-c3", "d4-e3"} < moves(table("R1", "W:WKd4:Ba7"))
    assert moves(table("R1", "W:WKd4:Be3,a7")) == {"d4xf2", "d4xg1"}
    assert not any("x" in text for text in moves(table("R1", "W:WKd4:Bd6,a7")))
    assert not any("x" in text for text in moves(table("R1", "W:Wd4:Be3,a7"))), "a privilege of hers"


def test_R1_18_the_dame_goes_and_captures_at_any_distance() -> None:
    game = table("R1", "W:WKd4,f6:Ba7,b6")
    assert {text for text in moves(game) if text.startswith("d4")} == {
        "d4-c5", "d4-e5", "d4-c3", "d4-b2", "d4-a1", "d4-e3", "d4-f2", "d4-g1",
    }  # fmt: skip
    assert moves(table("R1", "W:WKa1:Bf6,a7")) == {"a1xg7", "a1xh8"}
    assert moves(table("R1", "W:WKa1:Bc3,d4")) == {"a1-b2"}


def test_R1_19_the_dame_lands_on_any_free_square_behind() -> None:
    assert moves(table("R1", "W:WKa1:Bd4,a7")) == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert moves(table("R1", "W:WKa1:BKd4,a7")) == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert moves(table("R1", "W:WKa1:Bd4,a7", landing="adjacent")) == {"a1xe5"}


def test_R1_20_the_dame_lands_where_she_can_go_on() -> None:
    fen = "W:WKd8:Bd2,f6,a3"
    game = table("R1", fen)
    assert moves(game) == {"d8xg5xc1"}
    assert offence(game, "d8xh4", "R1.20").removable == ("h4",)
    assert moves(table("R1", fen, landing_must_continue=False)) == {"d8xg5xc1", "d8xh4"}
    assert moves(table("R1", fen, must_continue=False)) == {"d8xg5xc1", "d8xg5", "d8xh4"}


def test_R1_20_the_dame_may_turn_about() -> None:
    fen = "W:WKd6:Bg3,c7,a3"
    assert moves(table("R1", fen)) == {"d6xb8xh2", "d6xh2xb8"}
    assert moves(table("R1", fen, reversal=False)) == {"d6xb8", "d6xh2"}


def test_R1_21_the_printed_variant_has_a_short_dame() -> None:
    fen = "W:WKd4:Bf6,a7"
    steps = {"d4-c3", "d4-e3", "d4-c5", "d4-e5"}
    assert moves(table("R1", fen)) == {"d4xg7", "d4xh8"}
    assert moves(table("R1", fen, king="short")) == steps
    assert moves(table("R1.21", fen)) == steps
    assert moves(table("R1.21", "W:WKd4:Be5,a7")) == {"d4xf6"}


def test_R1_22_taking_all_wins_also_by_the_penalty() -> None:
    taken = table("R1", "W:Wc3:Bd4")
    play(taken, "c3xe5")
    assert winner(taken) == "white"
    lost = table("R1", "W:Wc3:Bd4,a7")
    play(lost, "c3-b4")
    assert winner(lost) == "black"


def test_R1_23_who_is_enclosed_has_lost() -> None:
    game = table("R1", "W:Wg3,e1:Bh4")
    play(game, "e1-f2")
    assert (winner(game), game.outcome and game.outcome.reason) == ("white", "blocked")


def test_R1_24_a_game_without_end_may_be_claimed_a_draw_after_forty_moves_each() -> None:
    game = table("R1", "W:WKa1:BKh2")
    _shuffle(game, 79)
    assert claims(game).draw is None
    assert "claim draw" not in actions(game)
    refused(game, "claim draw")
    _shuffle(game, 1)
    assert "claim draw" in actions(game)
    play(game, "claim draw")
    assert game.outcome is not None
    assert game.outcome.winner is None
    assert game.outcome.reason == "no_progress"


def test_R1_24_forty_plies_is_the_other_reading() -> None:
    game = table("R1", "W:WKa1:BKh2", draw_counter_unit="ply")
    _shuffle(game, 40)
    assert "claim draw" in actions(game)


def test_R1_24_a_mans_move_begins_the_count_anew() -> None:
    game = table("R1", "W:WKa1,a3:BKh2")
    _shuffle(game, 78)
    play(game, "a3-b4")
    _shuffle(game, 1)
    assert claims(game).draw is None


def test_R1_24_the_players_may_agree_on_a_draw() -> None:
    game = table("R1", "W:WKa1:BKh2")
    play(game, "offer draw", "agree draw")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (None, "agreement")


def _shuffle(game: Game, plies: int) -> None:
    """Damen to and fro, out of each other's reach."""
    there = {"a1": "a1-b2", "b2": "b2-a1", "h2": "h2-g1", "g1": "g1-h2"}
    for _ in range(plies):
        own = game.position.side.letter
        square = next(s for s, column in game.position.pieces().items() if column == own)
        play(game, there[square])


def test_R1_11_what_has_gone_by_itself_cannot_be_demanded_again() -> None:
    game = table("R1", "W:Wc3,g3:Bd4,a7")
    play(game, "g3-h4")
    assert refused(game, "huff h4", "R1.11").reason == "offence_huffed"
