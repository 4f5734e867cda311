"""The notebook's module in a real browser; the widget behind it is real, its connection is a stand-in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from crowned import notebook
from crowned.rules import catalog

MODULE = Path(notebook.__file__).parent / "static" / "widget.js"
TRAITS = ("rules", "view", "analysis", "analysing", "flipped", "lang", "told")
DICE = next(name for name in catalog.ids() if catalog.load(name).sliders)
PAGE = """<!doctype html><style>p { color: rgb(1, 2, 3) }</style><p>a cell</p><div id="out"></div>
<script type="module">
  import widget from '/widget.js';
  const traits = await window.start(), heard = {}, changed = new Set();
  const fire = (name) => (heard[`change:${name}`] ?? []).forEach((call) => call());
  window.push = (name, value) => { traits[name] = value; fire(name); };
  const model = {
    get: (name) => traits[name],
    set: (name, value) => { traits[name] = value; changed.add(name); fire(name); },
    save_changes: () => { for (const name of changed) window.saved(name, traits[name]); changed.clear(); },
    send: (message) => window.told(message),
    on: (event, call) => { (heard[event] ??= []).push(call); },
    off: (event, call) => { heard[event] = heard[event].filter((one) => one !== call); },
  };
  window.end = widget.render({ model, el: document.getElementById('out') });
</script>"""


class Cell:
    """A page that shows a board; what the widget says is carried over when the page is looked at."""

    def __init__(self, page: Page, board: notebook.Board) -> None:
        self.page = page
        self.board = board
        self.sent: dict[str, Any] = {}
        page.expose_function("start", self.traits)
        page.expose_function("told", lambda message: board._heard(None, message, None))
        page.expose_function("saved", lambda name, value: setattr(board, name, value))
        page.route("http://notebook.test/", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
        page.route("http://notebook.test/widget.js", lambda route: route.fulfill(path=MODULE))
        page.goto("http://notebook.test/")
        expect(page.get_by_role("grid")).to_be_visible()

    def traits(self) -> dict[str, Any]:
        self.sent = {name: getattr(self.board, name) for name in TRAITS}
        return self.sent

    def carry(self) -> None:
        for name in TRAITS:
            if (value := getattr(self.board, name)) != self.sent.get(name):
                self.sent[name] = value
                self.page.evaluate("([name, value]) => window.push(name, value)", [name, value])

    def until(self, true: Callable[[], bool]) -> None:
        end = monotonic() + 60
        while not true():
            assert monotonic() < end, "it never came"
            self.carry()
            self.page.wait_for_timeout(30)
        self.carry()

    def tap(self, *squares: str) -> None:
        for square in squares:
            self.page.locator(f'[data-square="{square}"]').click(force=True)

    @property
    def moves(self) -> int:
        return self.page.get_by_role("list", name="Moves").get_by_role("listitem").count()


Show = Callable[..., Cell]


@pytest.fixture
def show(chromium: Browser) -> Iterator[Show]:
    boards: list[notebook.Board] = []
    page = chromium.new_page(viewport={"width": 900, "height": 700})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def make(*given: object, **options: object) -> Cell:
        boards.append(notebook.Board(*given, **options))
        return Cell(page, boards[-1])

    yield make
    for board in boards:
        board.close()
    page.close()
    assert faults == []


def test_a_game_against_the_computer_with_analysis(show: Show) -> None:
    cell = show("russian", computer="black", level=1, analyse=True)
    cell.tap("c3", "d4")
    cell.until(lambda: cell.moves == 2)
    assert cell.board.game.history[0].action.text == "c3-d4"
    cell.until(lambda: cell.board.analysis["key"] == cell.board.view["key"])
    expect(cell.page.locator("ol.lines li").first).to_be_visible()
    cell.page.get_by_role("button", name="Take back").click()
    cell.until(lambda: cell.moves == 0)
    cell.page.get_by_role("checkbox").uncheck()
    cell.until(lambda: not cell.board.analysing)
    expect(cell.page.locator("ol.lines")).to_have_count(0)


def test_the_referee_says_why_not(show: Show) -> None:
    cell = show("russian")
    cell.tap("c3", "e5")
    cell.until(lambda: cell.board.told != "")
    expect(cell.page.get_by_role("alert")).to_have_text(cell.board.told)
    assert cell.board.view["moves"] == []


def test_wheel_language_and_sides(show: Show) -> None:
    cell = show(DICE, lang="de", flipped=True)
    cell.page.get_by_role("button", name="Rad drehen").click()
    cell.until(lambda: bool(cell.board.view["choices"]))
    cell.page.get_by_role("button", name="Brett drehen").click()
    cell.until(lambda: not cell.board.flipped)


def test_no_style_leaks_into_the_notebook(show: Show) -> None:
    cell = show("russian")
    colour = cell.page.locator("body > p").evaluate("element => getComputedStyle(element).color")
    assert colour == "rgb(1, 2, 3)"
    inside = cell.page.locator(".state").evaluate("element => getComputedStyle(element).color")
    assert inside != colour
    cell.page.evaluate("window.end()")
    expect(cell.page.get_by_role("grid")).to_have_count(0)
