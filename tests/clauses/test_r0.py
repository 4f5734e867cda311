"""Rulebook 000, clause by clause: the short king and huffing."""

from __future__ import annotations

import pytest

import crowned
from crowned.base import LANGS
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


def test_R0_1_reaching_the_far_row_alone_does_not_win() -> None:
    game = table("R0", "W:Wa7,c1:Bh4")
    play(game, "a7-b8")
    assert game.position.pieces()["b8"] == "W"
    assert game.outcome is None


def test_R0_2_captured_men_leave_the_board() -> None:
    game = table("R0", "W:Wc3:Bd4,h8")
    done = play(game, "c3xe5")
    assert game.position.pieces() == {"e5": "w", "h8": "b"}
    assert kinds(done) == ["moved", "lifted"]


def test_R0_3_colours_are_decided_by_the_players_before_each_game() -> None:
    spec = rules("R0").spec
    assert spec.rematch == "free"
    assert "R0.3" in spec.clauses("rematch")


def test_R0_4_twelve_men_each_on_the_dark_squares_of_three_rows() -> None:
    start = rules("R0").start()
    assert start.fen == "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"


def test_R0_5_black_begins() -> None:
    game = table("R0")
    assert moves(game) == {"b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"}
    refused(game, "c3-d4")


def test_R0_6_players_alternate_and_move_one_piece() -> None:
    game = table("R0")
    before = game.position.pieces()
    play(game, "b6-a5")
    after = game.position.pieces()
    assert set(before.items()) ^ set(after.items()) == {("b6", "b"), ("a5", "b")}
    refused(game, "d6-e5")
    play(game, "c3-d4")
    assert game.position.turn == crowned.Side.BLACK


def test_R0_6_huffing_comes_on_top_of_the_move() -> None:
    game = table("R0", "W:Wc3,g3:Bd4,h8")
    play(game, "g3-h4", "huff c3", "h8-g7")
    assert game.position.fen == "W:Wh4:Bd4,g7"


def test_R0_8_a_man_moves_one_square_diagonally_forward() -> None:
    game = table("R0", "W:Wd4:Bh8")
    assert moves(game) == {"d4-c5", "d4-e5"}
    refused(game, "d4-f6", "R0.8")
    refused(game, "d4-c3", "R0.8")


def test_R0_9_pieces_stand_and_move_on_dark_squares_only() -> None:
    game = table("R0", "W:Wd4:Bh8")
    assert refused(game, "d4-d5").reason == "light_square"
    with pytest.raises(crowned.FenError, match="light square"):
        table("R0", "W:Wd5:Bh8")


def test_R0_10_no_piece_moves_onto_an_occupied_square() -> None:
    game = table("R0", "W:Wc3,b4,d4:Bf6,h8,e5,g7")
    assert moves(game) == {"b4-a5", "b4-c5", "d4-c5"}
    refused(game, "c3-d4")
    refused(game, "d4-e5")


def test_R0_11_a_neighbour_is_captured_if_the_square_behind_is_free() -> None:
    assert moves(table("R0", "W:Wc3:Bd4,h8")) == {"c3xe5"}
    assert moves(table("R0", "W:Wc3:Bd4,e5,h8")) == {"c3-b4"}
    assert moves(table("R0", "W:Wc3:Be5,h8")) == {"c3-b4", "c3-d4"}


def test_R0_12_each_captured_man_is_lifted_with_its_jump() -> None:
    game = table("R0", "W:WKc3:Bd2,f2,d4,f4,h8")
    around = {text for text in moves(game) if text.endswith("xc3")}
    assert around
    done = play(game, around.pop())
    assert kinds(done) == ["moved", "lifted"] * 4
    assert game.position.pieces() == {"c3": "W", "h8": "b"}


def test_R0_13_a_man_captures_forward_only() -> None:
    game = table("R0", "W:We5:Bd4,h8")
    assert moves(game) == {"e5-d6", "e5-f6"}
    refused(game, "e5xc3", "R0.13")
    assert moves(table("R0", "W:We5:Bd4,h8", men_back=True)) == {"e5xc3"}


def test_R0_14_a_capture_must_go_on() -> None:
    fen = "W:Wc3,h2:Bd4,f6,a7"
    game = table("R0", fen)
    assert moves(game) == {"c3xe5xg7"}
    assert offence(game, "c3xe5", "R0.14").removable == ("e5",)
    assert moves(table("R0", fen, must_continue=False)) == {"c3xe5", "c3xe5xg7"}


def test_R0_15_several_men_are_taken_in_one_move() -> None:
    game = table("R0", "W:Wa1:Bb2,d4,f6,h4")
    assert results(game) == {"a1xc3xe5xg7": "B:Wg7:Bh4"}


def test_R0_16_men_zigzag_forwards_and_kings_every_way() -> None:
    assert moves(table("R0", "W:Wc3:Bd4,d6,a7")) == {"c3xe5xc7"}
    assert moves(table("R0", "W:Wc3:Bd4,f4,a7")) == {"c3xe5"}
    assert moves(table("R0", "W:WKc3:Bd4,f4,a7")) == {"c3xe5xg3"}


def test_R0_17_own_men_are_not_jumped() -> None:
    game = table("R0", "W:Wc3,d4:Bh8,a7")
    assert "c3-b4" in moves(game)
    refused(game, "c3xe5", "R0.17")


def test_R0_18_who_can_capture_must_and_a_wrong_move_stands_until_remedied() -> None:
    fen = "W:Wc3,g3:Bd4,h8"
    game = table("R0", fen)
    assert moves(game) == {"c3xe5"}
    assert offence(game, "g3-h4", "R0.18").evidence == ("c3xe5",)
    assert play(game, "g3-h4").position.fen == "B:Wc3,h4:Bd4,h8"
    assert game.pending is not None
    refused(table("R0", fen, enforcement="strict"), "g3-h4", "R0.18")


def test_R0_19_the_piece_that_should_have_captured_is_huffed_where_it_stands_now() -> None:
    for played, square in (("g3-h4", "c3"), ("c3-b4", "b4")):
        game = table("R0", "W:Wc3,g3:Bd4,h8")
        play(game, played)
        assert huffable(game) == {square}
        assert {text for text in actions(game) if text.startswith("huff")} == {f"huff {square}"}
    other = table("R0", "W:Wc3,g3:Bd4,h8", huff_target="moved_piece")
    play(other, "g3-h4")
    assert huffable(other) == {"h4"}


def test_R0_19_the_right_lapses_with_the_own_move_and_kings_are_huffed_too() -> None:
    game = table("R0", "W:WKc3,g3:Bd4,h8")
    play(game, "g3-h4", "h8-g7")
    refused(game, "huff c3")
    game = table("R0", "W:WKc3,g3:Bd4,h8")
    play(game, "g3-h4", "huff c3")
    assert game.position.pieces() == {"h4": "w", "d4": "b", "h8": "b"}
    refused(game, "huff h4")


def test_R0_20_captures_are_chosen_freely_and_so_is_the_piece_to_huff() -> None:
    fen = "W:Wg1,c3,h4:Bf2,d4,c5,f6"
    game = table("R0", fen)
    assert moves(game) == {"c3xe5xg7", "g1xe3"}
    play(game, "h4-g5")
    assert huffable(game) == {"g1", "c3"}
    assert {"huff g1", "huff c3"} <= actions(game)
    assert moves(table("R0", "W:WKg1,a3:Bf2,b4,h8")) == {"g1xe3", "a3xc5"}, "a king has no precedence"


def test_R0_21_an_annulled_move_is_put_back_and_a_capture_made() -> None:
    game = table("R0", "W:Wc3,g3:Bd4,h8")
    play(game, "g3-h4", "takeback")
    assert game.position.fen == "W:Wc3,g3:Bd4,h8"
    assert {a for a in actions(game) if "-" in a or "x" in a} == {"c3xe5"}
    refused(game, "g3-h4")


def test_R0_22_the_offence_may_be_ignored() -> None:
    game = table("R0", "W:Wc3,g3:Bd4,h8")
    play(game, "g3-h4", "accept")
    assert game.position.fen == "B:Wc3,h4:Bd4,h8"
    assert moves(game) == {"d4xb2"}
    silent = table("R0", "W:Wa5,c3,g3:Bb6,d4,h8")
    play(silent, "g3-h4", "h8-g7")
    assert "c3xe5" in moves(silent), "the missed capture is compulsory again"


def test_R0_23_who_huffs_moves_as_well() -> None:
    game = table("R0", "W:Wc3,g3:Bd4,h8")
    play(game, "g3-h4", "huff c3")
    assert game.position.fen == "B:Wh4:Bd4,h8"
    assert moves(game) == {"d4-c3", "d4-e3", "h8-g7"}
    other = table("R0", "W:Wc3,g3:Bd4,h8", huff_is_move=True)
    play(other, "g3-h4", "huff c3")
    assert other.position.fen == "W:Wh4:Bd4,h8"


def test_R0_24_a_man_on_the_far_row_is_crowned() -> None:
    for fen, move, square in (("W:Wa7:Bh4", "a7-b8", "b8"), ("B:Wa7:Bh2", "h2-g1", "g1")):
        game = table("R0", fen)
        assert kinds(play(game, move)) == ["moved", "crowned"]
        assert game.position.pieces()[square].isupper()
    assert rules("R0").spec.king_name == "king"


def test_R0_25_crowning_ends_the_move() -> None:
    game = table("R0", "W:Wb6:Bc7,e7")
    assert results(game) == {"b6xd8": "B:WKd8:Be7"}
    refused(game, "b6xd8xf6", "R0.25")


def test_R0_26_a_king_is_marked_by_a_second_disc() -> None:
    spec = rules("R0").spec
    assert spec.king_mark == "doubled"
    assert "R0.26" in spec.clauses("king_mark")


def test_R0_27_a_king_is_a_king_even_without_a_disc_to_mark_it() -> None:
    full = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,a7:Bb4,d4,f4,h4,b6,d6,f6,h6,e7,g7,f8,h8"
    game = table("R0", full)
    play(game, "a7-b8")
    assert len(game.position.pieces()) == 24
    assert game.position.pieces()["b8"] == "W"


def test_R0_28_a_king_moves_one_square_every_way() -> None:
    game = table("R0", "W:WKd4:Ba7")
    assert moves(game) == {"d4-c3", "d4-e3", "d4-c5", "d4-e5"}
    refused(game, "d4-b2", "R0.28")


def test_R0_29_a_king_captures_every_way_but_only_neighbours() -> None:
    game = table("R0", "W:WKd4:Bc3,e3,c5,e5")
    assert moves(game) == {"d4xb2", "d4xf2", "d4xb6", "d4xf6"}
    assert all("x" not in text for text in moves(table("R0", "W:WKd4:Bf6,a7")))


def test_R0_30_a_side_may_have_several_kings() -> None:
    game = table("R0", "W:Wa7,Kd4:Bh8")
    play(game, "a7-b8", "h8-g7")
    assert {text[:2] for text in moves(game)} == {"b8", "d4"}
    assert [game.position.pieces()[square] for square in ("b8", "d4")] == ["W", "W"]


def test_R0_31_a_king_is_captured_like_any_piece() -> None:
    game = table("R0", "W:Wc3:BKd4,h8")
    assert results(game) == {"c3xe5": "B:We5:Bh8"}


def test_R0_32_capturing_all_wins() -> None:
    game = table("R0", "W:Wc3:Bd4")
    play(game, "c3xe5")
    assert (winner(game), game.outcome and game.outcome.reason) == ("white", "no_pieces")


def test_R0_32_blocking_all_wins() -> None:
    game = table("R0", "B:Wa5:Bb8,c7,b6,h2")
    play(game, "h2-g1")
    assert (winner(game), game.outcome and game.outcome.reason) == ("black", "blocked")


def test_R0_32_a_piece_lost_by_huffing_counts() -> None:
    game = table("R0", "W:Wc3:Bd4,h8")
    play(game, "c3-b4", "huff b4")
    assert winner(game) == "black"


def test_R0_32_the_book_knows_no_draw_by_itself() -> None:
    game = table("R0", "W:WKa1:BKh8", draw_repetition=0, draw_no_progress=0)
    for _ in range(60):
        play(game, "a1-b2", "h8-g7", "b2-a1", "g7-h8")
    assert game.outcome is None
    assert claims(game).draw is None


def test_R0_10_an_owed_capture_is_told_whatever_else_is_wrong() -> None:
    verdict = refused(table("R0", "W:Wd6:Be7,h8"), "d6-e7", "R0.10")
    assert (verdict.reason, verdict.evidence) == ("target_occupied", ("e7", "d6xf8"))
    assert "R0.18" in verdict.clauses
    for lang in LANGS:
        assert "d6xf8" in verdict.text(lang)
    for attempt in ("d6-d5", "d6-z9", "d6-c5", "a1-b2", "d6-d8"):
        assert "d6xf8" in refused(table("R0", "W:Wd6:Be7,h8"), attempt).evidence, attempt
    free = refused(table("R0", "W:Wd6:Be7,h8", must_capture=False), "d6-c5")
    assert free.evidence == (), "where nobody need capture nothing is owed"


def test_R0_19_a_piece_is_named_where_it_stands() -> None:
    game = table("R0", "W:Wc3,h2:Bd4,h8")
    play(game, "c3-b4")
    verdict = refused(game, "huff c3", "R0.19")
    assert (verdict.reason, verdict.evidence) == ("huff_moved_away", ("b4",))
    assert all("b4" in verdict.text(lang) for lang in LANGS)
    assert refused(game, "huff g7").reason == "huff_empty"


def test_R0_19_the_referee_says_why_nothing_can_be_huffed_any_more() -> None:
    late = table("R0", "W:Wc3,g3:Bd4,h8")
    play(late, "g3-h4", "d4xb2")
    assert refused(late, "huff h4").reason == "offence_moved_on"
    twice = table("R0", "W:Wc3,e3,h2:Bd4,h8")
    play(twice, "h2-g3", "huff e3")
    assert refused(twice, "huff c3").reason == "offence_huffed"
    assert refused(table("R0", "W:Wc3:Bh8"), "huff c3").reason == "no_offence"


def test_R0_20_a_rule_that_the_players_chose_is_not_cited_to_the_book() -> None:
    game = table("R0", "W:Wf2,c3:Bg3,d4,f6", majority=True)
    verdict = offence(game, "f2xh4")
    assert verdict.reason == "priority_most"
    assert "R0.20" not in verdict.clauses
    assert verdict.chosen == ("priority",)
    assert "Vorrang beim Schlagen" in verdict.text("de")
    assert offence(table("R0", "W:Wc3,g3:Bd4,h8"), "g3-h4").chosen == ()


def test_R0_21_an_answer_names_every_remedy_that_is_open() -> None:
    game = table("R0", "W:Wc3,h2:Bd4,h8", remedies=("huff", "takeback"))
    text = offence(game, "c3-b4").text("en")
    assert "must huff the piece on b4 or demand the right move" in text
    play(game, "c3-b4")
    owed = refused(game, "h8-g7")
    assert owed.reason == "answer_owed"
    assert "huff the piece on b4 or demand the right move" in owed.text("en")


def test_R0_22_an_offence_cites_the_clauses_of_its_remedies() -> None:
    verdict = offence(table("R0", "W:Wc3,g3:Bd4,h8"), "g3-h4")
    assert set(verdict.clauses) == {"R0.18", "R0.19", "R0.21", "R0.22"}
    several = offence(table("R0", "W:Wg1,c3,h4:Bf2,d4,c5,f6"), "h4-g5")
    assert "R0.20" in several.clauses, "who chooses among several"
