"""The reference page names every axis, value and option."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from crowned.rules import catalog
from crowned.rules.axes import AXES, Axis
from crowned.rules.options import ALIASES


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "rulesets.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
def test_the_axis_has_its_row(axis: Axis, page: str) -> None:
    row = next(line for line in page.splitlines() if line.startswith(f"| `{axis.name}` |"))
    assert all(f"`{choice}`" in row for choice in axis.choices)
    assert row.endswith("* |") == axis.cosmetic
    default = str(axis.default).lower() if isinstance(axis.default, bool | int | str) else ""
    assert f"`{default}`" in row or isinstance(axis.default, tuple)
    assert axis.kind != "int" or f"| {axis.low} to {axis.high} |" in row


def test_every_other_option_is_explained(page: str) -> None:
    assert all(f"`{name}=" in page for name in ALIASES)


@pytest.mark.parametrize("name", catalog.ids())
def test_the_choices_of_a_ruleset_are_listed_and_the_first_changes_nothing(
    name: str, page: str, root: Path
) -> None:
    spec = catalog.load(name)
    own = tomllib.loads((root / "src/crowned/rulesets" / f"{name}.toml").read_text(encoding="utf-8"))
    for option, choices in own.get("presets", {}).items():
        if not choices:
            assert option not in spec.presets, "dropped, though the file extended has it"
            continue
        listed = ", ".join(f"`{option}={choice}`" for choice in choices)
        assert f"| `{name}` | {listed} |" in page
        assert spec.with_options({option: next(iter(choices))}).fingerprint == spec.fingerprint


def test_the_example_is_a_ruleset(page: str) -> None:
    text = page.split("```toml")[1].split("```", maxsplit=1)[0]
    spec = catalog.load_text(text)
    assert spec.id == "house"
    assert spec.with_options({"ruleset": "us_uk"})["men_back"] is False
