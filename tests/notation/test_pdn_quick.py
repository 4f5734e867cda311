"""The quick way through plain games says exactly what the full reader says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned._native import follow
from crowned.notation import pdn
from crowned.notation.pdn.quick import QuickReader
from crowned.notation.pdn.source import text_source
from crowned.notation.pdn.stream import Fault, Reader
from crowned.position import ruleset
from crowned.rules import catalog
from tests.notation.following import follow_plainly
from tests.notation.play import random_game, told

GAME = '[GameType "20"]\n[Result "{}"]\n\n{} {}\n\n'
MOVES = "1. 32-28 18-23 2. 38-32 12-18 3. 31-27"


def quick(text: str) -> pdn.Loaded | None:
    return QuickReader(text_source(text)).next(1)


@given(st.sampled_from(catalog.ids()), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_both_ways_agree(name: str, seed: int, random: Random) -> None:
    text = spoilt(pdn.write(random_game(ruleset(name), seed, notes=random.random() < 0.5)), random)
    one = quick(text)
    other = Reader(text_source(text)).in_full(1)
    if one is None:
        return
    assert isinstance(other, pdn.Loaded)
    assert (one.position, one.plies, one.result, one.tags) == (
        other.position,
        other.plies,
        other.result,
        other.tags,
    )
    assert told(one.game) == told(other.game)


def spoilt(text: str, random: Random) -> str:
    """Every second text as it is, the others with a few characters changed in the moves."""
    head, _, body = text.partition("\n\n")
    letters = list(body)
    for _ in range(random.choice((0, 0, 1, 3))):
        letters[random.randrange(len(letters))] = random.choice("0123456789abcdefgh-x: .*\n{}()[")
    return head + "\n\n" + "".join(letters)


@pytest.mark.parametrize("result", ["2-0", "1-1", "0-2", "1/2-1/2", "0-0", "*", ""])
def test_plain_games_go_the_quick_way(result: str) -> None:
    found = quick(GAME.format(result or "*", MOVES, result))
    assert found is not None
    assert found.plies == 5
    assert found.result == (result or "*")
    assert [record.text for record in found.game.history] == ["32-28", "18-23", "38-32", "12-18", "31-27"]


NOT_PLAIN = {
    "a comment that acts": GAME.format("*", MOVES + " {[%act black resign]}", "*"),
    "a comment that is not closed": GAME.format("*", MOVES + " {x", "*"),
    "a mark on nothing": GAME.format("*", "$1 " + MOVES, "*"),
    "a variation": GAME.format("*", MOVES + " (31-26)", "*"),
    "a mark": GAME.format("*", MOVES + "!", "*"),
    "an illegal move": GAME.format("*", MOVES + " 32-28", "*"),
    "a score that looks like a move": GAME.format("12-8", MOVES, "12-8"),
    "a position": '[GameType "20"]\n[FEN "W:W31:B1"]\n1. 31-27 *',
    "a tag twice": '[GameType "20"]\n[Event "a"]\n[Event "b"]\n1. 32-28 *',
    "an escaped mark": '[GameType "20"]\n[Event "a\\"b"]\n1. 32-28 *',
    "another way of counting": '[GameType "20,W,10,10,N1,0"]\n1. 19-23 *',
    "no tags": "1. 32-28 *",
    "no moves and no result": '[GameType "20"]\n\n[GameType "20"]\n1. 32-28 *',
    "a game of offences": pdn.write(random_game(ruleset("blasen"), 1, actions=4, notes=False)),
    "a game of chance": pdn.write(random_game(ruleset("valluik"), 1, actions=4, notes=False)),
    "a game with tired kings": pdn.write(random_game(ruleset("frisian"), 1, actions=4, notes=False)),
}


def test_notes_are_kept_on_the_quick_way() -> None:
    line = "{before} 1. 32-28 $1 {[%clk 0:01:02] good} 1... 18-23 {a\nb} 2. 38-32 $2 $14 12-18 3. 31-27"
    found = quick(GAME.format("*", line, "*"))
    assert found is not None
    assert found.plies == 5
    nodes = found.game.tree.here.line()
    assert [node.comment for node in nodes[:4]] == ["before", "[%clk 0:01:02] good", "a\nb", ""]
    assert [node.nags for node in nodes[:4]] == [(), (1,), (), (2, 14)]


@pytest.mark.parametrize("text", NOT_PLAIN.values(), ids=NOT_PLAIN.keys())
def test_other_games_are_left_to_the_full_reader(text: str) -> None:
    source = text_source(text)
    assert QuickReader(source).next(1) is None
    assert source.pos == 0


def test_a_mixed_file() -> None:
    """Quick and full by turns: every game once, in order, faults at their places."""
    games = [GAME.format("*", MOVES, "*"), NOT_PLAIN["a variation"], NOT_PLAIN["an illegal move"] + "\n"] * 3
    found = list(pdn.stream(text_source("".join(games))))
    assert [isinstance(game, Fault) for game in found] == [False, False, True] * 3
    assert [game.number for game in found] == list(range(1, 10))
    assert [game.plies for game in found if isinstance(game, pdn.Loaded)] == [5] * 6


def test_games_across_the_edge_of_the_window() -> None:
    text = "".join(GAME.format("*", MOVES, "*") for _ in range(4000))
    lines = [game.line for game in pdn.read_text(text)]
    assert lines == list(range(1, 5 * 4000, 5))


def test_a_file_that_does_not_name_its_game_is_quick_after_the_first() -> None:
    text = "".join(f'[Event "{i}"]\n{MOVES} *\n\n' for i in range(50))
    games = list(pdn.read_text(text))
    assert {game.rules.id for game in games} == {"international"}
    assert [game.tags["Event"] for game in games] == [str(i) for i in range(50)]


# ---- following a line


FOLLOWERS = {function.__name__: function for function in (follow_plainly, follow)}


@pytest.mark.parametrize("function", FOLLOWERS.values(), ids=FOLLOWERS.keys())
def test_following_stops_where_it_does_not_understand(function: Callable[..., Any]) -> None:
    start = ruleset("international").start()
    for tail in ("2-0", "{x}", "99-98", "32-28", "(", "é", "", "*", "1-1", "19-14x"):
        text = f"é 1. 32-28 18-23 2. {tail}"
        position, plies, stop = function(start, text, 1)
        assert plies == 2
        assert text[stop:] == tail
        assert position.pieces()["28"] == "w"


@pytest.mark.parametrize("function", FOLLOWERS.values(), ids=FOLLOWERS.keys())
def test_following_needs_one_meaning(function: Callable[..., Any]) -> None:
    fork = ruleset("international").read("W:WK48:B9,19,21,34")
    assert function(fork, "48x26", 0)[1] == 0
    assert function(fork, "48x30x8x26", 0)[1] == 1
    assert function(ruleset("international").start(), "32x28", 0)[1] == 0


@given(st.sampled_from(catalog.ids()), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_followers_agree(name: str, seed: int, random: Random) -> None:
    rules = ruleset(name)
    text = spoilt(pdn.write(random_game(rules, seed, notes=False)), random).partition("\n\n")[2]
    assert follow(rules.start(), text, 0) == follow_plainly(rules.start(), text, 0)
