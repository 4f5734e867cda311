"""The tables of one ruleset: the slices found in folders, and what they say about a position."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from crowned import _native
from crowned.base import CrownedError
from crowned.position import Position, Ruleset
from crowned.tables.errors import NoTables, TableError
from crowned.tables.file import TableFile
from crowned.tables.folder import files_in, folder_of
from crowned.tables.slices import Slice, exists
from crowned.tables.trust import trust

Result = Literal["win", "draw", "loss"]
TURNED: dict[Result, Result] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth to a side, and in how many plies it is converted.

    None for a draw, and where the table at hand was made without distances.
    """

    result: Result
    plies: int | None

    def before(self, converted: bool) -> Value:
        """Seen by the opponent, before the move that led here."""
        if self.result == "draw":
            return self
        plies = 1 if converted else None if self.plies is None else self.plies + 1
        return Value(TURNED[self.result], plies)


def native_tables(rules: Ruleset) -> _native.Tables:
    """NoTables says why a ruleset can have none."""
    if rules.sliders and rules.offences_gain:
        raise NoTables(f"{rules.id}: wrong moves and dice together are in no tables")
    try:
        return _native.Tables(rules)
    except ValueError as error:
        raise NoTables(f"{rules.id}: {error}") from None


class TableSet:
    """Slices are added as they are found; a damaged file is left out and told in `refused`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.native = native_tables(rules)
        self.files: dict[Slice, TableFile] = {}
        self.refused: list[str] = []

    def load(self, *roots: Path) -> None:
        """Add what lies in these folders; what is there already stays."""
        for root in roots:
            for path in files_in(folder_of(self.rules, root)):
                self._load(path)
        longest = {found: file.header.totals.longest for found, file in self.files.items()}
        for found in self.files if not self.native.chance else ():
            self.native.trust(found, trust(self.rules.spec, found, longest))

    def _load(self, path: Path) -> None:
        try:
            if Slice.named(path.stem) not in self.files:
                self.add(TableFile(path, self.rules.fingerprint))
        except (CrownedError, OSError) as error:
            self.refused.append(str(error))

    def add(self, file: TableFile) -> None:
        if not exists(file.slice, self.rules.spec) or file.header.size != self.size(file.slice):
            raise TableError("the table belongs to another board", str(file.path))
        try:
            if self.native.chance:  # without distances there is nothing, which the core refuses
                self.native.add_odds(file.slice, file.distances())
            else:
                self.native.add(file.slice, file.packed)
        except ValueError as error:
            raise TableError(str(error), str(file.path)) from None
        self.files[file.slice] = file

    @property
    def pieces(self) -> int:
        """The most pieces that a slice has."""
        return max((s.pieces for s in self.files), default=0)

    @property
    def measured(self) -> int:
        """The same for slices that also tell how soon."""
        return max((s.pieces for s, file in self.files.items() if file.measured), default=0)

    def size(self, found: Slice) -> int:
        """How many entries a slice has."""
        return self.native.odds_size(found) if self.native.chance else self.native.size(found)

    def expected(self, position: Position) -> float | None:
        """The expected result for the side to move in a game of chance: 1 is a win, 0 a loss."""
        return self.native.expected(position) if self.native.chance else None

    def value(self, position: Position) -> Value | None:
        """What a position without dice is worth to its side to move, if the tables tell it."""
        if self.native.chance:
            return None
        if (ended := position.outcome) is not None:
            return Value("win" if ended[0] == position.turn else "loss", 0)
        result = self.native.look_up(position)
        if result is None:
            return None
        return Value(result, None if result == "draw" else self._plies(position))

    def _plies(self, position: Position) -> int | None:
        """A position that is not stored has captures only, and a capture converts."""
        if not self.native.stored(position):
            return 1
        file = self.files.get(Slice(*self.native.slice_of(position)))
        number = self.native.number(position)
        return None if file is None or number is None else self._distance(file, number)

    def _distance(self, file: TableFile, number: int) -> int | None:
        """Results hold without distances; a damaged block is told once and left out."""
        try:
            return file.distance(number)
        except TableError as error:
            if str(error) not in self.refused:
                self.refused.append(str(error))
            return None
