"""In the pocket: the whole program in the browser, with the network cut. Needs `make pocket`: minutes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from crowned.game import Game
from crowned.position import ruleset
from tests.browser.conftest import DATA
from tests.browser.pocket import BUILT, SLOW, Device, device, lost_moves
from tests.server.client import Server, serving

pytestmark = pytest.mark.skipif(not BUILT, reason="`make pocket` has not been run")
LONGEST = 400
KILLS = 5


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


def test_the_computer_plays_and_analyses_without_a_network(alone: Device) -> None:
    alone.reopen()
    alone.begin(DATA["books"]["ids"][0], opponent="Computer")
    alone.write("c3-d4")
    expect(alone.page.locator(".moves .ply")).to_have_count(2, timeout=SLOW)
    alone.go(f"/analysis?rules={DATA['books']['ids'][0]}")
    alone.page.get_by_label("Show the engine’s lines").check(timeout=SLOW)
    expect(alone.page.locator("button.line").first).to_be_visible(timeout=SLOW)


def test_a_second_tab_says_that_there_is_a_first(alone: Device) -> None:
    alone.reopen()
    alone.ready()
    second = alone.context.new_page()
    second.goto("/")
    expect(second.get_by_text("already open in another tab")).to_be_visible(timeout=SLOW)
    second.close()


def test_no_move_is_lost_when_the_tab_is_killed(alone: Device) -> None:
    assert lost_moves(alone, KILLS, random.Random(3)) == []


def test_where_no_room_is_left_play_goes_on(alone: Device) -> None:
    alone.reopen()
    alone.begin(DATA["books"]["ids"][0])
    alone.quota(1)
    alone.act("c3-d4")
    expect(alone.page.get_by_text("no room left")).to_be_visible()
    alone.act("b6-a5")
    alone.quota(None)


def test_where_nothing_may_be_kept_play_goes_on(chromium: Browser, online: Server) -> None:
    visitor = device(chromium, online.origin, service_workers="block")
    denied = "navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'));\n"
    visitor.change_scripts("**/assets/worker-*.js", denied)
    visitor.choose()
    expect(visitor.page.get_by_text("keep nothing")).to_be_visible(timeout=SLOW)
    visitor.begin(DATA["books"]["ids"][0])
    visitor.act("c3-d4")
    visitor.context.close()
    visitor.unhurt()
