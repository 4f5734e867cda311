"""Learning: seeded, resumable, and better at what it was shown."""

from __future__ import annotations

import argparse
import json
import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import crowned
from crowned.base import BadInput
from crowned.engine import Engine, Limits, tune, weightfile
from crowned.engine.tune import Plan, Progress, Tuner, on_cores
from tests.tables.built import tables_of

SMALL = Plan(generations=2, games=6, nodes=60, seed=3)


def learned(folder: Path, plan: Plan = SMALL, id_: str = "english") -> bytes:
    tuner = Tuner(crowned.ruleset(id_), folder, plan, start="hand")
    return tuner.run(on_cores(2), lambda _: None).read_bytes()


@pytest.mark.parametrize("id_", ["english", "turm", "valluik", "pinzgau", "turkish", "canadian"])
def test_equal_seeds_learn_equally(tmp_path: Path, id_: str) -> None:
    assert learned(tmp_path / "a", id_=id_) == learned(tmp_path / "b", id_=id_)


def test_a_broken_off_run_goes_on(tmp_path: Path) -> None:
    whole = learned(tmp_path / "whole")
    rules = crowned.ruleset("english")
    with pytest.raises(KeyboardInterrupt):
        Tuner(rules, tmp_path / "broken", SMALL, start="hand").run(interrupted_in_the_second, lambda _: None)
    assert learned(tmp_path / "broken") == whole


def interrupted_in_the_second(
    source: str, weights: bytes, plan: Plan, generation: int, first: int
) -> Iterator[bytes]:
    if generation == 1:
        raise KeyboardInterrupt
    yield from on_cores(1)(source, weights, plan, generation, first)


@pytest.mark.parametrize("damage", ["", "a block without its size", "no games", "games too short"])
def test_the_games_of_a_generation_broken_off_are_kept(tmp_path: Path, damage: str) -> None:
    plan = Plan(generations=1, games=90, nodes=20, seed=3)
    whole, folder, asked = learned(tmp_path / "whole", plan), tmp_path / "broken", []

    def broken_off(source: str, weights: bytes, plan: Plan, generation: int, first: int) -> Iterator[bytes]:
        asked.append(first)
        yield from islice(on_cores(1)(source, weights, plan, generation, first), 2)
        raise KeyboardInterrupt

    def going_on(source: str, weights: bytes, plan: Plan, generation: int, first: int) -> Iterator[bytes]:
        asked.append(first)
        yield from on_cores(1)(source, weights, plan, generation, first)

    rules = crowned.ruleset("english")
    with pytest.raises(KeyboardInterrupt):
        Tuner(rules, folder, plan, start="hand").run(broken_off, lambda _: None)
    part = folder / "games-000.part"
    if damage == "a block without its size":
        part.write_bytes(part.read_bytes() + b"more")
    elif damage == "games too short":
        part.write_bytes(part.read_bytes()[:-1])
    elif damage:
        part.unlink()
    Tuner(rules, folder, plan, start="hand").run(going_on, lambda _: None)
    assert (folder / "english.weights").read_bytes() == whole
    assert asked == [0, 0 if damage.endswith(("games", "short")) else 2]


def test_another_plan_does_not_go_on(tmp_path: Path) -> None:
    learned(tmp_path)
    with pytest.raises(BadInput):
        learned(tmp_path, Plan(generations=2, games=7, nodes=60, seed=3))


def test_a_fit_lowers_the_loss_on_games_not_shown() -> None:
    rules = crowned.ruleset("turm")
    searcher = tune.make_searcher(rules)
    shown, others = (searcher.self_play(rules.start(), 500, 60, 8, seed) for seed in (1, 2))
    before = searcher.train([others], 0, 0.04, 4.0, 0.3, 1)[2]
    count = searcher.train([shown], 3, 0.04, 4.0, 0.3, 1)[0]
    assert count > 15_000
    assert 0 < searcher.train([others], 0, 0.04, 4.0, 0.3, 1)[2] < before


def test_a_position_that_comes_again_is_learned_once() -> None:
    rules = crowned.ruleset("koenig")
    searcher = tune.make_searcher(rules)
    games = searcher.self_play(rules.start(), 20, 60, 8, 1)
    once = searcher.train([games], 0, 0.04, 4.0, 0.3, 1)[0]
    assert 0 < once == searcher.train([games, games], 0, 0.04, 4.0, 0.3, 1)[0]


SAMPLE = struct.Struct("<BBBB3QhB")
"""A sample of a small flat board: words, turn, knobs, columns, three sets, score and twice the result."""


def bit_of(cell: int) -> int:
    """Where docs/speed.md puts a square of the 8x8 board."""
    rank, file = divmod(cell, 8)
    return 9 * (rank // 2) + 5 * (rank % 2) + file // 2


def samples(rules: crowned.Ruleset, games: bytes) -> Iterator[tuple[crowned.Position, str]]:
    """Each position with the result of its game for the side to move."""
    for _, turn, _, _, *sets, _, twice in SAMPLE.iter_unpack(games):
        white, black, kings = (
            {rules.squares.name(cell) for cell in rules.squares.cells if bits >> bit_of(cell) & 1}
            for bits in sets
        )
        sides = (",".join(("K" if at in kings else "") + at for at in side) for side in (white, black))
        fen = "{}:W{}:B{}".format("WB"[turn], *sides)
        result = ("loss", "draw", "win")[twice if turn == 0 else 2 - twice]
        yield crowned.Position.from_fen(rules, fen), result


def test_tables_decide_games_with_few_pieces() -> None:
    tables = tables_of("koenig", 3)
    rules = crowned.ruleset("koenig")
    searcher = tune.make_searcher(rules)
    searcher.consult(tables.native)
    start = crowned.Position.from_fen(rules, "W:WKc3,e1:Bf8,Kg5")
    known = 0
    for position, result in samples(rules, searcher.self_play(start, 240, 60, 4, 1, 3)):
        if len(position.pieces()) <= 3 and (value := tables.value(position)) is not None:
            assert result == value.result, position.fen
            known += 1
    assert known > 30


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[Progress] = []
    Tuner(crowned.ruleset("english"), tmp_path, SMALL, start="hand").run(on_cores(1), told.append)
    assert told[-1].generation == told[-1].generations == 2
    assert told[-1].samples > 0
    assert "generation 2/2" in told[-1].text


def test_the_command_writes_weights_an_engine_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser()
    tune.add_arguments(parser)
    asked = f"english --out {tmp_path} --generations 1 --games 4 --nodes 50 --workers 1".split()
    assert tune.run(parser.parse_args(asked)) == 0
    path = capsys.readouterr().out.strip()
    engine = Engine(crowned.ruleset("english"), hash_mb=1, weights_file=path)
    assert engine.search(engine.rules.start(), Limits(depth=2)).lines


def test_results_count_for_less_where_dice_decide(tmp_path: Path) -> None:
    parser = argparse.ArgumentParser()
    tune.add_arguments(parser)
    trusts = []
    for id_ in ("english", "valluik"):
        asked = f"{id_} --out {tmp_path / id_} --generations 0".split()
        assert tune.run(parser.parse_args(asked)) == 0
        trusts.append(json.loads((tmp_path / id_ / "run.json").read_text())["plan"]["trust"])
    assert trusts == [tune.Plan().trust, tune.DICE_TRUST]


# ---- weight files


def test_shipped_weights_belong_to_their_rules() -> None:
    assert weightfile.shipped_ids()
    for id_ in weightfile.shipped_ids():
        rules = crowned.ruleset(id_)
        assert weightfile.nearest(rules.spec) == id_
        assert Engine(rules, hash_mb=1).weights_name == id_


def test_a_house_ruleset_takes_the_nearest_weights() -> None:
    house = crowned.ruleset("blasen", draw_repetition=5)
    assert Engine(house, hash_mb=1).weights_name == "blasen"
    assert Engine(crowned.ruleset("koenig", files=6, ranks=6, setup_rows=2), hash_mb=1).weights_name == "hand"


def test_weights_of_another_aim_or_another_king_are_no_help() -> None:
    assert Engine(crowned.ruleset("koenig", goal="lose"), hash_mb=1).weights_name == "hand"
    flying = Engine(crowned.ruleset("koenig", king="flying"), hash_mb=1).weights_name
    assert flying in weightfile.shipped_ids()
    assert crowned.ruleset(flying).spec.king == "flying"


def test_damaged_and_foreign_files_are_refused(tmp_path: Path) -> None:
    rules = crowned.ruleset("english")
    bad = tmp_path / "bad.weights"
    for content in (b"", b"nonsense", b"crowned-weights 2 abc\nnot compressed"):
        bad.write_bytes(content)
        with pytest.raises(BadInput):
            Engine(rules, hash_mb=1, weights_file=str(bad))
    weightfile.write(bad, "abc", b"\0" * 100)
    with pytest.raises(BadInput, match="another board"):
        Engine(rules, hash_mb=1, weights_file=str(bad))
