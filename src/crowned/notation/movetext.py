"""Move text: which move of a position a text names, and how a move is written.

Reading takes what people and programs write: numbers or letters, `-`, `x` or `:`, full paths, the
first and last square only, the turning squares only, captured squares in angle brackets, and another
route to the same capture. Writing follows PDN 3.0: two squares where they name one move, else every
turning square, and the square just behind the captured piece where the line goes straight on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from crowned._native import Move
from crowned.base import AmbiguousMove, MoveTextError
from crowned.base.sentence import Sentence
from crowned.base.words import quoted
from crowned.position import Position
from crowned.position.attempt import LONGEST, Attempt, read_attempt
from crowned.position.board import Board
from crowned.position.reading import Choice, Finder, InPosition, Leniency, meant, own_names, spelt

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


def find_move(
    where: Position | Choice, text: str | Attempt, *, find: Finder | None = None, taken: Sequence[str] = ()
) -> Move:
    """The move that the text names, a correct one if it names one, else an offence that can be played.

    `find` reads the names of squares where the text counts them in its own way; `taken` are captured
    squares that the text adds. Raises AmbiguousMove with the candidates, or MoveTextError.
    """
    choice = InPosition(where) if isinstance(where, Position) else where
    if isinstance(text, str) and find is None and not taken and (own := spelt(choice.correct, text)):
        return own
    attempt = parse(text) if isinstance(text, str) else text
    if not attempt.squares and attempt.slide is None:
        raise MoveTextError(Sentence("{text} is not a move of a piece", text=quoted(attempt.text)))
    attempt = replace(attempt, taken=tuple(taken))
    found = meant(choice, attempt, Leniency.FILE, find)
    if len(found) == 1:
        return found[0]
    raise _ambiguous(attempt, found) if found else _unknown(choice, attempt, find)


def _ambiguous(attempt: Attempt, found: Sequence[Move]) -> AmbiguousMove:
    texts = [move.text for move in found]
    fault = Sentence("{text} may be {either}", text=quoted(attempt.text), either=either(texts))
    return AmbiguousMove(fault, texts)


def _unknown(choice: Choice, attempt: Attempt, find: Finder | None) -> MoveTextError:
    """No square of that name, or no such move."""
    rules = choice.position.rules
    for square in (*attempt.squares, *attempt.taken):
        if len(square) > 1 and own_names(rules, (square,), find) is None:
            return MoveTextError(Sentence("{square} is not a playing square", square=quoted(square)))
    return MoveTextError(Sentence("{text} is no move of this position", text=quoted(attempt.text)))


def either(texts: Sequence[str]) -> str:
    """A few of the texts, joined by "or"."""
    shown = list(texts[:6]) + (["…"] if len(texts) > 6 else [])
    return Sentence("{some} or {last}", some=", ".join(shown[:-1]), last=shown[-1])


def write_move(position: Position, move: Move, separator: str = "x") -> str:
    """The move as PDN wants it: short where the ends name one move, else with every turn.

    A capture stopped early is a rival, too: its way in full may be just the ends of a longer one.
    A slide has no squares and is written as its own text.
    """
    if not move.path:
        return move.text
    if not move.captures:
        return f"{move.path[0]}-{move.path[-1]}"
    there = InPosition(position).playable or position.moves()
    rivals = [m for m in there if m.captures and (m.source, m.target) == (move.source, move.target)]
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
