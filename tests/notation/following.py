"""The slow twin of the core's `follow`: a line of moves played as text, one move after the other."""

from __future__ import annotations

import re

from crowned.position import Move, Position, Ruleset

_MOVE = re.compile(r"\s*(?:[0-9]+\.+\s*)?([0-9a-l]+(?:[-x:][0-9a-l]+)+)(?=\s|\Z)")
_BLANK = re.compile(r"\s*(?:[0-9]+\.+\s*)?")
_SIGN = re.compile("[-x:]")


def follow_plainly(position: Position, text: str, start: int = 0) -> tuple[Position, int, int]:
    """The position behind as many moves of the text as are plain and legal, how many, and where it stops.

    It stops before anything but move numbers and moves of the position: at a comment, a result, an
    ambiguous or illegal move. What stands there is for others to judge.
    """
    names = _own_names(position.rules)
    plies = 0
    while (found := _MOVE.match(text, start)) is not None:
        path = [names.get(name, "") for name in _SIGN.split(found[1])]
        quiet = "-" in found[1]
        move = _by_ends(position, path, quiet) if len(path) == 2 else _spelt_out(position, tuple(path))
        if move is None:
            break
        position = position.play(move)
        plies += 1
        start = found.end()
    blank = _BLANK.match(text, start)
    return position, plies, blank.end() if blank else start


def _own_names(rules: Ruleset) -> dict[str, str]:
    """The ruleset's own names, numbers also with a leading zero; others are left to the full reader."""
    names = {rules.squares.name(cell): rules.squares.name(cell) for cell in rules.squares.cells}
    return names | {name.zfill(2): name for name in names if name.isdecimal()}


def _by_ends(position: Position, ends: list[str], quiet: bool) -> Move | None:
    """The only move with these ends."""
    source, target = ends
    found = [move for move in position.moves() if move.target == target and move.source == source]
    return found[0] if len(found) == 1 and bool(found[0].captures) != quiet else None


def _spelt_out(position: Position, path: tuple[str, ...]) -> Move | None:
    """The move with this very path; other ways of writing it are for those who know them all."""
    return next((move for move in position.moves() if move.path == path), None)
