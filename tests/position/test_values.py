"""The small frozen records behave like values."""

from __future__ import annotations

import copy
import pickle

import pytest

from crowned import Side, ruleset
from crowned.position.action import Huff, Resign, Spin, Touch
from crowned.position.event import Huffed, Moved, Turn


def test_equal_fields_make_equal_values() -> None:
    assert Huff("c3") == Huff(square="c3")
    assert Huff("c3") != Touch("c3")
    assert len({Huff("c3"), Huff("c3"), Huff("d4"), Resign(), Resign()}) == 3


def test_values_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Huff("c3").square = "d4"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del Huff("c3").square


@pytest.mark.parametrize("make", [Huff, lambda: Huff("a1", "b2"), lambda: Huff(sq="a1")])  # type: ignore[call-arg]
def test_wrong_fields_are_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(TypeError):
        make()


def test_defaults_and_order() -> None:
    assert Huffed("c3", "w") == Huffed("c3", "w", False)
    assert Huffed("c3", "w").to_dict() == {
        "kind": "huffed",
        "square": "c3",
        "column": "w",
        "automatic": False,
    }
    assert Turn(Side.BLACK).to_dict() == {"kind": "turn", "side": "black"}
    assert Moved(("c3", "d4")).to_dict() == {"kind": "moved", "path": ["c3", "d4"]}


def test_values_can_be_copied_and_stored() -> None:
    for value in (Huff("c3"), Spin("green"), Moved(("c3", "d4"))):
        assert copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value
    assert repr(Huff("c3")) == "Huff(square='c3')"


def test_a_printed_position_is_a_board() -> None:
    shown = str(ruleset("turm").read("W:Wc3[wbB],Ke5:Bf6"))
    assert "wbB" in shown
    assert shown.endswith("W:Wc3[wbB],Ke5:Bf6")
    assert len(shown.splitlines()) == 18
