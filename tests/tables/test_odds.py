"""Expected results of games of chance: the slow twin, the other sweep, and what a probe answers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import product

import pytest

import crowned
from crowned.cli.app import run
from crowned.position import Position, Ruleset
from crowned.tables.build import verify
from crowned.tables.probe import Odds, ask
from crowned.tables.slices import Slice, pairs
from crowned.tables.tableset import TableSet
from tests.tables import twin
from tests.tables.built import folder_with, tables_of

CHANCE = [name for name in crowned.ruleset_ids() if crowned.ruleset(name).sliders]
SNAP = [name for name in CHANCE if crowned.ruleset(name).spec.door_mode == "snap"]
SPINS = ("black", "green", "orange")
CLOSE = 6e-5
"""Files round to a 65,000th; what follows from rounded numbers is off by a little more."""


def by_spin(position: Position) -> Iterator[tuple[float, list[Position]]]:
    """The spins that are due with their chances, and what may follow each."""
    if not position.must_spin:
        yield 1.0, [position.play(move) for move in position.moves()]
        return
    weights = position.rules.spec.spinner
    for spin, weight in zip(SPINS, weights, strict=True):
        spun = position.with_spin(spin)
        yield weight / sum(weights), [spun.play(move) for move in spun.moves()]


def ended(position: Position) -> float:
    assert position.outcome is not None
    return 1.0 if position.outcome[0] == position.turn else 0.0


def plain_values(rules: Ruleset) -> dict[Position, float]:
    """Sweeps over all positions of two pieces, both sides to move, until nothing changes."""
    positions = list(twin.all_positions(rules, 2))
    nexts = {p: list(by_spin(p)) for p in positions if p.outcome is None}
    values = {p: 0.5 if p.outcome is None else ended(p) for p in positions}
    for children in nexts.values():
        values.update((c, ended(c)) for _, cs in children for c in cs if c.outcome is not None)
    change = 1.0
    while change > 1e-7:
        change = 0.0
        for p, spins in nexts.items():
            now = sum(chance * max(1 - values[c] for c in children) for chance, children in spins)
            change = max(change, abs(now - values[p]))
            values[p] = now
    return {p: values[p] for p in positions}


@pytest.mark.parametrize("name", SNAP)
def test_every_position_of_two_pieces_as_the_slow_twin_says(name: str) -> None:
    tables = tables_of(name, 2)
    truth = plain_values(tables.rules)
    assert len(truth) == 2 * 3488
    for position, value in truth.items():
        assert tables.expected(position) == pytest.approx(value, abs=CLOSE)


@pytest.mark.parametrize("name", CHANCE)
def test_every_expected_result_follows_from_the_next(name: str) -> None:
    tables = tables_of(name, 2)
    assert [fault for pair in pairs(2, tables.rules.spec) for fault in verify(tables, pair)] == []


def _solved(tables: TableSet, found: Slice, **means: bool) -> list[int]:
    """The numbers of a slice and its twin as the core solves them from the files of smaller ones."""
    return [
        value
        for *_, values in tables.native.build(found, 1, **means)
        for value in memoryview(values).cast("H")
    ]


@pytest.mark.parametrize("name", SNAP)
def test_moves_that_are_kept_lead_where_listed_ones_do(name: str) -> None:
    tables = tables_of(name, 2)
    for found in (Slice.named("K-M"), Slice.named("M-M")):
        assert _solved(tables, found) == _solved(tables, found, keep=False)


@pytest.mark.parametrize("name", SNAP)
def test_every_expected_result_of_three_pieces_follows_from_the_next(name: str) -> None:
    tables = tables_of(name, 3)
    assert [fault for pair in pairs(3, tables.rules.spec) for fault in verify(tables, pair)] == []


def _sample(tables: TableSet, count: int) -> Iterator[Position]:
    """Positions with any setting of the sliders, no piece on an open door, both sides to move."""
    dice = random.Random(14)
    rules = tables.rules
    names = [rules.squares.name(cell) for cell in rules.squares.cells]
    while count:
        knobs = "".join(dice.choice("LMR") for _ in rules.sliders)
        if rules.spec.door_mode == "snap":
            knobs = ""
        white, black = dice.sample(names, 2)
        pieces = {white: dice.choice("wW"), black: dice.choice("bB")}
        position = rules.place(pieces, crowned.Side(dice.randrange(2)), knobs)
        home = not any(
            letter.islower() and square in rules.crown_row(letter == "b") for square, letter in pieces.items()
        )
        if home and not set(pieces) & set(position.open_doors):
            count -= 1
            yield position


@pytest.mark.parametrize("name", CHANCE)
def test_a_position_is_worth_the_mean_of_its_best_moves(name: str) -> None:
    tables = tables_of(name, 2)

    def worth(position: Position) -> float:
        value = tables.expected(position)
        assert value is not None
        return value

    for position in _sample(tables, 200):
        if position.outcome is None:
            spins = by_spin(position)
            mean = sum(chance * max(1 - worth(c) for c in children) for chance, children in spins)
            assert worth(position) == pytest.approx(mean, abs=CLOSE)


def test_totals_count_positions_with_every_setting_and_no_piece_on_a_hole() -> None:
    tables = tables_of("valluik", 2)
    totals = tables.files[Slice.named("K-K")].header.totals
    squares = len(tables.rules.squares.cells)
    free = []
    for knobs in product("LMR", repeat=4):
        holes = sum(knob != "M" for knob in knobs)
        free.append((squares - holes) * (squares - holes - 1))
    assert totals.positions == sum(free)
    assert totals.won + totals.drawn + totals.lost == totals.positions


def test_a_spin_that_is_made_is_taken_as_it_is() -> None:
    tables = tables_of("valluik", 2)
    position = tables.rules.read("W:WKa1:BKh8:SMMMM")
    if position.must_spin:
        answers = {spin: ask(tables, position.with_spin(spin)) for spin in SPINS}
        weights = dict(zip(SPINS, tables.rules.spec.spinner, strict=True))
        whole = ask(tables, position)
        assert isinstance(whole, Odds)
        mean = 0.0
        for spin, found in answers.items():
            assert isinstance(found, Odds)
            assert found.expected == pytest.approx(found.moves[0].expected)
            mean += found.expected * weights[spin] / sum(weights.values())
        assert whole.expected == pytest.approx(mean, abs=CLOSE)


def test_probe_as_outside_checks_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tables", "probe", "valluik", "--fen", "W:WKb2:BKg7:SMMMM", "--json"]
    assert run([*words, "--dir", str(folder_with("valluik", 2))]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {"expected", "moves"}
    assert 0 <= answer["expected"] <= 1
    assert {"move", "expected"} <= set(answer["moves"][0])


def test_doors_that_look_different_have_no_tables() -> None:
    doors = ("G1 c3 g3", "O1 b4 f4", "O2 c5 g5", "G2 b6 d6")
    with pytest.raises(crowned.BadInput, match="different doors"):
        TableSet(crowned.ruleset("valluik", doors=doors))


def _spun(tables: TableSet, count: int) -> list[Position]:
    return [p for p in _sample(tables, count) if p.outcome is None and p.must_spin]


def test_before_the_spin_the_engine_knows_what_to_do_after_each(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = tables_of("valluik", 2)
    engine = _engine("valluik", monkeypatch)
    for position in _spun(tables, 20):
        info, expected = engine.search(position), tables.expected(position)
        assert expected is not None
        assert info.nodes == 0
        assert info.score.expected == pytest.approx(expected, abs=1e-3)
        for line in info.lines:
            answer = ask(tables, position.with_spin(line.spin))
            assert isinstance(answer, Odds)
            assert answer.expected == pytest.approx(line.score.expected, abs=1e-3)


def _engine(name: str, monkeypatch: pytest.MonkeyPatch) -> crowned.Engine:
    monkeypatch.setenv("CROWNED_TABLES", str(folder_with(name, 2)))
    return crowned.Engine(crowned.ruleset(name), hash_mb=1, seed=1)
