"""The protocol pages name what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import crowned
from crowned.engine import hub
from crowned.engine.match import read_entry
from crowned.protocols.dxp import messages
from crowned.protocols.hub import Params


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "hub.md").read_text(encoding="utf-8")


def test_every_variant_and_parameter_is_named(page: str) -> None:
    named = set(re.findall(r"`([^`]+)`", page))
    assert set(hub.shipped_variants()) <= named
    for text in Params("normal").lines(hub.shipped_variants()):
        line = hub.read_line(text)
        assert line is not None
        assert line["name"] in named


def test_the_example_can_be_played(page: str) -> None:
    said = [line[2:] for line in page.split("```")[1].splitlines() if line.startswith(("> ", "< "))]
    lines = [line for line in map(hub.read_line, said) if line is not None]
    variant = next(line["value"] for line in lines if line.command == "set-param")
    rules = crowned.ruleset(hub.shipped_variants()[variant])
    pos = next(line for line in lines if line.command == "pos")
    game = hub.follow(rules, hub.read_position(rules, pos["pos"]), pos["moves"].split())
    done = lines[-1]
    assert done.command == "done"
    for text in (done["move"], done["ponder"]):
        game.play(hub.find_move(game, text))


def test_every_message_of_dxp_has_a_row(root: Path) -> None:
    page = (root / "docs" / "dxp.md").read_text(encoding="utf-8")
    assert all(f"| `{letter}` " in page for letter in messages._FORMS)
    assert str(messages.PORT) in page


def test_the_players_of_the_match_page_are_players(root: Path) -> None:
    page = (root / "docs" / "matches.md").read_text(encoding="utf-8")
    for text in ("engine:hash=64,threads=2", "hub:scan hub", "level:5", "new.weights"):
        assert text in page
        assert read_entry(text)
