"""The vocabulary and the errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.base import (
    AmbiguousMove,
    BadInput,
    CrownedError,
    GameOver,
    IllegalMove,
    PdnError,
    RulesetError,
    Side,
)
from crowned.base.errors import SHOWN
from crowned.base.words import QUOTED, did_you_mean, nearest, quoted


def test_sides_have_letters_and_opponents() -> None:
    assert [side.letter for side in Side] == ["W", "B"]
    assert [side.name_key for side in Side] == ["white", "black"]
    assert Side.WHITE.other is Side.BLACK
    assert Side.BLACK.other is Side.WHITE


def test_a_side_is_read_from_its_letter() -> None:
    assert Side.from_letter("w") is Side.WHITE
    assert Side.from_letter("B") is Side.BLACK
    with pytest.raises(ValueError, match="not in"):
        Side.from_letter("x")


def test_bad_input_keeps_every_fault_and_speaks_in_one_line() -> None:
    error = BadInput(["first", "second"], source="file")
    assert error.faults == ("first", "second")
    assert str(error) == "file: first; second"
    assert isinstance(error, ValueError)
    assert isinstance(error, CrownedError)


def test_a_long_list_of_faults_is_cut_in_the_message_only() -> None:
    error = RulesetError([f"fault {n}" for n in range(SHOWN + 5)])
    assert len(error.faults) == SHOWN + 5
    assert str(error).endswith("; and 5 more")


def test_special_errors_carry_their_data() -> None:
    pdn = PdnError("no result", line=3, column=7)
    assert (pdn.line, pdn.column) == (3, 7)
    assert str(pdn) == "line 3, column 7: no result"
    assert AmbiguousMove("two moves fit", ["c3-d4", "c3-b4"]).candidates == ("c3-d4", "c3-b4")
    assert IllegalMove("no").verdict is None
    assert issubclass(GameOver, IllegalMove)


@given(st.text())
def test_quoting_gives_one_printable_line(text: str) -> None:
    shown = quoted(text)
    assert shown.isprintable()
    assert len(shown) <= 10 * (QUOTED + 1)


def test_other_values_are_named_rather_than_printed() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep) == "a list"
    assert quoted(10**5000) == "a huge number"
    assert quoted(True) == "true"
    assert quoted(1.5) == "1.5"
    assert quoted({}) == "a table"


def test_suggestions_are_near_or_absent() -> None:
    assert nearest("kign", ["king", "crown"]) == "king"
    assert nearest("zzz", ["king", "crown"]) is None
    assert nearest("k" * 1_000_000, ["king"]) is None
    assert did_you_mean("crwon", ["king", "crown"]) == "; did you mean crown?"
    assert did_you_mean("zzz", ["king"]) == ""
