"""To cut out: a board, the pieces, and where a game has doors, the wheel, the knobs and the holes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import cos, pi, sin

from crowned.base import Side
from crowned.notation import diagram
from crowned.position import Ruleset
from crowned.position.action import SPIN_RESULTS
from crowned.print.board import DOORS, INK, SOFT, BoardDrawing
from crowned.print.flow import Paragraph, Run
from crowned.print.pdf import A4, MM, Page, Point

SQUARE, STONE = 20 * MM, 8 * MM
MARGIN = 40.0
WHEEL = {"black": INK, **DOORS}
SPARE = 1
"""Discs of each side beyond those that are set up: the first king's second disc."""


def pages(rules: Ruleset, words: Mapping[str, str]) -> Iterator[Page]:
    """Only for games that no ordinary set has the things for: doors, or stones with two sides."""
    if not rules.sliders and not rules.towers:
        return
    yield _board(rules, words)
    yield _turned_stones(rules, words) if rules.spec.king_mark == "turned" else _discs(rules, words)
    if rules.sliders:
        yield _wheel(rules, words)


def _titled(words: Mapping[str, str], title: str, *texts: str) -> Page:
    page, measure = Page(), A4[0] - 2 * MARGIN
    y = A4[1] - MARGIN
    for block in (
        Paragraph((Run(words[title], "bold"),), 14),
        *(Paragraph((Run(words[text]),), 9.5, before=4) for text in texts),
    ):
        block.draw(page, (MARGIN, y), measure)
        y -= block.height(measure)
    return page


# ---- the board


def _board(rules: Ruleset, words: Mapping[str, str]) -> Page:
    page = _titled(words, "board", *(["knobs"] if rules.sliders else []))
    start = replace(diagram.of(rules.start()), path=())
    square = min(SQUARE, (A4[0] - 2 * MARGIN - 2 * SQUARE) / start.files)
    left = (A4[0] - square * start.files) / 2
    low = (A4[1] - square * start.ranks) / 2 - 30
    BoardDrawing(page, start, (left, low), square).draw(pieces=False)
    for slider in start.sliders:
        beside = left + (start.files + 0.25) * square if slider.lane else left - 1.15 * square
        _track(page, (beside, low + slider.rank * square), square, slider.colour, slider.name)
    return page


def _track(page: Page, at: Point, square: float, colour: str, name: str) -> None:
    """Three places in a row for a knob: left, middle, right."""
    x, y = at
    page.text((x, y + square * 0.72), name, "bold", 8, DOORS[colour])
    for place in range(3):
        middle = (x + square * (0.14 + 0.3 * place), y + square * 0.4)
        page.circle(middle, square * 0.13, edge=DOORS[colour], width=1)
        page.text((middle[0] - 2, y + square * 0.08), "LMR"[place], size=6, colour=SOFT)


# ---- the pieces


def _discs(rules: Ruleset, words: Mapping[str, str]) -> Page:
    """As many of each colour as are set up, and a spare."""
    page = _titled(words, "pieces", "pieces_flat")
    count = len(rules.squares.setup(Side.WHITE)) + SPARE
    for row, side in enumerate(Side):
        look = rules.spec.sides[side]
        for number in range(count):
            at = _place(number, 9, (2 * STONE + 8, 2 * STONE + 8), A4[1] - 130 - row * 150)
            page.circle(at, STONE, look.colour, INK, 0.8)
            page.circle(at, STONE * 0.66, edge=SOFT, width=0.8)
    return page


def _turned_stones(rules: Ruleset, words: Mapping[str, str]) -> Page:
    """Front and back side by side, to be folded."""
    page = _titled(words, "pieces", "pieces_turned")
    count = len(rules.squares.setup(Side.WHITE))
    for row, side in enumerate(Side):
        look = rules.spec.sides[side]
        for number in range(count):
            x, y = _place(number, 4, (4 * STONE + 26, 2 * STONE + 8), A4[1] - 140 - row * 190)
            page.circle((x, y), STONE, look.colour, INK, 0.8)
            page.circle((x + 2 * STONE, y), STONE, look.king_colour, INK, 0.8)
            page.line([(x + STONE, y - STONE), (x + STONE, y + STONE)], SOFT, 0.6, "2 2")
    return page


def _place(number: int, across: int, step: Point, top: float) -> Point:
    row, column = divmod(number, across)
    return MARGIN + STONE + column * step[0], top - row * step[1]


# ---- the wheel


def _wheel(rules: Ruleset, words: Mapping[str, str]) -> Page:
    page = _titled(words, "wheel")
    middle, radius = (A4[0] / 2, A4[1] - 300), 60 * MM
    results = _apart(rules.spec.spinner)
    for number, result in enumerate(results):
        _wedge(page, middle, radius, (number / len(results), (number + 1) / len(results)), WHEEL[result])
    page.circle(middle, radius, edge=INK, width=1.2)
    page.circle(middle, 3, "#ffffff", INK)
    _knobs(rules, page, words)
    return page


def _apart(weights: tuple[int, ...]) -> list[str]:
    """The segments in an order that keeps equal ones apart, as on a real wheel."""
    left = dict(zip(SPIN_RESULTS, weights, strict=True))
    order: list[str] = []
    for _ in range(sum(weights)):
        last = order[-1] if order else ""
        order.append(max((r for r in left if left[r]), key=lambda r: (r != last, left[r])))
        left[order[-1]] -= 1  # type: ignore[index]
    return order


def _wedge(page: Page, middle: Point, radius: float, share: tuple[float, float], colour: str) -> None:
    steps = [share[0] + (share[1] - share[0]) * step / 24 for step in range(25)]
    rim = [(middle[0] + radius * sin(2 * pi * s), middle[1] + radius * cos(2 * pi * s)) for s in steps]
    page.polygon([middle, *rim], colour, "#ffffff", 1.5)
    if colour == INK:
        half = 2 * pi * sum(share) / 2
        at = (middle[0] + radius * 0.6 * sin(half), middle[1] + radius * 0.6 * cos(half))
        page.circle(at, STONE, "#ffffff")
        page.circle(at, STONE * 0.6, edge=INK, width=1.2)


def _knobs(rules: Ruleset, page: Page, words: Mapping[str, str]) -> None:
    """A knob for each slider; a hole for each door that can be open at once."""
    y = 190.0
    page.text((MARGIN, y + 40), words["knob_pieces"], "bold", 11)
    for number, slider in enumerate(rules.sliders.values()):
        x = MARGIN + 20 + number * 60
        page.circle((x, y), STONE * 0.5, DOORS[slider.colour], INK, 0.8)
        page.rectangle((x - STONE, y - 90), (2 * STONE, 2 * STONE), INK)
