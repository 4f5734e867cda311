"""The rule sheet: complete for every axis and value in every language, and made of whole sentences."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from crowned.base import LANGS, Lang, Side
from crowned.rules import catalog, prose
from crowned.rules.axes import AXES, Axis, Value
from crowned.rules.prose.clauses import CLAUSES, SECTIONS
from crowned.rules.prose.lists import runs
from crowned.rules.setting import Setting
from crowned.rules.spec import Spec
from crowned.rules.squares import Squares
from crowned.rules.ways import ways

DOORS = ("G1 c3 g3", "O1 b4 f4", "O2 c5 g5", "G2 b6 f6")
REPLACING = ("man_steps", "man_captures", "king_steps", "king_captures", "setup", "crown_squares")
"""Lists that replace something usual; an empty one is called after it."""
SHAPES = [
    ("diagonal", "same", False),
    ("diagonal", "all", False),
    ("orthogonal", "same", False),
    ("orthogonal", "same", True),
    ("orthogonal", "all", False),
    ("orthogonal", "all", True),
]
"""Lines of moving, lines of capturing, and whether men step sideways."""
CONTEXTS: list[dict[str, Value]] = [
    {},
    {"king": "flying", "enforcement": "huff", "draw_no_progress": 40, "draw_repetition": 3},
    {"doors": DOORS, "draw_no_progress": 40, "draw_repetition": 3, "draw_counter_unit": "ply"},
    {"doors": DOORS[:1], "spinner": (2, 1, 0)},
    {"king": "flying", "captured": "under", "king_name": "king"},
    {"crown": "never", "captured": "under", "same_tower": "any"},
    {"doors": DOORS, "squares": "all", "lines": "orthogonal", "men_sideways": True, "capture_lines": "all"},
    {"lines": "orthogonal", "squares": "all", "removal": "end"},
    {"lines": "orthogonal", "squares": "all", "men_sideways": True},
    {"files": 7, "ranks": 7, "captured": "under", "removal": "end", "capture_lines": "all"},
    {"files": 7, "dark_corner": "right", "setup_rows": 1, "setup_gap": 2},
    {"setup": ("a1", "c1"), "crown_squares": ("a5", "b8", "d8"), "priority": ("most",), "touch_move": True},
    {"draw_counts": ("KK v K 5 each claimed", "any 4-5 9 plies automatic"), "men_sideways": True},
]


def values_of(axis: Axis) -> list[Value]:
    if axis.kind == "bool":
        return [True, False]
    if axis.kind == "word":
        return list(axis.choices)
    if axis.kind == "int":
        return list(range(axis.low, min(axis.high, 30) + 1))
    if axis.kind == "words":
        return [(), *((choice,) for choice in axis.choices), axis.choices]
    if axis.kind == "squares":
        return [(), ("a2", "b2", "a4-d4", "b4-d4")]
    return [(1, 2, 3)] if axis.kind == "ints" else [(), DOORS]


def mixed(values: dict[str, Value]) -> Spec:
    base = catalog.load_text('title = { en = "x" }')
    changed = {axis: Setting(value) for axis, value in values.items()}
    return replace(base, settings={**base.settings, **changed})


def check_sentences(text: str) -> None:
    """Filled, and punctuated as sentences are."""
    assert "{" not in text
    assert "}" not in text
    assert text[0].isupper() or text[0] in "„‘“"
    assert text.endswith(".")
    assert "  " not in text
    assert ", ," not in text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
def test_every_value_of_every_axis_has_its_sentence(axis: Axis, lang: Lang) -> None:
    for context in CONTEXTS:
        for value in values_of(axis):
            check_sentences(prose.sentence(mixed({**context, axis.name: value}), axis.name, lang))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
def test_every_axis_and_value_has_a_name(axis: Axis, lang: Lang) -> None:
    assert prose.axis_label(axis.name, lang)
    assert prose.axis_help(axis.name, lang).endswith(".")
    assert prose.group_label(axis.group, lang)
    labels = [prose.value_label(axis.name, value, lang) for value in values_of(axis)]
    assert all(labels)
    assert len(set(labels)) == len(labels), "two values with one name"


def test_words_that_differ_by_value_do_so_in_the_sentences() -> None:
    """Two values of a word axis never read alike where the axis matters."""
    context: dict[str, Value] = {"king": "flying", "captured": "under", "enforcement": "huff", "doors": DOORS}
    context["draw_no_progress"] = 9
    for axis in AXES:
        if axis.kind not in ("bool", "word") or axis.name in ("first_player", "king_name", "numbers_from"):
            continue
        fits: dict[str, dict[str, Value]] = {
            "men_sideways": {"lines": "orthogonal"},
            "removal": {"captured": "removed"},
            "reversal": {"same_tower": "any"},
        }
        specs = [mixed({**context, **fits.get(axis.name, {}), axis.name: value}) for value in values_of(axis)]
        texts = [prose.sentence(spec, axis.name, "de") for spec in specs if spec.applies(axis.name)]
        assert len(set(texts)) == len(texts), axis.name


@pytest.mark.parametrize("same_tower", ["never", "loop"])
def test_a_tower_sheet_grants_no_turn_that_the_towers_bar(same_tower: str) -> None:
    spec = mixed({"king": "flying", "captured": "under", "same_tower": same_tower, "reversal": True})
    assert "not turn straight back" in prose.sentence(spec, "reversal", "en")
    late = mixed({"captured": "under", "removal": "end"})
    assert not late.applies("removal"), "a prisoner goes under his captor at once, whatever the axis says"
    assert late.fingerprint == mixed({"captured": "under"}).fingerprint


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_sheet_lets_men_capture_where_they_do(shape: tuple[str, str, bool], back: bool) -> None:
    lines, capture_lines, aside = shape
    spec = mixed({"lines": lines, "capture_lines": capture_lines, "men_sideways": aside, "men_back": back})
    claims = prose.sentence(spec, "men_back", "en").partition("It does not")[0]
    captures = ways(spec).man_captures
    every = "all eight directions" in claims
    assert (every or "sideways" in claims) == ((1, 0) in captures)
    assert (every or "backward" in claims) == ((0, -1) in captures or (1, -1) in captures)
    assert (every or "straight" in claims) == ((0, 1) in captures)
    assert (every or "diagonally" in claims) == ((1, 1) in captures)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", catalog.ids())
def test_every_shipped_sheet_can_be_read_out(name: str, lang: Lang) -> None:
    sections = prose.rule_sheet(catalog.load(name), lang)
    assert [section.key for section in sections] == [
        key for key in SECTIONS if key in {section.key for section in sections}
    ]
    for section in sections:
        assert section.title[0].isupper()
        assert section.lines
        for line in section.lines:
            check_sentences(line.text)
            assert bool(line.note) == line.house
            assert not line.chosen


@pytest.mark.parametrize("name", catalog.ids())
def test_every_citation_that_matters_reaches_the_sheet(name: str) -> None:
    spec = catalog.load(name)
    shown = {
        clause
        for section in prose.rule_sheet(spec, "en")
        for line in section.lines
        for clause in line.clauses
    }
    cited = {clause for axis in spec if spec.applies(axis) for clause in spec.clauses(axis)}
    cited |= {clause for remark in spec.remarks for clause in remark.clauses}
    assert shown - {spec.otherwise} == cited - {spec.otherwise}


@pytest.mark.parametrize("name", catalog.ids())
def test_no_sentence_stands_there_without_a_clause_or_a_house_mark(name: str) -> None:
    for section in prose.rule_sheet(catalog.load(name), "en"):
        for line in section.lines:
            assert line.clauses or line.house, line


@pytest.mark.parametrize("lang", LANGS)
def test_what_an_option_takes_away_is_not_said_any_more(lang: Lang) -> None:
    plain = catalog.load("turm")
    said = prose.sentence(plain, "enforcement", lang)
    assert plain.settings["enforcement"].also[lang] in said
    changed = catalog.load("koenig").with_options({"king_mark": "turned"})
    assert "\n" not in prose.sentence(changed, "king_mark", lang)
    assert changed.settings["king_mark"].also == {}


def test_a_wheel_game_says_what_its_draws_count() -> None:
    spec = catalog.load("valluik")
    assert "before the spin" in prose.sentence(spec, "draw_repetition", "en")
    assert "falling" in prose.sentence(spec, "draw_no_progress", "en")
    assert "falling" not in prose.sentence(catalog.load("koenig"), "draw_no_progress", "en")


def test_a_remedy_that_must_be_chosen_is_not_called_a_right_that_lapses() -> None:
    spec = catalog.load("koenig").with_options({"remedies": ["huff", "takeback"]})
    assert "must answer" in prose.sentence(spec, "enforcement", "en")
    assert "forgotten" not in prose.sentence(spec, "enforcement", "en")


def test_each_axis_stands_on_the_sheet_and_no_sentence_is_left_over() -> None:
    assert {axis for clause in CLAUSES for axis in clause.axes} == {axis.name for axis in AXES}
    mixtures = [
        {**context, axis.name: value} for context in CONTEXTS for axis in AXES for value in values_of(axis)
    ]
    used = {clause.key(spec) for spec in map(mixed, mixtures) for clause in CLAUSES}
    written = tomllib.loads((Path(prose.__file__).parent / "en.toml").read_text(encoding="utf-8"))["say"]
    assert used == set(written)


def test_the_languages_have_the_same_texts() -> None:
    folder = Path(prose.__file__).parent
    tables = {lang: tomllib.loads((folder / f"{lang}.toml").read_text(encoding="utf-8")) for lang in LANGS}
    keys = {lang: {(a, b) for a, table in data.items() for b in table} for lang, data in tables.items()}
    assert keys["de"] == keys["nl"] == keys["en"]
    for axis in AXES:
        empty = {"empty"} if axis.name in REPLACING else set()
        for lang in LANGS:
            assert set(tables[lang]["axis"][axis.name]) == {"label", "help", *axis.choices, *empty}


def test_clauses_stand_in_the_order_of_the_book() -> None:
    lines = [line for section in prose.rule_sheet(catalog.load("koenig"), "de") for line in section.lines]
    assert next(line.clauses for line in lines if "lines" in line.axes) == ("R0.8", "R0.10")


def test_mechanics_that_are_absent_have_no_section() -> None:
    keys = {section.key for section in prose.rule_sheet(catalog.load("koenig"), "nl")}
    assert {"towers", "doors"} & keys == set()
    assert "towers" in {section.key for section in prose.rule_sheet(catalog.load("turm"), "nl")}
    assert "doors" in {section.key for section in prose.rule_sheet(catalog.load("valluik"), "nl")}


def test_an_option_is_marked_on_the_sheet() -> None:
    spec = catalog.load("blasen").with_options({"men_back": True})
    lines = [line for section in prose.rule_sheet(spec, "de") for line in section.lines]
    assert [line.axes for line in lines if line.chosen] == [("man_captures", "men_back")]


def test_the_book_decides_what_a_king_is_called() -> None:
    assert prose.king_word(catalog.load("koenig"), "de") == "König"
    assert prose.king_word(catalog.load("blasen"), "de", "Plural") == "Damen"
    assert "König" in prose.sentence(catalog.load("koenig"), "king", "de")
    assert "Dame" not in prose.sentence(catalog.load("koenig"), "king", "de")


def test_equal_rulesets_have_no_differences() -> None:
    for name in catalog.ids():
        assert prose.differences(catalog.load(name), catalog.load(name), "de") == ()


def test_differences_name_both_sides() -> None:
    found = prose.differences(catalog.load("valluik"), catalog.load("valluik-angloam"), "en")
    assert [axis for item in found for axis in item.axes] == [
        *("first_player", "king_name", "king", "men_back", "priority"),
    ]
    for item in found:
        assert item.first.text != item.second.text
        check_sentences(item.first.text)
        check_sentences(item.second.text)


@pytest.mark.parametrize("lang", LANGS)
def test_any_two_rulesets_can_be_compared(lang: Lang) -> None:
    specs = [catalog.load(name) for name in catalog.ids()]
    for first, second in pairwise(specs):
        for item in prose.differences(first, second, lang):
            assert any(first[axis] != second[axis] for axis in item.axes)
            check_sentences(item.first.text)
            check_sentences(item.second.text)


def test_a_name_that_reads_alike_is_no_difference() -> None:
    """English has one word for Dame and König; German has two."""
    first, second = mixed({"king_name": "dame"}), mixed({"king_name": "king"})
    assert prose.differences(first, second, "en") == ()
    assert [d.axes for d in prose.differences(first, second, "de")] == [("king_name",)]


def test_custom_is_a_word_of_each_language_and_a_number_stays_as_it_is() -> None:
    assert [prose.clause_label("custom", lang) for lang in LANGS] == ["Brauch", "gebruik", "custom"]
    assert {prose.clause_label("R0.9", lang) for lang in LANGS} == {"R0.9"}


def test_a_choice_that_still_follows_a_clause_does_not_depart_from_it() -> None:
    chosen = catalog.load("frisian").with_options({"king_v_king": "at_once"})
    lines = [line for section in prose.rule_sheet(chosen, "en") for line in section.lines]
    counts = next(line for line in lines if "draw_counts" in line.axes)
    assert counts.chosen
    assert (counts.clauses, counts.instead) == (("WFD 18", "WFD 21"), ())


def test_an_empty_list_is_called_by_what_it_stands_for() -> None:
    said = [
        prose.value_label(axis, (), "en")
        for axis in ("man_captures", "setup", "crown_squares", "draw_counts")
    ]
    assert said == ["as the lines go", "in rows", "the last row", "none"]


@pytest.mark.parametrize("name", catalog.ids())
def test_a_sheet_without_kings_says_nothing_of_them(name: str) -> None:
    spec = catalog.load(name)
    if spec.applies("king"):
        assert spec.crown != "never" or spec.setup
        return
    said = [line for section in prose.rule_sheet(spec, "de") for line in section.lines]
    of_kings = [line.text for line in said if "Dame" in line.text or "darf sie" in line.text]
    assert of_kings == [prose.sentence(spec, "crown", "de")]


def test_who_leaps_over_his_own_men_is_not_told_that_he_may_not() -> None:
    for name in catalog.ids():
        spec = catalog.load(name)
        said = prose.sentence(spec, "captured", "en")
        assert said.endswith("One's own pieces may not be jumped.") == (
            spec.captured == "removed" and spec.leap_own == "none"
        ), name


def test_squares_are_drawn_together_by_rows_and_what_is_left_by_files() -> None:
    """Every square of the list is told once, whatever way it is told, in all rulesets."""
    for name in catalog.ids():
        squares = Squares(catalog.load(name))
        for side in Side:
            told = runs(squares, squares.last_row(side))
            assert _unfolded(squares, told) == sorted(squares.last_row(side)), (name, told)
            setup = runs(squares, squares.setup(side))
            assert _unfolded(squares, setup) == sorted(squares.setup(side)), (name, setup)
    edges = Squares(catalog.load("harzdame"))
    assert runs(edges, edges.last_row(Side.WHITE)) == "h3–h7, c8–h8"
    assert runs(edges, edges.last_row(Side.BLACK)) == "a1–f1, a2–a6"


def _unfolded(squares: Squares, told: str) -> list[int]:
    cells = []
    for part in filter(None, told.split(", ")):
        first, _, last = part.partition("–")
        begin, end = squares.cell(first), squares.cell(last or first)
        step = 1 if begin // squares.files == end // squares.files else squares.files
        cells += [cell for cell in range(begin, end + 1, step) if squares.plays(cell)]
    return sorted(cells)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", catalog.ids())
def test_every_sentence_begins_with_a_capital_letter(name: str, lang: Lang) -> None:
    spec = catalog.load(name)
    for section in prose.rule_sheet(spec, lang):
        for line in section.lines:
            for text in (line.text, line.note):
                assert not re.search(r"[a-z]{3}[.!?] [a-zäöü]", text), text


HOUSE_COUNTS = ("draw_no_progress", "draw_repetition", "draw_counts")


@pytest.mark.parametrize("name", catalog.ids())
def test_where_every_counted_draw_is_ours_so_is_who_ends_the_game(name: str) -> None:
    spec = catalog.load(name)
    counted = [spec.settings[axis] for axis in HOUSE_COUNTS if spec[axis]]
    if counted and all(setting.house and not setting.clauses for setting in counted):
        assert spec.settings["draw_by"].house
