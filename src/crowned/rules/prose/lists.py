"""Lists of directions and of squares, as sentences want them."""

from __future__ import annotations

from collections.abc import Iterable

from crowned.base.types import Side
from crowned.rules.prose.phrases import Phrases
from crowned.rules.spec import Spec
from crowned.rules.squares import Squares
from crowned.rules.ways import NAMED, Direction, ways

GROUPS: dict[str, frozenset[str]] = {
    "all": frozenset(NAMED),
    "diagonals": frozenset({"forward_left", "forward_right", "back_left", "back_right"}),
    "straights": frozenset({"forward", "left", "right", "back"}),
    "forward_diagonals": frozenset({"forward_left", "forward_right"}),
    "back_diagonals": frozenset({"back_left", "back_right"}),
    "aside": frozenset({"left", "right"}),
}
"""Directions that have one word together; larger groups first."""
ORDER = (
    *("all", "diagonals", "straights", "forward", "forward_diagonals", "forward_left", "forward_right"),
    *("aside", "left", "right", "back", "back_diagonals", "back_left", "back_right"),
)
"""As they are told."""


def way_facts(spec: Spec, texts: Phrases) -> dict[str, object]:
    """The four sets of directions in words."""
    return {name: ways_text(found, texts) for name, found in ways(spec)._asdict().items()}


def ways_text(directions: Iterable[Direction], texts: Phrases) -> str:
    wanted = set(directions)
    left = {word for word, direction in NAMED.items() if direction in wanted}
    said = set()
    for group, words in GROUPS.items():
        if words <= left:
            said.add(group)
            left -= words
    return texts.joined([texts.get("way", name) for name in ORDER if name in said | left], "or")


def place_facts(spec: Spec) -> dict[str, object]:
    squares = Squares(spec)
    return {
        "white_setup": runs(squares, squares.setup(Side.WHITE)),
        "black_setup": runs(squares, squares.setup(Side.BLACK)),
        "white_crowns": runs(squares, squares.last_row(Side.WHITE)),
        "black_crowns": runs(squares, squares.last_row(Side.BLACK)),
    }


def runs(squares: Squares, cells: Iterable[int]) -> str:
    """Squares drawn together with their neighbours, row by row and what is left by files: a1–h1, a2–a6."""
    rows = _drawn_together(squares, sorted(cells), 1)
    alone = [part[0] for part in rows if len(part) == 1]
    by_files = sorted(alone, key=lambda cell: (cell % squares.files, cell))
    files = _drawn_together(squares, by_files, squares.files)
    parts = sorted([*(part for part in rows if len(part) > 1), *files])
    ends = [(squares.name(part[0]), squares.name(part[-1])) for part in parts]
    return ", ".join(first if first == last else f"{first}–{last}" for first, last in ends)


def _drawn_together(squares: Squares, cells: Iterable[int], step: int) -> list[list[int]]:
    parts: list[list[int]] = []
    for cell in cells:
        if parts and _follows(squares, parts[-1][-1], cell, step):
            parts[-1].append(cell)
        else:
            parts.append([cell])
    return parts


def _follows(squares: Squares, before: int, cell: int, step: int) -> bool:
    """Whether the two lie on a row, or by the step of a row on a file, without a playing square between."""
    same_row = before // squares.files == cell // squares.files
    in_line = same_row if step == 1 else cell > before and (cell - before) % step == 0
    return in_line and not any(squares.plays(between) for between in range(before + step, cell, step))
