"""Noise: any text is read or refused with a place; what is read survives being written."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from tempfile import NamedTemporaryFile

from hypothesis import given
from hypothesis import strategies as st

from crowned.base import PdnError
from crowned.notation import pdn
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
