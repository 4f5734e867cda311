"""Lists of squares: where men stand at the start, and where they are crowned.

An item is a square (c3), or a run from one to another: along a line (a1-h1), or by number (31-50).
The list is White's; Black has the same squares turned half round. A set-up may instead be one position text,
W:Wc1,Ke1:Bb8, which says for both sides what stands where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from crowned.base.words import quoted
from crowned.rules.faults import Spot

EXAMPLE = "a1-h1"
MOST = 144
_ITEM = re.compile(r"[a-l][1-9][0-9]?(-[a-l][1-9][0-9]?)?|[0-9]{1,3}(-[0-9]{1,3})?", re.ASCII)
_TEXT = re.compile(r"([WB]):W([^:]{1,600}):B([^:]{1,600})", re.ASCII)


class Grid(Protocol):
    """What is asked of a board."""

    files: int
    ranks: int

    def find(self, text: str) -> int | None: ...
    def plays(self, cell: int) -> bool: ...
    def number(self, cell: int) -> int: ...
    @property
    def numbered(self) -> tuple[int, ...]: ...


def read(items: Sequence[str], spot: Spot, text_too: bool) -> tuple[str, ...] | None:
    """The items as they are kept; None after a fault. Whether the squares exist only the board can say."""
    kept = tuple("".join(item.split()) for item in items)
    if text_too and len(kept) == 1 and ":" in kept[0]:
        return _whole(kept[0], spot)
    wrong = [item for item in kept if not _ITEM.fullmatch(item.lower())]
    for item in wrong:
        spot.fault(
            "{found} is no square; write one like c3, or a run like {example}",
            found=quoted(item),
            example=EXAMPLE,
        )
    return None if wrong else tuple(item.lower() for item in kept)


def _whole(text: str, spot: Spot) -> tuple[str, ...] | None:
    if _TEXT.fullmatch(text):
        return (text,)
    spot.fault("{found} is no set-up; write one like W:Wc1,Ke1:Bb8", found=quoted(text))
    return None


def turn_of(items: Sequence[str]) -> str | None:
    """Who is to move, W or B, where the set-up is a position text."""
    found = _TEXT.fullmatch(items[0]) if items else None
    return found[1] if found else None


def pieces(items: Sequence[str], grid: Grid) -> dict[int, str]:
    """What stands on which cell, w b W B; without squares that the board has not, which `missing` names."""
    found = _TEXT.fullmatch(items[0]) if items else None
    if found is None:
        white = dict.fromkeys(cells(items, grid), "w")
        return white | {turned(cell, grid): "b" for cell in white}
    placed: dict[int, str] = {}
    for letter, listed in zip("wb", found.groups()[1:], strict=True):
        for item in listed.split(","):
            king = item.startswith("K")
            placed |= dict.fromkeys(_run(item.removeprefix("K"), grid), letter.upper() if king else letter)
    return placed


def cells(items: Iterable[str], grid: Grid) -> tuple[int, ...]:
    return tuple(sorted({cell for item in items for cell in _run(item, grid)}))


def missing(items: Sequence[str], grid: Grid) -> list[str]:
    """The items that mean no squares of this board."""
    found = _TEXT.fullmatch(items[0]) if items else None
    listed = ",".join(found.groups()[1:]).split(",") if found else items
    return [item for item in listed if not _run(item.removeprefix("K"), grid)]


def turned(cell: int, grid: Grid) -> int:
    return grid.files * grid.ranks - 1 - cell


def _run(item: str, grid: Grid) -> tuple[int, ...]:
    first, _, last = item.partition("-")
    start, end = grid.find(first), grid.find(last or first)
    if start is None or end is None:
        return ()
    if first.isdigit():
        return grid.numbered[grid.number(start) - 1 : grid.number(end)]
    return _line(start, end, grid)


def _line(start: int, end: int, grid: Grid) -> tuple[int, ...]:
    """The playing squares from one to the other; none if no line joins them."""
    (rank, file), (last_rank, last_file) = divmod(start, grid.files), divmod(end, grid.files)
    up, across = last_rank - rank, last_file - file
    length = max(abs(up), abs(across))
    if {abs(up), abs(across)} - {0, length}:
        return ()
    steps = range(length + 1)
    run = [(rank + _sign(up) * i) * grid.files + file + _sign(across) * i for i in steps]
    return tuple(cell for cell in run if grid.plays(cell))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
