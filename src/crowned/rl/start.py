"""What games of a batch may begin with: rules that the core's boards can follow, and a position of theirs."""

from __future__ import annotations

from crowned.base import BadInput
from crowned.game import Game
from crowned.position import Position, Ruleset


def check_start(rules: Ruleset, start: Position) -> None:
    """Games need a position of their own rules in which there is something to play for."""
    if start.rules.fingerprint != rules.fingerprint:
        raise BadInput(f"the position belongs to {start.rules!r}, the boards to {rules!r}")
    if Game(rules, rules.read(start.fen) if start.rules is not rules else start).outcome is not None:
        raise BadInput(f"nothing is left to play for in {start.fen}")


def followed(rules: Ruleset) -> Ruleset:
    """The rules, if the boards can follow them: on these the turn never goes back for a choice."""
    if rules.spec.huff_choice == "offender":
        raise BadInput(
            "on these boards the opponent picks the piece to huff; huff_choice = offender cannot be played"
        )
    return rules
