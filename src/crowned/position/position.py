"""Position: the native core's immutable value, with what needs the ruleset's data beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crowned import _native
from crowned.base import Side

if TYPE_CHECKING:
    from crowned.position.ruleset import Ruleset

Painter = Callable[["Position"], str]
_painters: list[Painter] = []


def register_painters(letters: Painter, svg: Painter) -> None:
    """Let these functions draw positions when printed and in a notebook; who draws is above this layer."""
    _painters[:] = [letters, svg]


class Position(_native.Position):
    """What stands where and whose turn it is, under the rules of one ruleset: a value without history."""

    if TYPE_CHECKING:

        @property
        def rules(self) -> Ruleset: ...

    @classmethod
    def from_fen(cls, rules: Ruleset, fen: str) -> Position:
        """Read a position text; FenError lists everything that is wrong with it."""
        return rules.read(fen)

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side(self.turn)

    def knob(self, name: str) -> str:
        """Where a slider's knob stands: L, M or R."""
        return self.knobs[list(self.rules.sliders).index(name)]

    @property
    def open_doors(self) -> tuple[str, ...]:
        """The squares through which pieces fall."""
        sliders = self.rules.sliders.values()
        return tuple(s.door(state) for s, state in zip(sliders, self.knobs, strict=True) if state != "M")

    def __str__(self) -> str:
        """The board in letters, and the position text."""
        return _painters[0](self) if _painters else self.fen

    def _repr_svg_(self) -> str | None:
        return _painters[1](self) if _painters else None


_native.use_position_class(Position)
