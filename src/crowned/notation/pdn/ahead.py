"""A look ahead in a line of moves: what one text leaves open, those behind it tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from crowned.base import MoveTextError
from crowned.notation.movetext import parse
from crowned.notation.pdn.tree import Item, MoveItem, SetupItem, Variation
from crowned.position import Move, Position
from crowned.position.attempt import Attempt
from crowned.position.reading import Choice, Finder, InPosition, Leniency, meant

FARTHEST = 300
"""Plies that are looked ahead; longer than almost any game, and a bound for the work at one move."""
MOST_WAYS = 64
"""Readings that are followed at the same time."""
MOST_JUMPS = 40
"""Jumps that are joined to one capture; no board holds more men."""


def furthest(
    position: Position, rivals: Sequence[Move], coming: Iterable[MoveItem], find: Finder | None
) -> list[Move]:
    """Those of the rivals behind which the most of the coming moves can be played.

    All readings go on side by side; those that cannot take the next move drop out. Equal positions are
    followed once, so that the ways do not multiply.
    """
    ways: dict[Position, set[int]] = {}
    for number, move in enumerate(rivals):
        ways.setdefault(position.play(move), set()).add(number)
    for _, item in zip(range(FARTHEST), coming, strict=False):
        onward = _onward(ways, item, find)
        if not onward:
            break
        ways = onward
        if len(set().union(*ways.values())) == 1:
            break
    left = set().union(*ways.values())
    return [move for number, move in enumerate(rivals) if number in left]


def _onward(ways: dict[Position, set[int]], item: MoveItem, find: Finder | None) -> dict[Position, set[int]]:
    onward: dict[Position, set[int]] = {}
    for position, numbers in list(ways.items())[:MOST_WAYS]:
        for move in read(InPosition(position), item, find):
            onward.setdefault(position.play(move), set()).update(numbers)
    return onward


def read(choice: Choice, item: MoveItem, find: Finder | None) -> list[Move]:
    """Everything that a text of a file can mean."""
    try:
        attempt = parse(item.text)
    except MoveTextError:
        return []
    return meant(choice, replace(attempt, taken=item.taken), Leniency.FILE, find)


def joined(choice: Choice, items: Sequence[Item], at: int, find: Finder | None) -> tuple[Move, int] | None:
    """The capture that is written jump by jump from `at` on, and where its last jump stands.

    Some servers write `13x22 22x15` for one capture, each jump in the place of a move.
    """
    squares: tuple[str, ...] = ()
    for index in range(at, len(items)):
        item = items[index]
        if isinstance(item, SetupItem | Variation):
            return None
        if not isinstance(item, MoveItem):
            continue
        way = _jump(item)
        if not way or (squares and way[0] != squares[-1]) or len(squares) > MOST_JUMPS:
            return None
        squares += way[1:] if squares else way
        found = meant(choice, Attempt("x".join(squares), squares, takes=True), Leniency.FILE, find)
        if len(found) == 1 and index > at:
            return found[0], index
    return None


def _jump(item: MoveItem) -> tuple[str, ...]:
    """The squares of a text that may be a jump; numbers without leading zeros, so that they compare."""
    try:
        attempt = parse(item.text)
    except MoveTextError:
        return ()
    if attempt.takes is False or len(attempt.squares) < 2:
        return ()
    return tuple(square.lstrip("0") or square for square in attempt.squares)
