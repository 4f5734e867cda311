"""Inheritance, user files, and writing a ruleset back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crowned.base import Side
from crowned.rules import catalog
from crowned.rules.setting import Setting
from crowned.rules.spec import Look, Pdn
from crowned.rules.write import to_toml

PARENT = """
source = "a book"
[title]
en = "Parent"
[about]
en = "About the parent."
[sides.white]
name = { de = "Rot", nl = "Rood", en = "Red" }
colour = "#AA0000"
[pdn]
game_type = 20
results = "international"
[rules]
king = { is = "flying", clause = ["1.2", "1.3"], note = { en = "far" } }
men_back = { is = true, house = true }
[presets.p.one]
king = "short"
"""
CHILD = """
extends = "parent.toml"
[title]
de = "Kind"
[sides.white]
king_colour = "#00aa00"
[pdn]
game_type = 21
[rules]
king = "short"
[presets.q.two]
men_back = false
"""


@pytest.fixture
def child(tmp_path: Path) -> Path:
    (tmp_path / "parent.toml").write_text(PARENT, encoding="utf-8")
    path = tmp_path / "child.toml"
    path.write_text(CHILD, encoding="utf-8")
    return path


def test_a_child_takes_what_it_does_not_say_itself(child: Path) -> None:
    spec = catalog.load(child)
    assert spec.id == "child"
    assert spec.extends == "parent"
    assert spec.title == {"de": "Kind", "nl": "Kind", "en": "Kind"}
    assert catalog.load(child.with_name("parent.toml")).source["en"] == "a book"
    assert spec.source == {}, "the parent's book is not the child's"
    assert spec.settings["king"] == Setting("short")
    assert spec.settings["men_back"] == Setting(True, house=True)
    assert spec.pdn == Pdn(21, "international", "x")
    assert set(spec.presets) == {"p", "q"}


def test_what_a_parent_says_of_itself_is_not_said_of_other_rules(child: Path) -> None:
    assert set(catalog.load(child).about.values()) == {""}
    child.write_text(CHILD.replace('[rules]\nking = "short"\n', ""), encoding="utf-8")
    assert catalog.load(child).about["de"] == "About the parent."


def test_looks_are_inherited_piece_by_piece(child: Path) -> None:
    spec = catalog.load(str(child))
    assert spec.sides[Side.WHITE] == Look({"de": "Rot", "nl": "Rood", "en": "Red"}, "#aa0000", "#00aa00")
    assert spec.sides[Side.BLACK].name["nl"] == "Zwart"
    parent = catalog.load(child.parent / "parent.toml")
    assert parent.sides[Side.WHITE].king_colour == "#aa0000"


def test_citations_and_notes_are_kept(child: Path) -> None:
    parent = catalog.load(child.parent / "parent.toml")
    assert parent.clauses("king") == ("1.2", "1.3")
    assert parent.settings["king"].note == {"de": "far", "nl": "far", "en": "far"}


def test_a_user_file_may_extend_a_shipped_ruleset(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "blasen"\ntitle = { de = "Unsere" }\n[rules]\nmen_back = true\n', encoding="utf-8"
    )
    spec = catalog.load(path)
    assert spec.fingerprint == catalog.load("blasen").with_options({"men_back": True}).fingerprint


def test_verdicts_are_inherited_unless_their_rule_is_changed(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text(
        PARENT + '[verdicts]\nown_piece = "3.1"\nking_too_far = ["1.2"]\nmust_capture = "4"\n', "utf-8"
    )
    path = tmp_path / "child.toml"
    path.write_text(CHILD + '[verdicts]\nmust_capture = "5"\n', encoding="utf-8")
    assert catalog.load(path).verdicts == {"own_piece": ("3.1",), "must_capture": ("5",)}


@pytest.mark.parametrize("name", catalog.ids())
def test_a_written_ruleset_reads_back_the_same(name: str) -> None:
    spec = catalog.load(name)
    again = catalog.load_text(to_toml(spec))
    assert again == spec
    assert (again.title, again.about, again.source) == (spec.title, spec.about, spec.source)
    assert (again.sides, again.pdn, again.presets) == (spec.sides, spec.pdn, spec.presets)
    assert again.verdicts == spec.verdicts
    assert again.extends is None


def test_a_changed_ruleset_can_be_written_under_its_own_name() -> None:
    changed = catalog.load("turm").with_options({"same_tower": "any"})
    again = catalog.load_text(to_toml(changed, "our-towers"))
    assert again.id == "our-towers"
    assert dict(again) == dict(changed)
    assert again.fingerprint == changed.fingerprint


def test_values_can_be_asked_for_by_name() -> None:
    spec = catalog.load("valluik")
    assert spec.files == 8
    assert spec.men_back is True
    assert spec.king == "flying"
    assert spec.priority == ("most",)
    assert spec.spinner == (2, 1, 1)
    assert spec.first is Side.WHITE
    assert [slider.colour for slider in spec.sliders] == ["green", "orange", "orange", "green"]
    assert all(getattr(spec, axis) == spec[axis] for axis in spec)
    with pytest.raises(AttributeError):
        spec.kings  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(KeyError):
        spec["no such axis"]


def test_no_code_reads_an_axis_by_a_bare_word() -> None:
    """`spec.king` is known to the type checker, `spec["king"]` is not."""
    sources = (Path(__file__).parents[2] / "src" / "crowned").rglob("*.py")
    bare = re.compile(r'\bspec\["\w+"\]')
    assert [str(path) for path in sources if bare.search(path.read_text(encoding="utf-8"))] == []
