"""Rulebook 002, clause by clause: trapdoors, the wheel, and the capture of the most."""

from __future__ import annotations

from tests.clauses.table import (
    actions,
    incomplete,
    kinds,
    moves,
    play,
    refused,
    results,
    rules,
    table,
    winner,
)

START = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:SMMMM"
OPENING = {"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"}


def test_R2_1_a_disc_can_be_made_to_disappear_through_a_trapdoor() -> None:
    game = table("R2", "W:Wa1:Bc5,h8:SMMMM")
    done = play(game, "spin orange", "O2>L")
    assert kinds(done) == ["opened", "fell"]
    assert game.position.pieces() == {"a1": "w", "h8": "b"}


def test_R2_4_discs_lost_through_doors_count_as_eliminated() -> None:
    game = table("R2", "W:Wa1:Bc5:SMMMM")
    play(game, "spin orange", "O2>L")
    assert (winner(game), game.outcome and game.outcome.reason) == ("white", "no_pieces")


def test_R2_4_who_drops_his_own_last_disc_has_lost() -> None:
    game = table("R2", "W:Wc5:Bh8:SMMMM")
    play(game, "spin orange", "O2>L")
    assert winner(game) == "black"


def test_R2_5_four_knobs_begin_in_the_middle_and_all_eight_doors_are_shut() -> None:
    start = rules("R2").start()
    assert start.knobs == "MMMM"
    assert start.open_doors == ()
    doors = {door for slider in rules("R2").sliders.values() for door in (slider.left, slider.right)}
    assert len(doors) == 8


def test_R2_5_the_doors_lie_so_that_neither_player_is_favoured() -> None:
    own = rules("R2")
    layout = {(s.colour, frozenset((s.left, s.right))) for s in own.sliders.values()}
    turned = {(colour, frozenset(map(_turned, doors))) for colour, doors in layout}
    assert layout == turned
    assert sorted(colour for colour, _ in layout) == ["green", "green", "orange", "orange"]


def _turned(square: str) -> str:
    """The square seen from the other side of the board."""
    return "hgfedcba"["abcdefgh".index(square[0])] + str(9 - int(square[1]))


def test_R2_6_twelve_discs_each_on_the_dark_squares_of_three_rows() -> None:
    assert rules("R2").start().fen == START


def test_R2_7_gaps_are_filled_from_ordinary_draughts() -> None:
    long_way_and_free_landing = moves(table("R2", "W:WKa1:Bd4,a7:SMMMM"))
    assert long_way_and_free_landing == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert moves(table("R2", "W:WKa1:BKd4,a7:SMMMM")) == long_way_and_free_landing
    a_dam_counts_one_and_has_no_precedence = moves(table("R2", "W:Wc3,Ka5:BKd4,b6,h8:SMMMM"))
    assert a_dam_counts_one_and_has_no_precedence == {"c3xe5", "a5xc7", "a5xd8"}


def test_R2_8_white_begins_by_spinning() -> None:
    game = table("R2")
    assert game.position.turn == 0
    assert actions(game) == {"spin black", "spin green", "spin orange"}


def test_R2_9_the_wheel_is_spun_at_the_start_of_every_turn() -> None:
    game = table("R2")
    refused(game, "c3-d4", "R2.9")
    refused(game, "G1>L", "R2.9")
    play(game, "spin black", "c3-d4")
    refused(game, "b6-a5", "R2.9")
    play(game, "spin black")
    refused(game, "spin green")


def test_R2_10_who_is_forced_to_capture_does_not_spin() -> None:
    game = table("R2", "W:Wc3,a1:Bd4,h8:SMMMM")
    assert not game.must_spin
    refused(game, "spin black", "R2.10")
    done = play(game, "c3xe5")
    assert "spun" not in kinds(done)
    assert game.position.turn == 1, "nor does he spin afterwards"


def test_R2_11_capturing_goes_before_everything() -> None:
    game = table("R2", "W:Wc3,a1:Bd4,h8:SMMMM")
    assert actions(game) == {"c3xe5"}
    refused(game, "a1-b2", "R2.11")
    refused(game, "G1>R", "R2.11")


def test_R2_12_black_on_the_wheel_means_one_ordinary_move() -> None:
    game = table("R2")
    play(game, "spin black")
    assert moves(game) == OPENING
    black, green, orange = rules("R2").spec.spinner
    assert black > green == orange, "an ordinary move is the commonest result"
    refused(game, "G1>L", "R2.12")


def test_R2_13_a_colour_on_the_wheel_means_one_knob_of_that_colour() -> None:
    for colour, slides in (
        ("green", {"G1>L", "G1>R", "G2>L", "G2>R"}),
        ("orange", {"O1>L", "O1>R", "O2>L", "O2>R"}),
    ):
        game = table("R2")
        play(game, f"spin {colour}")
        assert moves(game) == slides
        refused(game, "c3-d4", "R2.13")
        refused(game, "O1>L" if colour == "green" else "G1>L", "R2.13")


def test_R2_14_a_slide_opens_a_door_or_closes_an_open_one() -> None:
    game = table("R2", "W:Wa1:Bh8:SMLMM")
    assert list(game.position.open_doors) == ["b4"]
    play(game, "spin orange")
    assert moves(game) == {"O1>M", "O2>L", "O2>R"}
    refused(game, "O1>R", "R2.14")
    assert kinds(play(game, "O1>M")) == ["closed"]
    assert list(game.position.open_doors) == []


def test_R2_15_what_falls_is_lost_whosever_it_is() -> None:
    own = table("R2")
    play(own, "spin green", "G1>L")
    assert "c3" not in own.position.pieces()
    dam = table("R2", "B:WKf4,a1:Bh8:SMMMM")
    play(dam, "spin orange", "O1>R")
    assert dam.position.pieces() == {"a1": "w", "h8": "b"}


def test_R2_16_an_opened_door_stays_open() -> None:
    game = table("R2", "W:Wa1,a3:Bh8,h6:SMMMM")
    play(game, "spin orange", "O1>L", "spin black", "h8-g7")
    assert game.position.knobs == "MLMM"
    assert game.position.open_doors == ("b4",)


def test_R2_17_a_slide_is_the_whole_turn() -> None:
    game = table("R2")
    play(game, "spin orange", "O1>L")
    assert game.position.turn == 1
    assert game.must_spin


def test_R2_18_one_disc_is_moved_each_turn() -> None:
    game = table("R2")
    play(game, "spin black", "c3-d4")
    assert set(game.position.pieces()) ^ set(rules("R2").start().pieces()) == {"c3", "d4"}
    refused(game, "a3-b4")


def test_R2_19_a_disc_moves_forward_onto_an_empty_square_and_an_open_door_is_one() -> None:
    fen = "W:We3,a1:Bh8:SMRMM:Xblack"
    game = table("R2", fen)
    assert moves(game) == {"e3-d4", "e3-f4", "a1-b2"}
    refused(game, "e3-d2", "R2.19")
    assert kinds(play(game, "e3-f4")) == ["moved", "fell"]
    assert game.position.pieces() == {"a1": "w", "h8": "b"}
    assert moves(table("R2", fen, enter_open_door="forbidden")) == {"e3-d4", "a1-b2"}
    assert moves(table("R2", fen, enter_open_door="last_resort")) == {"e3-d4", "a1-b2"}
    alone = "W:Wg3,h4:Bg5,f6,h8:SMRMM:Xblack"
    assert moves(table("R2", alone, enter_open_door="last_resort")) == {"g3-f4"}


def test_R2_20_without_a_capture_a_disc_goes_one_square() -> None:
    game = table("R2", "W:Wc3:Bh8:SMMMM:Xblack")
    assert moves(game) == {"c3-b4", "c3-d4"}
    refused(game, "c3-e5", "R2.20")


def test_R2_21_a_disc_jumps_a_neighbour_onto_the_empty_square_behind() -> None:
    assert results(table("R2", "W:Wc3:Bd4,h8:SMMMM")) == {"c3xe5": "B:We5:Bh8:SMMMM"}
    assert table("R2", "W:Wc3:Bd4,e5:SMMMM").must_spin
    assert table("R2", "W:Wc3:Be5,h8:SMMMM").must_spin


def test_R2_22_a_capture_goes_on_while_it_can() -> None:
    game = table("R2", "W:Wc3:Bd4,f6,a7:SMMMM")
    assert moves(game) == {"c3xe5xg7"}
    incomplete(game, "c3xe5", "R2.22")
    free = moves(table("R2", "W:Wc3,g1:Bd4,f6,f2,c5:SMMMM", majority=False))
    assert free == {"c3xe5xg7", "g1xe3"}, "also where the number does not decide"


def test_R2_23_men_capture_forwards_and_backwards() -> None:
    assert moves(table("R2", "W:We5:Bd4,h8:SMMMM")) == {"e5xc3"}
    assert moves(table("R2", "W:Wa3:Bb4,d4,h8:SMMMM")) == {"a3xc5xe3"}


def test_R2_24_own_discs_are_not_jumped() -> None:
    game = table("R2", "W:Wc3,d4:Bh8:SMMMM:Xblack")
    refused(game, "c3xe5", "R2.24")
    assert "c3xe5" not in moves(game)


def test_R2_25_captured_discs_leave_at_once() -> None:
    fen = "W:WKf4:Bd2,g5,a7:SMMMM"
    assert set(results(table("R2", fen)).values()) == {"B:WKc1:Ba7:SMMMM", "B:WKh6:Ba7:SMMMM"}
    assert moves(table("R2", fen, removal="end")) == {"f4xh6", "f4xc1"}


def test_R2_26_a_capture_is_owed_before_the_spin_and_whatever_the_wheel_shows() -> None:
    fen = "W:Wc3,a1:Bd4,h8:SMMMM"
    for spin in ("", ":Xblack", ":Xgreen", ":Xorange"):
        assert moves(table("R2", fen + spin)) == {"c3xe5"}


def test_R2_27_a_capture_through_an_open_door_is_compulsory() -> None:
    game = table("R2", "W:Wd2,a1:Be3,h8:SMRMM")
    assert moves(game) == {"d2xf4"}
    assert kinds(play(game, "d2xf4")) == ["moved", "lifted", "fell"]
    assert game.position.pieces() == {"a1": "w", "h8": "b"}


def test_R2_27_a_dam_passes_over_an_open_door_and_falls_only_where_she_stops() -> None:
    assert results(table("R2", "W:WKa1,h2:Bd4,a7:SMMMR")) == {
        "a1xe5": "B:Wh2,Ke5:Ba7:SMMMR",
        "a1xf6": "B:Wh2:Ba7:SMMMR",
        "a1xg7": "B:Wh2,Kg7:Ba7:SMMMR",
        "a1xh8": "B:Wh2,Kh8:Ba7:SMMMR",
    }


def test_R2_28_the_greatest_number_must_be_taken() -> None:
    game = table("R2", "W:We5,a3:Bd4,b4,d6:SMMMM")
    assert moves(game) == {"a3xc5xe7", "a3xc5xe3", "e5xc3xa5"}
    refused(game, "e5xc7", "R2.28")
    assert "e5xc7" in moves(table("R2", "W:We5,a3:Bd4,b4,d6:SMMMM", majority=False))


def test_R2_28_captures_count_up_to_the_door_the_disc_falls_through() -> None:
    shut = "W:Wd2,g1:Be3,g5,h2,b6,h8:SMMMM"
    assert moves(table("R2", shut)) == {"d2xf4xh6"}
    through_the_door = moves(table("R2", shut.replace("MMMM", "MRMM")))
    assert through_the_door == {"d2xf4"}


def test_R2_29_a_disc_that_reaches_the_other_side_becomes_a_dam() -> None:
    game = table("R2", "W:Wa7:Bh4:SMMMM:Xblack")
    assert kinds(play(game, "a7-b8")) == ["moved", "crowned"]
    assert game.position.pieces()["b8"] == "W"


def test_R2_30_the_second_disc_is_a_mark_only() -> None:
    full = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,Ke3,a7:Ba5,c5,e5,g5,b6,d6,f6,h6,e7,g7,f8,h8:SMMMM:Xblack"
    game = table("R2", full)
    play(game, "a7-b8")
    assert list(game.position.pieces().values()).count("W") == 2
    assert rules("R2").spec.king_mark == "doubled"


def test_R2_31_promotion_ends_the_turn_even_if_the_disc_could_capture_on() -> None:
    game = table("R2", "W:Wb6:Bc7,e7,h4:SMMMM")
    assert results(game) == {"b6xd8": "B:WKd8:Bh4,e7:SMMMM"}
    refused(game, "b6xd8xf6", "R2.31")


def test_R2_32_a_dam_moves_any_distance() -> None:
    game = table("R2", "W:WKd4:Bh2,h4:SMMMM:Xblack")
    assert {text[3:] for text in moves(game)} == {
        "c3", "b2", "a1", "e3", "f2", "g1", "c5", "b6", "a7", "e5", "f6", "g7", "h8",
    }  # fmt: skip


def test_R2_33_a_dam_captures_every_way_from_afar() -> None:
    for victim, landings in (
        ("b2", {"d4xa1"}),
        ("f2", {"d4xg1"}),
        ("b6", {"d4xa7"}),
        ("f6", {"d4xg7", "d4xh8"}),
    ):
        assert moves(table("R2", f"W:WKd4:B{victim},h2:SMMMM")) == landings


def test_R2_34_a_dam_must_capture_but_not_over_her_own() -> None:
    game = table("R2", "W:WKa1,h4:Be5,a7:SMMMM")
    assert moves(game) == {"a1xf6", "a1xg7", "a1xh8"}
    refused(game, "h4-g5", "R2.34")
    barred = table("R2", "W:WKa1,c3:Be5,a7:SMMMM:Xblack")
    assert "a1xf6" not in moves(barred)


def test_R2_35_taking_all_wins_also_for_the_last_disc_that_falls() -> None:
    game = table("R2", "W:Wd2:Be3:SMRMM")
    play(game, "d2xf4")
    assert game.position.pieces() == {}
    assert winner(game) == "white"
    drawn = table("R2", "W:Wd2:Be3:SMRMM", last_fall="draw")
    play(drawn, "d2xf4")
    assert drawn.outcome is not None
    assert drawn.outcome.winner is None


def test_R2_36_who_can_move_no_disc_has_lost_before_he_spins() -> None:
    game = table("R2", "B:Wa5:Bb8,c7,b6,h2:SMMMM:Xblack")
    play(game, "h2-g1")
    assert (winner(game), game.outcome and game.outcome.reason) == ("black", "blocked")
    later = table("R2", "W:Wa5:Bb6,c7:SMMMM", blocked_check="on_black_spin")
    assert later.outcome is None
    assert actions(later) == {"spin black", "spin green", "spin orange"}
    play(later, "spin black")
    assert winner(later) == "black"


def test_R2_37_colours_are_swapped_for_the_next_game() -> None:
    spec = rules("R2").spec
    assert spec.rematch == "swap"
    assert "R2.37" in spec.clauses("rematch")


def test_R2_38_in_the_variation_an_opened_door_shuts_at_once() -> None:
    for own in ({"door_mode": "snap"}, {}):
        game = table("R2" if own else "R2.38", "W:Wf4,a1:Bc5,h8:SMMMM", **own)
        done = play(game, "spin orange", "O1>L")
        assert kinds(done) == ["opened", "closed"]
        assert game.position.knobs == "MMMM"


def test_R2_39_in_the_variation_any_door_of_the_colour_may_be_snapped_and_drops_what_stands_there() -> None:
    game = table("R2.38", "W:Wf4,a1:Bc5,h8:SMMMM:Xorange")
    assert results(game) == {
        "O1>L": "B:Wa1,f4:Bc5,h8:SMMMM",
        "O1>R": "B:Wa1:Bc5,h8:SMMMM",
        "O2>L": "B:Wa1,f4:Bh8:SMMMM",
        "O2>R": "B:Wa1,f4:Bc5,h8:SMMMM",
    }


def test_R2_40_in_the_american_and_british_variation_black_begins() -> None:
    assert table("R2.40").position.turn == 1
    assert table("R2", ruleset="us_uk").position.turn == 1
    assert table("R2.44").position.turn == 1


def test_R2_41_there_men_capture_forwards_only() -> None:
    assert table("R2.40", "W:We5:Bd4,h8:SMMMM").must_spin
    assert moves(table("R2.40", "W:We5:Bd6,h8:SMMMM")) == {"e5xc7"}


def test_R2_42_there_the_king_moves_one_square() -> None:
    game = table("R2.40", "W:WKd4:Bf6,a7:SMMMM:Xblack")
    assert moves(game) == {"d4-c3", "d4-e3", "d4-c5", "d4-e5"}


def test_R2_43_there_the_king_captures_neighbours_every_way() -> None:
    assert moves(table("R2.40", "W:WKd4:Bc3,e3,c5,e5:SMMMM")) == {"d4xb2", "d4xf2", "d4xb6", "d4xf6"}


def test_R2_44_there_the_direction_is_chosen_freely() -> None:
    fen = "W:Wc3,g1:Bd4,f6,f2,c5:SMMMM"
    assert moves(table("R2.40", fen)) == {"c3xe5xg7", "g1xe3"}
    assert moves(table("R2.44", fen)) == {"c3xe5xg7", "g1xe3"}
    assert moves(table("R2", fen)) == {"c3xe5xg7"}
