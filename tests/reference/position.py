"""Positions and moves as plain values, and the set-up a game starts from."""

from __future__ import annotations

from typing import Any, NamedTuple

from .board import Board

OTHER = {"w": "b", "b": "w"}


class Position(NamedTuple):
    """What stands where. A column is read top to bottom; its first letter owns and moves it.

    Letters: w b are men, W B kings. Outside the tower games every column is one letter long.
    """

    pieces: dict[str, str]
    side: str
    knobs: str = ""
    spin: str | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for equal positions, and usable in sets."""
        return frozenset(self.pieces.items()), self.side, self.knobs, self.spin

    def squares_of(self, side: str) -> list[str]:
        return [square for square, column in self.pieces.items() if column[0] in (side, side.upper())]


class Move(NamedTuple):
    """One action of a turn; `after` is the position it leads to."""

    path: tuple[str, ...]
    captures: tuple[str, ...]
    after: Position
    falls: bool = False
    crowns: bool = False
    slide: str = ""

    @property
    def kind(self) -> str:
        if self.slide:
            return "slide"
        return "capture" if self.captures else "step"

    @property
    def text(self) -> str:
        return self.slide or ("x" if self.captures else "-").join(self.path)

    @property
    def key(self) -> tuple[Any, ...]:
        """Moves are the same iff from, to and the resulting position are equal; a slide is its name."""
        if self.slide:
            return (self.slide,)
        return self.path[0], self.path[-1], self.after.key


def owner(column: str) -> str:
    return column[0].lower()


def is_king(column: str) -> bool:
    return column[0].isupper()


def crown(column: str) -> str:
    """R4.18: only the top stone is turned."""
    return column[0].upper() + column[1:]


def _listed(items: tuple[str, ...], board: Board) -> dict[str, str]:
    """White's squares with Black's opposite, or a text that names both sides' pieces."""
    if ":" not in items[0]:
        white = [square for item in items for square in board.run(item)]
        return dict.fromkeys(white, "w") | {board.turned(square): "b" for square in white}
    pieces = {}
    for side, listed in zip("wb", items[0].split(":")[1:], strict=True):
        for item in listed[1:].split(","):
            letter = side.upper() if item[0] == "K" else side
            pieces |= dict.fromkeys(board.run(item.removeprefix("K")), letter)
    return pieces


def start(axes: dict[str, Any], board: Board) -> Position:
    """The set-up: full rows of men on either side, a gap of empty rows behind them where the game has one."""
    if axes["setup"]:
        return Position(_listed(axes["setup"], board), axes["first_player"][0], "M" * len(axes["doors"]))
    near, far = axes["setup_gap"], axes["setup_gap"] + axes["setup_rows"]
    pieces = {}
    for square in board.coordinates:
        rank = board.rank_of(square)
        if near <= rank < far:
            pieces[square] = "w"
        elif near <= board.ranks - 1 - rank < far:
            pieces[square] = "b"
    return Position(pieces, axes["first_player"][0], "M" * len(axes["doors"]))
