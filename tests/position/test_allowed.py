"""What listing the moves of one position may cost, thread by thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

import crowned
from crowned import _native

TWO_JUMPS = "W:Wc3:Bd4,d6"
ANY = "russian"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = _native.allow(400_000, 10_000)
    yield
    _native.allow(*before)


def test_a_thread_on_which_many_wait_takes_on_less() -> None:
    position = crowned.Position.from_fen(crowned.ruleset(ANY), TWO_JUMPS)
    whole = position.moves()
    assert _native.allow(1, 10_000) == (400_000, 10_000)
    with pytest.raises(crowned.TooManyMoves):
        position.moves()
    with pytest.raises(crowned.TooManyMoves):
        position.playable()
    found: list[tuple[_native.Move, ...]] = []
    other = threading.Thread(target=lambda: found.append(position.moves()))
    other.start()
    other.join()
    assert found == [whole], "another thread has its own measure"
    assert _native.allow(400_000, 10_000) == (1, 10_000)
    assert position.moves() == whole


def test_captures_are_counted_too() -> None:
    position = crowned.Position.from_fen(crowned.ruleset(ANY), "W:WKa1,Kh2:Bc3,d6,f4")
    assert len(position.moves()) > 1
    _native.allow(400_000, 1)
    with pytest.raises(crowned.TooManyMoves):
        position.moves()


@pytest.mark.parametrize("given", [(0, 1), (1, 0), (-1, 5), (400_001, 1), (1, 10_001)])
def test_nobody_takes_on_more_than_the_core(given: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no more than the core"):
        _native.allow(*given)
