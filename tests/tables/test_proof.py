"""Proofs without tables: what is proven is true, a proof can be checked, and a spoiled one is found out."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import crowned
from crowned.base import BadInput, Side
from crowned.cli.app import run
from crowned.position import Position
from crowned.tables.proof import check, prove
from tests.tables.built import tables_of

TOWERS = {
    "turm": ("W:WKh2,Ka7:BKe1", "W:WKe7,Kg7:BKg5", "B:WKe7,Kg7:BKh8"),
    "lasca": ("W:Wc3:Bd4", "W:Wa1,c1:Bb2"),
}


def proof_of(name: str, fen: str) -> tuple[crowned.Ruleset, dict[str, Any]]:
    rules = crowned.ruleset(name)
    proof = prove(rules.read(fen), 4000)
    assert proof is not None
    return rules, json.loads(json.dumps(proof.to_dict()))


@pytest.mark.parametrize("name", ["english", "koenig", "turm", "lasca", "bashni"])
def test_what_is_proven_is_what_the_tables_say(name: str) -> None:
    """With three stones there are both: nothing is proven that is not so."""
    tables = tables_of(name, 3)
    dice = random.Random(name)
    slices = sorted(s for s in tables.files if s.pieces == 3)
    found = 0
    for _ in range(60):
        one = dice.choice(slices)
        position = tables.native.position(one, dice.randrange(tables.size(one)))
        if not isinstance(position, Position) or position.outcome is not None:
            continue
        value, proof = tables.value(position), prove(position, 300)
        assert value is not None
        if proof is not None:
            found += 1
            assert proof.result == value.result
            assert check(tables.rules, proof.to_dict()) == []
    assert found > 10


@pytest.mark.parametrize(("name", "fen"), [(name, fen) for name, fens in TOWERS.items() for fen in fens])
def test_towers_have_proofs_that_hold(name: str, fen: str) -> None:
    rules, proof = proof_of(name, fen)
    assert check(rules, proof) == []


def test_a_spoiled_proof_is_found_out() -> None:
    rules, proof = proof_of("turm", "W:WKh2,Ka7:BKe1")
    assert check(rules, {**proof, "positions": proof["positions"][1:]})
    assert check(rules, {**proof, "winner": Side.BLACK.name_key})
    for way in proof["positions"]:
        if way["move"] is not None:
            assert check(rules, {**proof, "positions": [{**way, "move": "a1-a1"}]})
    flat = [{**way, "plies": 1} for way in proof["positions"]]
    assert any("shrink" in fault for fault in check(rules, {**proof, "positions": flat}))
    assert check(rules, {}) == ["this is no proof"]


@pytest.mark.parametrize("fen", ["W:WKa1,Kc1,Ke1,Kg1:BKh8,Kf8,Kd8"])
def test_more_stones_are_refused(fen: str) -> None:
    with pytest.raises(BadInput, match="6 stones"):
        prove(crowned.ruleset("turm").read(fen))


def test_where_dice_decide_nothing_is_proven() -> None:
    with pytest.raises(BadInput, match="dice"):
        prove(crowned.ruleset("valluik").start())


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "proof.json"
    fen = TOWERS["turm"][0]
    assert run(["tables", "prove", "turm", "--fen", fen, "--proof", str(file), "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("won in ")
    assert run(["tables", "check", "turm", "--proof", str(file)]) == 0
    assert "holds" in capsys.readouterr().out
    file.write_text("nonsense")
    assert run(["tables", "check", "turm", "--proof", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
