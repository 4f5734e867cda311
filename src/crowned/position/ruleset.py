"""Ruleset: a Spec ready to play, the one object that positions and games ask about their rules."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import cast

from crowned import _native
from crowned.base import Lang, Side
from crowned.base.sentence import Sentence
from crowned.position.board import Board
from crowned.position.lower import lower
from crowned.position.position import Position
from crowned.position.setup import Setup
from crowned.rules import catalog
from crowned.rules.spec import Spec
from crowned.rules.squares import Squares


@dataclass(frozen=True, slots=True)
class Doors:
    """One slider with its doors, by the names of the squares in the ruleset's own notation."""

    name: str
    colour: str
    left: str
    right: str

    def door(self, state: str) -> str:
        """The square of the door that is open when the knob stands at L or R."""
        return self.left if state == "L" else self.right

    def side_of(self, square: str) -> str:
        return "L" if square == self.left else "R"


class Ruleset(_native.Rules):
    """The rules of one game: data (`spec`) lowered into the native core once."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(**lower(spec))
        self.spec = spec

    @property
    def id(self) -> str:
        return self.spec.id

    @property
    def fingerprint(self) -> str:
        return self.spec.fingerprint

    def title(self, lang: Lang) -> str:
        return self.spec.title[lang]

    @cached_property
    def squares(self) -> Squares:
        return self.board.squares

    @cached_property
    def board(self) -> Board:
        return Board(self.spec)

    @cached_property
    def sliders(self) -> Mapping[str, Doors]:
        """The trapdoors' sliders by name, in the order of the knob letters."""
        name = self._own_name
        return {s.name: Doors(s.name, s.colour, name(s.left), name(s.right)) for s in self.spec.sliders}

    @property
    def towers(self) -> bool:
        return self.spec.captured == "under"

    @property
    def lifts_at_once(self) -> bool:
        """Whether a captured piece is gone before the next jump; a prisoner goes under his captor at once."""
        return self.towers or self.spec.removal == "immediate"

    def crown_row(self, side: int) -> frozenset[str]:
        """The squares where this side's men are crowned."""
        return self._crown_rows[side]

    @cached_property
    def _crown_rows(self) -> tuple[frozenset[str], ...]:
        return tuple(frozenset(map(self.squares.name, self.squares.last_row(side))) for side in Side)

    @cached_property
    def main_road(self) -> frozenset[str]:
        """The longest line of playing squares from corner to corner; empty on boards without one."""
        return frozenset(map(self.squares.name, self.squares.main_road))

    def square(self, text: str) -> str | None:
        """What the ruleset's notation calls the square of a name or number; None if there is none."""
        known = self._names.get(text)
        if known is not None:
            return known
        cell = self.squares.find(text)
        return None if cell is None else self.squares.name(cell)

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """The usual spellings of every square, so that most texts need no parsing."""
        squares = self.squares
        numbers = {str(squares.number(cell)): squares.name(cell) for cell in squares.cells}
        return numbers | {squares.algebraic(cell): squares.name(cell) for cell in squares.cells}

    @cached_property
    def cells(self) -> Mapping[str, int]:
        """The cell of every square, by the ruleset's own name."""
        return {self.squares.name(cell): cell for cell in self.squares.cells}

    def _own_name(self, text: str) -> str:
        return self.squares.name(self.squares.cell(text))

    def why_no_square(self, text: str) -> str:
        """What a square that does not play is: a light one, or none of this board."""
        return Sentence("a light square") if self.is_light(text) else Sentence("not on this board")

    def is_light(self, text: str) -> bool:
        """Whether the name is of a square that the board has, but where no piece may stand."""
        file, rank = "abcdefghijkl".find(text[:1].lower()), text[1:]
        on_board = 0 <= file < self.squares.files and rank.isdigit() and 1 <= int(rank) <= self.squares.ranks
        return on_board and self.squares.find(text) is None

    def start(self) -> Position:
        """The position in which a game begins."""
        found = self._start()
        if found is None:
            knobs = "M" * len(self.spec.sliders)
            made = _native.set_up(self, self._starting, int(self.spec.first), knobs, None)
            found = cast("Position", made)
            self._start = weakref.ref(found)
        return found

    _start: Callable[[], Position | None] = staticmethod(lambda: None)
    """The position, as long as somebody has it: it keeps its rules, and if they kept it in turn, neither
    would ever be forgotten."""

    @cached_property
    def _starting(self) -> list[tuple[int, str]]:
        return list(self.squares.starting.items())

    def read(self, fen: str) -> Position:
        """The position of a text; FenError lists everything that is wrong with it."""
        return self._read_plainly(fen) or self.read_in_full(fen)

    def read_in_full(self, fen: str) -> Position:
        """As `read`, whatever the text is like."""
        setup = Setup.parse_fen(self, fen)
        return self.place(setup.pieces, setup.turn, setup.knobs, setup.spin)

    def _read_plainly(self, fen: str) -> Position | None:
        """Two lists of single pieces where they may stand: most texts, at a fraction of the time."""
        try:
            turn, one, other = fen.rstrip(".").split(":")
            stones = [self._entries[one[0]][entry] for entry in one[1:].split(",")]
            stones += [self._entries[other[0]][entry] for entry in other[1:].split(",")]
            side = Side.from_letter(turn)
        except (ValueError, LookupError):
            return None
        if one[0] == other[0] or len({cell for cell, _ in stones}) < len(stones):
            return None
        return cast("Position", _native.set_up(self, stones, int(side)))

    @cached_property
    def _entries(self) -> Mapping[str, Mapping[str, tuple[int, str]]]:
        """By side what an entry of its list means; nothing where towers or doors ask for a closer look."""
        if self.towers or self.sliders:
            return {}
        return {side.letter: self._entries_of(side) for side in Side}

    def _entries_of(self, side: Side) -> Mapping[str, tuple[int, str]]:
        king, man = side.letter, side.letter.lower()
        crowned = self.crown_row(side)
        men = {text: (self.cells[name], man) for text, name in self._names.items() if name not in crowned}
        return men | {f"K{text}": (self.cells[name], king) for text, name in self._names.items()}

    def place(
        self, pieces: Mapping[str, str], turn: Side, knobs: str = "", spin: str | None = None
    ) -> Position:
        """The position with these columns on these squares, unchecked; `Setup` checks."""
        cells = self.cells
        known = ((cells.get(square), square, column) for square, column in pieces.items())
        stones = [(self.squares.cell(sq) if cell is None else cell, column) for cell, sq, column in known]
        made = _native.set_up(self, stones, int(turn), knobs or "M" * len(self.sliders), spin)
        return cast("Position", made)  # the core makes instances of the class it was told to use

    def with_options(self, **options: object) -> Ruleset:
        return Ruleset(self.spec.with_options(options)) if options else self

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruleset) and self.spec == other.spec)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.spec)

    def __reduce__(self) -> tuple[Callable[[Spec], Ruleset], tuple[Spec]]:
        return of_spec, (self.spec,)

    def __copy__(self) -> Ruleset:
        return self

    def __deepcopy__(self, memo: object) -> Ruleset:
        return self

    def __repr__(self) -> str:
        changed = "".join(f" {axis}={value}" for axis, value in self.spec.options.items())
        return f"<Ruleset {self.id}{changed}>"


RulesetLike = Ruleset | str | Path
"""Rules, or what names them: an id or a file."""


def ruleset(id_or_path: RulesetLike, **options: object) -> Ruleset:
    """The rules of a shipped ruleset or of a file, with options changed: `ruleset("…", king="short")`.

    Rules are handed back as they are, so that whoever asks for them may be given either.
    """
    if isinstance(id_or_path, Ruleset):
        return id_or_path.with_options(**options)
    spec = catalog.load(id_or_path)
    return of_spec(spec) if not options else Ruleset(spec.with_options(options))


@lru_cache(maxsize=256)
def of_spec(spec: Spec) -> Ruleset:
    """The rules that a Spec describes; asked again, the same object, so that positions belong together."""
    return Ruleset(spec)
