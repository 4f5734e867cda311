"""The printed sheet: a PDF that readers open, one or two pages, all that the sheet says, nothing cut off."""

from __future__ import annotations

import re
import tomllib
import zlib
from pathlib import Path

import pytest

from crowned import Game, judge, ruleset
from crowned.base import LANGS, Lang
from crowned.notation import diagram
from crowned.print import fonts, leaflet
from crowned.print.board import BoardDrawing
from crowned.print.figures import figures
from crowned.print.pdf import A4, Page, document
from crowned.rules import books, catalog
from crowned.rules.books import clause_page
from crowned.rules.prose import rule_sheet

SHOW = re.compile(rb"/(\w+) ([\d.]+) Tf ([\d.]+) ([\d.]+) Td \(((?:[^()\\]|\\.)*)\) Tj")


def streams(pdf: bytes) -> list[bytes]:
    found = re.findall(rb"/Length (\d+) /Filter /FlateDecode >>\nstream\n", pdf)
    starts = [m.end() for m in re.finditer(rb">>\nstream\n", pdf)]
    return [zlib.decompress(pdf[at : at + int(size)]) for at, size in zip(starts, found, strict=True)]


def said(stream: bytes) -> list[str]:
    words = [match[4] for match in SHOW.findall(stream)]
    return [re.sub(rb"\\(.)", rb"\1", word).decode("cp1252") for word in words]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", catalog.ids())
def test_the_rules_stand_on_one_or_two_pages(name: str, lang: Lang) -> None:
    rules = ruleset(name)
    pages = streams(leaflet(rules, lang))
    extra = (2 + bool(rules.sliders)) if rules.sliders or rules.towers else 0
    assert 1 <= len(pages) - extra <= 2
    words = " ".join(word for page in pages[: len(pages) - extra] for word in said(page))
    for section in rule_sheet(rules.spec, lang):
        for line in section.lines:
            text = "".join(fonts.encoded(letter).decode("cp1252") for letter in line.text)
            assert " ".join(text.split()) in words


@pytest.mark.parametrize("name", ["koenig", "valluik", "turm", "international"])
def test_nothing_is_written_over_the_edge(name: str) -> None:
    for page in streams(leaflet(ruleset(name), "de")):
        for font, size, x, y, text in SHOW.findall(page):
            shown = re.sub(rb"\\(.)", rb"\1", text).decode("cp1252")
            right = float(x) + fonts.width(shown, font.decode(), float(size))
            assert 20 <= float(x) <= right <= A4[0] - 20, shown
            assert 20 <= float(y) <= A4[1] - 20, shown


def test_the_file_is_a_pdf_whose_table_of_objects_is_right() -> None:
    pdf = leaflet(ruleset("koenig"), "de")
    assert pdf.startswith(b"%PDF-1.4")
    assert pdf.endswith(b"%%EOF\n")
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    assert pdf[start:].startswith(b"xref")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", pdf[start:]), 1):
        assert pdf[int(place) :].startswith(f"{number} 0 obj".encode())
    assert leaflet(ruleset("koenig"), "de") == pdf, "the same sheet gives the same bytes"


def test_letters_of_the_three_languages_are_written_as_they_are() -> None:
    page = Page()
    page.text((50, 50), "„Größe“ – één ‘dam’ § 17 (a)\\")
    stream = streams(document([page], "Č"))[0]
    assert said(stream) == ["„Größe“ – één ‘dam’ § 17 (a)\\"]
    assert fonts.encoded("ČFD") == b"CFD"
    assert fonts.width("ß", "plain", 1000) == 611


def test_things_to_cut_out_come_with_games_that_need_them() -> None:
    plain, doors, towers = (streams(leaflet(ruleset(name), "en")) for name in ("koenig", "valluik", "turm"))
    assert not any("cut" in said(page) for page in plain)
    assert "wheel:" in said(doors[-1])
    stones = towers[-1].count(b"B\n") + towers[-1].endswith(b"B")
    assert stones >= 48, "twenty-four stones with two sides each"


def test_options_are_marked_on_paper() -> None:
    pages = streams(leaflet(ruleset("koenig", majority=True), "en"))
    assert "chosen" in [word for page in pages for word in said(page)]


@pytest.mark.parametrize("lang", LANGS)
def test_towers_are_shown_by_a_tower_and_what_is_allowed_by_the_words_of_its_clause(lang: Lang) -> None:
    shown = {figure.section: figure for figure in figures(ruleset("turm"), lang)}
    assert any(len(column) > 1 for column in shown["towers"].diagram.pieces.values())
    clause = shown["towers"].title.split()[0]
    assert shown["towers"].text == clause_page(catalog.load("turm"), clause).text[lang]


EXAMPLES = tomllib.loads((Path(books.__file__).parent / "examples.toml").read_text("utf-8"))
REFUSED = {"armenian capture", "dam-haji capture", "gothic men", "lasca capture", "schlagdame capture"}
REFUSED |= {"thai kings", "thai capture", "turkish men", "portuguese capture", "spanish capture"}


@pytest.mark.parametrize("name", catalog.ids())
def test_every_sheet_has_pictures_of_moves_and_none_tells_the_whole_game(name: str) -> None:
    rules = ruleset(name)
    found = list(figures(rules, "de"))
    assert found
    assert len({figure.section for figure in found}) == len(found)
    sections = {section.key for section in rule_sheet(rules.spec, "de")}
    for figure in found:
        assert figure.section in sections
        assert len(figure.diagram.path) > 1
        assert len(figure.text) < 400
        assert "custom" not in figure.title


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_shows_what_may_be_done_or_why_not(name: str) -> None:
    rules = ruleset(name)
    for section, one in EXAMPLES[name].items():
        verdict = judge(Game(rules, rules.read(one["fen"])), one["attempt"])
        expected = "refused" if f"{name} {section}" in REFUSED else "accepted"
        assert verdict.verdict == ("offence" if section == "obligation" else expected), (section, verdict)


def test_where_every_square_is_played_on_lines_part_them() -> None:
    lined = BoardDrawing(page := Page(), diagram.of(ruleset("harzdame").start()), (50, 50), 20)
    lined.draw(pieces=False, labels=False)
    dark = BoardDrawing(other := Page(), diagram.of(ruleset("koenig").start()), (50, 50), 20)
    dark.draw(pieces=False, labels=False)
    assert page.content.count(b" l S ") - other.content.count(b" l S ") == 14
