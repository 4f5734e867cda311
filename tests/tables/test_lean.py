"""Tables without distances: the same results in less room, and an engine that never gives a win away."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

import crowned
from crowned.cli.app import run
from crowned.engine.search import Engine
from crowned.position import Position
from crowned.tables import background
from crowned.tables.errors import TableError
from crowned.tables.file import TableFile, strip
from crowned.tables.folder import files_in, folder_of
from crowned.tables.probe import ask, forget, values
from crowned.tables.slices import Slice
from crowned.tables.tableset import TableSet, Value
from tests.tables.built import folder_with, tables_of

RULES = crowned.ruleset("english")


@pytest.fixture
def lean(tmp_path: Path) -> Path:
    """Small tables, those of three pieces without distances."""
    shutil.copytree(folder_of(RULES, folder_with("english", 3)), folder_of(RULES, tmp_path))
    for path in files_in(folder_of(RULES, tmp_path)):
        if Slice.named(path.stem).pieces == 3:
            strip(path)
    return tmp_path


def loaded(root: Path) -> TableSet:
    tables = TableSet(RULES)
    tables.load(root)
    return tables


def sample(tables: TableSet, count: int, result: str) -> list[Position]:
    dice, found = random.Random(result), []
    slices = sorted(s for s in tables.files if s.pieces == 3)
    while len(found) < count:
        one = dice.choice(slices)
        position = tables.native.position(one, dice.randrange(tables.size(one)))
        if position is not None and position.outcome is None:
            value = tables.value(position)
            if value is not None and value.result == result:
                found.append(position)
    return found


def test_results_stay_and_distances_go(lean: Path) -> None:
    whole, tables = tables_of("english", 3), loaded(lean)
    assert tables.refused == []
    assert (tables.pieces, tables.measured) == (3, 2)
    for result in ("win", "loss"):
        for position in sample(whole, 40, result):
            found, truth = tables.value(position), whole.value(position)
            assert found is not None
            assert truth is not None
            assert found.result == truth.result
            assert found.plies == (truth.plies if position.can_capture else None)


def test_it_takes_less_room(lean: Path) -> None:
    path = folder_of(RULES, lean) / "KM-K.table"
    assert 2 * path.stat().st_size < (folder_of(RULES, folder_with("english", 3)) / path.name).stat().st_size
    assert TableFile(path).distances() == b""


def test_a_move_that_converts_is_known_to_be_the_quickest(lean: Path) -> None:
    for position in sample(tables_of("english", 3), 60, "win"):
        answer = values(loaded(lean), position)
        assert answer is not None
        plies = [m.value.plies for m in answer.moves if m.value.result == "win"]
        assert plies == sorted(plies, key=lambda n: n is None)
        converting = [m for m in answer.moves if m.move.captures or m.move.crowns]
        assert all(m.value.plies == 1 for m in converting if m.value.result != "draw")


def test_verify_says_what_it_could_not_prove(lean: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tables", "verify", "english", "--dir", str(lean)]) == 0
    assert "all follow from each other; 12 without distances are undamaged" in capsys.readouterr().out


def test_damage_is_found(lean: Path) -> None:
    path = folder_of(RULES, lean) / "KK-K.table"
    sound, dice = path.read_bytes(), random.Random(5)
    position = RULES.read("W:WK1,K6:BK32")
    for _ in range(100):
        data = bytearray(sound)
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        path.write_bytes(data if dice.random() < 0.7 else data[: dice.randrange(len(data))])
        assert loaded(lean).value(position) in (None, Value("win", None))


def test_distances_that_are_announced_must_be_there(lean: Path) -> None:
    path = folder_of(RULES, lean) / "KK-K.table"
    path.write_bytes(path.read_bytes() + bytes(8))
    with pytest.raises(TableError, match="cut off or too long"):
        TableFile(path)


def test_expected_results_cannot_be_left_out(tmp_path: Path) -> None:
    rules = crowned.ruleset("valluik-snap")
    shutil.copytree(folder_of(rules, folder_with("valluik-snap", 2)), folder_of(rules, tmp_path))
    strip(folder_of(rules, tmp_path) / "K-K.table")
    tables = TableSet(rules)
    tables.load(tmp_path)
    assert "cut off" in tables.refused[0]
    assert ask(tables, rules.read("W:WKa1:BKh8")) is None


def test_the_engine_never_leaves_the_winning_moves(lean: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without distances it searches among them, and takes one that converts as soon as it may."""
    monkeypatch.setenv("CROWNED_TABLES", str(lean))
    forget()
    engine, tables = Engine(RULES, hash_mb=1, seed=1), tables_of("english", 3)
    for position in sample(tables, 12, "win"):
        here = position
        for _ in range(20):
            if here.outcome is not None:
                break
            answer = values(tables, here)
            assert answer is not None
            mine = here.turn == position.turn
            assert answer.result == ("win" if mine else "loss")
            best = engine.search(here, crowned.Limits(nodes=300)).best if mine else answer.moves[0].move
            assert best is not None
            converting = [m.move for m in answer.moves if m.value == Value("win", 1)]
            assert not converting or best in converting
            here = here.play(best)
    forget()


def test_what_has_no_distances_is_still_built_in_the_background(
    lean: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNED_TABLES", str(lean))
    monkeypatch.setattr(background, "MOST_NUMBERS", 300_000)
    forget()
    assert background.worth_building(RULES) == 3
    monkeypatch.setenv("CROWNED_TABLES", str(folder_with("english", 3)))
    forget()
    assert background.worth_building(RULES) == 0
    forget()
