"""The GameType tag: which ruleset a number means, and how a file counts the squares."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files as resources
from typing import Any

from crowned.base import BadInput, Side
from crowned.rules import catalog
from crowned.rules.axes import Reading
from crowned.rules.spec import Spec
from crowned.rules.squares import LETTERS, Squares

_FORM = re.compile(
    r"\s*([0-9]{1,3})\s*(?:,\s*([WB])\s*,\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*,\s*([ANS])([0-3])\s*(?:,\s*([01])\s*)?)?,?\s*",
    re.IGNORECASE,
)
CORNERS = ("bottom_left", "bottom_right", "top_left", "top_right")
"""Where the first square lies, in the order of PDN's digits, for a player who sits at the bottom."""


@dataclass(frozen=True, slots=True)
class GameType:
    """A GameType value taken apart; everything but the number may be missing."""

    number: int
    start: Side | None = None
    files: int = 0
    ranks: int = 0
    notation: str = ""
    """A letters, N numbers, S short letters."""
    corner: int = 0
    """Index into CORNERS, seen by the player who begins."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game of the standard's list."""

    number: int
    name: str
    form: str
    ruleset: str = ""
    share: float = 0.0
    """How much of what is found without a GameType is this game, in hundredths."""
    since: int = 0
    """The year from which on files of it are known."""


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((resources("crowned.notation.pdn") / "gametypes.toml").read_text("utf-8"))


@cache
def listed() -> tuple[Listed, ...]:
    return tuple(Listed(**entry) for entry in _data()["type"])


@lru_cache(maxsize=256)
def by_site(variant: str) -> str | None:
    """The ruleset that a server means by its name for a variant; None if nobody knows."""
    sites: dict[str, str] = _data()["sites"]
    try:
        return sites.get(variant.strip().lower()) or catalog.known(variant)
    except BadInput:
        return None


def by_number(number: int) -> Listed | None:
    return next((game for game in listed() if game.number == number), None)


def parse(text: str) -> GameType | None:
    """The parts of a GameType value, None if it is none; a bare number has those of its full form."""
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    if found[2] is None:
        known = by_number(int(found[1]))
        return parse(known.form) if known else GameType(int(found[1]))
    start = Side.from_letter(found[2])
    return GameType(int(found[1]), start, int(found[3]), int(found[4]), found[5].upper(), int(found[6]))


def full_form(spec: Spec) -> str:
    """The GameType value of a ruleset: the number of its game or of the nearest one, and its own board."""
    squares = Squares(spec)
    number = spec.pdn.game_type if spec.pdn.game_type is not None else _nearest(spec)
    corner = _seen_by(spec.first, str(spec.numbers_from) if squares.numeric else CORNERS[0])
    lower_left = 0 if spec.first is Side.WHITE else squares.files * squares.ranks - 1
    parts = (
        str(number),
        spec.first.letter,
        str(squares.files),
        str(squares.ranks),
        f"{'N' if squares.numeric else 'A'}{corner}",
        "0" if squares.plays(lower_left) else "1",
    )
    return ",".join(parts)


def _nearest(spec: Spec) -> int:
    """A ruleset that names no number takes that of the first listed game on a board of its size."""
    size = f",{spec['files']},{spec['ranks']},"
    return next((game.number for game in listed() if size in game.form), listed()[0].number)


def _seen_by(side: Side, corner: str) -> int:
    """The digit of a corner for the player on this side: Black sees the board turned round."""
    index = CORNERS.index(corner)
    return index if side is Side.WHITE else 3 - index


class Counting:
    """How a file names its squares, where that differs from the ruleset's own way."""

    def __init__(self, spec: Spec, game_type: GameType) -> None:
        self.own = Squares(spec)
        start = spec.first if game_type.start is None else game_type.start
        corner = CORNERS[_seen_by(start, CORNERS[game_type.corner])]
        self._mirrored = (False, False)
        self._counted = self.own
        self.corner = ""
        """Where the file's number 1 lies, if not where the ruleset's lies."""
        if game_type.notation == "N" and corner != spec.numbers_from:
            self.corner = corner
            self._counted = Squares(Reading({**spec, "numbers_from": corner}))
        elif game_type.notation in ("A", "S"):
            self._mirrored = (corner.endswith("right"), corner.startswith("top"))

    @property
    def is_own(self) -> bool:
        """Whether the file counts as the ruleset does."""
        return not any(self._mirrored) and not self.corner

    def find(self, name: str) -> int | None:
        """The cell of a square as the file names it."""
        if name[:1].isdigit():
            return self._counted.find(name)
        return self.own.find(self._mirror(name) if any(self._mirrored) else name)

    def _mirror(self, name: str) -> str:
        file, rank = LETTERS.find(name[:1].lower()), name[1:]
        if not 0 <= file < self.own.files or not rank.isdigit() or not 1 <= int(rank) <= self.own.ranks:
            return name
        across, along = self._mirrored
        file = self.own.files - 1 - file if across else file
        row = self.own.ranks + 1 - int(rank) if along else int(rank)
        return f"{LETTERS[file]}{row}"
