"""Actions: whatever an actor may do in a game. Small frozen values, each with the text that names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from crowned._native import Move
from crowned.base import Side

SpinResult = Literal["black", "green", "orange"]
SPIN_RESULTS: tuple[SpinResult, ...] = ("black", "green", "orange")
"""In the order of the spinner's weights."""


@dataclass(frozen=True, slots=True)
class MoveAction:
    """A move of a piece, or a slide of a knob."""

    kind: ClassVar[str] = "move"
    move: Move

    @property
    def text(self) -> str:
        return self.move.text


@dataclass(frozen=True, slots=True)
class Spin:
    """The spinner stops. Chance acts here, not a player; `Game.spin` rolls for it."""

    kind: ClassVar[str] = "spin"
    result: SpinResult

    @property
    def text(self) -> str:
        return f"spin {self.result}"


@dataclass(frozen=True, slots=True)
class OnSquare:
    """An action that points at one square."""

    kind: ClassVar[str] = ""
    square: str

    @property
    def text(self) -> str:
        return f"{self.kind} {self.square}"


@dataclass(frozen=True, slots=True)
class Huff(OnSquare):
    """Take off the piece that missed a capture."""

    kind: ClassVar[str] = "huff"


@dataclass(frozen=True, slots=True)
class Touch(OnSquare):
    """Touch a piece: where touch-move holds, it must then move if it has a correct move."""

    kind: ClassVar[str] = "touch"


@dataclass(frozen=True, slots=True)
class Adjust(OnSquare):
    """Announce that a piece is only being put straight."""

    kind: ClassVar[str] = "adjust"


@dataclass(frozen=True, slots=True)
class Plain:
    """An action without an object; its text is one or two fixed words."""

    kind: ClassVar[str] = ""

    @property
    def text(self) -> str:
        return self.kind.replace("_", " ")


@dataclass(frozen=True, slots=True)
class TakeBack(Plain):
    """Demand that the wrong move be taken back and a correct one made."""

    kind: ClassVar[str] = "takeback"


@dataclass(frozen=True, slots=True)
class Accept(Plain):
    """Let an offence pass."""

    kind: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class ClaimDraw(Plain):
    kind: ClassVar[str] = "claim_draw"


@dataclass(frozen=True, slots=True)
class OfferDraw(Plain):
    kind: ClassVar[str] = "offer_draw"


@dataclass(frozen=True, slots=True)
class AgreeDraw(Plain):
    kind: ClassVar[str] = "agree_draw"


@dataclass(frozen=True, slots=True)
class DeclineDraw(Plain):
    kind: ClassVar[str] = "decline_draw"


@dataclass(frozen=True, slots=True)
class Resign(Plain):
    kind: ClassVar[str] = "resign"


AdjudicationReason = Literal["time", "abandoned", "adjudicated"]


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """An end from outside the board: the clock, a player who left, an arbiter. No player can do it."""

    kind: ClassVar[str] = "adjudicate"
    winner: Side | None
    reason: AdjudicationReason

    @property
    def text(self) -> str:
        return f"adjudicate {'draw' if self.winner is None else self.winner.name_key} {self.reason}"


Action = (
    MoveAction
    | Spin
    | Huff
    | TakeBack
    | Accept
    | Touch
    | Adjust
    | ClaimDraw
    | OfferDraw
    | AgreeDraw
    | DeclineDraw
    | Resign
    | Adjudicate
)

PLAIN_ACTIONS: dict[str, Action] = {
    action.text: action
    for action in (
        TakeBack(),
        Accept(),
        ClaimDraw(),
        OfferDraw(),
        AgreeDraw(),
        DeclineDraw(),
        Resign(),
    )
}
"""Text -> action, for the actions that are nothing but their text."""
