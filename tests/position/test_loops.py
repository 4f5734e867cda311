"""A capture that ends alike whichever way round it goes is one move."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from crowned import Position, ruleset

LOOPS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["loop"]


@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop["fen"])
def test_playable_moves_lead_to_different_positions(loop: dict[str, Any]) -> None:
    position = Position.from_fen(ruleset(loop["ruleset"], **loop.get("options", {})), loop["fen"])
    results = [(move.source, move.target, position.play(move)) for move in position.playable()]
    assert len(results) == len(set(results))
    assert set(position.moves()) <= set(position.playable())
