"""Values that are each fine but cannot stand together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, Protocol

from crowned.base.sentence import Sentence
from crowned.base.types import Side
from crowned.base.words import quoted
from crowned.rules import doors, places
from crowned.rules.axes import BY_NAME, Axes, Reading, Value, Values
from crowned.rules.faults import Faults
from crowned.rules.relevance import applies
from crowned.rules.squares import Squares
from crowned.rules.ways import LISTS, NAMED, ORTHOGONALS, steps, ways

NEEDS = {
    "huff_target": Sentence("enforcement huff or auto_huff"),
    "huff_choice": Sentence("enforcement huff or auto_huff"),
    "huff_is_move": Sentence("enforcement huff"),
    "same_tower": Sentence("captured = under"),
    "captive_rank": Sentence("captured = under"),
    "door_mode": Sentence("doors"),
    "blocked_check": Sentence("doors"),
    "priority_binds": Sentence("priority"),
    "touch_binds": Sentence("touch_move"),
}
"""Axes that belong to a mechanic: a value other than the default asks for that mechanic to be there."""


class Report(Protocol):
    """Takes the axis that the author should look at first, and what is wrong with it."""

    def __call__(self, axis: str, pattern: str, /, **parts: object) -> None: ...


Test = Callable[[Axes, Report], None]
"""Reports what it finds. One about lists stands alone or comes last: an unread list ends it."""
Found = tuple[str, str, dict[str, object]]


class _UnreadError(Exception):
    """A test asked for a value that could not be read."""


class _Known(Reading):
    """The values without those that could not be read."""

    def __init__(self, values: Values, unread: frozenset[str]) -> None:
        super().__init__(values)
        self._unread = unread

    def __getitem__(self, axis: str, /) -> Value:
        if axis in self._unread:
            raise _UnreadError(axis)
        return super().__getitem__(axis)


def check(values: Values, prefix: str, faults: Faults) -> None:
    """Adds a fault for values that contradict each other, whatever those would be that could not be read."""
    for test in TESTS:
        for axis, pattern, parts in _certain(test, values, frozenset(faults.unread)):
            faults.add(f"{prefix}{axis}", pattern, **parts)


def _certain(test: Test, values: Values, unread: frozenset[str]) -> list[Found]:
    found: list[Found] = []

    def report(axis: str, pattern: str, /, **parts: object) -> None:
        found.append((axis, pattern, parts))

    try:
        test(_Known(values, unread), report)
    except _UnreadError as asked:
        return _whatever(asked.args[0], test, values, unread) or found
    return found


def _whatever(axis: str, test: Test, values: Values, unread: frozenset[str]) -> list[Found]:
    """What the test finds with every value that the axis may have."""
    common: list[Found] | None = None
    for value in BY_NAME[axis].possible:
        each = _certain(test, {**values, axis: value}, unread - {axis})
        common = each if common is None else [one for one in common if one in each]
        if not common:
            break
    return common or []


def _lines(values: Axes, report: Report) -> None:
    orthogonal = values.lines == "orthogonal"
    if values.men_sideways and not orthogonal:
        report("men_sideways", "a man on diagonals has no sideways step; it needs lines = orthogonal")
    if orthogonal and values.capture_lines == "all":
        report(
            "capture_lines",
            "where pieces step straight they capture straight; only same fits",
        )


def _straight(values: Axes, report: Report) -> None:
    """Straight steps leave the squares of one colour."""
    straight = any(line in ORTHOGONALS for ways_of in steps(values) for line in ways_of)
    if straight and values.squares == "dark":
        axis = next((axis for axis in ("man_steps", "king_steps") if values[axis]), "lines")
        report(axis, "orthogonal steps lead to light squares; they need squares = all")


def _diagonal(values: Axes, report: Report) -> None:
    """Diagonal steps and captures stay on them."""
    if values.squares == "all" and not any(line in ORTHOGONALS for line in ways(values).every):
        report(
            next((axis for axis in LISTS if values[axis]), "squares"),
            "diagonal steps stay on the squares of one colour; all squares need lines = orthogonal",
        )


def _onward(values: Axes, report: Report) -> None:
    if values.man_steps and not any(NAMED[way][1] > 0 for way in values.man_steps):
        report("man_steps", "men that never step forward come nowhere; name at least one way forward")


OPPOSITES = {"forward": "back", "left": "right", "forward_left": "back_right", "forward_right": "back_left"}


def _kings(axis: Literal["king_steps", "king_captures"], values: Axes, report: Report) -> None:
    """Kings have no front: what White's may do, Black's may, turned half round."""
    named = values.king_steps if axis == "king_steps" else values.king_captures
    for one, other in OPPOSITES.items():
        missing = {one, other} - set(named)
        if len(missing) == 1:
            (opposite,) = missing
            way = one if opposite == other else other
            report(
                axis,
                "a king goes the same ways for both sides; with {way} it needs {opposite}",
                way=way,
                opposite=opposite,
            )


def _corner(values: Axes, report: Report) -> None:
    odd = values.files % 2 == 1
    if odd and values.dark_corner == "right" and values.squares == "dark":
        report("dark_corner", "with an odd number of files both corners have the colour of the left one")


def _missing(axis: Literal["setup", "crown_squares"], values: Axes, report: Report) -> None:
    items = values.setup if axis == "setup" else values.crown_squares
    for item in places.missing(items, Squares(values)) if items else ():
        report(axis, "{item} names no playing squares of this board", item=quoted(item))


def _places(values: Axes, report: Report) -> None:
    """Listed squares must be there for both sides, and nobody may stand where he is crowned."""
    if values.crown == "never" and values.crown_squares:
        report("crown_squares", "where crown = never no square crowns")
    turns = values.squares == "all" or (values.files + values.ranks) % 2 == 0
    if not turns and (values.crown_squares or (values.setup and not places.turn_of(values.setup))):
        axis = "crown_squares" if values.crown_squares else "setup"
        report(
            axis, "turned half round, the dark squares of this board are light ones; Black has no such list"
        )
    if turns and (values.setup or values.crown_squares):
        _standing(values, Squares(values), report)


def _standing(values: Axes, squares: Squares, report: Report) -> None:
    turn = places.turn_of(values.setup)
    if turn and turn != values.first_player[0].upper():
        report("setup", "its side to move is not the one that first_player names")
    standing = squares.starting
    if not turn and len(standing) < 2 * len(places.cells(values.setup, squares)):
        report("setup", "White's squares and Black's, the same turned half round, overlap")
    if not all(map(squares.setup, Side)):
        report("setup", "each side needs at least one piece")
    for side in Side:
        crowned = set(squares.last_row(side)) & {
            cell for cell, piece in standing.items() if piece == side.letter.lower()
        }
        if crowned:
            name = squares.algebraic(min(crowned))
            report("setup", "the man on {square} would stand where he is crowned", square=name)


def _setup(values: Axes, report: Report) -> None:
    if values.setup:
        return
    needed = 2 * (values.setup_rows + values.setup_gap) + 1
    ranks = values.ranks
    if needed > ranks:
        report(
            "setup_rows",
            "the set-up needs {needed} ranks, one of them empty; the board has {ranks}",
            needed=needed,
            ranks=ranks,
        )


def _towers(values: Axes, report: Report) -> None:
    if values.captured != "under":
        return
    if values.enforcement != "strict":
        report("enforcement", "where captured = under nothing leaves the board, so nothing can be huffed")
    if values.doors:
        report("doors", "towers and trapdoors do not go together: every stone of a tower stays on the board")


def _doors(values: Axes, report: Report) -> None:
    if not values.doors:
        return
    if values.enforcement != "strict":
        report("enforcement", "with doors a capture is tested before the spin; only strict fits")
    if not values.must_capture:
        report("must_capture", "with doors a capture takes the place of the spin; it cannot be optional")


def _layout(values: Axes, report: Report) -> None:
    squares = Squares(values)
    seen: dict[str, str] = {}
    for slider in doors.sliders(values.doors):
        for door in (slider.left, slider.right):
            if squares.find(door) is None:
                report("doors", "{name}: {door} is not a playing square", name=slider.name, door=quoted(door))
            elif door in seen:
                taken = {"door": door, "owner": seen[door]}
                report("doors", "{name}: {door} already belongs to {owner}", name=slider.name, **taken)
            seen[door] = slider.name
        if slider.left[:1] > slider.right[:1]:
            report("doors", "{name}: its left door lies to the right of its right door", name=slider.name)
    _rows(values, squares, report)


def _rows(values: Axes, squares: Squares, report: Report) -> None:
    """Knobs sit left and right of the board, so a row has room for two."""
    cells = [(slider.name, squares.find(slider.left)) for slider in doors.sliders(values.doors)]
    rows = [(name, cell // squares.files) for name, cell in cells if cell is not None]
    for number, (name, row) in enumerate(rows):
        if sum(other == row for _, other in rows[:number]) >= 2:
            pattern = "{name}: row {row} has two sliders already, one left and one right of the board"
            report("doors", pattern, name=name, row=row + 1)


def _spinner(values: Axes, report: Report) -> None:
    black, green, orange = values.spinner
    if black == 0:
        report("spinner", "black, the first weight, must be at least 1: without it no piece ever moves")
    if green + orange == 0 and values.doors:
        report("spinner", "green and orange are both 0, so no door could ever move")
    colours = {slider.colour for slider in doors.sliders(values.doors)}
    if colours == {"orange"} and green:
        report("spinner", "the wheel can stop on green, but no slider is green; its second weight must be 0")
    if colours == {"green"} and orange:
        report("spinner", "the wheel can stop on orange, but no slider is orange; its third weight must be 0")


def _huff(values: Axes, report: Report) -> None:
    if values.enforcement == "strict":
        return
    if not values.must_capture and not values.must_continue:
        word = values.enforcement
        report("enforcement", "{word} punishes a missed capture, but nothing is compulsory", word=word)
    if values.enforcement == "huff" and not values.remedies:
        report("remedies", "huff needs at least one remedy")


def _idle(axis: str, values: Axes, report: Report) -> None:
    if values[axis] != BY_NAME[axis].default and not applies(axis, values):
        value = str(values[axis]).lower()
        report(axis, "{value} has no meaning without {needed}", value=value, needed=NEEDS[axis])


def _repetition(values: Axes, report: Report) -> None:
    if values.draw_repetition == 1:
        report("draw_repetition", "1 would end every game at its first position; 0 means never, 3 is usual")


def _kingless(values: Axes, report: Report) -> None:
    if values.crown != "never":
        return
    if values.goal == "breakthrough":
        report("goal", "where crown = never nobody breaks through")
    if values.scoring == "kings":
        report("scoring", "where crown = never there are no kings to score")


def _bare(values: Axes, report: Report) -> None:
    if values.bare_loses and values.goal != "win":
        report(
            "bare_loses",
            "a single piece loses only where the goal is to win; goal is {goal}",
            goal=values.goal,
        )
    if values.bare_loses and values.captured == "under":
        report("bare_loses", "with captured = under a single tower may hold the whole set")


TESTS: tuple[Test, ...] = (
    _lines,
    _straight,
    _diagonal,
    _onward,
    partial(_kings, "king_steps"),
    partial(_kings, "king_captures"),
    _corner,
    partial(_missing, "setup"),
    partial(_missing, "crown_squares"),
    _places,
    _setup,
    _kingless,
    _bare,
    _towers,
    _doors,
    _layout,
    _spinner,
    _huff,
    *(partial(_idle, axis) for axis in NEEDS),
    _repetition,
)
