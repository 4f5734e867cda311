"""The notebook's board as Python sees it: what is sent to the browser, and what the browser may say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic, sleep

import pytest

import crowned
from crowned import notebook
from crowned.base import BadInput, IllegalMove, Side
from crowned.rules import catalog

LETTERS = "russian"
DICE = next(name for name in catalog.ids() if catalog.load(name).sliders)
HUFFS = "blasen"


@pytest.fixture
def board() -> Iterator[Callable[..., notebook.Board]]:
    made: list[notebook.Board] = []

    def make(*given: object, **options: object) -> notebook.Board:
        made.append(notebook.Board(*given, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


def until(true: Callable[[], bool]) -> None:
    end = monotonic() + 30
    while not true():
        assert monotonic() < end, "it never came"
        sleep(0.01)


def say(board: notebook.Board, **message: object) -> None:
    board._heard(None, message, None)


def test_it_shows_the_game_and_follows_it(board: Callable[..., notebook.Board]) -> None:
    shown = board(LETTERS)
    assert shown.rules["files"] == 8
    assert len(shown.view["choices"]) == len(shown.game.moves())
    first = shown.view["key"]
    say(shown, do="play", text="c3-d4")
    assert shown.view["moves"] == ["c3-d4"]
    assert shown.view["key"] > first
    assert shown.view["events"][0] == {"kind": "moved", "path": ["c3", "d4"]}
    assert shown.view["actor"] == "black"
    say(shown, do="undo")
    assert shown.view["moves"] == []


def test_the_game_is_the_callers_own(board: Callable[..., notebook.Board]) -> None:
    game = crowned.Game(crowned.ruleset(LETTERS))
    shown = board(game)
    shown.play("c3-d4")
    assert game.last_move is not None
    game.play("b6-a5")
    shown.refresh()
    assert shown.view["moves"] == ["c3-d4", "b6-a5"]
    for begin in (game.position, crowned.Board(LETTERS), crowned.ruleset(LETTERS)):
        assert board(begin).view["choices"]


def test_refusals_are_told_and_change_nothing(board: Callable[..., notebook.Board]) -> None:
    shown = board(LETTERS, lang="de")
    say(shown, do="attempt", squares=["c3", "c5"])
    assert shown.told
    say(shown, do="play", text="c3-c5")
    assert shown.told
    assert shown.view["moves"] == []
    say(shown, do="play", text="c3-d4")
    assert shown.told == ""
    say(shown, do="dance")
    say(shown, nothing=1)
    assert shown.view["moves"] == ["c3-d4"]
    with pytest.raises(IllegalMove):
        shown.play("c3-d4")


def test_the_computer_answers_and_undo_goes_back_to_the_player(board: Callable[..., notebook.Board]) -> None:
    shown = board(LETTERS, computer="black", level=1)
    shown.play("c3-d4")
    until(lambda: len(shown.view["moves"]) == 2)
    assert not shown.view["thinking"]
    shown.undo()
    assert shown.view["moves"] == []
    assert board(LETTERS, computer="white", level=1).flipped is True


def test_analysis_is_live_and_belongs_to_what_is_shown(board: Callable[..., notebook.Board]) -> None:
    shown = board(LETTERS, analyse=True, lines=2)
    until(lambda: len(shown.analysis["lines"]) == 2)
    assert shown.analysis["key"] == shown.view["key"]
    assert shown.analysis["lines"][0]["path"][0] in shown.view["at"]["board"]
    shown.play("c3-d4")
    until(lambda: shown.analysis["key"] == shown.view["key"])
    shown.analysing = False
    key = shown.view["key"]
    shown.play("b6-a5")
    sleep(0.1)
    assert shown.analysis["key"] <= key


def test_wheels_and_huffs_have_their_buttons(board: Callable[..., notebook.Board]) -> None:
    shown = board(DICE)
    assert shown.view["actions"] == ["spin"]
    assert shown.view["choices"] == []
    say(shown, do="play", text="spin")
    assert shown.view["choices"]
    both = board(DICE, computer=Side.BLACK, level=1)
    both.play("spin")
    both.play(both.view["choices"][0]["text"])
    until(lambda: not both.view["thinking"])
    assert len(both.view["moves"]) >= 4
    huffing = board(HUFFS)
    for text in ("b6-c5", "c3-d4", "f6-g5", "g3-f4"):
        huffing.play(text)
    assert any(action.startswith("huff") for action in huffing.view["actions"])


def test_wrong_wishes_are_told() -> None:
    with pytest.raises(BadInput, match="level 11"):
        notebook.Board(LETTERS, level=11)
    with pytest.raises(BadInput, match="white or black"):
        notebook.Board(LETTERS, computer="red")
