"""Rulebook 004, clause by clause: tower draughts."""

from __future__ import annotations

from crowned.referee import judge
from crowned.referee.clauses import clause_data
from tests.clauses.table import incomplete, kinds, moves, play, refused, results, rules, table, winner


def test_R4_1_an_ordinary_board_and_twelve_stones_each() -> None:
    start = rules("R4").start()
    assert start.fen == "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"


def test_R4_2_the_dark_side_is_a_man_and_the_light_side_a_dame() -> None:
    spec = rules("R4").spec
    assert spec.king_mark == "turned"
    assert "R4.2" in spec.clauses("king_mark")
    assert all(spec.sides[side].colour != spec.sides[side].king_colour for side in spec.sides)


def test_R4_3_all_begin_dark_side_up_and_black_white_begins() -> None:
    start = rules("R4").start()
    assert set(start.pieces().values()) == {"w", "b"}
    assert {square[1] for square in start.pieces()} == set("123678")
    assert len(start.pieces()) == 24
    assert start.turn == 0
    assert rules("R4", first_player="black").start().turn == 1
    assert rules("R4").spec.rematch == "swap", "the first move changes hands from game to game"


def test_R4_4_stones_are_pushed_one_square_forward_by_turns() -> None:
    game = table("R4")
    assert moves(game) == {"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"}
    refused(game, "c3-e5", "R4.4")
    play(game, "c3-d4")
    assert game.position.turn == 1


def test_R4_5_a_simple_stone_never_goes_back() -> None:
    game = table("R4", "W:We5:Bd4,a7")
    assert moves(game) == {"e5-d6", "e5-f6"}
    refused(game, "e5-f4", "R4.5")
    refused(game, "e5xc3", "R4.5")


def test_R4_6_who_touches_a_stone_with_a_free_square_behind_must_jump() -> None:
    game = table("R4", "W:Wc3,h2:Bd4,a7")
    assert moves(game) == {"c3xe5"}
    refused(game, "h2-g3", "R4.6")
    assert "c3-b4" in moves(table("R4", "W:Wc3:Bd4,e5"))


def test_R4_7_the_prisoner_goes_under_the_captor_at_once() -> None:
    game = table("R4", "W:Wc3:Bd4,a7")
    assert results(game) == {"c3xe5": "B:We5[wb]:Ba7"}
    assert kinds(play(game, "c3xe5")) == ["moved", "stacked"]


def test_R4_8_the_jump_must_go_on() -> None:
    game = table("R4", "W:Wc3:Bd4,f6,a7")
    assert results(game) == {"c3xe5xg7": "B:Wg7[wbb]:Ba7"}
    incomplete(game, "c3xe5", "R4.8")


def test_R4_9_a_stones_jump_goes_on_only_forwards_right_or_left() -> None:
    assert moves(table("R4", "W:Wc3:Bd4,d6,a7")) == {"c3xe5xc7"}
    assert moves(table("R4", "W:Wc3:Bd4,f4,a7")) == {"c3xe5"}


def test_R4_10_one_prisoner_is_taken_at_each_jump() -> None:
    assert results(table("R4", "W:Wc3:Bd4[bbb],a7")) == {"c3xe5": "B:We5[wb]:Bd4[bb],a7"}


def test_R4_11_the_prisoner_taken_last_lies_undermost() -> None:
    game = table("R4", "W:Wc3[wB]:Bd4,Kf6,a7")
    assert results(game) == {"c3xe5xg7": "B:Wg7[wBbB]:Ba7"}


def test_R4_12_a_tower_moves_and_jumps_like_its_top_stone() -> None:
    assert moves(table("R4", "W:Wc3[wBB]:Bh8")) == {"c3-b4", "c3-d4"}
    assert results(table("R4", "W:Wc3[wb]:Bd4,h8")) == {"c3xe5": "B:We5[wbb]:Bh8"}
    assert "c3-g7" in moves(table("R4", "W:Wc3[Wb]:Ba7"))


def test_R4_13_the_jump_goes_before_the_move_and_men_choose_freely() -> None:
    game = table("R4", "W:Wg1,c3:Bf2,d4,c5,f6")
    assert moves(game) == {"c3xe5xg7", "g1xe3"}
    refused(game, "g1-h2", "R4.13")


def test_R4_14_moving_and_jumping_do_not_mix() -> None:
    game = table("R4", "W:Wb2:Bd4,a7")
    assert moves(game) == {"b2-a3", "b2-c3"}
    refused(game, "b2xe5")
    after = table("R4", "W:Wc3:Bd4,a7")
    refused(after, "c3xf6")
    dame = table("R4", "W:WKa1:Bd4,a7")
    assert moves(dame) == {"a1xe5"}
    refused(dame, "a1xf6", "R4.14")


def test_R4_14_its_page_shows_the_rule_it_sets() -> None:
    data = clause_data(rules("R4"), "R4.14", "en")
    assert [(one["axis"], one["value"]) for one in data["axes"]] == [("landing", "adjacent")]
    shown = table("R4", data["position"]["fen"])
    assert judge(shown, data["position"]["attempt"]).reason == "land_behind"
    assert "lands directly behind" in data["reading"]
    other = table("R4", data["position"]["fen"], landing="free")
    assert data["position"]["attempt"] in moves(other), "the axis alone forbids it"


def test_R4_15_of_a_jumped_tower_only_the_top_is_captured() -> None:
    game = table("R4", "B:We5[wbb],a1:Bf6")
    assert results(game) == {"f6xd4": "W:Wa1:Bd4[bw],e5[bb]"}


def test_R4_16_the_rest_belongs_to_its_new_top() -> None:
    game = table("R4", "W:Wc3:Bd4[bw],h8")
    play(game, "c3xe5", "h8-g7")
    assert game.position.pieces()["d4"] == "w"
    assert "d4-c5" in moves(game)
    refused(table("R4", "W:Wc3:Bd4[bw],h8"), "d4-c5")


def test_R4_16_a_freed_stone_stands_in_the_way_while_the_jump_goes_on() -> None:
    nobody_freed = table("R4", "W:WKa7:Be3,g3,b4,c5,d6,f6")
    assert moves(nobody_freed) == {"a7xd4xf2xh4xe7xc5xa3"}
    freed_on_c5 = table("R4", "W:WKa7:Be3,g3,b4,c5[bw],d6,f6")
    assert results(freed_on_c5) == {"a7xd4xf2xh4xe7": "B:Wc5,e7[Wbbbb]:Bb4,d6"}


def test_R4_17_a_stone_on_the_last_row_is_turned_and_stops() -> None:
    fen = "W:Wb6:Bc7,e7,h2"
    assert results(table("R4", fen)) == {"b6xd8": "B:Wd8[Wb]:Bh2,e7"}
    refused(table("R4", fen), "b6xd8xf6", "R4.17")
    assert moves(table("R4", fen, crown="continue")) == {"b6xd8xf6"}


def test_R4_18_only_the_top_stone_is_turned_and_the_tower_is_a_dame() -> None:
    game = table("R4", "B:Wh2:Bb2[bbwW]")
    assert results(game) == {"b2-a1": "W:Wh2:Ba1[BbwW]", "b2-c1": "W:Wh2:Bc1[BbwW]"}
    play(game, "b2-a1", "h2-g3")
    assert "a1-h8" in moves(game)


def test_R4_19_a_captured_dame_keeps_her_rank_and_is_a_dame_when_freed() -> None:
    taken = "W:Wc3:BKd4,a7"
    assert results(table("R4", taken)) == {"c3xe5": "B:We5[wB]:Ba7"}
    assert results(table("R4", taken, captive_rank="lost")) == {"c3xe5": "B:We5[wb]:Ba7"}
    freed = table("R4", "W:Wc3,g1:Bd4[bW],h8")
    play(freed, "c3xe5", "h8-g7")
    assert freed.position.pieces()["d4"] == "W"
    assert "d4-a1" in moves(freed)


def test_R4_20_a_dame_moves_and_captures_over_one_or_more_squares_every_way() -> None:
    quiet = moves(table("R4", "W:WKa1:Bh8"))
    assert quiet == {"a1-b2", "a1-c3", "a1-d4", "a1-e5", "a1-f6", "a1-g7"}
    for victim, landing in (("b2", "a1"), ("f2", "g1"), ("b6", "a7"), ("f6", "g7")):
        assert moves(table("R4", f"W:WKd4:B{victim},h2")) == {f"d4x{landing}"}


def test_R4_21_a_dame_goes_on_as_long_as_she_can_take() -> None:
    game = table("R4", "W:WKa1:Bc3,e5,a7")
    assert moves(game) == {"a1xd4xf6"}
    incomplete(game, "a1xd4", "R4.21")


def test_R4_22_a_dame_breaks_her_path_at_right_angles_but_does_not_turn_about() -> None:
    assert moves(table("R4", "W:WKa1:Bc3,c5,h8")) == {"a1xd4xb6"}
    fen = "W:WKc3:Bd4[bb],a7"
    assert results(table("R4", fen)) == {"c3xe5": "B:We5[Wb]:Bd4,a7"}
    assert results(table("R4", fen, same_tower="any")) == {"c3xe5xc3": "B:Wc3[Wbb]:Ba7"}


def test_R4_22_a_tower_met_again_after_a_round_trip_is_not_jumped_again() -> None:
    fen = "W:WKb6:Bb4[bb],d4[bbbww],c7[bbw],e7[bww]"
    assert moves(table("R4", fen)) == {"b6xd8xf6xc3xa5"}
    assert moves(table("R4", fen, same_tower="loop")) == {"b6xd8xf6xc3xa5xd8"}


def test_R4_23_a_dame_takes_the_nearest_stone_first() -> None:
    fen = "W:WKe3:Bd4,g5"
    game = table("R4", fen)
    assert moves(game) == {"e3xc5"}
    refused(game, "e3xh6", "R4.23")
    assert moves(table("R4", fen, nearest="per_diagonal")) == {"e3xc5", "e3xh6"}
    assert moves(table("R4", "W:WKe3:Bd4,f4,a3")) == {"e3xc5", "e3xg5"}, "ties are free"


def test_R4_23_the_rule_binds_each_dame_separately() -> None:
    assert moves(table("R4", "W:WKa1,Kh4:Be5,g5,a7")) == {"a1xf6", "h4xf6xd4"}


def test_R4_24_a_dame_sits_down_directly_behind_the_stone_just_jumped() -> None:
    assert moves(table("R4", "W:WKa1:Bd4,a7")) == {"a1xe5"}
    refused(table("R4", "W:WKa1:Bd4,a7"), "a1xg7", "R4.24")
    fen = "W:WKf6:Bb4,e5,h8"
    assert moves(table("R4", fen)) == {"f6xd4"}
    assert moves(table("R4", fen, intermediate="free")) == {"f6xc3xa5"}


def test_R4_25_an_ordinary_stone_may_capture_a_dame() -> None:
    assert results(table("R4", "W:Wc3:BKd4,h8")) == {"c3xe5": "B:We5[wB]:Bh8"}


def test_R4_26_the_dames_jump_goes_before_every_other() -> None:
    fen = "W:WKh2,a3:Bb4,f4,b6"
    game = table("R4", fen)
    assert moves(game) == {"h2xe5"}
    refused(game, "a3xc5xa7", "R4.26")
    assert moves(table("R4", fen, dame_first=False)) == {"h2xe5", "a3xc5xa7"}


def test_R4_27_the_game_is_decided_when_all_are_captured_or_blocked() -> None:
    captured = table("R4", "W:Wc3:Bd4")
    play(captured, "c3xe5")
    assert (winner(captured), captured.outcome and captured.outcome.reason) == ("white", "no_pieces")
    blocked = table("R4", "B:Wa5:Bb8,c7,b6,h2")
    play(blocked, "h2-g1")
    assert (winner(blocked), blocked.outcome and blocked.outcome.reason) == ("black", "blocked")


def test_R4_28_the_points_are_the_damen_of_both_captives_included() -> None:
    game = table("R4", "W:Wc3[wBb],Ka1:Bd4[BW]")
    play(game, "c3xe5")
    assert winner(game) == "white"
    assert game.outcome is not None
    assert game.outcome.points == 4
    plain = table("R4", "W:Wc3:Bd4")
    play(plain, "c3xe5")
    assert plain.outcome is not None
    assert plain.outcome.points == 0


def test_R4_29_nothing_is_ever_huffed() -> None:
    game = table("R4", "W:Wc3,h2:Bd4,a7")
    refused(game, "h2-g3")
    refused(game, "huff c3", "R4.29")
    play(game, "c3xe5")
    refused(game, "huff e5", "R4.29")
    assert sorted("".join(game.position.pieces().values())) == list("bbww"), "all stones stay on the board"


def test_R4_14_a_step_before_a_jump_is_no_move() -> None:
    for attempt in ("b2-c3xe5", "b2xc3xe5", "b2xe5"):
        refused(table("R4", "W:Wb2:Bd4,a7"), attempt, "R4.14")
    assert refused(table("R4", "W:Wb2:Bd4,a7"), "b2-c3xe5").reason == "step_before_jump"
    assert refused(table("R4", "W:Wb2:Bh8"), "b2xc3xd4").reason == "nothing_to_jump"
