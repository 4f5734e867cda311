"""Which weights a ruleset without its own takes: those of a game whose men go the same ways."""

from __future__ import annotations

import pytest

from crowned.engine.weightfile import nearest
from crowned.rules import catalog


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("dameo", "dameo"),
        ("croda", "dameo"),
        ("armenian", "armenian"),
        ("harzdame", "harzdame"),
        ("keny", "keny"),
    ],
)
def test_games_on_all_squares_borrow_where_matches_were_won(name: str, source: str) -> None:
    assert nearest(catalog.load(name)) == source
