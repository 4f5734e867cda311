"""Fingerprints: the same for the same play, different for any other."""

from __future__ import annotations

import pytest

from crowned.rules import catalog
from crowned.rules.axes import AXES, DEFAULTS, Axis, Reading, Value
from crowned.rules.fingerprint import fingerprint, playing_values
from crowned.rules.relevance import applies

CONTEXT: dict[str, Value] = {
    "king": "flying",
    "captured": "under",
    "doors": ("G1 c3 g3", "O1 b4 f4", "O2 c5 g5", "G2 b6 f6"),
    "enforcement": "huff",
    "lines": "orthogonal",
    "draw_no_progress": 40,
    "priority": ("with_king",),
    "touch_move": True,
}
"""A mixture in which every axis matters; it need not be playable."""


def others(axis: Axis, now: Value) -> list[Value]:
    if axis.kind == "bool":
        return [not now]
    if axis.kind == "word":
        return [word for word in axis.choices if word != now]
    if axis.kind == "int":
        return [number for number in range(axis.low, min(axis.high, axis.low + 20)) if number != now]
    return [value for value in (("most",), ("huff",), (3, 2, 1), ("G1 a1 b2",)) if value != now]


@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
def test_only_cosmetic_axes_leave_the_fingerprint_alone(axis: Axis) -> None:
    apart = {"captured": "removed"} if axis.name == "removal" else {}
    values = {**DEFAULTS, **CONTEXT, **apart}
    before = fingerprint(values)
    seen = {before}
    for value in others(axis, values[axis.name]):
        changed = fingerprint({**values, axis.name: value})
        assert (changed == before) == axis.cosmetic
        seen.add(changed)
    assert axis.cosmetic or len(seen) == 1 + len(others(axis, values[axis.name]))


IDLE = [axis for axis in AXES if not applies(axis.name, Reading(DEFAULTS))]


@pytest.mark.parametrize("axis", IDLE, ids=lambda axis: axis.name)
def test_values_without_effect_do_not_count(axis: Axis) -> None:
    for value in others(axis, axis.default):
        assert fingerprint({**DEFAULTS, axis.name: value}) == fingerprint(DEFAULTS)


def test_the_fingerprint_never_changes_by_itself() -> None:
    """Tables, books and games on users' disks carry these texts: a change here makes them worthless."""
    assert fingerprint(DEFAULTS) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    values = {**DEFAULTS, "king": "flying", "priority": ("most",), "removal": "end"}
    assert fingerprint(values) == "13baa055fc532101f88095acf466630c45328fa16af092ceb2c9ef050174b23e"


def test_a_new_axis_with_its_default_would_change_nothing() -> None:
    assert playing_values(DEFAULTS) == {}


def test_the_same_play_under_two_names_has_one_fingerprint() -> None:
    prints = {catalog.load(name).fingerprint for name in catalog.ids()}
    assert len(prints) == len(catalog.ids())
    spanish = catalog.load("spanish").with_options({"draw_reset": "crown"})
    assert spanish.fingerprint == catalog.load("portuguese").fingerprint


def test_titles_and_citations_do_not_matter() -> None:
    spec = catalog.load("koenig")
    plain = catalog.load_text(
        'title = { en = "x" }\n[rules]\nfirst_player = "black"\nenforcement = "huff"\n'
        "draw_repetition = 3\ndraw_no_progress = 40\n"
    )
    assert plain.fingerprint == spec.fingerprint
    assert plain != spec
    assert hash(plain) != hash(spec)
