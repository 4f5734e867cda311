"""Position texts: many forms are read, every fault is found, and nothing makes the reader hang."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned import FenError, Position, Setup, Side, ruleset, ruleset_ids

HERE = Path(__file__).parent


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((HERE / name).read_text())["case"]
    return found


@pytest.mark.parametrize("case", cases("test_fen_faults.toml"), ids=lambda case: case["title"])
def test_all_faults_are_found_at_once(case: dict[str, Any]) -> None:
    with pytest.raises(FenError) as caught:
        Position.from_fen(ruleset(case["ruleset"]), case["fen"])
    assert len(caught.value.faults) == len(case["has"]), caught.value.faults
    for fault, part in zip(caught.value.faults, case["has"], strict=True):
        assert part in fault
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("case", cases("test_fen_forms.toml"), ids=lambda case: case["fens"][0])
def test_forms_of_one_position(case: dict[str, Any]) -> None:
    rules = ruleset(case["ruleset"])
    ours = Position.from_fen(rules, case["fens"][0])
    for fen in case["fens"]:
        assert Position.from_fen(rules, fen) == ours


@pytest.mark.parametrize(
    "text",
    [
        "W:W" + "a1," * 700_000,
        "W:W" + "1-999," * 300_000 + ":B1",
        "W:" * 1_000_000,
        ":" * 2_000_000,
        "W:W" + "[" * 1_500_000,
        "W:W" + "a1[" + "wb" * 700_000 + "]:B",
        "\x00" * 1_000_000,
    ],
    ids=["pieces", "ranges", "sides", "colons", "brackets", "column", "zeros"],
)
def test_a_megabyte_of_nonsense_is_refused_quickly(text: str) -> None:
    for name in ruleset_ids()[:3]:
        with pytest.raises(FenError) as caught:
            Position.from_fen(ruleset(name), text)
        assert len(str(caught.value)) < 10_000


@given(text=st.text(alphabet="WBKwbk:,-[].0123456789abcdefghSXLMR \n", max_size=60), pick=st.integers(0, 999))
def test_any_text_is_a_position_or_a_typed_error(text: str, pick: int) -> None:
    rules = ruleset(ruleset_ids()[pick % len(ruleset_ids())])
    try:
        position = Position.from_fen(rules, text)
    except FenError:
        return
    assert Position.from_fen(rules, position.fen) == position


@pytest.mark.parametrize("name", ruleset_ids())
def test_the_start_is_sound(name: str) -> None:
    rules = ruleset(name)
    setup = Setup.of(rules.start())
    assert list(setup.faults()) == []
    assert setup.position() == rules.start()
    assert rules.start().side is rules.spec.first


def test_a_setup_made_by_hand_is_checked() -> None:
    rules = ruleset(ruleset_ids()[0])
    name = rules.squares.name(rules.squares.cells[0])
    assert Setup(rules, {name: "W"}, Side.BLACK).position().pieces() == {name: "W"}
    for pieces in ({name: ""}, {name: "x"}, {"z9": "w"}, {name: "ww"}):
        with pytest.raises(FenError):
            Setup(rules, pieces).position()
