"""Setup: anything on a board, with everything that is wrong with it. Only a sound one becomes a Position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from crowned.base import FenError, Side
from crowned.base.sentence import Sentence
from crowned.position.board import ORTHOGONALS
from crowned.position.fen import KNOBS_PATTERN, FenReader, called

if TYPE_CHECKING:
    from crowned.position.position import Position
    from crowned.position.ruleset import Ruleset


@dataclass(frozen=True)
class Setup:
    """Pieces by square name (columns top to bottom), whose turn it is, knobs and spin."""

    rules: Ruleset
    pieces: dict[str, str] = field(default_factory=dict)
    turn: Side = Side.WHITE
    knobs: str = ""
    spin: str | None = None

    @classmethod
    def parse_fen(cls, rules: Ruleset, text: str) -> Setup:
        """Read a position text; FenError carries every fault of spelling and of sense at once."""
        reader = FenReader(rules)
        reader.read(text)
        setup = cls(rules, reader.pieces, reader.turn, reader.knobs, reader.spin)
        faults = [*reader.faults, *setup.faults()]
        if faults:
            raise FenError(faults)
        return setup

    @classmethod
    def of(cls, position: Position) -> Setup:
        return cls(
            position.rules, dict(position.pieces()), Side(position.turn), position.knobs, position.spin
        )

    def position(self) -> Position:
        """The position, or FenError if this is none."""
        faults = list(self.faults())
        if faults:
            raise FenError(faults)
        return self.rules.place(self.pieces, self.turn, self.knobs, self.spin)

    def faults(self) -> Iterator[str]:
        """Everything that no game of this ruleset can show, one sentence each."""
        for square, column in self.pieces.items():
            yield from self._column_faults(square, column)
        yield from self._stock_faults()
        yield from self._door_faults()

    # ---- pieces

    def _column_faults(self, square: str, column: str) -> Iterator[str]:
        own_name = self.rules.square(square)
        if not column or set(column) - set("wbWB"):
            pattern = "{square} holds {column!r}, but a column is written with the letters w, b, W and B"
            yield Sentence(pattern, square=square, column=column)
        elif own_name is None:
            yield Sentence("{square} is not a playing square", square=square)
        elif len(column) > 1 and not self.rules.towers:
            yield Sentence("{square} holds a tower, but this game has none", square=square)
        else:
            yield from self._order_faults(own_name, column)

    def _order_faults(self, square: str, column: str) -> Iterator[str]:
        if len(column) > 2 and _colour_changes(column) > 1:
            pattern = "the tower {column} on {square} cannot arise: prisoners lie below their captors"
            yield Sentence(pattern, column=column, square=square)
        on_last_row = column[0].islower() and square in self.rules.crown_row("wb".index(column[0]))
        if on_last_row and not self._freed_men:
            pattern = "the man on {square} stands on his crowning row, where he would have been crowned"
            yield Sentence(pattern, square=square)

    @property
    def _freed_men(self) -> bool:
        """A man on his crowning row was crowned, unless captives can be freed there, on the rim."""
        anywhere = bool(self.rules.spec.crown_squares)
        lines = self.rules.board.capture_lines
        return self.rules.towers and (anywhere or any(line in ORTHOGONALS for line in lines))

    def _stock_faults(self) -> Iterator[str]:
        """Where captives stay on the board, there can never be more stones than the set has."""
        if not self.rules.towers:
            return
        stones = Counter(letter.upper() for column in self.pieces.values() for letter in column)
        for side in Side:
            most = len(self.rules.squares.setup(side))
            if stones[side.letter] > most:
                pattern = "{side} has {has} stones on the board, but the set has {most}"
                yield Sentence(pattern, side=called(side), has=stones[side.letter], most=most)

    # ---- doors

    def _door_faults(self) -> Iterator[str]:
        if not self.rules.sliders:
            if self.knobs or self.spin:
                yield Sentence("knobs and spins belong to games with trapdoors, which this one has not")
            return
        if len(self.knobs) != len(self.rules.sliders) or set(self.knobs) - set("LMR"):
            names = ", ".join(self.rules.sliders)
            yield Sentence(KNOBS_PATTERN, knobs=repr(self.knobs), names=names)
            return
        if self.knobs.strip("M") and self.rules.spec.door_mode == "snap":
            yield Sentence("a door closes at once in this game, so every knob stands in the middle (M)")
        # A piece may be set on an open door: no game leads there, but only arriving makes a piece fall.


def _colour_changes(column: str) -> int:
    colours = column.lower()
    return sum(a != b for a, b in pairwise(colours))
