"""The rulesets that come with Crowned: complete, cited and titled in three languages."""

from __future__ import annotations

import re

import pytest

from crowned.base import LANGS, RulesetError, Side
from crowned.rules import catalog
from crowned.rules.axes import AXES, Value
from crowned.rules.spec import Spec
from crowned.rules.squares import Squares

LAST_CLAUSE = {"R0": 32, "R1": 24, "R2": 44, "R3": 23, "R4": 29}
MISSION = {
    *("koenig", "pinzgau", "pinzgau-kurz", "blasen", "turm"),
    *("valluik", "valluik-snap", "valluik-angloam", "valluik-snap-angloam"),
    *(
        "international",
        "english",
        "russian",
        "brazilian",
        "pool",
        "italian",
        "spanish",
        "portuguese",
        "czech",
    ),
    *("frisian", "canadian", "thai", "turkish", "antidraughts", "breakthrough", "bashni", "lasca"),
    *("killer", "frysk"),
}
READING: dict[str, dict[str, Value]] = {
    # What the reading of the five rulebooks calls the defaults.
    "koenig": {
        "first_player": "black",
        "men_back": False,
        "king": "short",
        "must_continue": True,
        "priority": (),
        "removal": "immediate",
        "crown": "stop",
        "enforcement": "huff",
        "remedies": ("huff", "takeback", "accept"),
        "huff_target": "piece_that_should_capture",
        "huff_is_move": False,
        "touch_move": False,
    },
    "pinzgau": {
        "first_player": "black",
        "men_back": False,
        "king": "flying",
        "landing": "free",
        "landing_must_continue": True,
        "priority": (),
        "removal": "immediate",
        "reversal": True,
        "crown": "stop",
        "enforcement": "auto_huff",
        "draw_no_progress": 40,
        "draw_counter_unit": "move",
        "draw_by": "claim",
    },
    "valluik": {
        "first_player": "white",
        "men_back": True,
        "king": "flying",
        "landing": "free",
        "priority": ("most",),
        "removal": "immediate",
        "reversal": True,
        "crown": "stop",
        "enforcement": "strict",
        "doors": ("G1 c3 g3", "O1 b4 f4", "O2 c5 g5", "G2 b6 f6"),
        "spinner": (2, 1, 1),
        "door_mode": "stay",
        "enter_open_door": "allowed",
        "blocked_check": "before_spin",
        "last_fall": "win",
    },
    "valluik-angloam": {"first_player": "black", "men_back": False, "king": "short", "priority": ()},
    "valluik-snap": {"first_player": "white", "door_mode": "snap", "king": "flying"},
    "valluik-snap-angloam": {"first_player": "black", "door_mode": "snap", "king": "short"},
    "blasen": {
        "first_player": "black",
        "men_back": False,
        "king": "flying",
        "landing": "free",
        "landing_must_continue": True,
        "priority": (),
        "removal": "immediate",
        "reversal": True,
        "crown": "stop",
        "enforcement": "huff",
        "huff_is_move": False,
        "touch_move": True,
    },
    "turm": {
        "first_player": "white",
        "men_back": False,
        "king": "flying",
        "landing": "adjacent",
        "nearest": "global",
        "priority": ("with_king",),
        "captured": "under",
        "same_tower": "never",
        "reversal": False,
        "captive_rank": "kept",
        "crown": "stop",
        "enforcement": "strict",
        "scoring": "kings",
    },
}


@pytest.fixture(params=catalog.ids())
def spec(request: pytest.FixtureRequest) -> Spec:
    return catalog.load(request.param)


def test_the_whole_family_is_there() -> None:
    assert set(catalog.ids()) >= MISSION


def test_the_id_is_the_file_name(spec: Spec) -> None:
    assert catalog.find(spec.id).stem == spec.id
    assert spec is catalog.load(spec.id)


def test_titles_and_descriptions_exist_in_every_language(spec: Spec) -> None:
    for lang in LANGS:
        assert spec.title[lang].strip()
        assert spec.about[lang].strip()
        assert spec.source[lang].strip()
        assert all(spec.sides[side].name[lang] for side in Side)
    assert len({spec.about[lang] for lang in LANGS}) == len(LANGS)


def test_every_axis_has_a_value(spec: Spec) -> None:
    assert list(spec) == [axis.name for axis in AXES]
    assert len(spec) == len(AXES)


def test_cited_clauses_exist(spec: Spec) -> None:
    for axis in spec:
        for clause in (*spec.clauses(axis), *(c for cited in spec.verdicts.values() for c in cited)):
            found = re.fullmatch(r"(R\d)\.(\d+)", clause)
            assert not found or 1 <= int(found[2]) <= LAST_CLAUSE[found[1]], (axis, clause)
            assert found or not re.match(r"R\d", clause), clause


def test_house_rules_say_why_in_every_language(spec: Spec) -> None:
    for axis, setting in spec.settings.items():
        assert bool(setting.note) == setting.house, axis
        assert not setting.house or set(setting.note) == set(LANGS)


def test_each_clause_of_the_rulebooks_is_used_somewhere() -> None:
    specs = [catalog.load(name) for name in catalog.ids()]
    cited = {clause for spec in specs for axis in spec for clause in spec.clauses(axis)}
    cited |= {clause for spec in specs for remark in spec.remarks for clause in remark.clauses}
    wanted = {f"{book}.{n}" for book, last in LAST_CLAUSE.items() for n in range(1, last + 1)}
    assert wanted - cited == set()


def test_rules_of_a_rulebook_cite_it_or_are_house_rules() -> None:
    """A value that differs from the plain default must come from somewhere."""
    for name in READING:
        spec = catalog.load(name)
        for axis in AXES:
            setting = spec.settings[axis.name]
            assert setting.value == axis.default or setting.clauses or setting.house, (name, axis.name)


def test_no_game_can_go_on_for_ever(spec: Spec) -> None:
    """In a race the men only advance or capture, and the first king ends it."""
    assert spec.draw_repetition or spec.draw_no_progress or spec.goal == "breakthrough"


def test_who_begins_and_how_games_end_is_as_the_federations_say() -> None:
    """American pool is 23,B among PDN's types; a race has no draws; Bashni draws by repetition only."""
    assert catalog.load("pool").first_player == "black"
    race = catalog.load("breakthrough")
    assert (race.draw_repetition, race.draw_no_progress, race.counts) == (0, 0, ())
    assert catalog.load("bashni").settings["draw_no_progress"].house


@pytest.mark.parametrize("name", READING)
def test_the_defaults_are_those_of_the_reading(name: str) -> None:
    spec = catalog.load(name)
    assert {axis: spec[axis] for axis in READING[name]} == READING[name]


def test_doors_look_the_same_from_both_sides(spec: Spec) -> None:
    squares = Squares(spec)
    last = squares.files * squares.ranks - 1
    by_colour: dict[str, set[int]] = {"green": set(), "orange": set()}
    for slider in spec.sliders:
        by_colour[slider.colour] |= {squares.cell(slider.left), squares.cell(slider.right)}
    for cells in by_colour.values():
        assert {last - cell for cell in cells} == cells


def test_pdn_facts_are_known(spec: Spec) -> None:
    assert spec.pdn.game_type is not None
    assert spec.pdn.separator in ("x", ":", "-")
    assert spec.pdn.results in ("default", "international")


@pytest.mark.parametrize("text", ["koeing", "no such game", "", "x" * 1_000_000, "a\x00b", "..", "\udcff"])
def test_an_unknown_id_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(RulesetError) as caught:
        catalog.load(text)
    assert caught.value.faults[0].startswith("no ruleset")
    assert str(caught.value).isprintable()


def test_an_almost_right_id_is_suggested() -> None:
    with pytest.raises(RulesetError, match="did you mean koenig"):
        catalog.load("koeing")
    assert catalog.load("valluik_snap").id == "valluik-snap"
    assert catalog.load(" KOENIG").id == "koenig"
