"""Noise: any text is read or refused with a place; what is read survives being written."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from tempfile import NamedTemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned.base import PdnError
from crowned.game.step import MOST_KEYS
from crowned.notation import pdn
from crowned.notation.pdn.source import text_source
from crowned.position import ruleset
from crowned.rules import catalog
from tests.notation.play import random_game, told

LETTERS = '0123456789abcdefgh-x:.*\n{}()[]%;$/<>"\\ !?½–WBKFEN'
FRAGMENTS = (
    '[GameType "20"]',
    '[Ruleset "NAME"]',
    '/FEN "W:W31:B1"/',
    "{[%act huff c3]}",
    "{[%act spin green]}",
    "{[%time 5]}",
    "1...",
    "(32-28)",
    "2-0",
    "$999999",
    '[SpinnerSeed "zz"]',
    '[RulesetOptions "king=short; x"]',
    '[FEN "B:W:B"]',
    "<12,13>",
)


def read(text: str) -> list[pdn.Loaded] | PdnError:
    try:
        return list(pdn.read_text(text))
    except PdnError as error:
        return error


def survives(text: str) -> None:
    found = read(text)
    if isinstance(found, PdnError):
        assert found.line >= 1
        assert found.column >= 1
        assert "\n" not in str(found)
        return
    for loaded in found:
        (again,) = pdn.read_text(pdn.write(loaded.game, loaded.tags))
        assert told(again.game) == told(loaded.game)


@given(st.sampled_from(catalog.ids()), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_spoilt_games(name: str, seed: int, random: Random) -> None:
    letters = list(pdn.write(random_game(ruleset(name), seed, actions=20)))
    for _ in range(random.randrange(1, 6)):
        place = random.randrange(len(letters))
        match random.randrange(4):
            case 0:
                letters[place] = random.choice(LETTERS)
            case 1:
                letters[place : place + random.randrange(1, 20)] = []
            case 2:
                letters[place:place] = random.choice(FRAGMENTS).replace("NAME", name)
            case _:
                letters[place:place] = letters[place : place + random.randrange(1, 60)]
        letters = letters or ["*"]
    survives("".join(letters))


@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(LETTERS, max_size=8)), max_size=12))
def test_fragments(parts: list[str]) -> None:
    survives(" ".join(part.replace("NAME", "koenig") for part in parts))


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    survives(text)


@given(data=st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    """Files may hold anything; bytes that are no UTF-8 are read all the same."""
    with NamedTemporaryFile(suffix=".pdn") as file:
        file.write(data)
        file.flush()
        with suppress(PdnError):
            for loaded in pdn.read_file(file.name):
                assert loaded.position == loaded.game.position


@pytest.mark.parametrize("keys", ["draw", "claim"])
def test_what_is_remembered_for_repetition_is_bounded(keys: str) -> None:
    """Records go on after a draw; kings that wander must not make every ply dearer than the one before."""
    number, fen, round_trip = {
        "draw": ("20", "W:WK46:BK4", "46-41 4-9 41-46 9-4 "),
        "claim": ("21", "W:WK29:BK4", "29-25 4-8 25-29 8-4 "),
    }[keys]
    text = f'[GameType "{number}"]\n[FEN "{fen}"]\n\n{round_trip * 300} *'
    (game,) = pdn.read_text(text)
    assert game.plies == 1200
    assert len(game.game.state.keys) <= MOST_KEYS + 1


def test_many_signs_and_words_are_kept_in_order() -> None:
    text = '[GameType "20"]\n\n1. 32-28 ' + "".join(f"${n} {{w{n}}} " for n in range(1, 3000)) + "*"
    (game,) = pdn.read_text(text)
    node = game.game.tree.root.children[0]
    assert node.nags == tuple(range(1, 3000))
    assert node.comment == " ".join(f"w{n}" for n in range(1, 3000))


def test_open_comments_and_empty_lines_spoil_only_their_games() -> None:
    bad = '[GameType "20"]\n\n1. 32-28 {never closed\n\n\n\n'
    found = list(pdn.stream(text_source(bad * 50 + '[GameType "20"]\n\n1. 32-28 *')))
    assert [isinstance(game, pdn.Fault) for game in found] == [True] * 50 + [False]
