"""In the pocket: the whole program in the browser, with the network cut. Needs `make pocket`: minutes."""

from __future__ import annotations

import os
import random
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from crowned.game import Game
from crowned.position import ruleset
from tests.browser.conftest import DATA
from tests.browser.pocket import BUILT, SLOW, Device, device, lost_moves
from tests.server.client import Server, serving

pytestmark = pytest.mark.skipif(not BUILT, reason="`make pocket` has not been run")
BOOK = DATA["books"]["ids"][0]
LONGEST = 400
KILLS = int(os.environ.get("CROWNED_KILLS", "5"))
"""Times that the page is killed in mid-move; each takes seconds."""


@pytest.fixture(scope="module")
def alone(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """Somebody who has visited the site once; since then there is no server any more."""
    with serving(tmp_path_factory.mktemp("pocket")) as server:
        visitor = device(chromium, server.origin)
        visitor.download()
        assert visitor.saw_progress()
        server.kill()
    yield visitor
    visitor.context.close()
    visitor.unhurt()


@pytest.fixture(scope="module")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("pocket")) as server:
        yield server


def pick(game: Game, dice: random.Random) -> str:
    """One offence in a game and what may be done about it; else doors that open and captures first."""
    huffs = [option.text for option in game.actions() if option.text.startswith("huff ")]
    if huffs or game.must_spin:
        return huffs[0] if huffs else "spin"
    moves = game.moves()
    wrong = [move for move in game.playable() if move not in moves]
    if wrong and not any(event.kind == "huffed" for event in game.events):
        return wrong[0].text
    return max(moves, key=lambda move: (move.falls, len(move.captures), dice.random())).text


def opening(length: int) -> list[str]:
    """The first moves of a game of the book, whoever begins there."""
    game = Game(ruleset(BOOK))
    for _ in range(length):
        game.play(game.moves()[0])
    return [record.action.text for record in game.history]


def play_on(alone: Device, game: Game, dice: random.Random, most: int) -> None:
    for _ in range(most):
        if game.outcome is not None:
            return
        game.play(alone.act(pick(game, dice)))


@pytest.mark.parametrize("book", DATA["books"]["ids"])
def test_a_whole_game_without_a_network(book: str, alone: Device) -> None:
    """Closed and opened again in the middle and at the end: the game is there."""
    alone.reopen()
    identity = alone.begin(book)
    game, dice = Game(ruleset(book)), random.Random(10)
    play_on(alone, game, dice, 9)
    alone.reopen(f"/g/{identity}")
    alone.shows(game)
    play_on(alone, game, dice, LONGEST)
    alone.reopen(f"/g/{identity}")
    expect(alone.page.locator(".ending h2")).to_be_visible(timeout=SLOW)
    alone.shows(game)
    dramas = {event.kind for event in game.events}
    assert dramas & {"huffed", "fell", "stacked"}, dramas
    if "spun" in dramas:
        alone.button("Check the wheel").click()
        alone.sees("Every spin came out as it had to")


def test_the_computer_plays_and_analyses_without_a_network(alone: Device) -> None:
    alone.reopen()
    alone.begin(BOOK, opponent="Computer")
    alone.act(*opening(1))
    expect(alone.page.locator(".moves .ply")).to_have_count(2, timeout=SLOW)
    alone.go(f"/analysis?rules={BOOK}")
    alone.page.get_by_label("Show the engine’s lines").check(timeout=SLOW)
    expect(alone.page.locator("button.line").first).to_be_visible(timeout=SLOW)


def test_lessons_rules_and_house_rules_without_a_network(alone: Device) -> None:
    alone.reopen(f"/learn/{BOOK}")
    expect(alone.page.get_by_text("Step 1 of")).to_be_visible(timeout=SLOW)
    alone.click(*DATA["flow"]["step"])
    alone.sees("Right!")
    alone.go(f"/rules/{BOOK}")
    expect(alone.page.locator("main h2.title")).to_be_visible(timeout=SLOW)
    alone.go(f"/house?base={BOOK}")
    alone.page.locator("summary").get_by_text("Kings", exact=True).click(timeout=SLOW)
    alone.page.get_by_label("Range of the king").select_option("flying")
    alone.sees("1 rule changed")
    alone.page.get_by_label("One device").check(force=True)
    alone.button("Play now").click()
    expect(alone.board).to_be_visible()


def test_a_file_is_read_written_and_read_again_without_a_network(alone: Device) -> None:
    first, second = opening(2)
    alone.reopen(f"/analysis?rules={BOOK}")
    alone.page.get_by_text("Import / Export").click(timeout=SLOW)
    alone.page.locator("textarea").fill(f"1. {first} {second} *")
    alone.button("Load").click()
    expect(alone.page.locator(".moves .ply")).to_have_count(2)
    with alone.page.expect_download() as saved:
        alone.button("Game as PDN").click()
    assert f"{first} {second}" in Path(saved.value.path()).read_text("utf-8")


def test_a_game_goes_to_a_server_and_comes_back(
    alone: Device, chromium: Browser, online: Server, tmp_path: Path
) -> None:
    alone.reopen()
    first, second = opening(2)
    identity = alone.begin(BOOK)
    alone.act(first)
    visitor = device(chromium, online.origin)
    visitor.unpack(alone.pack(tmp_path / "there.json"))
    visitor.sees("Continued elsewhere: 0")
    visitor.go(f"/g/{identity}")
    assert visitor.ply() == 1
    visitor.act(second)
    alone.unpack(visitor.pack(tmp_path / "back.json"))
    alone.sees("Continued elsewhere: 1")
    alone.go(f"/g/{identity}")
    assert alone.ply() == 2
    visitor.context.close()
    visitor.unhurt()


ELSEWHERE = {
    "en": (
        "A friend by link",
        "A friend on another device",
        "You need no account here",
        "leads to a game on a server",
    ),
    "de": (
        "Freund per Link",
        "an einem anderen Gerät",
        "Hier brauchst du kein Konto",
        "führt zu einer Partie auf einem Server",
    ),
    "nl": (
        "Een vriend via een link",
        "op een ander apparaat",
        "Hier heb je geen account nodig",
        "leidt naar een partij op een server",
    ),
}


@pytest.mark.parametrize("lang", ELSEWHERE)
def test_what_needs_people_elsewhere_says_so(lang: str, alone: Device) -> None:
    """And offers a way back to the server, which without a network leads nowhere: one stays."""
    alone.close()
    alone.settings(lang=lang)
    friend, reach, account, link = ELSEWHERE[lang]
    alone.go("/")
    alone.page.get_by_text(friend, exact=True).click(timeout=SLOW)
    alone.sees(reach)
    expect(alone.page.locator("form.order button.primary")).to_have_count(0)
    for path, said in (("/account", account), ("/j/anything", link), ("/w/anything", link)):
        alone.go(path)
        expect(alone.page.locator("main .notice")).to_contain_text(said, timeout=SLOW)
    alone.page.locator("main .notice button").click()
    expect(alone.page.locator(".toasts .bad")).to_be_visible()
    alone.page.evaluate("['settings', 'order'].forEach((name) => localStorage.removeItem(`crowned.${name}`))")
    alone.close()
    alone.begin(BOOK)


def test_a_second_tab_says_that_there_is_a_first(alone: Device) -> None:
    alone.reopen()
    alone.ready()
    second = alone.context.new_page()
    second.goto("/")
    expect(second.get_by_text("already open in another tab")).to_be_visible(timeout=SLOW)
    second.close()


def test_who_looks_at_another_page_in_between_comes_back(alone: Device) -> None:
    """Browsers hold pages that were left for a moment, and with them, perhaps, what they had open."""
    alone.reopen()
    alone.ready()
    alone.page.goto("about:blank")
    alone.go("/")
    alone.ready()
    alone.page.go_back()
    alone.page.go_back()
    alone.ready()
    alone.begin(BOOK)


def test_a_worker_that_does_not_come_is_told_of(chromium: Browser, online: Server) -> None:
    visitor = device(chromium, online.origin, service_workers="block")
    visitor.context.route("**/assets/worker-*.js", lambda route: route.fulfill(status=404))
    visitor.go("/settings")
    visitor.button("Download and play here").click()
    expect(visitor.page.get_by_text("Something went wrong with the download")).to_be_visible(timeout=SLOW)
    visitor.context.unroute_all()
    visitor.button("Try again").click()
    visitor.ready()
    visitor.context.close()


def test_no_move_is_lost_when_the_tab_is_killed(alone: Device) -> None:
    assert lost_moves(alone, KILLS, random.Random(3)) == []


def test_where_no_room_is_left_play_goes_on(chromium: Browser, online: Server) -> None:
    """The browser gives room in large pieces: it has none from the start on, else one would wait for long.
    A new device, because a store that was large once has room in itself; some moves always find theirs."""
    first, second = opening(2)
    visitor = device(chromium, online.origin)
    visitor.download()
    visitor.close()
    visitor.quota(1)
    visitor.begin(BOOK)
    visitor.act(first)
    visitor.fill(BOOK, 400)
    expect(visitor.page.get_by_text("no room left")).to_be_visible(timeout=SLOW)
    visitor.act(second)
    visitor.context.close()
    visitor.unhurt()


DAMAGED = {
    "de": "gespeicherten Partien lassen sich nicht lesen, weil ihre Datei beschädigt ist.",
    "nl": "De in deze browser bewaarde partijen kunnen niet worden gelezen, omdat het bestand beschadigd is.",
    "en": "The games saved in this browser cannot be read because their file is damaged.",
}


def test_who_has_a_damaged_store_keeps_its_file_and_starts_afresh(chromium: Browser, online: Server) -> None:
    visitor = device(chromium, online.origin)
    visitor.download()
    identity = visitor.begin(BOOK)
    visitor.act(*opening(1))
    visitor.cut_off("games.sqlite", 0)  # the log has everything yet: a cut elsewhere would do no harm
    for lang, sentence in DAMAGED.items():
        visitor.close()
        visitor.settings(lang=lang)
        visitor.go(f"/g/{identity}")
        expect(visitor.page.get_by_role("alert")).to_contain_text(sentence, timeout=SLOW)
    saved = saved_sizes(visitor)
    assert saved["games.sqlite"] == 0 < saved["games.sqlite-wal"]
    visitor.button("Start afresh").click()
    visitor.ready()
    identity = visitor.begin(BOOK)
    visitor.act(*opening(1))
    visitor.reopen(f"/g/{identity}")
    assert visitor.ply() == 1
    visitor.go("/settings")
    assert saved_sizes(visitor) == saved, "it is still there as it was"
    visitor.button("Delete the damaged file").click()
    visitor.page.locator("dialog").get_by_role("button", name="Delete the damaged file").click()
    expect(visitor.button("Save the damaged file")).to_have_count(0)
    visitor.context.close()


def saved_sizes(visitor: Device) -> dict[str, int]:
    with visitor.page.expect_download() as saved:
        visitor.button("Save the damaged file").click(timeout=SLOW)
    with tarfile.open(saved.value.path()) as tar:
        return {member.name: member.size for member in tar.getmembers()}


DENY = "() => Promise.reject(new DOMException('', 'SecurityError'))"
DENIED = {
    "games": f"navigator.storage.getDirectory = {DENY};\n",
    "anything": f"navigator.storage.getDirectory = {DENY};\n"
    f"for (const name of ['open', 'match', 'keys', 'delete']) CacheStorage.prototype[name] = {DENY};\n",
}


@pytest.mark.parametrize("what", DENIED)
def test_where_nothing_may_be_kept_play_goes_on(what: str, chromium: Browser, online: Server) -> None:
    """Not even what was downloaded: then it is held until the page is closed, for the engine, too."""
    visitor = device(chromium, online.origin, service_workers="block")
    for script in ("worker", "engine"):
        visitor.change_scripts(f"**/assets/{script}-*.js", DENIED[what])
    visitor.choose()
    expect(visitor.page.get_by_text("does not let Crowned save anything")).to_be_visible(timeout=SLOW)
    visitor.begin(BOOK, opponent="Computer")
    visitor.act(*opening(1))
    expect(visitor.page.locator(".moves .ply")).to_have_count(2, timeout=SLOW)
    visitor.context.close()
    visitor.unhurt()
