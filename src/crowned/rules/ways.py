"""In which directions pieces move and capture: four sets, listed or told by the axes for the usual games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from crowned.rules.axes import Axes

Direction = tuple[int, int]
"""File step and rank step; ranks grow away from White."""

DIAGONALS: tuple[Direction, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
ORTHOGONALS: tuple[Direction, ...] = ((0, 1), (-1, 0), (1, 0), (0, -1))

NAMED: dict[str, Direction] = {
    "forward": (0, 1),
    "forward_left": (-1, 1),
    "forward_right": (1, 1),
    "left": (-1, 0),
    "right": (1, 0),
    "back": (0, -1),
    "back_left": (-1, -1),
    "back_right": (1, -1),
}
"""The words of a list, seen by the player who moves; written for White."""


class Ways(NamedTuple):
    """White's directions; Black's are the same turned half round."""

    man_steps: tuple[Direction, ...]
    man_captures: tuple[Direction, ...]
    king_steps: tuple[Direction, ...]
    king_captures: tuple[Direction, ...]

    @property
    def quiet(self) -> tuple[Direction, ...]:
        """Every line along which somebody moves without capturing, to and fro."""
        return both_ways(self.man_steps + self.king_steps)

    @property
    def capturing(self) -> tuple[Direction, ...]:
        return both_ways(self.man_captures + self.king_captures)

    @property
    def every(self) -> tuple[Direction, ...]:
        return both_ways(self.quiet + self.capturing)

    @property
    def men_step_back(self) -> Literal["never", "aside", "always"]:
        """Whether a man can take back his step: never, if it went along his row, or always."""
        both = {(across, up) for across, up in self.man_steps if (-across, -up) in self.man_steps}
        return "always" if any(up for _, up in both) else "aside" if both else "never"


LISTS = Ways._fields
"""The axes that list directions."""


def ways(values: Axes) -> Ways:
    """The four sets: a list where one is given, else what the usual axes say."""
    own = _usual(values)
    capturing = DIAGONALS + ORTHOGONALS if values.capture_lines == "all" else own
    by_men = capturing if values.men_back else onward(capturing, values.men_sideways)
    man_steps, king_steps = steps(values)
    return Ways(
        man_steps,
        _listed(values.man_captures) or by_men,
        king_steps,
        _listed(values.king_captures) or capturing,
    )


def steps(values: Axes) -> tuple[tuple[Direction, ...], tuple[Direction, ...]]:
    """In which directions men and kings move without capturing."""
    own = _usual(values)
    men = _listed(values.man_steps) or onward(own, values.men_sideways)
    return men, _listed(values.king_steps) or own


def _usual(values: Axes) -> tuple[Direction, ...]:
    return DIAGONALS if values.lines == "diagonal" else ORTHOGONALS


def onward(lines: Iterable[Direction], aside: bool) -> tuple[Direction, ...]:
    return tuple(line for line in lines if line[1] > 0 or (line[1] == 0 and aside))


def both_ways(lines: Iterable[Direction]) -> tuple[Direction, ...]:
    used = set(lines) | {(-across, -up) for across, up in lines}
    return tuple(line for line in DIAGONALS + ORTHOGONALS if line in used)


def _listed(words: Iterable[str]) -> tuple[Direction, ...]:
    chosen = {NAMED[word] for word in words}
    return tuple(line for line in DIAGONALS + ORTHOGONALS if line in chosen)
