"""How many captures a position of a game may have.

The rooms list moves on the event loop, where everybody waits for them. So a game goes on only from
positions whose moves are listed in two milliseconds. Millions of positions of games played at random took
1,001 jumps at most, where several kings capture along all lines; with wrong captures, which a referee must
know, two of them had more than 600 moves.
What a position is asked about by itself is worked out in threads, and may take as long as the core allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from crowned import _native

JUMPS = 6_000
CAPTURES = 1_500


def keep_to() -> None:
    """For the thread of the event loop."""
    _native.allow(JUMPS, CAPTURES)


@contextmanager
def as_in_a_room() -> Iterator[None]:
    """Lists moves in this thread as the rooms do: TooManyMoves tells that they could not."""
    before = _native.allow(JUMPS, CAPTURES)
    try:
        yield
    finally:
        _native.allow(*before)
