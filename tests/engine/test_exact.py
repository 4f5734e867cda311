"""Every shortcut of the search, against minimax without any: same tree, same score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest

import crowned
from crowned import _native
from crowned.base import Side
from crowned.game import Game
from crowned.game.tallies import begun
from crowned.position import Position, Ruleset
from tests.engine.walks import positions

LEAVES = 30_000
"""Trees up to this size are small enough for the slow twin."""


def searcher(rules: Ruleset) -> _native.Searcher:
    return _native.Searcher(rules, 1)


def exact_score(
    engine: _native.Searcher, position: Position, depth: int, quiet: int = 0, tallies: Sequence[int] = ()
) -> int:
    engine.start(
        position,
        (),
        quiet,
        tallies,
        (),
        depth=depth,
        nodes=0,
        soft=0,
        hard=0,
        lines=1,
        threads=1,
        fresh=True,
        exact=True,
        obvious=False,
    )
    reports = []
    while engine.running:
        reports += engine.wait(1)
    reports += engine.wait(0)
    assert reports[-1][0] == depth
    return reports[-1][2]


def small_trees(rules: Ruleset, depth: int, seed: int) -> list[Position]:
    tries = islice(positions(rules, seed, 120), 400)
    return list(islice((p for p in tries if p.moves() and p.perft(depth) <= LEAVES), 5))


def many_wrong_moves(rules: Ruleset) -> bool:
    """Leaves are counted by correct moves; where captures may be missed there are far more."""
    return rules.spec.enforcement != "strict" and len(rules.squares.cells) > 50


@pytest.mark.parametrize("id_", crowned.ruleset_ids())
def test_pruning_changes_no_score(id_: str) -> None:
    rules = crowned.ruleset(id_)
    engine = searcher(rules)
    depth = 4 if rules.sliders or many_wrong_moves(rules) else 6
    found = small_trees(rules, depth, seed=7)
    assert found, "no position is small enough"
    for position in found:
        assert exact_score(engine, position, depth) == engine.plain(position, depth), position.fen


@pytest.mark.parametrize("id_", crowned.ruleset_ids())
def test_shallow_searches_of_full_boards(id_: str) -> None:
    rules = crowned.ruleset(id_)
    engine = searcher(rules)
    for position in islice(positions(rules, 11), 12):
        for depth in (1, 2):
            assert exact_score(engine, position, depth) == engine.plain(position, depth), position.fen


OPTIONS = (
    {"enforcement": "auto_huff", "huff_target": "moved_piece"},
    {"enforcement": "huff", "remedies": ["huff", "accept"]},
    {"enforcement": "huff", "remedies": ["huff", "accept"], "huff_is_move": True},
    {"enforcement": "huff", "remedies": ["huff", "accept"], "huff_choice": "offender"},
    {"enforcement": "auto_huff", "huff_choice": "offender"},
    {"must_capture": False},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_offences_and_choices_are_part_of_the_tree(options: dict[str, object]) -> None:
    rules = crowned.ruleset("koenig", **options)
    engine = searcher(rules)
    found = [p for p in small_trees(rules, 5, seed=3) if p.moves()]
    for position in found:
        assert exact_score(engine, position, 5) == engine.plain(position, 5), position.fen


COUNTING = [id_ for id_ in crowned.ruleset_ids() if crowned.ruleset(id_).spec.counts]


def few_pieces(rules: Ruleset, seed: int) -> Iterator[Position]:
    """Endings with kings, in which a count by material runs."""
    dice, squares = Random(seed), sorted(rules.cells)
    while True:
        count = dice.randrange(2, 6)
        letters = "WB" + "".join(dice.choice("WWBwb") for _ in range(count - 2))
        pieces = dict(zip(dice.sample(squares, count), letters, strict=True))
        position = rules.place(pieces, Side(dice.randrange(2)))
        if Game(rules, position).outcome is None and any(n is not None for n in begun(position)):
            yield position


@pytest.mark.parametrize("id_", COUNTING)
def test_counts_that_run_out_are_part_of_the_tree(id_: str) -> None:
    """Some plies before the end of a count, and of the plies without progress."""
    rules = crowned.ruleset(id_)
    engine, dice = searcher(rules), Random(5)
    differing = 0
    for position in islice((p for p in few_pieces(rules, 3) if p.perft(4) <= LEAVES), 8):
        left = dice.randrange(1, 4)
        limit = rules.spec.no_progress_plies
        quiet = max(0, limit - dice.randrange(1, 6)) if limit and dice.randrange(2) else 0
        tallies = [
            -1 if done is None else max(0, count.plies - left)
            for count, done in zip(rules.spec.counts, begun(position), strict=True)
        ]
        found = exact_score(engine, position, 4, quiet, tallies)
        assert found == engine.plain(position, 4, quiet, tallies), (position.fen, quiet, tallies)
        differing += found != engine.plain(position, 4)
    assert differing or all(count.plies <= 4 for count in rules.spec.counts), "no count ever mattered"
