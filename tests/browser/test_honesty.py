"""State and picture agree: nothing is told before it is seen, nothing jumps from its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DATA, Sit
from tests.browser.player import PHONE, Player
from tests.server.client import serving

DOORS, DRAMA, POINTS = DATA["doors"], DATA["drama"], DATA["points"]
MOVING = {"reduced_motion": "no-preference"}
CLOCK = {"kind": "fischer", "base": 300_000, "step": 3_000}

RECORD = """() => {
  window.frames_ = [];
  window.seen_ = () => {
    const target = (a) => a.playState === 'running' && a.effect?.target;
    const moving = document.getAnimations().map((a) => target(a)?.closest?.('[data-sprite], .spinner'));
    return {
      moving: moving.filter(Boolean).map((one) => one.dataset.sprite ?? 'wheel'),
      listed: document.querySelectorAll('.moves .ply').length,
      status: document.querySelector('.status')?.textContent ?? '',
      pieces: [...document.querySelectorAll('.bar .pieces')].map((one) => one.textContent).join(),
      turn: [...document.querySelectorAll('.bar')].findIndex((one) => one.classList.contains('active')),
      ticking: [...document.querySelectorAll('.clock')].findIndex((one) => one.classList.contains('running')),
      spoken: document.querySelector('[aria-live=assertive]')?.textContent ?? '',
      named: document.querySelectorAll('[aria-label*=", White"], [aria-label*=", Black"]').length,
    };
  };
  const look = () => {
    window.frames_.push(window.seen_());
    requestAnimationFrame(look);
  };
  look();
}"""


TURNING = """() => Math.max(...document.getAnimations()
  .filter((one) => one.effect?.target?.closest?.('.spinner'))
  .map((one) => one.effect.getTiming().duration))"""
"""How long the wheel turns in all, in milliseconds."""


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def on_its_square(player: Player, square: str) -> None:
    (x, y), (u, v) = middle(player.page.locator(f'[data-target="{square}"]')), player.middle(square)
    size = player.square(square).bounding_box()
    assert size is not None
    assert abs(x - u) + abs(y - v) < size["width"] / 4


def settled(player: Player) -> None:
    expect(player.page.locator(".game[data-ply]")).to_be_attached()


def frames(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = player.page.evaluate("window.frames_")
    return found


def never_ahead(seen: list[dict[str, Any]]) -> None:
    """What is told stays the same from the first to the last frame of a movement.

    An answer may begin to move in the very frame in which the move before it has ended: a movement goes on
    as long as one of its pieces does.
    """
    told = [{k: v for k, v in frame.items() if k not in ("moving", "named")} for frame in seen]
    assert any(frame["moving"] for frame in seen), "nothing moved"
    for i in range(len(seen) - 1):
        if set(seen[i]["moving"]) & set(seen[i + 1]["moving"]):
            assert told[i] == told[i + 1]


# ---------------------------------------------------------------- markers


def test_markers_stay_on_their_squares(sit: Sit) -> None:
    player = sit()
    player.open_game(DRAMA["huffing"], policy="strict")
    settled(player)
    player.click("b6")
    for square in ("a5", "c5"):
        player.page.mouse.move(*player.middle(square))
        on_its_square(player, square)
    player.page.mouse.move(*player.middle("b6"))
    player.page.mouse.down()
    player.page.mouse.move(*player.middle("c5"), steps=5)
    on_its_square(player, "c5")
    player.page.mouse.move(*player.middle("b6"))
    player.page.mouse.up()


def test_markers_stay_on_their_doors(sit: Sit) -> None:
    player = sit()
    player.open_game(DOORS["ruleset"], fen=DOORS["fen"])
    settled(player)
    for square in ("c3", "b6", "f6"):
        player.page.mouse.move(*player.middle(square))
        on_its_square(player, square)


# ---------------------------------------------------------------- nothing ahead of the board


def test_a_move_is_told_when_it_has_been_made(sit: Sit) -> None:
    player = sit(**MOVING)
    player.open_game(DATA["four"]["ruleset"], fen=DATA["four"]["fen"], policy="strict")
    settled(player)
    player.page.evaluate(RECORD)
    path = DATA["four"]["path"]
    player.click(path[0], path[-1])
    expect(player.page.locator(".moves .ply")).to_have_count(1)
    seen = frames(player)
    never_ahead(seen)
    first = next(frame for frame in seen if frame["moving"])
    assert first["listed"] == 0


def test_an_answer_that_comes_at_once_waits_for_the_move_before_it(sit: Sit) -> None:
    """While the answer is shown, my move has been counted and told, and it is no longer my turn."""
    player = sit(**MOVING)
    order = {"kind": "computer", "level": 1, "side": "white", "policy": "strict", "clock": CLOCK}
    player.open_game(DATA["four"]["ruleset"], fen=DATA["four"]["fen"], **order)
    settled(player)
    player.page.evaluate(RECORD)
    path = DATA["four"]["path"]
    player.click(path[0], path[-1])
    expect(player.page.locator(".moves .ply")).to_have_count(2)
    seen = frames(player)
    never_ahead(seen)
    answer = [frame for frame in seen if frame["moving"] and frame["listed"] == 1]
    assert answer, "the answer was not seen moving"
    for frame in answer:
        assert "thinking" in frame["status"]
        assert frame["turn"] == 0
        assert frame["ticking"] in (0, -1)
        assert frame["pieces"] == "1 piece,1 piece"
        assert frame["spoken"].startswith("White: c1 takes")


def test_a_drop_is_told_when_the_piece_has_fallen(sit: Sit) -> None:
    player = sit(**MOVING)
    player.open_game(DOORS["ruleset"], fen=DOORS["fen"])
    settled(player)
    player.page.evaluate(RECORD)
    player.click("f6")
    expect(player.page.locator(".moves .ply")).to_have_text(["f6 drops"])
    seen = frames(player)
    never_ahead(seen)
    falling = [frame for frame in seen if frame["moving"]]
    assert {frame["pieces"] for frame in falling} == {"4 pieces,2 pieces"}
    assert {frame["listed"] for frame in falling} == {0}
    assert {frame["named"] for frame in falling} == {6}, "and a screen reader still finds it there"
    assert "3 pieces,2 pieces" in [frame["pieces"] for frame in seen]


def test_a_huff_is_told_when_the_piece_has_gone(sit: Sit) -> None:
    player = sit(**MOVING)
    player.open_game(DRAMA["huffing"], policy="pointed_out", fen=DRAMA["missed"])
    settled(player)
    player.click(*DRAMA["wrong"])
    player.button("Huff c3").wait_for()
    player.page.evaluate(RECORD)
    player.button("Huff c3").click()
    expect(player.page.locator(".moves .ply.huff")).to_have_count(1)
    seen = frames(player)
    leaving = [frame for frame in seen if frame["moving"]]
    assert leaving, "nobody saw it go"
    assert {frame["pieces"] for frame in leaving} == {"2 pieces,2 pieces"}
    assert {frame["listed"] for frame in leaving} == {1}
    assert not any("is huffed" in frame["spoken"] for frame in leaving)
    assert "2 pieces,1 piece" in [frame["pieces"] for frame in seen]


@pytest.mark.parametrize("phone", [False, True])
def test_the_wheel_is_on_the_screen_and_keeps_its_secret(sit: Sit, phone: bool) -> None:
    screen = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    player = sit(**MOVING, **screen)
    player.open_game(DOORS["ruleset"], fen=DOORS["quiet"])
    settled(player)
    player.page.evaluate(RECORD)
    wheel = player.page.locator(".spinner")
    before = wheel.bounding_box()
    player.button("Spin the wheel").click()
    player.page.wait_for_timeout(500)
    during, view = wheel.bounding_box(), player.page.viewport_size
    assert player.page.evaluate(TURNING) >= 1000, "a second at least"
    assert before
    assert during
    assert view
    assert (during["x"], during["y"]) == (before["x"], before["y"]), "it stands still while it turns"
    assert during["y"] >= 0
    assert during["y"] + during["height"] <= view["height"]
    board = player.page.locator("svg.board").first.bounding_box()
    assert board
    assert during["width"] > board["width"] * 0.4
    expect(player.page.locator(".moves .ply.spin")).to_have_count(1)
    seen = frames(player)
    never_ahead(seen)
    turning = [frame for frame in seen if frame["moving"]]
    assert all(frame["listed"] == 0 and "spin the wheel" in frame["status"] for frame in turning)


def test_the_wheel_is_seen_by_who_has_scrolled_down(sit: Sit) -> None:
    player = sit(**MOVING, viewport=PHONE, has_touch=True, is_mobile=True)
    player.open_game(DOORS["ruleset"], fen=DOORS["quiet"])
    settled(player)
    typing = player.page.get_by_label("Type a move")
    typing.evaluate("field => field.scrollIntoView({block: 'start'})")
    player.write("spin")
    expect(player.page.locator(".spinner.large .below button")).to_have_count(0)
    player.page.wait_for_timeout(500)
    box = player.page.locator(".spinner").bounding_box()
    assert box
    assert box["y"] >= 0, "the wheel turns above the screen"


def test_the_computer_takes_its_time_and_shows_it(sit: Sit, tmp_path: Path) -> None:
    with serving(tmp_path, "--pace", "2") as slow:
        player = sit(slow.origin)
        game = player.open_game(DRAMA["huffing"], kind="computer", level=1, side="first", policy="strict")
        settled(player)
        player.click("b6", "c5")
        expect(player.page.locator(".thinking")).to_be_visible()
        assert player.moves() == ["b6-c5"], "my own move did not wait for it"
        expect(player.page.locator(".moves .ply")).to_have_count(2)
        expect(player.page.locator(".thinking")).to_have_count(0)
        entries = player.get(f"/api/games/{game}")["entries"]
        mine, answer = [entry["at"] for entry in entries if entry["kind"] == "played"][:2]
        assert answer - mine >= 500


# ---------------------------------------------------------------- places


@pytest.mark.parametrize("lang", ["de", "nl"])
@pytest.mark.parametrize("phone", [False, True])
def test_the_toolbar_keeps_its_places(sit: Sit, lang: str, phone: bool) -> None:
    screen = {"viewport": PHONE} if phone else {}
    player = sit(locale=lang, **screen)
    player.open_game(DRAMA["touching"], policy="strict", touch_move=True)
    settled(player)
    buttons = player.page.locator(".tools button")

    def places() -> list[tuple[float, float]]:
        boxes = [one.bounding_box() for one in buttons.all()]
        return [(round(box["x"]), round(box["y"])) for box in boxes if box]

    before = places()
    assert len({y for _, y in before}) <= 2, "two rows at most"
    fits = "b => b.scrollWidth <= b.clientWidth + 1 && b.scrollHeight <= b.clientHeight + 1"
    assert all(one.evaluate(fits) for one in buttons.all()), "every word fits"
    game = player.page.url.rsplit("/", 1)[1]
    for _ in range(3):
        choice = next(c for c in player.state(game)["choices"] if not c["captures"])
        ply = player.state(game)["ply"]
        player.click(*choice["path"])
        expect(player.page.locator(f'.game[data-ply="{ply + 2}"]')).to_be_attached()
    after = places()
    assert [x for x, _ in after] == [x for x, _ in before]
    if not phone:
        assert after == before


@pytest.mark.parametrize("lang", ["de", "nl"])
@pytest.mark.parametrize("phone", [False, True])
def test_a_headline_of_two_lines_moves_nothing(sit: Sit, lang: str, phone: bool) -> None:
    places = []
    for fen in (DOORS["quiet"], DOORS["fen"]):
        player = sit(locale=lang, **({"viewport": PHONE} if phone else {}))
        player.open_game(DOORS["ruleset"], fen=fen)
        settled(player)
        height = player.page.locator(".status").evaluate("one => one.textContent.length")
        boxes = [player.page.locator(one).first.bounding_box() for one in ("svg.board", ".tools button")]
        places.append((boxes, height))
    (before, short), (after, long) = places
    assert before == after
    assert long > short, "another headline"


# ---------------------------------------------------------------- ends


def test_the_end_is_seen_on_the_board(sit: Sit) -> None:
    player = sit()
    player.open_game(POINTS["ruleset"], fen=POINTS["fen"])
    settled(player)
    player.click(*POINTS["winning"])
    result = player.page.locator(".boardbox .result")
    expect(result).to_contain_text("one point: there is one king on the board")
    expect(result.locator("p")).to_have_text(re.compile("^Green-red has no free stone left"))
    expect(player.page.locator(".board .last")).to_have_count(2)
    result.get_by_role("button", name="Close").click()
    expect(result).to_have_count(0)
    expect(player.page.locator(".ending h2")).to_be_visible()


def test_points_are_counted_for_the_reader(sit: Sit) -> None:
    player = sit()
    player.open_game(POINTS["ruleset"], fen=POINTS["many"])
    settled(player)
    player.click(*POINTS["winning"])
    expect(player.page.locator(".boardbox .result")).to_contain_text(POINTS["worth"])


def test_the_result_does_not_lie_on_the_last_move(sit: Sit) -> None:
    """The last capture ends on the lower edge of the board, where the result lies otherwise."""
    player = sit()
    player.open_game(POINTS["ruleset"], fen=POINTS["low"])
    settled(player)
    player.click(*POINTS["down"])
    result = player.page.locator(".boardbox .result").bounding_box()
    square = player.square(POINTS["down"][-1]).bounding_box()
    assert result
    assert square
    assert result["y"] + result["height"] <= square["y"]


def test_the_end_cites_the_clauses_it_rests_on(sit: Sit) -> None:
    player = sit()
    player.open_game(POINTS["ruleset"], fen=POINTS["fen"])
    settled(player)
    player.click(*POINTS["winning"])
    cited = player.page.locator(".ending .clause")
    expect(cited).to_have_text(POINTS["clauses"])
    cited.first.click()
    expect(player.page.get_by_role("dialog")).to_contain_text(POINTS["clauses"][0])


def test_resigning_says_what_it_costs(sit: Sit) -> None:
    player = sit()
    player.open_game(POINTS["ruleset"], fen="W:Wa1,Kc1:Bh8,Kf8")
    settled(player)
    for path in (("a1", "b2"), ("h8", "g7")):
        player.click(*path)
        settled(player)
    player.button("Resign").click()
    expect(player.page.locator("dialog")).to_contain_text("Your opponent gets 2 points.")
