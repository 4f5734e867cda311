"""Who plays which colour where nobody chose: what the ruleset says of it."""

from __future__ import annotations

import secrets
from typing import Literal

from crowned.rules.spec import Spec


def usual_side(spec: Spec) -> Literal["first", "random"]:
    """Of who makes a game: by lot where the rules draw lots, else he begins."""
    return "random" if spec.first_by == "lot" else "first"


def swaps(spec: Spec) -> bool:
    """Whether the colours change for the next game.

    Rules that draw lots draw them anew, unless they say that players swap. Players swap as well who take
    turns at beginning, or have no rule about it: else the same one would begin every time.
    """
    drawn = spec.first_by == "lot" and spec.rematch == "free"
    return secrets.choice((True, False)) if drawn else True
