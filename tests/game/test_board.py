"""`crowned.Board`: the habits of other libraries, over a game."""

from __future__ import annotations

import copy
import pickle
from itertools import cycle

import pytest

import crowned


def test_push_and_pop() -> None:
    board = crowned.Board("international")
    board.push("32-28")
    board.push("19-23")
    assert board.turn is crowned.Side.WHITE
    assert [action.text for action in board.move_stack] == ["32-28", "19-23"]
    assert [move.text for move in board.legal_moves] == ["28x19"]
    assert board.pop().text == "19-23"
    assert board.peek().text == "32-28"
    assert board.pop().text == "32-28"
    assert board == crowned.Board("international")


def test_what_is_popped_is_one_of_the_legal_moves() -> None:
    board = crowned.Board("international")
    move = board.legal_moves[0]
    board.push(move)
    assert board.peek() == move
    assert board.move_stack == (move,)
    assert board.pop() in board.legal_moves
    board.push("resign")
    assert board.pop().text == "resign"


def test_an_empty_board_has_nothing_to_pop() -> None:
    board = crowned.Board("russian")
    with pytest.raises(IndexError, match="nothing has been played"):
        board.pop()
    with pytest.raises(IndexError, match="nothing has been played"):
        board.peek()


def test_a_refusal_changes_nothing() -> None:
    board = crowned.Board("russian")
    for text, kind in (("a1-h8", crowned.IllegalMove), ("nonsense!", crowned.MoveTextError)):
        with pytest.raises(kind):
            board.push(text)
    assert board.move_stack == ()
    assert board == crowned.Board("russian")


def test_squares_by_name_and_number() -> None:
    board = crowned.Board("russian", "W:We3,Kc1:Bb8")
    assert (board["e3"], board["c1"], board["b8"], board["d4"]) == ("w", "W", "b", None)
    assert (board["E3"], board[23], board["23"]) == ("w", "w", "w")
    with pytest.raises(KeyError, match="a light square"):
        board["e4"]
    with pytest.raises(KeyError, match="not on this board"):
        board["z9"]


@pytest.mark.parametrize(
    ("fen", "result", "over"),
    [
        ("W:Wc3:Bd4", "*", False),
        ("B:Wc3:B", "1-0", True),
        ("W:W:Bd4", "0-1", True),
    ],
)
def test_results(fen: str, result: str, over: bool) -> None:
    board = crowned.Board("russian", fen)
    assert board.result() == result
    assert board.is_game_over() is over
    assert (board.outcome is not None) is over


def test_a_drawn_game_has_a_drawn_result() -> None:
    board = crowned.Board("international", "W:WK46:BK1")
    shuffle = cycle(["46-41", "1-7", "41-46", "7-1"])
    while not board.is_game_over():
        board.push(next(shuffle))
    assert board.result() == "1/2-1/2"
    with pytest.raises(crowned.GameOver):
        board.push("46-41")


def test_a_pop_takes_the_counters_back() -> None:
    """Another library's pop left them, and called a game drawn that had not begun."""
    board = crowned.Board("international", "W:WK46,K45:BK3")
    for _ in range(60):
        board.push(board.legal_moves[0])
        board.pop()
    assert not board.is_game_over()
    assert board.move_stack == ()


def test_copies_go_their_own_ways() -> None:
    board = crowned.Board("russian")
    board.push("c3-d4")
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board
        assert [a.text for a in twin.move_stack] == ["c3-d4"]
        twin.pop()
        assert twin != board


def test_mirror_shows_the_other_side() -> None:
    board = crowned.Board("international", "W:W31,K46:B20")
    mirrored = board.mirror()
    assert mirrored.fen == "B:W31:BK5,20"
    assert mirrored.mirror() == board
    assert mirrored.move_stack == ()


def test_huffing_goes_through_the_board() -> None:
    board = crowned.Board("blasen")
    for text in ("b6-c5", "c3-d4", "f6-g5"):
        board.push(text)
    assert not board.is_legal("g3-f4")
    assert board.is_legal("d4xb6")
    board.push("g3-f4")
    assert board.legal_moves
    board.push("huff d4")
    assert board["d4"] is None


def test_options_rules_and_files_make_boards() -> None:
    assert crowned.Board("blasen", king="short").rules == crowned.ruleset("blasen", king="short")
    rules = crowned.ruleset("blasen")
    assert crowned.Board(rules).rules is rules
    assert crowned.Board(rules, king="short").rules == crowned.ruleset("blasen", king="short")
    with pytest.raises(crowned.RulesetError):
        crowned.Board("no such game")
    with pytest.raises(crowned.FenError):
        crowned.Board("russian", "W:Wz9:B1")


def test_a_board_cannot_be_a_key() -> None:
    with pytest.raises(TypeError):
        hash(crowned.Board("russian"))


def test_it_shows_itself() -> None:
    board = crowned.Board("russian")
    board.push("c3-d4")
    assert str(board) == str(board.position)
    assert "<Board russian B:" in repr(board)
    html = board._repr_html_()
    assert html is not None
    assert "<svg" in html
    assert "c3-d4" in html


def test_a_reset_board_is_new() -> None:
    board = crowned.Board("russian", "W:Wc3:Bd4")
    board.reset()
    assert board == crowned.Board("russian")


# ---- where a game or a position is asked for, a board will do


def test_an_engine_takes_a_board() -> None:
    board = crowned.Board("russian")
    engine = crowned.Engine(board.rules, hash_mb=1)
    assert engine.search(board, crowned.Limits(depth=3)).best in board.legal_moves
    assert engine.estimate(board) == engine.estimate(board.position)
    engine.play(board, 2)
    assert len(board.move_stack) == 1
    list(crowned.annotate(board, engine, crowned.Limits(depth=1)))
    assert "[%eval" in crowned.pdn.write(board)


def test_pictures_and_the_referee_take_a_board() -> None:
    board = crowned.Board("russian")
    assert crowned.svg.board(board) == crowned.svg.board(board.game) == crowned.svg.board(board.position)
    assert crowned.png.board(board, size=64) == crowned.png.board(board.position, size=64)
    board.push("c3-d4")
    for where in (board, board.game, board.position):
        assert crowned.judge(where, "e3-f4").reason == "not_your_piece"
    assert "russian" in crowned.legal_elsewhere(board, "b6-a5")
    assert crowned.claims(board) == crowned.claims(board.game)


def test_draws_that_are_only_claimed_end_a_loop_that_asks_for_them() -> None:
    board = crowned.Board("english", "W:WK1:BK32")
    while not board.is_game_over(claim_draw=True):
        board.push(board.legal_moves[0])
    assert (board.is_game_over(), board.result(), board.outcome) == (False, "*", None)
    assert board.result(claim_draw=True) == "1/2-1/2"


# ---- moves from elsewhere


def test_a_move_of_other_rules_is_refused_with_a_true_sentence() -> None:
    board = crowned.Board("russian")
    foreign = crowned.Position.from_fen(crowned.ruleset("english"), "W:W21:B1").moves()[0]
    assert foreign.text == "21-17"
    with pytest.raises(crowned.IllegalMove, match=r"21-17 is a move of another position, or of other rules"):
        board.push(foreign)
    assert board.move_stack == ()


def test_who_plays_out_of_turn_is_told_whose_turn_it_is() -> None:
    game = crowned.Game("russian")
    move = game.moves()[0]
    for attempt in (move, move.text):
        with pytest.raises(crowned.IllegalMove, match="it is white's turn"):
            game.play(attempt, by=crowned.Side.BLACK)
    assert game.ply == 0
