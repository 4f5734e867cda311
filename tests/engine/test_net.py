"""The network beside the patterns: the fast sum is the plain one, games teach it, others are refused."""

from __future__ import annotations

import random
import struct
from itertools import islice

import pytest

import crowned
from crowned import _native
from crowned.engine import tune
from crowned.position import Position, Ruleset
from crowned.rules.squares import Squares
from tests.engine.walks import positions

HIDDEN, STAGES, ONE, OUTPUT_SCALE = 64, 8, 256, 16
TOWER_INPUTS = 6


class Plain:
    """The same network, written out as one would explain it."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        dice = random.Random(seed)
        self.squares = Squares(rules.spec)
        self.places = {self.squares.name(cell): at for at, cell in enumerate(self.squares.cells)}
        self.kinds = 4 + (2 * TOWER_INPUTS if rules.spec.captured == "under" else 0)
        self.inputs = self.kinds * len(self.places) + (3 * len(rules.sliders) if rules.sliders else 0)
        self.full = len(self.places) * 3 // 4

        def numbers(count: int, size: int) -> list[int]:
            return [dice.randrange(-size, size + 1) for _ in range(count)]

        self.rows = [[numbers(HIDDEN, 60) for _ in range(self.inputs + 1)] for _ in range(STAGES)]
        self.outputs = [numbers(HIDDEN, 400) for _ in range(STAGES)]
        self.starts = numbers(STAGES, 3000)

    @property
    def packed(self) -> bytes:
        flat: list[int] = []
        for rows, outputs, start in zip(self.rows, self.outputs, self.starts, strict=True):
            flat += [number for row in rows for number in row] + outputs + [start, 0]
        return struct.pack(f"<{len(flat)}h", *flat)

    def stage(self, position: Position) -> int:
        pieces = position.pieces()
        size = len(pieces) * 24 / self.full
        bounds = (14, 10, 7) if any(column[0].isupper() for column in pieces.values()) else (20, 15, 10)
        return (4 if bounds[0] == 14 else 0) + sum(size < bound for bound in bounds)

    def seen(self, position: Position) -> list[int]:
        white = position.turn == 0
        found = []
        for square, column in position.pieces().items():
            piece = column[0]
            place = self.places[square] if white else len(self.places) - 1 - self.places[square]
            own = (piece.lower() == "w") == white
            found.append(((2 if piece.isupper() else 0) + (0 if own else 1)) * len(self.places) + place)
            if self.kinds > 4:
                found += [kind * len(self.places) + place for kind in tower(column, own)]
        return found

    def score(self, position: Position) -> int:
        stage = self.stage(position)
        rows = self.rows[stage]
        added = [rows[-1], *(rows[at] for at in self.seen(position))]
        levels = [min(ONE, max(0, sum(column))) for column in zip(*added, strict=True)]
        total = sum(a * b for a, b in zip(levels, self.outputs[stage], strict=True))
        return int((total + self.starts[stage] * ONE) / (ONE * OUTPUT_SCALE))


def tower(column: str, own: bool) -> list[int]:
    """The kinds of a tower: how long it stays its owner's, and what it holds after that."""
    if len(column) < 2:
        return []
    mine = column[0].lower()
    run = len(column) - len(column.lower().lstrip(mine))
    below = column[run:]
    freed = len(below) - len(below.lower().lstrip("b" if mine == "w" else "w"))
    base = 4 + (0 if own else TOWER_INPUTS)
    kinds = [base + (1 if run > 2 else 0)] if run > 1 else []
    if freed:
        kinds.append(base + 1 + min(freed, 3))
        kinds += [base + 5] if below[0].isupper() else []
    return kinds


@pytest.mark.parametrize(
    "id_", ["english", "international", "turkish", "canadian", "frisian", "turm", "lasca"]
)
def test_the_fast_sum_is_the_plain_one(id_: str) -> None:
    rules = crowned.ruleset(id_)
    plain, without, with_net = Plain(rules, 5), _native.Searcher(rules, 1), _native.Searcher(rules, 1)
    with_net.load(without.weights() + plain.packed)
    scores = set()
    for position in islice(positions(rules, 7, 150), 150):
        assert with_net.estimate(position) - without.estimate(position) == plain.score(position), position.fen
        scores.add(plain.score(position))
    assert len(scores) > 50


def enough_games(searcher: _native.Searcher, rules: Ruleset) -> list[bytes]:
    """With fewer or hastier games, what is held back is too small a sample to show a gain."""
    return [searcher.self_play(rules.start(), 500, 200, 8, seed) for seed in range(1, 5)]


def test_a_network_learns_what_the_patterns_leave_unsaid() -> None:
    rules = crowned.ruleset("koenig")
    searcher = tune.make_searcher(rules)
    games = enough_games(searcher, rules)
    plain = len(searcher.weights())
    count, without, with_net = searcher.train_net(games, 4, 0.002, 0.3, 1)
    assert count > 15_000
    assert with_net < without, "on positions that were held back"
    learned = searcher.weights()
    assert len(learned) == plain + len(Plain(rules, 1).packed)
    searcher.train_net(games, 4, 0.002, 0.3, 1)
    assert searcher.weights() == learned, "equal seeds learn equally"


def test_a_network_goes_on_learning_from_where_it_was() -> None:
    rules = crowned.ruleset("koenig")
    searcher = tune.make_searcher(rules)
    first, more = (searcher.self_play(rules.start(), 500, 60, 8, seed) for seed in (1, 2))
    assert not searcher.has_network
    assert searcher.train_net([first], 4, 0.002, 0.3, 1)[0] > 10_000
    assert searcher.has_network
    learned = searcher.weights()
    known = searcher.train_net([more], 0, 0.0, 0.3, 1, onward=True)[1]
    assert searcher.weights() == learned, "nothing is lost on the way into the trainer and back"
    _, before, after = searcher.train_net([more], 4, 0.0007, 0.3, 1, onward=True)
    assert before == known
    assert after < before


def test_other_weights_learn_beside_a_network() -> None:
    rules = crowned.ruleset("koenig")
    searcher = tune.make_searcher(rules)
    games = enough_games(searcher, rules)
    plain = len(searcher.weights())
    _, _, with_net = searcher.train_net(games, 4, 0.002, 0.3, 1)
    network = searcher.weights()[plain:]
    _, before, after = searcher.train(games, 2, 0.02, 4.0, 0.3, 1)
    assert searcher.weights()[plain:] == network
    assert before == pytest.approx(with_net, abs=1e-3), "what the network says counts"
    assert after < before


def test_weights_of_no_board_are_refused() -> None:
    rules = crowned.ruleset("english")
    searcher = _native.Searcher(rules, 1)
    whole = searcher.weights() + Plain(rules, 1).packed
    searcher.load(whole)
    for wrong in (whole[:-4], whole[:-1], whole + b"\0\0\0\0", whole[4:], b""):
        with pytest.raises(ValueError, match="another board"):
            searcher.load(wrong)
    assert searcher.weights() == whole
