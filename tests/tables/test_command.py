"""`crowned tables` as its users and outside checks see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import crowned
from crowned.cli.app import run
from crowned.tables.folder import folder_of
from tests.tables.built import folder_with


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = run(["tables", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_build_stats_probe_verify_list_remove(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = ("--dir", str(tmp_path), "--json")
    status, out, _ = answer(capsys, "build", "english", "--pieces", "2", *place)
    assert (status, json.loads(out)["built"]) == (0, 4)
    _, out, _ = answer(capsys, "stats", "english", *place)
    assert json.loads(out)[0] == {"pieces": "K-K", "positions": 992, "won": 230, "drawn": 654, "lost": 108}
    _, out, _ = answer(capsys, "probe", "english", "--fen", "W:WK1:BK5", *place)
    assert set(json.loads(out)) == {"result", "plies", "moves"}
    assert set(json.loads(out)["moves"][0]) == {"move", "result", "plies"}
    status, out, _ = answer(capsys, "verify", "english", *place)
    assert (status, json.loads(out)) == (0, {"slices": 4, "positions": 3488, "faults": []})
    _, out, _ = answer(capsys, "list", *place)
    assert [(e["pieces"], e["slices"]) for e in json.loads(out)] == [(2, 4)]
    _, out, _ = answer(capsys, "remove", "english", *place)
    assert json.loads(out)["slices"] == 4
    _, out, _ = answer(capsys, "list", *place)
    assert json.loads(out) == []


def test_people_read_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--dir", str(folder_with("english", 3)))
    _, out, _ = answer(capsys, "probe", "english", "--fen", "W:WK1,K6:BK32", *place)
    assert out.splitlines()[0].startswith("won in ")
    _, out, _ = answer(capsys, "stats", "english", *place)
    assert "KK-K" in out
    _, out, _ = answer(capsys, "list", *place)
    assert "up to 3 pieces, 16 slices" in out


def test_a_damaged_file_is_told_and_fails_the_check(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    place = ("--dir", str(tmp_path))
    assert answer(capsys, "build", "english", "--pieces", "2", *place)[0] == 0
    path = folder_of(crowned.ruleset("english"), tmp_path) / "M-M.table"
    path.write_bytes(path.read_bytes()[:-1])
    status, out, err = answer(capsys, "verify", "english", *place)
    assert status == 1
    assert "cut off" in out
    assert "cut off" in err


FAULTS = {
    "a ruleset": (["build"], "needs a RULESET"),
    "the pieces": (["build", "english"], "needs --pieces"),
    "too many": (["build", "english", "--pieces", "9"], "2 to 8 pieces"),
    "the position": (["probe", "english"], "needs --fen"),
    "threads": (["list", "--threads", "0"], "--threads"),
    "no tables": (["stats", "english", "--dir", "/nonexistent"], "no tables of english yet"),
    "large towers": (["build", "stapeldammen", "--pieces", "2"], "so large a board"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_bad_input_is_told_in_one_line(capsys: pytest.CaptureFixture[str], name: str) -> None:
    words, says = FAULTS[name]
    status, _, err = answer(capsys, *words)
    assert status == 2
    assert says in err
    assert err.count("\n") == 1


def test_a_position_outside_the_tables_is_a_no(capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--dir", str(folder_with("english", 3)))
    status, _, err = answer(capsys, "probe", "english", "--fen", "W:WK1,K2,K3,K4:BK32", *place)
    assert status == 1
    assert "KKKK-K" in err
