"""Dice that can be checked, spins and slides."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from crowned import BadInput, Game, IllegalMove, Position, Ruleset, ruleset, ruleset_ids
from crowned.game.dice import Dice

WHEELS = [name for name in ruleset_ids() if ruleset(name).sliders]
KEY = bytes(range(32))


def test_the_dice_follow_the_written_scheme() -> None:
    """The scheme of docs/wire.md computed once more, by hand."""

    def part(value: str | int) -> bytes:
        raw = value.encode() if isinstance(value, str) else value.to_bytes(8, "big")
        return len(raw).to_bytes(4, "big") + raw

    for ply, index in ((0, 0), (7, 3), (120, 55)):
        message = b"".join(map(part, ("spin", ply, index, 4, 0)))
        digest = hmac.new(KEY, message, hashlib.sha256).digest()
        drawn = int.from_bytes(digest[:8], "big") % 4
        assert Dice(KEY).roll(ply, index, (2, 1, 1)) == (0, 0, 1, 2)[drawn]


def test_words_that_would_be_unfair_are_drawn_again() -> None:
    """With so huge a sum nearly half of all words lie above its last whole multiple."""
    results = [Dice(seed).roll(0, 0, (2**62, 2**62 + 1)) for seed in range(200)]
    assert 60 < sum(results) < 140


def test_results_have_their_weights() -> None:
    dice = Dice(7)
    counted = Counter(dice.roll(ply, ply, (2, 1, 1)) for ply in range(4000))
    assert set(counted) == {0, 1, 2}
    assert 1850 < counted[0] < 2150
    assert dice.roll(1, 1, (0, 0, 1)) == 2


def test_seeds_have_one_form() -> None:
    assert Dice(KEY).seed == KEY.hex()
    assert Dice(KEY.hex()).key == KEY
    assert Dice(5).key == Dice(5).key != Dice(6).key
    assert Dice().key != Dice().key


@pytest.fixture(params=WHEELS)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return ruleset(request.param)


def test_the_turn_begins_with_a_spin(rules: Ruleset) -> None:
    game = Game(rules, seed=1)
    assert game.must_spin
    assert [action.text for action in game.actions()] == ["spin black", "spin green", "spin orange"]
    assert game.moves() == ()
    with pytest.raises(IllegalMove) as caught:
        game.play("c3-d4" if rules.spec.first == 0 else "b6-a5")
    assert caught.value.verdict is not None


def test_each_result_opens_its_own_actions(rules: Ruleset) -> None:
    for result, kind in (("black", "step"), ("green", "slide"), ("orange", "slide")):
        game = Game(rules, seed=1)
        game.play(f"spin {result}")
        assert game.position.spin == result
        assert {move.kind for move in game.moves()} == {kind}
        assert {move.spin for move in game.moves()} == {result}
        with pytest.raises(IllegalMove):
            game.play("spin black")


def test_the_games_dice_spin_and_can_be_checked(rules: Ruleset) -> None:
    game = Game(rules, seed=3)
    while game.outcome is None and len(game.history) < 40:
        if game.must_spin:
            game.spin()
        game.play(game.moves()[0])
    saved = game.to_dict()
    assert any(entry.get("rolled") for entry in saved["moves"])
    assert Game.from_dict(saved).position == game.position
    forged = next(entry for entry in saved["moves"] if entry.get("rolled"))
    forged["do"] = "spin orange" if forged["do"] != "spin orange" else "spin green"
    with pytest.raises(BadInput):
        Game.from_dict(saved)


def test_taking_back_does_not_spin_anew(rules: Ruleset) -> None:
    game = Game(rules, seed=11)
    first = game.play("spin").action
    game.undo()
    assert game.play("spin").action == first


def test_a_result_without_weight_never_comes() -> None:
    rules = ruleset(WHEELS[0], spinner=(1, 0, 1))
    game = Game(rules)
    assert "spin green" not in [action.text for action in game.actions()]
    with pytest.raises(IllegalMove):
        game.play("spin green")


def test_games_without_a_wheel_refuse_to_spin() -> None:
    plain = next(name for name in ruleset_ids() if name not in WHEELS)
    with pytest.raises(IllegalMove):
        Game(ruleset(plain)).spin()


def spun(game: Game, *turns: tuple[str, str]) -> None:
    for colour, move in turns:
        game.play(f"spin {colour}")
        game.play(move)


def test_a_position_counts_as_it_was_before_the_spin() -> None:
    """Slides and moves of both lead to and fro; what the wheel stopped on does not matter."""
    rules = ruleset("valluik")
    game = Game(rules, Position.from_fen(rules, "W:WKa1:BKh2:SMMMM:Xgreen"))
    game.play("G1>L")
    spun(game, ("green", "G1>M"), ("black", "a1-b2"), ("black", "h2-g1"), ("black", "b2-a1"))
    spun(game, ("black", "g1-h2"))
    assert game.state.keys.count(game.state.keys[-1]) == 3, "the first time with green on the wheel"
    assert game.draw_claim == "repetition"
    game.play("spin orange")
    assert game.draw_claim is None, "after the spin it is another position"
    game.play("O1>L")
    assert game.draw_claim is None


def test_the_other_side_to_move_or_another_slider_is_another_position() -> None:
    rules = ruleset("valluik")
    game = Game(rules, Position.from_fen(rules, "W:WKa1:BKh2:SMMMM"))
    spun(game, ("green", "G1>L"), ("black", "h2-g1"), ("black", "a1-b2"), ("black", "g1-h2"))
    spun(game, ("black", "b2-a1"), ("green", "G1>M"))
    assert game.state.keys.count(game.state.keys[-1]) == 2
    assert game.draw_claim is None


def test_what_falls_begins_the_count_anew() -> None:
    rules = ruleset("valluik")
    game = Game(rules, Position.from_fen(rules, "W:WKa7:BKh2,g3:SMMMM:Xblack"))
    game.play("a7-b6")
    spun(game, ("green", "G1>R"))
    assert game.state.quiet == 0
    assert len(game.state.keys) == 1
