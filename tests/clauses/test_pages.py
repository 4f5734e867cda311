"""Every clause has a page: our words in three languages, the axes it sets, a position that shows it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from crowned import BadInput, Game, Position, judge, ruleset
from crowned.base import LANGS, Lang
from crowned.referee.clauses import clause_data
from crowned.rules import catalog
from crowned.rules.books import clause_names, clause_page
from crowned.rules.prose import rule_sheet
from tests.clauses.table import BOOKS

ALL = [f"{book}.{number}" for book, count in BOOKS["clauses"].items() for number in range(1, count + 1)]
LESSONS = Path(__file__).parents[2] / "ui/src/lessons"


def own(clause: str) -> str:
    return str(BOOKS["rulesets"][clause[:2]])


@pytest.mark.parametrize("clause", ALL)
def test_every_clause_of_the_books_has_a_page(clause: str) -> None:
    page = clause_page(catalog.load(own(clause)), clause)
    assert set(page.text) == set(LANGS)
    assert len(set(page.text.values())) == len(LANGS)
    assert set(page.reading) in (set(), set(LANGS))
    for text in (*page.text.values(), *page.reading.values()):
        assert text[0].isupper() or text[0] in '„‘"'
        assert text.endswith((".", "."))
        assert "  " not in text


@pytest.mark.parametrize("clause", ALL)
def test_the_position_shows_what_the_page_says(clause: str) -> None:
    page = clause_page(catalog.load(own(clause)), clause)
    rules = ruleset(page.ruleset)
    game = Game(rules, Position.from_fen(rules, page.fen) if page.fen else None)
    for text in page.play:
        game.play(text)
    if page.attempt:
        verdict = judge(game, page.attempt)
        assert verdict.verdict == page.verdict, verdict
        # Whose turn it is, and what counts as a draw, is not for an axis to forbid.
        silent = verdict.reason in ("empty_square", "not_your_piece")
        assert verdict.is_legal or silent or clause in verdict.clauses, verdict


@pytest.mark.parametrize("clause", ALL)
def test_a_reading_names_only_options_that_can_be_chosen(clause: str) -> None:
    page = clause_page(catalog.load(own(clause)), clause)
    named = [set(re.findall(r"\b([a-z_]+)=([a-z_]+)", text)) for text in page.reading.values()]
    assert all(options == named[0] for options in named), "the languages name different options"
    for option, value in {pair for options in named for pair in options}:
        assert ruleset(own(clause), **{option: value}).spec.settings


@pytest.mark.parametrize("name", catalog.ids())
def test_no_clause_is_cited_anywhere_without_a_page(name: str) -> None:
    spec = catalog.load(name)
    known = set(clause_names(spec))
    settings = [*spec.settings.values()]
    settings += [
        one for group in spec.presets.values() for preset in group.values() for one in preset.values()
    ]
    cited = {clause for setting in settings for clause in setting.clauses}
    cited |= {clause for clauses in spec.verdicts.values() for clause in clauses}
    cited |= {clause for remark in spec.remarks for clause in remark.clauses}
    cited |= {c for section in rule_sheet(spec, "en") for line in section.lines for c in line.clauses}
    assert cited <= known
    for clause in known:
        data = clause_data(ruleset(name), clause, "de")
        assert data["text"], clause
        assert data["position"]["fen"], clause
        by_hand = re.fullmatch(r"R\d\.\d+", clause)
        assert by_hand or data["position"]["verdict"] in ("accepted", ""), clause


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.json")), ids=lambda path: path.stem)
def test_lessons_cite_only_clauses_that_have_a_page(path: Path) -> None:
    known = set(clause_names(catalog.load(path.stem)))
    for step in json.loads(path.read_text(encoding="utf-8")):
        assert set(step["clauses"]) <= known


def test_the_leaflet_of_the_towers_prints_its_own_numbers() -> None:
    spec = catalog.load(BOOKS["rulesets"]["R4"])
    articles = [clause_page(spec, clause).article for clause in ALL if clause.startswith("R4")]
    printed = [int(found[1]) for found in (re.fullmatch(r"§ (\d+)", one) for one in articles) if found]
    assert sorted(set(printed)) == list(range(1, 20))
    assert printed == sorted(printed)
    assert not any(
        clause_page(catalog.load(own(clause)), clause).article for clause in ALL if clause[1] != "4"
    )


def test_a_clause_that_no_book_has_is_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match="has no clause"):
        clause_page(catalog.load("turm"), "R4.30")
    with pytest.raises(BadInput, match="has no clause"):
        clause_page(catalog.load("turm"), "R0.1")
    assert clause_page(catalog.load("turm"), " r4.26 ").name == "R4.26"


def test_an_option_changes_what_is_set_but_not_what_the_book_says() -> None:
    plain, changed = ruleset("turm"), ruleset("turm", dame_first=False)
    one, other = (clause_data(rules, "R4.26", "en") for rules in (plain, changed))
    assert one["text"] == other["text"]
    assert one["position"] == other["position"]
    assert (one["axes"][0]["value"], other["axes"][0]["value"]) == (["with_king"], [])
    assert other["axes"][0]["chosen"]


@pytest.mark.parametrize("lang", LANGS)
def test_custom_has_no_number_and_its_page_does_not_tell_the_whole_game(lang: Lang) -> None:
    data = clause_data(ruleset("dameo"), "custom", lang)
    assert len(data["text"]) < 100
    assert len(data["sheet"]) > 10
    assert data["source"]


BY_VARIANTS = {
    # clause that prints a variant -> what it sets there, and in which games
    ("pinzgau", "R1.21"): {("king", "short", "pinzgau-kurz")},
    ("valluik", "R2.38"): {("door_mode", "snap", "valluik-snap", "valluik-snap-angloam")},
    ("valluik", "R2.39"): {("door_mode", "snap", "valluik-snap", "valluik-snap-angloam")},
    ("valluik", "R2.40"): {("first_player", "black", "valluik-angloam")},
    ("valluik", "R2.41"): {("men_back", False, "valluik-angloam")},
    ("valluik", "R2.42"): {("king", "short", "valluik-angloam"), ("king_name", "king", "valluik-angloam")},
    ("valluik", "R2.43"): {("king", "short", "valluik-angloam")},
    ("valluik", "R2.44"): {("priority", (), "valluik-angloam")},
    ("pinzgau-kurz", "R1.18"): {("king", "flying", "pinzgau")},
    ("valluik-snap", "R2.40"): {("first_player", "black", "valluik-angloam")},
    ("valluik-snap-angloam", "R2.41"): set(),
    ("pinzgau-kurz", "R1.21"): set(),
}


@pytest.mark.parametrize(("name", "clause"), BY_VARIANTS)
def test_a_clause_tells_what_it_sets_in_a_printed_variant(name: str, clause: str) -> None:
    told = clause_data(ruleset(name), clause, "en")["elsewhere"]
    found = {
        (one["axis"], tuple(value) if isinstance(value := one["value"], list) else value, *one["rulesets"])
        for one in told
    }
    assert found == BY_VARIANTS[name, clause]


@pytest.mark.parametrize("clause", ALL)
def test_no_page_says_that_a_clause_sets_nothing_that_a_printed_game_rests_on(clause: str) -> None:
    data = clause_data(ruleset(own(clause)), clause, "de")
    games = [catalog.load(name) for name in catalog.ids()]
    resting = any(clause in game.clauses(axis) for game in games for axis in game)
    assert bool(data["axes"] or data["elsewhere"]) == resting


def test_articles_of_federations_say_nothing_about_other_games() -> None:
    assert not clause_data(ruleset("international"), clause_names(catalog.load("international"))[0], "en")[
        "elsewhere"
    ]
