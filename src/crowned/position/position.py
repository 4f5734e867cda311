"""Position: the native core's immutable value, with what needs the ruleset's data beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crowned import _native
from crowned.base import Side
from crowned.position.mirror import mirrored

if TYPE_CHECKING:
    from crowned.position.ruleset import Ruleset, RulesetLike

Painter = Callable[["Position"], str]
Reader = Callable[["Position", str], _native.Move]
_painters: list[Painter] = []
_readers: list[Reader] = []


def register_painters(letters: Painter, svg: Painter) -> None:
    """Let these functions draw positions when printed and in a notebook; who draws is above this layer."""
    _painters[:] = [letters, svg]


def register_reader(find_move: Reader) -> None:
    """Let this function find the moves that texts name; who reads is above this layer."""
    _readers[:] = [find_move]


class Position(_native.Position):
    """What stands where and whose turn it is, under the rules of one ruleset: a value without history."""

    if TYPE_CHECKING:

        @property
        def rules(self) -> Ruleset: ...

    @classmethod
    def from_fen(cls, rules: RulesetLike, fen: str) -> Position:
        """Read a position text; FenError lists everything that is wrong with it."""
        from crowned.position.ruleset import ruleset  # noqa: PLC0415  rulesets are made of positions

        return ruleset(rules).read(fen)

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

    def mirrored(self) -> Position:
        """The same position seen by the other player, colours exchanged."""
        return mirrored(self)

    def _played(self, text: str) -> Position:
        """The core hands whatever is no move over to this."""
        if not isinstance(text, str):
            raise TypeError(f"a move or its text can be played, not {type(text).__name__}")
        return self.play(_readers[0](self, text))

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[object, ...]]:
        return _placed, (self.rules, self.pieces(), self.side, self.knobs, self.spin)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __str__(self) -> str:
        """The board in letters, and the position text."""
        return _painters[0](self) if _painters else self.fen

    def _repr_svg_(self) -> str | None:
        return _painters[1](self) if _painters else None


def _placed(rules: Ruleset, pieces: dict[str, str], turn: Side, knobs: str, spin: str | None) -> Position:
    """A position out of a pickle."""
    return rules.place(pieces, turn, knobs, spin)


_native.use_position_class(Position)
