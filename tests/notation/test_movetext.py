"""Move text: which move a text names, and how a move is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.base import AmbiguousMove, MoveTextError
from crowned.notation.movetext import find_move, parse, write_move
from crowned.position import Position, ruleset
from crowned.rules import catalog
from tests.notation.play import random_game


def at(name: str, fen: str) -> Position:
    return ruleset(name).read(fen)


# name, position, text, the move it names
NAMED = {
    "letters": ("russian", "W:Wc3:Bh8", "c3-d4", "c3-d4"),
    "numbers where letters rule": ("russian", "W:Wc3:Bh8", "22-18", "c3-d4"),
    "letters where numbers rule": ("international", "W:W32:B5", "d4-e5", "32-28"),
    "leading zeros": ("international", "B:W50:B4", "04-09", "4-9"),
    "no separator": ("russian", "W:Wc3:Bh8", "c3d4", "c3-d4"),
    "digits without separator": ("international", "W:W32:B5", "3228", "32-28"),
    "capitals": ("russian", "W:Wc3:Bh8", "C3-D4", "c3-d4"),
    "file and target": ("russian", "W:Wc3,g3:Bh8", "cd4", "c3-d4"),
    "file takes target": ("russian", "W:Wc3:Bd4", "c:e5", "c3xe5"),
    "colon": ("russian", "W:Wc3:Bd4,f6", "c3:g7", "c3xe5xg7"),
    "short form": ("russian", "W:Wc3:Bd4,f6", "c3xg7", "c3xe5xg7"),
    "full path": ("russian", "W:Wc3:Bd4,f6", "c3xe5xg7", "c3xe5xg7"),
    "hyphen for a capture": ("russian", "W:Wc3:Bd4", "c3-e5", "c3xe5"),
    "cross for a quiet move": ("international", "W:W32:B5", "32x28", "32-28"),
    "quiet offence beside a capture with the same ends": ("blasen", "W:WKf8:Bg7,g5,e5", "f8-d6", "f8-d6"),
    "the capture with these ends": ("blasen", "W:WKf8:Bg7,g5,e5", "f8xd6", "f8xh6xf4xd6"),
    "a capture stopped early": ("koenig", "W:Wc3:Bd4,f6", "c3xe5", "c3xe5"),
    "a slide": ("valluik", "W:Wa1:Bh8:SMMMM:Xgreen", "g1>l", "G1>L"),
}


@pytest.mark.parametrize(("name", "fen", "text", "move"), NAMED.values(), ids=NAMED.keys())
def test_a_text_names_a_move(name: str, fen: str, text: str, move: str) -> None:
    assert find_move(at(name, fen), text).text == move


# A king on 48 takes 34 and turns on 30 or on 25; both ways take three men and end on 26.
FORK = "W:WK48:B9,19,21,34"
FORK_ENDS = ("48", "26")
# Straight on from 17 over 21 ... the long form names the square just behind the man on 27.
STRAIGHT = ("W:WK19:B7,13,17,27,43", "19x8x21x38x49", "19x8x21x32x49")
# A round trip back to 40; the core lists one direction of it.
ROUND_TRIP = ("W:WK40:B17,18,27,44", "40x49x21x12x40", "40x12x21x49x40")


def test_an_ambiguous_text_names_its_candidates() -> None:
    position = at("international", FORK)
    with pytest.raises(AmbiguousMove) as caught:
        find_move(position, "x".join(FORK_ENDS))
    rivals = {m.text for m in position.moves() if (m.source, m.target) == FORK_ENDS}
    assert len(rivals) > 1
    assert set(caught.value.candidates) == rivals
    assert "\n" not in str(caught.value)


def test_captured_squares_tell_captures_apart() -> None:
    position = at("international", FORK)
    for move in position.moves():
        text = f"{move.source}x{move.target}"
        assert find_move(position, text, taken=move.captures).captures == move.captures


def test_either_way_round_names_the_same_move() -> None:
    fen, one_way, other_way = ROUND_TRIP
    position = at("international", fen)
    texts = {move.text for move in position.moves()}
    assert len({one_way, other_way} & texts) == 1
    assert find_move(position, one_way) == find_move(position, other_way)


def test_straight_on_the_square_behind_the_captured_piece_is_written() -> None:
    """A king may rest anywhere on a straight line; PDN names the first square behind the captured piece."""
    fen, text, written = STRAIGHT
    position = at("international", fen)
    move = find_move(position, text)
    assert move.text == text
    assert write_move(position, move) == written
    assert find_move(position, written) == move


REFUSED = {
    "not legal": ("russian", "W:Wc3:Bh8", "c3-c4"),
    "not a square": ("russian", "W:Wc3:Bh8", "c3-z9"),
    "not on the board": ("russian", "W:Wc3:Bh8", "c3-k11"),
    "light square": ("russian", "W:Wc3:Bh8", "c3-c4"),
    "empty": ("russian", "W:Wc3:Bh8", ""),
    "prose": ("russian", "W:Wc3:Bh8", "hello world"),
    "an action": ("koenig", "W:Wc3:Bh8", "resign"),
    "one square": ("russian", "W:Wc3:Bh8", "c3"),
    "a slide without sliders": ("russian", "W:Wc3:Bh8", "G1>L"),
    "a slide that cannot be": ("valluik", "W:Wa1:Bh8:SMMMM:Xorange", "G1>L"),
    "a quiet move where the ruleset is strict": ("russian", "W:Wc3,g3:Bd4", "g3-h4"),
    "huge": ("russian", "W:Wc3:Bh8", "c3-" * 500_000),
    "huge number": ("russian", "W:Wc3:Bh8", "1" * 2_000_000),
}


@pytest.mark.parametrize(("name", "fen", "text"), REFUSED.values(), ids=REFUSED.keys())
def test_what_names_no_move_is_refused_in_one_sentence(name: str, fen: str, text: str) -> None:
    with pytest.raises(MoveTextError) as caught:
        find_move(at(name, fen), text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


ACTIONS = (
    "spin green",
    "huff c3",
    "takeback",
    "accept",
    "touch c3",
    "adjust c3",
    "claim draw",
    "offer draw",
    "agree draw",
    "decline draw",
    "resign",
)


@pytest.mark.parametrize("text", ACTIONS)
def test_actions_are_read_and_written(text: str) -> None:
    action = parse(text.upper() if text.islower() and " " not in text else text).action
    assert action is not None
    assert action.text == text


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        attempt = parse(text)
    except MoveTextError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert parse(attempt.text) == attempt


@given(st.sampled_from(catalog.ids()), st.integers(0, 2**32))
def test_every_move_is_found_by_every_way_of_writing_it(name: str, seed: int) -> None:
    rules = ruleset(name)
    position = random_game(rules, seed, actions=seed % 60, notes=False).position
    for move in position.moves():
        assert find_move(position, move.text) == move
        assert find_move(position, write_move(position, move)) == move
        assert find_move(position, write_move(position, move, ":").upper()) == move


@given(st.sampled_from(catalog.ids()), st.integers(0, 2**32))
def test_what_is_written_is_as_short_as_the_standard_wants(name: str, seed: int) -> None:
    rules = ruleset(name)
    position = random_game(rules, seed, actions=seed % 60, notes=False).position
    written = [write_move(position, move) for move in position.moves()]
    assert len(set(written)) == len(written), "two moves are written alike"
    for move, text in zip(position.moves(), written, strict=True):
        rivals = [
            m for m in position.moves() if m.path and (m.source, m.target) == (move.source, move.target)
        ]
        if move.captures:
            # every capture but the last has one square behind it, no others
            assert text.count("x") == (1 if len(rivals) == 1 else len(move.captures))
