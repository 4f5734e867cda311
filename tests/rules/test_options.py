"""Options: axes, aliases and presets, typed or as command-line text."""

from __future__ import annotations

import pytest

from crowned.base import RulesetError
from crowned.rules import catalog
from crowned.rules.axes import Value
from crowned.rules.write import to_toml

RESOLVED: list[tuple[str, dict[str, object], dict[str, Value]]] = [
    # ruleset, options as a user writes them, values they must give
    ("pinzgau", {"king": "short"}, {"king": "short"}),
    ("pinzgau", {"removal": "end"}, {"removal": "end"}),
    ("pinzgau", {"crown": "continue_as_king"}, {"crown": "continue_as_king"}),
    ("turm", {"crown": "continue"}, {"crown": "continue_as_king"}),
    ("blasen", {"men_back": True}, {"men_back": True}),
    ("blasen", {"men_back": "true"}, {"men_back": True}),
    ("blasen", {"men_back": "Yes"}, {"men_back": True}),
    ("blasen", {"touch_move": "off"}, {"touch_move": False}),
    ("pinzgau", {"majority": "true"}, {"priority": ("most",)}),
    ("pinzgau", {"majority": True}, {"priority": ("most",)}),
    ("valluik", {"majority": "false"}, {"priority": ()}),
    ("turm", {"dame_first": "false"}, {"priority": ()}),
    ("turm", {"dame_first": False, "majority": True}, {"priority": ("most",)}),
    ("turm", {"majority": True}, {"priority": ("with_king", "most")}),
    ("pinzgau", {"dame_first": True, "majority": True}, {"priority": ("with_king", "most")}),
    ("italian", {"majority": "false"}, {"priority": ("with_king", "most_kings", "king_earliest")}),
    ("pinzgau", {"priority": "most,with_king"}, {"priority": ("most", "with_king")}),
    ("valluik", {"priority": "none"}, {"priority": ()}),
    ("valluik", {"priority": []}, {"priority": ()}),
    ("turm", {"intermediate": "free"}, {"landing": "adjacent_at_end"}),
    ("turm", {"intermediate": "adjacent"}, {"landing": "adjacent"}),
    ("pinzgau", {"intermediate": "free"}, {"landing": "free"}),
    ("pinzgau", {"landing": "adjacent"}, {"landing": "adjacent"}),
    ("turm", {"nearest": "per_diagonal"}, {"nearest": "per_diagonal"}),
    ("turm", {"same_tower": "any"}, {"same_tower": "any", "reversal": True}),
    ("turm", {"same_tower": "loop"}, {"same_tower": "loop", "reversal": False}),
    ("turm", {"same_tower": "any", "reversal": False}, {"same_tower": "any", "reversal": False}),
    ("pinzgau", {"same_tower": "never"}, {"same_tower": "never", "reversal": True}),
    ("turm", {"captive_rank": "lost"}, {"captive_rank": "lost"}),
    ("pinzgau", {"landing_must_continue": "false"}, {"landing_must_continue": False}),
    ("pinzgau", {"must_continue": "no"}, {"must_continue": False}),
    ("koenig", {"first_player": "w"}, {"first_player": "white"}),
    ("koenig", {"first_player": "White"}, {"first_player": "white"}),
    ("valluik", {"first_player": "b"}, {"first_player": "black"}),
    ("koenig", {"enforcement": "strict"}, {"enforcement": "strict"}),
    ("pinzgau", {"enforcement": "auto-huff"}, {"enforcement": "auto_huff"}),
    ("koenig", {"remedies": "huff,take_back,ignore"}, {"remedies": ("huff", "takeback", "accept")}),
    ("koenig", {"remedies": ["take_back"]}, {"remedies": ("takeback",)}),
    ("koenig", {"huff_target": "moved_piece"}, {"huff_target": "moved_piece"}),
    ("koenig", {"huff_is_move": "true"}, {"huff_is_move": True}),
    ("pinzgau", {"draw_counter_unit": "ply"}, {"draw_counter_unit": "ply"}),
    ("pinzgau", {"draw_no_progress": "25"}, {"draw_no_progress": 25}),
    ("valluik", {"blocked_check": "on_black_spin"}, {"blocked_check": "on_black_spin"}),
    ("valluik", {"enter_open_door": "forbidden"}, {"enter_open_door": "forbidden"}),
    ("valluik", {"enter_open_door": "only_if_no_other"}, {"enter_open_door": "last_resort"}),
    ("valluik", {"door_mode": "snap"}, {"door_mode": "snap"}),
    ("valluik", {"spinner": "4:1:1"}, {"spinner": (4, 1, 1)}),
    ("valluik", {"spinner": "1,1,1"}, {"spinner": (1, 1, 1)}),
    ("valluik", {"spinner": [1, 1, 1]}, {"spinner": (1, 1, 1)}),
    ("valluik", {"last_fall": "draw"}, {"last_fall": "draw"}),
    ("valluik", {"layout": "B"}, {"doors": ("G1 c3 e3", "O1 d4 f4", "O2 c5 e5", "G2 d6 f6")}),
    (
        "valluik",
        {"doors": "g2:d6/f6, o2:c5/e5; o1 D4 F4 g1 c3 e3"},
        {"doors": ("G1 c3 e3", "O1 d4 f4", "O2 c5 e5", "G2 d6 f6")},
    ),
    ("valluik", {"doors": "none"}, {"doors": ()}),
    ("valluik", {"ruleset": "us_uk", "king": "flying"}, {"king": "flying", "men_back": False}),
    ("koenig", {" MEN-BACK ": "1"}, {"men_back": True}),
]
REFUSED: list[tuple[str, dict[str, object], str]] = [
    ("koenig", {"kign": "short"}, "option kign: no such option; did you mean king?"),
    ("koenig", {"ruleset": "us_uk"}, "option ruleset: no such option"),
    ("valluik", {"ruleset": "french"}, 'option ruleset: "french" is not a value; accepted: dutch, us_uk'),
    ("koenig", {"king": "fly"}, 'option king: "fly" is not a value; accepted: short, flying'),
    ("koenig", {"files": "8.0"}, 'option files: a whole number is wanted, not "8.0"'),
    ("koenig", {"files": "9" * 5000}, "option files: a whole number is wanted"),
    ("koenig", {"majority": "maybe"}, 'option majority: true or false is wanted, not "maybe"'),
    (
        "koenig",
        {"intermediate": "far"},
        'option intermediate: "far" is not a value; accepted: free, adjacent',
    ),
    ("koenig", {"spinner": "a:b:c"}, "option spinner: a whole number is wanted"),
    ("koenig", {"doors": "c3" * 1000}, "option doors: the layout is too long"),
    (
        "koenig",
        {"enforcement": "strict", "huff_target": "moved_piece"},
        "huff_target: moved_piece has no meaning",
    ),
    ("turm", {"enforcement": "huff"}, "enforcement: where captured = under"),
    ("valluik", {"enforcement": "huff"}, "enforcement: with doors"),
    ("koenig", {"captured": "under"}, "enforcement: where captured = under"),
    ("koenig", {"setup_rows": 4}, "setup_rows: the set-up needs 9 ranks"),
    ("koenig", {"k\n" * 100: 1}, "option k"),
]


@pytest.mark.parametrize(("name", "wanted", "expected"), RESOLVED)
def test_options_mean_what_the_books_readers_call_them(
    name: str, wanted: dict[str, object], expected: dict[str, Value]
) -> None:
    spec = catalog.load(name).with_options(wanted)
    assert {axis: spec[axis] for axis in expected} == expected


@pytest.mark.parametrize(("name", "wanted", "fault"), REFUSED)
def test_senseless_options_are_refused(name: str, wanted: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesetError) as caught:
        catalog.load(name).with_options(wanted)
    assert caught.value.faults[0].startswith(fault)
    assert caught.value.source == name
    assert str(caught.value).isprintable()


def test_all_bad_options_are_told_together() -> None:
    with pytest.raises(RulesetError) as caught:
        catalog.load("koenig").with_options({"king": "x", "crown": "y", "nothing": "z"})
    assert len(caught.value.faults) == 3


def test_no_options_change_nothing() -> None:
    spec = catalog.load("koenig")
    assert spec.with_options({}) is spec
    assert spec.with_options({"king": "short"}) == spec
    assert spec.with_options({"king": "short"}).options == {}


def test_a_changed_value_is_marked_and_not_cited_to_the_clause_it_departs_from() -> None:
    spec = catalog.load("blasen").with_options({"men_back": True, "majority": True})
    assert spec.options == {"men_back": True, "priority": ("most",)}
    assert spec.settings["men_back"].chosen
    assert spec.clauses("men_back") == ()
    assert spec.settings["men_back"].instead == ("R3.6", "R3.7")
    assert catalog.load_text(to_toml(spec)).settings == spec.settings, "the mark is kept with a stored game"
    assert not spec.settings["king"].chosen
    assert repr(spec) == "<Spec blasen priority=('most',) men_back=True>"


def test_options_add_up() -> None:
    once = catalog.load("blasen").with_options({"men_back": True}).with_options({"king": "short"})
    assert once == catalog.load("blasen").with_options({"king": "short", "men_back": True})
    assert set(once.options) == {"king", "men_back"}


@pytest.mark.parametrize(
    ("name", "wanted", "same_as"),
    [
        ("pinzgau", {"king": "short"}, "pinzgau-kurz"),
        ("valluik", {"door_mode": "snap"}, "valluik-snap"),
        ("valluik", {"ruleset": "us_uk"}, "valluik-angloam"),
        ("valluik", {"ruleset": "us_uk", "door_mode": "snap"}, "valluik-snap-angloam"),
        ("valluik-angloam", {"ruleset": "dutch"}, "valluik"),
    ],
)
def test_printed_variants_are_reached_by_options_too(
    name: str, wanted: dict[str, object], same_as: str
) -> None:
    changed, printed = catalog.load(name).with_options(wanted), catalog.load(same_as)
    assert changed.fingerprint == printed.fingerprint
    assert dict(changed) == dict(printed)


def test_a_preset_brings_the_clauses_of_its_variant() -> None:
    spec = catalog.load("valluik").with_options({"ruleset": "us_uk"})
    assert spec.clauses("men_back") == ("R2.41",)
