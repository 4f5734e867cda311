"""Elsewhere: under which other rulesets an attempt would be correct in the same position."""

from __future__ import annotations

from collections.abc import Iterator

from crowned.base import BadInput
from crowned.position import Position, Ruleset, Setup, ruleset
from crowned.position.action import SPIN_RESULTS
from crowned.position.attempt import Attempt, read_attempt
from crowned.referee.judge import Judged, Where, judge, state_of
from crowned.rules import catalog


def legal_elsewhere(where: Where, attempt: Judged) -> list[str]:
    """The ids of the shipped rulesets, this one included, under which the attempt would be a correct move.

    The position is taken as it stands. Where a wheel is to be spun first, it is taken to stop suitably.
    """
    position = state_of(where).position
    wanted = _by_cells(position.rules, attempt)
    if wanted is None:
        return []
    rules = (ruleset(name) for name in catalog.ids())
    return [other.id for other in rules if _is_correct(position, other, wanted)]


def _by_cells(rules: Ruleset, attempt: Judged) -> Attempt | None:
    """The attempt with algebraic squares, which every board understands; None if it is no path or slide."""
    if isinstance(attempt, str | list | tuple):
        attempt = read_attempt(attempt)
    if not isinstance(attempt, Attempt):
        text = getattr(attempt, "text", "")
        attempt = read_attempt(text) if text else Attempt("")
    if attempt.slide is not None:
        return attempt
    cells = [rules.squares.find(square) for square in attempt.squares]
    known = tuple(rules.squares.algebraic(cell) for cell in cells if cell is not None)
    return Attempt(attempt.text, known, attempt.takes) if known and len(known) == len(cells) else None


def _is_correct(position: Position, other: Ruleset, attempt: Attempt) -> bool:
    return any(judge(placed, attempt).verdict == "accepted" for placed in _placed(position, other))


def _placed(position: Position, other: Ruleset) -> Iterator[Position]:
    """The position under other rules, once for each result of a spin that is due; nothing if impossible."""
    rules = position.rules
    if other.squares.cells != rules.squares.cells or other.squares.files != rules.squares.files:
        return
    pieces = {other.squares.name(rules.squares.cell(sq)): column for sq, column in position.pieces().items()}
    knobs = position.knobs if other.sliders and rules.sliders else "M" * len(other.sliders)
    try:
        placed = Setup(other, pieces, position.side, knobs).position()
    except BadInput:
        return
    if placed.must_spin:
        yield from map(placed.with_spin, SPIN_RESULTS)
    else:
        yield placed
