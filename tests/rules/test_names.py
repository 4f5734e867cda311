"""Rulesets answer to the names people know them by, whatever their case and accents."""

from __future__ import annotations

import pytest

import crowned
from crowned.base.words import folded
from crowned.rules import catalog


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("american", "english"),
        ("Checkers", "english"),
        ("standard", "international"),
        ("dammen", "international"),
        ("Damen", "blasen"),
        ("Türkisch", "turkish"),
        ("TURKISCH", "turkish"),
        ("International Draughts", "international"),
    ],
)
def test_other_names(name: str, meant: str) -> None:
    assert crowned.ruleset(name).id == meant


def test_every_title_names_its_game() -> None:
    for one in map(catalog.load, catalog.ids()):
        for title in one.title.values():
            assert catalog.known(title) in (one.id, folded(title)), title


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    with pytest.raises(crowned.CrownedError, match="did you mean turkisch"):
        crowned.ruleset("tuerkisch")
