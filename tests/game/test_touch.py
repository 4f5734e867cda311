"""Touch-move: what binds, what releases, what an announcement is good for."""

from __future__ import annotations

import pytest

from crowned import Game, IllegalMove, Position, Ruleset, ruleset, ruleset_ids

BINDING = [name for name in ruleset_ids() if ruleset(name).spec.touch_move]


@pytest.fixture(params=BINDING)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return ruleset(request.param)


def game_at(rules: Ruleset, fen: str) -> Game:
    return Game(rules, Position.from_fen(rules, fen))


def test_a_touched_piece_must_move(rules: Ruleset) -> None:
    game = game_at(rules, "W:We3,g3:Ba7")
    done = game.play("touch g3")
    assert done.events[0].to_dict() == {"kind": "touched", "square": "g3", "binding": True}
    assert game.touched == "g3"
    with pytest.raises(IllegalMove):
        game.play("e3-d4")
    with pytest.raises(IllegalMove):
        game.play("touch e3")
    with pytest.raises(IllegalMove):
        game.play("adjust g3")
    game.play("g3-h4")
    assert game.touched is None


def test_a_piece_without_a_correct_move_is_released(rules: Ruleset) -> None:
    """Another piece has to capture: compulsion overrides the touch."""
    game = game_at(rules, "W:Wc3,g3:Bd4,h8")
    assert not game.play("touch g3").events[0].to_dict()["binding"]
    assert game.touched is None
    assert [move.text for move in game.moves()] == ["c3xe5"]
    game.play("touch c3")
    assert game.touched == "c3"


def test_a_bound_piece_may_still_offend(rules: Ruleset) -> None:
    game = game_at(rules, "W:Wc3,g3:Bd4,h8")
    game.play("touch c3")
    assert sorted(move.text for move in game.playable()) == ["c3-b4", "c3xe5"]
    game.play("c3-b4")
    assert game.pending is not None


def test_an_announcement_holds_once(rules: Ruleset) -> None:
    game = game_at(rules, "W:We3,g3:Ba7")
    game.play("adjust g3")
    game.play("touch g3")
    assert game.touched is None
    game.play("touch g3")
    assert game.touched == "g3"


@pytest.mark.parametrize("text", ["touch a7", "touch b2", "touch z9", "adjust a7"])
def test_only_own_pieces_are_touched(rules: Ruleset, text: str) -> None:
    game = game_at(rules, "W:We3,g3:Ba7")
    with pytest.raises(IllegalMove):
        game.play(text)


def test_it_can_be_switched_off(rules: Ruleset) -> None:
    free = ruleset(rules.id, touch_move=False)
    with pytest.raises(IllegalMove):
        Game(free).play("touch b6")
    assert all(action.kind == "move" for action in Game(free).actions())


def test_squares_may_be_numbers(rules: Ruleset) -> None:
    game = game_at(rules, "W:We3,g3:Ba7")
    number = rules.squares.number(rules.squares.cell("g3"))
    game.play(f"touch {number}")
    assert game.touched == "g3"


def test_a_touch_may_go_before_the_duty_to_capture(rules: Ruleset) -> None:
    """`touch_binds = any`: the touched piece moves if it can move at all, and that is no offence."""
    game = game_at(rules.with_options(touch_binds="any"), "W:Wc3,g3:Bd4,h8")
    assert game.play("touch g3").events[0].to_dict()["binding"]
    assert sorted(move.text for move in game.moves()) == ["g3-f4", "g3-h4"]
    with pytest.raises(IllegalMove):
        game.play("c3xe5")
    game.play("g3-h4")
    assert game.pending is None


def test_a_touched_piece_that_can_capture_must_do_so_also_where_any_move_binds(rules: Ruleset) -> None:
    game = game_at(rules.with_options(touch_binds="any"), "W:Wc3,g3:Bd4,f4,h8")
    game.play("touch g3")
    assert [move.text for move in game.moves()] == ["g3xe5"]


def test_a_touched_piece_without_any_move_is_released_even_then(rules: Ruleset) -> None:
    game = game_at(rules.with_options(touch_binds="any"), "W:Wc3,g1,f2,h2:Bd4,h8")
    assert not game.play("touch g1").events[0].to_dict()["binding"]
    assert [move.text for move in game.moves()] == ["c3xe5"]
