"""Positions with something to find within a number of nodes: shots, freed kings, doors, won endgames."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

import crowned
from crowned.engine import Engine, Limits


class Case(TypedDict):
    ruleset: str
    fen: str
    move: str
    """The move to find; "" where any winning move will do."""
    nodes: int
    kind: str


DATA = Path(__file__).parents[1] / "data" / "engine" / "wins.json"
CASES: list[Case] = json.loads(DATA.read_text())


def name(case: Case) -> str:
    return f"{case['ruleset']}-{case['kind']}-{case['fen']}"


@pytest.mark.parametrize("case", CASES, ids=name)
def test_it_is_found(case: Case) -> None:
    """With the weights set by hand: the search is tested, and learning must not be able to break it."""
    rules = crowned.ruleset(case["ruleset"])
    engine = Engine(rules, hash_mb=4, weights_file="hand")
    info = engine.search(rules.read(case["fen"]), Limits(nodes=case["nodes"]))
    assert info.best is not None
    assert info.best.text == case["move"] if case["move"] else info.score.wins


def test_every_kind_is_there() -> None:
    kinds = {case["kind"] for case in CASES}
    assert {"shot", "door", "freed king", "two kings", "decline"} <= kinds
