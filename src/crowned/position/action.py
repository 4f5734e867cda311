"""Actions: whatever an actor may do in a game. Small frozen values, each with the text that names it."""

from __future__ import annotations

from typing import ClassVar, Literal

from crowned._native import Move
from crowned.base import Side
from crowned.position.value import Value

SpinResult = Literal["black", "green", "orange"]
SPIN_RESULTS: tuple[SpinResult, ...] = ("black", "green", "orange")
"""In the order of the spinner's weights."""


class MoveAction(Value):
    """A move of a piece, or a slide of a knob."""

    kind: ClassVar[str] = "move"
    move: Move

    @property
    def text(self) -> str:
        return self.move.text


class Spin(Value):
    """The spinner stops. Chance acts here, not a player; `Game.spin` rolls for it."""

    kind: ClassVar[str] = "spin"
    result: SpinResult

    @property
    def text(self) -> str:
        return f"spin {self.result}"


class OnSquare(Value):
    """An action that points at one square."""

    kind: ClassVar[str] = ""
    square: str

    @property
    def text(self) -> str:
        return f"{self.kind} {self.square}"


class Huff(OnSquare):
    """Take off the piece that missed a capture."""

    kind: ClassVar[str] = "huff"


class Touch(OnSquare):
    """Touch a piece: where touch-move holds, it must then move if it has a correct move."""

    kind: ClassVar[str] = "touch"


class Adjust(OnSquare):
    """Announce that a piece is only being put straight."""

    kind: ClassVar[str] = "adjust"


class Plain(Value):
    """An action without an object; its text is one or two fixed words."""

    kind: ClassVar[str] = ""

    @property
    def text(self) -> str:
        return self.kind.replace("_", " ")


class TakeBack(Plain):
    """Demand that the wrong move be taken back and a correct one made."""

    kind: ClassVar[str] = "takeback"


class Accept(Plain):
    """Let an offence pass."""

    kind: ClassVar[str] = "accept"


class ClaimDraw(Plain):
    kind: ClassVar[str] = "claim_draw"


class OfferDraw(Plain):
    kind: ClassVar[str] = "offer_draw"


class AgreeDraw(Plain):
    kind: ClassVar[str] = "agree_draw"


class DeclineDraw(Plain):
    kind: ClassVar[str] = "decline_draw"


class Resign(Plain):
    kind: ClassVar[str] = "resign"


AdjudicationReason = Literal["time", "abandoned", "adjudicated"]
ADJUDICATIONS: tuple[AdjudicationReason, ...] = ("time", "abandoned", "adjudicated")


class Adjudicate(Value):
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
