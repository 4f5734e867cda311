"""Positions whose captures branch most: generated once each, without an explosion."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import crowned

CORPUS = json.loads((Path(__file__).parents[1] / "data" / "hard" / "captures.json").read_text("utf-8"))


@pytest.mark.parametrize("entry", CORPUS, ids=lambda e: f"{e['ruleset']}-{e['moves']}")
def test_a_hard_position_has_its_moves_once_each(entry: dict[str, str]) -> None:
    position = crowned.Position.from_fen(crowned.ruleset(entry["ruleset"]), entry["fen"])
    moves = position.moves()
    results = {(move.source, move.target, position.play(move)) for move in moves}
    assert len(moves) == len(results) == entry["moves"] == position.perft(1)
