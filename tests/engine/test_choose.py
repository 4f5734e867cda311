"""Choosing in games: every action is open, offences are answered and weighed."""

from __future__ import annotations

import itertools

import pytest

import crowned
from crowned.engine import LEVELS, Engine, Limits, NothingToChoose
from crowned.engine.levels import level_of
from crowned.game import Game
from crowned.position import action as act

IDS = crowned.ruleset_ids()


@pytest.mark.parametrize("id_", IDS)
def test_levels_play_every_game(id_: str) -> None:
    rules = crowned.ruleset(id_)
    engine = Engine(rules, hash_mb=2, seed=1)
    game = Game(rules, seed=4)
    for turn in range(40):
        if game.outcome is not None:
            break
        engine.play(game, turn % 6 + 1)
    assert game.ply >= 20 or game.outcome is not None


def test_nothing_to_choose_before_a_spin_or_after_the_end() -> None:
    rules = crowned.ruleset("valluik")
    game = Game(rules, seed=1)
    assert game.must_spin
    with pytest.raises(NothingToChoose):
        Engine(rules, hash_mb=2).choose(game, 1)
    game.play(act.Resign())
    with pytest.raises(NothingToChoose):
        Engine(rules, hash_mb=2).choose(game, 1)


def offence(rules: crowned.Ruleset, fen: str, move: str) -> Game:
    game = Game(rules, rules.read(fen))
    game.play(move)
    assert game.pending is not None
    return game


def test_a_good_huff_is_taken() -> None:
    """White missed c3xe5; taking the man costs Black nothing, letting it stand would."""
    rules = crowned.ruleset("koenig")
    game = offence(rules, "W:Wc3,a1:Bd4,h8,f8", "a1-b2")
    chosen = Engine(rules, hash_mb=2).choose(game, Limits(nodes=4000))
    assert isinstance(chosen, act.Huff)
    assert chosen.square == "c3"


def test_a_forced_capture_into_a_shot_is_demanded() -> None:
    """White moved away instead of walking into two captures: the move is worth more than the man."""
    rules = crowned.ruleset("koenig")
    game = offence(rules, "W:Wc3,a1,h2,g1:Bd4,f6,c7,e7,b8,h8,g7", "h2-g3")
    chosen = Engine(rules, hash_mb=2).choose(game, Limits(nodes=20_000))
    assert isinstance(chosen, act.Huff | act.TakeBack)
    game.play(chosen)


def test_no_offence_where_it_can_be_taken_back() -> None:
    rules = crowned.ruleset("blasen")
    engine = Engine(rules, hash_mb=2)
    game = Game(rules, rules.read("W:Wc3,a1,h2:Bd4,f6,c7,b8"))
    chosen = engine.choose(game, Limits(nodes=5000))
    assert isinstance(chosen, act.MoveAction)
    assert chosen.move in game.moves()


def test_declining_a_capture_is_weighed_where_it_only_costs_the_piece() -> None:
    """c3xe5 would lose three men to f6xd4xb2 … ; giving up the man on c3 is cheaper."""
    rules = crowned.ruleset("pinzgau")
    position = rules.read("W:Wc3,e3,g3,h2:Bd4,f6,c5,a5,h8,b8")
    info = Engine(rules, hash_mb=4).search(Game(rules, position), Limits(nodes=50_000), multipv=20)
    tried = {line.moves[0] for line in info.lines}
    assert tried - set(position.moves()), "offences are among the moves looked at"


def test_low_levels_overlook_and_high_levels_do_not() -> None:
    assert LEVELS[0].overlook > LEVELS[2].overlook > LEVELS[-1].overlook == 0
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert all(a.nodes < b.nodes for a, b in itertools.pairwise(LEVELS))


def test_levels_fit_the_game() -> None:
    """On a large board small errors add up; where dice decide, levels lie further apart."""
    small, large = crowned.ruleset("koenig"), crowned.ruleset("international")
    assert level_of(1, small) == LEVELS[0]
    assert 0 < level_of(1, large).margin < level_of(1, small).margin // 2
    assert level_of(10, large) == LEVELS[-1]
    dice = [level_of(number, crowned.ruleset("valluik")) for number in range(1, 11)]
    assert all(a.nodes < b.nodes and a.margin >= b.margin for a, b in itertools.pairwise(dice))
    judgement = [(level.modest, level.naive, level.margin) for level in dice]
    assert judgement == sorted(judgement, reverse=True)


def test_who_may_choose_gives_up_the_lesser_piece() -> None:
    """A man and a king missed their captures; where the offender chooses, the man goes."""
    rules = crowned.ruleset("koenig", huff_choice="offender")
    game = crowned.Game(rules, crowned.Position.from_fen(rules, "W:WKc3,g3,a1:Bd4,f4,h8"))
    game.play("a1-b2")
    assert game.pending is not None
    assert set(game.pending.removable) == {"c3", "g3"}
    engine = crowned.Engine(rules, hash_mb=1, seed=1)
    claim = engine.choose(game, crowned.Limits(nodes=2000))
    assert claim.kind in ("huff", "takeback")
    game.play("huff c3")
    assert game.actor is crowned.Side.WHITE
    assert engine.play(game, crowned.Limits(nodes=2000)).text == "huff g3"
    assert game.actor is crowned.Side.BLACK


@pytest.mark.parametrize("remedies", [["huff"], ["huff", "accept"]])
def test_games_in_which_the_offender_chooses_are_played_to_the_end(remedies: list[str]) -> None:
    rules = crowned.ruleset("koenig", huff_choice="offender", remedies=remedies)
    game, engine = crowned.Game(rules), crowned.Engine(rules, hash_mb=1, seed=1)
    for _ in range(150):
        if game.outcome is not None:
            break
        engine.play(game, crowned.Limits(nodes=60))
    assert game.outcome is not None or len(game.history) == 150
