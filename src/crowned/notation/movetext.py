"""Move text: which move of a position a text names, and how a move is written.

Reading takes what people and programs write: numbers or letters, `-`, `x` or `:`, full paths, the
first and last square only, the turning squares only, captured squares in angle brackets, and another
route to the same capture. Writing follows PDN 3.0: two squares where they name one move, else every
turning square, and the square just behind the captured piece where the line goes straight on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol

from crowned._native import Move
from crowned.base import AmbiguousMove, MoveTextError
from crowned.base.sentence import Sentence
from crowned.base.words import quoted
from crowned.position import Position
from crowned.position.attempt import LONGEST, Attempt, fitting, read_attempt
from crowned.position.board import Board
from crowned.position.ruleset import Ruleset
from crowned.position.walk import Walk

Finder = Callable[[str], int | None]
"""From the name of a square, as the text has it, to the cell; None if it names none."""

_PAIR = re.compile(r"([a-lA-L]?[0-9]{1,2})([-x:])([a-lA-L]?[0-9]{1,2})")
_GLUED = re.compile(r"[0-9]{4}(?:[0-9][0-9])*")
_FILE_ONLY = re.compile(r"([a-l])\s*([-x:]?)\s*([a-l][0-9]{1,2})", re.IGNORECASE)


def parse(text: str) -> Attempt:
    """Take a text apart: squares, a slide or an action; MoveTextError if it is none of them."""
    if len(text) > LONGEST:
        return read_attempt(text)
    plain = text.strip()
    if _GLUED.fullmatch(plain):
        return Attempt(plain, tuple(plain[i : i + 2] for i in range(0, len(plain), 2)))
    if found := _FILE_ONLY.fullmatch(plain):
        takes = None if not found[2] else found[2] != "-"
        return Attempt(plain, (found[1].lower(), found[3].lower()), takes)
    return read_attempt(plain)


class Choice(Protocol):
    """A place with moves to choose from: a position, or the state of a game."""

    @property
    def position(self) -> Position: ...
    @property
    def correct(self) -> tuple[Move, ...]: ...
    @property
    def playable(self) -> tuple[Move, ...]: ...


class _InPosition(NamedTuple):
    """A position without a game around it."""

    position: Position

    @property
    def correct(self) -> tuple[Move, ...]:
        return self.position.moves()

    @property
    def playable(self) -> tuple[Move, ...]:
        """Offences exist only where the ruleset lets them stand."""
        strict = self.position.rules.spec["enforcement"] == "strict"
        return () if strict else self.position.playable()


def find_move(
    where: Position | Choice, text: str | Attempt, *, find: Finder | None = None, taken: Sequence[str] = ()
) -> Move:
    """The move that the text names, a correct one if it names one, else an offence that can be played.

    `find` reads the names of squares where the text counts them in its own way; `taken` are captured
    squares that the text adds. Raises AmbiguousMove with the candidates, or MoveTextError.
    """
    choice = _InPosition(where) if isinstance(where, Position) else where
    if isinstance(text, str) and find is None and not taken and (plain := _plain(choice, text)):
        return plain
    attempt = parse(text) if isinstance(text, str) else text
    if attempt.slide is not None:
        return _slide(choice, ">".join(attempt.slide))
    if not attempt.squares:
        raise MoveTextError(Sentence("{text} is not a move of a piece", text=quoted(attempt.text)))
    search = _Search(choice.position, attempt, find or choice.position.rules.squares.find, taken)
    found = search.spelt_out(choice) or search.among(choice.correct) or search.among(choice.playable)
    if len(found) > 1:
        texts = [move.text for move in found]
        fault = Sentence("{text} may be {either}", text=quoted(attempt.text), either=_either(texts))
        raise AmbiguousMove(fault, texts)
    if not found:
        raise MoveTextError(Sentence("{text} is no move of this position", text=quoted(attempt.text)))
    return found[0]


def _plain(choice: Choice, text: str) -> Move | None:
    """The usual case, quickly: two squares that name one correct move. None leaves it to the full search."""
    pair = _PAIR.fullmatch(text)
    if pair is None:
        return None
    names = _names(choice.position.rules)
    start, end = names.get(pair[1]), names.get(pair[3])
    found = [move for move in choice.correct if move.target == end and move.source == start and end]
    return found[0] if len(found) == 1 and bool(found[0].captures) == (pair[2] != "-") else None


@lru_cache(maxsize=64)
def _names(rules: Ruleset) -> dict[str, str]:
    """Every usual spelling of a square -> its name in the ruleset's notation."""
    squares = rules.squares
    names: dict[str, str] = {}
    for cell in squares.cells:
        number, letters = squares.number(cell), squares.algebraic(cell)
        for spelling in (str(number), f"{number:02}", letters, letters.upper()):
            names[spelling] = squares.name(cell)
    return names


def _either(texts: Sequence[str]) -> str:
    shown = list(texts[:6]) + (["…"] if len(texts) > 6 else [])
    return Sentence("{some} or {last}", some=", ".join(shown[:-1]), last=shown[-1])


def _slide(choice: Choice, wanted: str) -> Move:
    for move in choice.correct:
        if move.kind == "slide" and move.text == wanted:
            return move
    raise MoveTextError(Sentence("{text} is no move of this position", text=wanted))


class _Search:
    """One text looked for among the moves of one position: the exact path first, then ever freer readings."""

    def __init__(self, position: Position, attempt: Attempt, find: Finder, taken: Sequence[str]) -> None:
        self.position = position
        self.board: Board = position.rules.board
        self.takes = attempt.takes
        self.letter = (
            attempt.squares[0] if len(attempt.squares[0]) == 1 and attempt.squares[0].isalpha() else ""
        )
        written = attempt.squares[1:] if self.letter else attempt.squares
        self.squares = tuple(self._name(square, find) for square in written)
        self.taken = {self._name(square, find) for square in taken}

    def _name(self, square: str, find: Finder) -> str:
        cell = find(square)
        if cell is None:
            raise MoveTextError(Sentence("{square} is not a playing square", square=quoted(square)))
        return self.board.squares.name(cell)

    def spelt_out(self, choice: Choice) -> list[Move]:
        """A path written in full means itself, be it an offence: `f8-d6` is no capture with the same ends."""
        for moves in (choice.correct, choice.playable):
            full = [m for m in moves if m.path == self.squares and self.takes in (None, bool(m.captures))]
            if full and not self.taken:
                return full
        return []

    def among(self, moves: Iterable[Move]) -> list[Move]:
        """The moves the text names. A wrong separator is forgiven where nothing else fits."""
        alike = [move for move in moves if self._ends_fit(move)]
        if self.taken:
            alike = [move for move in alike if set(move.captures) == self.taken]
        if self.letter:
            return self._by_kind(alike)
        return (
            self._same_outcome(alike)
            or fitting(alike, self.squares, self.takes)
            or self._by_kind([move for move in alike if self._on_the_way(move)])
        )

    def _ends_fit(self, move: Move) -> bool:
        if not move.path or move.path[-1] != self.squares[-1]:
            return False
        if self.letter:
            cell = self.board.squares.cell(move.path[0])
            return self.board.squares.algebraic(cell).startswith(self.letter)
        return move.path[0] == self.squares[0]

    def _by_kind(self, moves: list[Move]) -> list[Move]:
        if self.takes is None:
            return moves
        return [move for move in moves if bool(move.captures) == self.takes] or moves

    def _on_the_way(self, move: Move) -> bool:
        """Whether the squares written are passed in this order; turning squares alone are enough."""
        way = iter(self._way(move))
        return all(square in way for square in self.squares)

    def _way(self, move: Move) -> list[str]:
        squares = self.board.squares
        way = [move.path[0]]
        for start, end in pairwise(move.path):
            line = self.board.line(squares.cell(start), squares.cell(end))
            way += [squares.name(cell) for cell in line.cells] if line else [end]
        return way

    def _same_outcome(self, moves: list[Move]) -> list[Move]:
        """Another route that takes the same pieces and ends alike is the same move; one is listed."""
        if len(self.squares) < 3 or not moves:
            return []
        walk = Walk(self.position, self.squares[0])
        cells = [self.board.squares.cell(square) for square in self.squares[1:]]
        if any(walk.go(cell, takes=True) for cell in cells):
            return []
        left = walk.result()
        return [move for move in moves if self.position.play(move).pieces() == left]


def write_move(position: Position, move: Move, separator: str = "x") -> str:
    """The move as PDN wants it: short where the ends name one correct move, else with every turn.

    A slide has no squares and is written as its own text.
    """
    if not move.path:
        return move.text
    if not move.captures:
        return f"{move.path[0]}-{move.path[-1]}"
    rivals = [m for m in position.moves() if m.path and (m.source, m.target) == (move.source, move.target)]
    squares = move.path[:: len(move.path) - 1] if len(rivals) <= 1 else _turns(position.rules.board, move)
    return separator.join(squares)


def _turns(board: Board, move: Move) -> tuple[str, ...]:
    """Where the capture turns; where it goes straight on, the square just behind the captured piece."""
    squares = board.squares
    cells = [squares.cell(name) for name in move.path]
    lines = [line for start, end in pairwise(cells) if (line := board.line(start, end))]
    shown = [cells[0]]
    for (line, after), victim in zip(pairwise(lines), move.captures, strict=False):
        behind = line.cells.index(squares.cell(victim)) + 1
        shown.append(line.cells[behind if after.direction == line.direction else -1])
    return tuple(squares.name(cell) for cell in (*shown, cells[-1]))
