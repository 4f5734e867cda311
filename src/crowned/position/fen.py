"""Reading position texts: lenient about form, strict about meaning, and every fault at once.

Writing is the native core's; its form is the one described in docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from crowned.base import Side
from crowned.base.sentence import Sentence
from crowned.base.words import quoted
from crowned.position.action import SPIN_RESULTS

if TYPE_CHECKING:
    from crowned.position.ruleset import Ruleset

MOST_FAULTS = 100
"""Faults kept; a text with more of them is something else than a position with mistakes."""
LONGEST_FIELD = 20_000
"""More text than this cannot list the stones of any board."""

_ENTRY = re.compile(r"(k)?([a-l][0-9]{1,2}|[0-9]{1,3}(?:-[0-9]{1,3})?)(?:\[([^\[\]]*)\])?", re.IGNORECASE)
_COUNTER = re.compile(r"[hf][0-9]{1,4}|\+[0-9][0-9]{0,3}\+[0-9][0-9]{0,3}", re.IGNORECASE)
"""Counters that others write: half moves (:H0), full moves (:F1), moves in a row of a king (:+0+239)."""

_TAG = re.compile(r'\[FEN"(.*)"\]', re.IGNORECASE)
"""A whole PDN tag, its blanks gone."""

KNOBS_PATTERN = "the knobs {knobs} should be one letter L, M or R for each of {names}"
FIELDS = {
    "W": Sentence("White's pieces"),
    "B": Sentence("Black's pieces"),
    "S": Sentence("the knobs"),
    "X": Sentence("the spin"),
}


def called(side: Side) -> Sentence:
    """The side as the texts of positions call it."""
    return Sentence("White") if side is Side.WHITE else Sentence("Black")


class FenReader:
    """Collects what a text says and what is wrong with it."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.faults: list[str] = []
        self.pieces: dict[str, str] = {}
        self.turn: Side = rules.spec.first
        self.knobs = "M" * len(rules.sliders)
        self.spin: str | None = None
        self._seen: set[str] = set()

    def read(self, text: str) -> None:
        turn, *fields = self._fields(text)
        self._read_turn(turn)
        for field in fields:
            self._read_field(field)
        for side in Side:
            if side.letter not in self._seen:
                pattern = "the list of {side}'s pieces ({letter}…) is missing"
                self._fault(pattern, side=called(side), letter=side.letter)

    def _fields(self, text: str) -> list[str]:
        tidy = "".join(text[: 8 * LONGEST_FIELD].split())
        if tag := _TAG.fullmatch(tidy):
            tidy = tag[1]
        tidy = tidy.strip('"').rstrip(".")
        fields = tidy.split(":")
        if len(fields) > 12 or max(map(len, fields)) > LONGEST_FIELD:
            self._fault("{found} is too long for a position", found=quoted(text))
            return [field[:100] for field in fields[:5]]
        return fields

    def _fault(self, pattern: str, /, **parts: object) -> None:
        sentence = Sentence(pattern, **parts)
        if len(self.faults) < MOST_FAULTS and sentence not in self.faults:
            self.faults.append(sentence)

    def _read_turn(self, turn: str) -> None:
        if turn.upper() in ("W", "B"):
            self.turn = Side.from_letter(turn)
        else:
            self._fault("the text begins with the side to move, W or B, not {found}", found=quoted(turn))

    def _read_field(self, field: str) -> None:
        kind = field[:1].upper()
        if not field:
            self._fault("there is an empty field: two colons with nothing between")
        elif kind in ("W", "B"):
            self._once(kind)
            self._read_list(Side.from_letter(kind), field[1:])
        elif kind == "S":
            self._once(kind)
            self._read_knobs(field[1:].upper())
        elif kind == "X":
            self._once(kind)
            self._read_spin(field[1:].lower())
        elif not _COUNTER.fullmatch(field):
            # Counters tell of the game before, not of the position.
            self._fault("{found} is not part of a position text", found=quoted(field))

    def _once(self, kind: str) -> None:
        if kind in self._seen:
            self._fault("{field} may be given only once", field=FIELDS[kind])
        self._seen.add(kind)

    # ---- pieces

    def _read_list(self, side: Side, listed: str) -> None:
        for entry in listed.split(",") if listed else ():
            if len(self.faults) >= MOST_FAULTS:
                return
            self._read_entry(side, entry)

    def _read_entry(self, side: Side, entry: str) -> None:
        found = _ENTRY.fullmatch(entry)
        if found is None:
            pattern = "in {side}'s list {found} is not a piece on a square"
            if not entry:
                pattern = "in {side}'s list there is a comma too many"
            self._fault(pattern, side=called(side), found=quoted(entry))
            return
        king, place, column = self._parts(found)
        for square in self._squares(place):
            self._put(square, self._column(side, square, king, column))

    def _parts(self, found: re.Match[str]) -> tuple[bool, str, str | None]:
        """King or not, place, column. A small k before a digit is a file where the board has so many."""
        king, place, column = found.groups()
        if king == "k" and place.isdigit() and self.rules.squares.files > 10:
            return False, king + place, column
        return bool(king), place.lower(), column

    def _squares(self, place: str) -> list[str]:
        first, _, last = place.partition("-")
        if not last:
            names: Iterable[object] = [first]
        else:
            names = range(int(first), self._within(last) + 1)
            if int(first) > int(last):
                self._fault("the range {place} counts backwards", place=place)
        return [name for name in map(self._square, map(str, names)) if name]

    def _within(self, last: str) -> int:
        """The end of a range, no further than the board: what lies outside is told once."""
        count = len(self.rules.squares.cells)
        return count if int(last) > count and self._square(last) is None else int(last)

    def _square(self, name: str) -> str | None:
        known = self.rules.square(name)
        if known is not None:
            return known
        count = len(self.rules.squares.cells)
        if name.isdigit():
            pattern = "there is no square {name}; the squares are numbered 1 to {count}"
            self._fault(pattern, name=name, count=count)
        else:
            self._fault("{name} is {what}", name=name, what=self.rules.why_no_square(name))
        return None

    def _column(self, side: Side, square: str, king: bool, column: str | None) -> str:
        lone = side.letter if king else side.letter.lower()
        if column is None:
            return lone
        if king:
            self._fault("{square} has both a K and a column; a column's letters tell the rank", square=square)
        if not column or set(column) - set("wbWB"):
            pattern = "the column {column} on {square} should be letters w, b, W and B, top first"
            self._fault(pattern, column=quoted(column), square=square)
            return lone
        if column[0].upper() != side.letter:
            pattern = "the tower {column} on {square} belongs to the other side: its top stone decides"
            self._fault(pattern, column=column, square=square)
        return column

    def _put(self, square: str, column: str) -> None:
        if square in self.pieces:
            self._fault("two pieces stand on {square}", square=square)
        else:
            self.pieces[square] = column

    # ---- doors

    def _read_knobs(self, knobs: str) -> None:
        if not self.rules.sliders:
            self._fault("the text sets knobs (:S…), but this game has no trapdoors")
        elif len(knobs) != len(self.rules.sliders) or set(knobs) - set("LMR"):
            names = ", ".join(self.rules.sliders)
            self._fault(KNOBS_PATTERN, knobs=quoted(knobs), names=names)
        else:
            self.knobs = knobs

    def _read_spin(self, spin: str) -> None:
        if not self.rules.sliders:
            self._fault("the text names a spin (:X…), but this game has no spinner")
        elif spin not in SPIN_RESULTS:
            known = ", ".join(SPIN_RESULTS)
            self._fault("the spin {found} should be {known}", found=quoted(spin), known=known)
        else:
            self.spin = spin
