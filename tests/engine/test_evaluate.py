"""The evaluation: both sides are judged alike, and what stands about a trapdoor counts."""

from __future__ import annotations

import random
import struct
from itertools import islice

import pytest

import crowned
from crowned import _native
from crowned.position import Position, Ruleset
from tests.engine.walks import positions

WITH_DOORS = [id_ for id_ in crowned.ruleset_ids() if crowned.ruleset(id_).sliders]


def searcher(rules: Ruleset, seed: int) -> _native.Searcher:
    """With weights at random: whatever learning may come to, the features must be right."""
    found = _native.Searcher(rules, 1)
    found.load(random_weights(found, seed))
    return found


def random_weights(found: _native.Searcher, seed: int) -> bytes:
    dice = random.Random(seed)
    count = len(found.weights()) // 2
    return struct.pack(f"<{count}h", *(dice.randrange(-200, 201) for _ in range(count)))


def score_at_depth(engine: _native.Searcher, position: Position, depth: int) -> int:
    engine.start(
        position, (), 0, (), (), depth=depth, nodes=0, soft=0, hard=0, lines=1, threads=1, fresh=True,
        exact=False, obvious=False,
    )  # fmt: skip
    score = 0
    while reports := engine.wait(60):
        score = reports[-1][2]
    return score


@pytest.mark.parametrize("id_", [WITH_DOORS[0], crowned.ruleset_ids()[0]])
def test_other_weights_judge_anew_what_was_judged_before(id_: str) -> None:
    rules = crowned.ruleset(id_)
    used, scores = searcher(rules, 1), set()
    for seed in (1, 2, 3):
        used.load(random_weights(used, seed))
        scores.add(found := score_at_depth(used, rules.start(), 4))
        assert found == score_at_depth(searcher(rules, seed), rules.start(), 4)
    assert len(scores) > 1


def turned(position: Position) -> Position:
    """The same position as the opponent sees it from his side, in his colours."""
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for square, piece in position.pieces().items():
        name = f"{chr(ord('a') + ord('h') - ord(square[0]))}{9 - int(square[1])}"
        sides["B" if piece.upper() == "W" else "W"].append(f"K{name}" if piece.isupper() else name)
    knobs = position.knobs[::-1].translate(str.maketrans("LR", "RL"))
    turn = "B" if position.turn == 0 else "W"
    return position.rules.read(f"{turn}:W{','.join(sides['W'])}:B{','.join(sides['B'])}:S{knobs}")


@pytest.mark.parametrize("id_", WITH_DOORS)
def test_a_turned_board_with_doors_is_worth_the_same(id_: str) -> None:
    rules = crowned.ruleset(id_)
    engine = searcher(rules, 3)
    judged = set()
    for position in islice(positions(rules, 5, 120), 200):
        assert engine.estimate(turned(position)) == engine.estimate(position), position.fen
        judged.add(engine.estimate(position))
    assert len(judged) > 50, "positions differ in what they are worth"


def gain_of_the_move(engine: _native.Searcher, fen: str, rules: Ruleset) -> int:
    """How much better White stands if he is to move."""
    position = rules.read(fen)
    return engine.estimate(position) + engine.estimate(position.with_turn(1))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("W:Wd2,a1:Bd4,h8:SMMMM", "W:Wd2,a1:Be5,h8:SMMMM"),  # beside a door, and away from it
        ("W:Wd2,a1:Bd4,h8:SMMMM", "W:Wd2,a1:Bd4,h8:SLMMM"),  # closed, and open
        ("W:Wd2,a1:Bd4,h8:SLMMM", "W:Wd2,a1:Bd4,h8:SRMMM"),  # open, and kept shut by its twin
        ("W:We3,g1:BKc1,h8:SMMMM", "W:We3,g1:BKa1,h8:SMMMM"),  # hanging to a king from afar, and not
        ("W:We3,a1:Bd4,h8:SMMMM", "W:We3,f2,a1:Bd4,h8:SMMMM"),  # hanging to a man, and covered
    ],
)
def test_whose_turn_it_is_matters_about_doors(one: str, other: str) -> None:
    rules = crowned.ruleset("valluik")
    engine = searcher(rules, 4)
    assert gain_of_the_move(engine, one, rules) != gain_of_the_move(engine, other, rules)
