"""The leaflet: the rule sheet on one or two pages, and what a game needs besides, to cut out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from crowned.base import Lang
from crowned.notation import diagram
from crowned.position import Ruleset
from crowned.print import cutout
from crowned.print.figures import Figure, figures
from crowned.print.flow import Block, Column, Paragraph, Picture, Run, paint, spread
from crowned.print.pdf import A4, Page, document
from crowned.rules.prose import Section, SheetLine, clause_label, rule_sheet

MARGIN, GUTTER, FOOT = 40.0, 22.0, 34.0
MEASURE = (A4[0] - 2 * MARGIN - GUTTER) / 2
SIZES = (9.2, 8.8, 8.4, 8.0, 7.6, 7.2)
"""Sizes of letters that are tried, the largest first."""
MOST_PAGES = 2
GREY, ACCENT = "#6b6258", "#7a3b2e"


@cache
def words(lang: Lang) -> dict[str, str]:
    path = Path(__file__).parent / "texts" / f"{lang}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Leaflet:
    """What goes on the paper."""

    rules: Ruleset
    lang: Lang
    sections: tuple[Section, ...]
    figures: tuple[Figure, ...]

    def text(self, key: str) -> str:
        return words(self.lang)[key]


def leaflet(rules: Ruleset, lang: Lang) -> bytes:
    """The PDF. Its first one or two pages are the rules."""
    sheet = Leaflet(rules, lang, rule_sheet(rules.spec, lang), tuple(figures(rules, lang)))
    pages = [*_rules(sheet), *cutout.pages(rules, words(lang))]
    return document(pages, rules.title(lang))


def _rules(sheet: Leaflet) -> list[Page]:
    """The largest letters and the most pictures that fit on two pages."""
    for pictured in range(len(sheet.figures), -1, -1):
        for size in SIZES:
            if pages := _tried(sheet, size, pictured):
                return pages
    raise ValueError("the rules do not fit on two pages")  # no ruleset that passes the checks is so long


def _tried(sheet: Leaflet, size: float, pictured: int) -> list[Page] | None:
    head = list(_head(sheet, size))
    below = A4[1] - MARGIN - sum(block.height(A4[0] - 2 * MARGIN) for block in head) - 8
    blocks = list(_body(sheet, size, pictured))
    for count in range(1, MOST_PAGES + 1):
        columns = _balanced(blocks, count, below)
        if placed := spread(blocks, columns, MEASURE):
            pages = [Page() for _ in range(count)]
            _draw_head(pages[0], head)
            paint(placed, columns, MEASURE, pages.__getitem__)
            _draw_feet(sheet, pages)
            return pages
    return None


def _balanced(blocks: list[Block], pages: int, below: float) -> list[Column]:
    """The columns, those of the last page no longer than they need be."""
    for raised in range(700, 0, -10):
        columns = _columns(pages, below, raised)
        if min(column.top - column.bottom for column in columns) > 0 and spread(blocks, columns, MEASURE):
            return columns
    return _columns(pages, below, 0)


def _columns(pages: int, below: float, raised: float) -> list[Column]:
    lefts = (MARGIN, MARGIN + MEASURE + GUTTER)
    tops = [below, *([A4[1] - MARGIN] * (pages - 1))]
    bottoms = [MARGIN + FOOT + (raised if page == pages - 1 else 0) for page in range(pages)]
    places = enumerate(zip(tops, bottoms, strict=True))
    return [Column(page, left, top, bottom) for page, (top, bottom) in places for left in lefts]


# ---- the parts


def _head(sheet: Leaflet, size: float) -> Iterator[Paragraph]:
    spec = sheet.rules.spec
    yield Paragraph((Run(sheet.rules.title(sheet.lang), "bold"),), 22)
    yield Paragraph((Run(spec.about[sheet.lang], "italic"),), size + 1.4, before=4)
    if source := spec.source.get(sheet.lang):
        yield Paragraph((Run(source, colour=GREY),), size, before=3)


def _draw_head(page: Page, head: list[Paragraph]) -> None:
    y, measure = A4[1] - MARGIN, A4[0] - 2 * MARGIN
    for block in head:
        block.draw(page, (MARGIN, y), measure)
        y -= block.height(measure)
    page.line([(MARGIN, y - 4), (A4[0] - MARGIN, y - 4)], ACCENT, 1)


def _body(sheet: Leaflet, size: float, pictured: int) -> Iterator[Block]:
    shown = {figure.section: figure for figure in sheet.figures[:pictured]}
    for section in sheet.sections:
        yield Paragraph((Run(section.title, "bold", ACCENT),), size + 1.6, before=6, keeps=True)
        for line in section.lines:
            yield from _rule(sheet, line, size)
        if section.key == "setup":
            yield _start(sheet, size)
        if section.key in shown:
            yield _figure(shown[section.key], size)


def _rule(sheet: Leaflet, line: SheetLine, size: float) -> Iterator[Paragraph]:
    marks = [clause_label(name, sheet.lang) for name in line.clauses]
    marks += [sheet.text("house")] if line.house else []
    marks += [sheet.text("chosen")] if line.chosen else []
    tail = Run(", ".join(marks), colour=GREY, scale=0.8)
    yield Paragraph((Run(line.text), tail), size, before=1.5, indent=8, bullet="•")
    if line.note:
        yield Paragraph((Run(line.note, "italic", GREY),), size * 0.88, indent=8)


def _start(sheet: Leaflet, size: float) -> Picture:
    spec = sheet.rules.spec
    first = sheet.text("first").format(side=spec.sides[spec.first].name[sheet.lang])
    said = Paragraph((Run(f"{sheet.text('start')} {first}"),), size)
    return Picture(diagram.of(sheet.rules.start()), said, 118)


def _figure(figure: Figure, size: float) -> Picture:
    said = Paragraph((Run(figure.title, "bold"), Run(figure.text)), size * 0.94)
    return Picture(figure.diagram, said, 104)


def _draw_feet(sheet: Leaflet, pages: list[Page]) -> None:
    for number, page in enumerate(pages, 1):
        foot = Paragraph((Run(f"{sheet.text('foot')}  {number}/{len(pages)}", colour=GREY),), 7)
        foot.draw(page, (MARGIN, MARGIN + 14), A4[0] - 2 * MARGIN)
