"""What games of a batch may begin with: rules that the core's boards can follow, and a position of theirs."""

from __future__ import annotations

from functools import lru_cache

from crowned.base import BadInput
from crowned.game import Game
from crowned.position import Position, Ruleset


def check_start(rules: Ruleset, start: Position) -> None:
    """Games need a position of their own rules in which there is something to play for."""
    if uncounted(start.rules).fingerprint != uncounted(rules).fingerprint:
        raise BadInput(f"the position belongs to {start.rules!r}, the boards to {rules!r}")
    if Game(rules, rules.read(start.fen) if start.rules is not rules else start).outcome is not None:
        raise BadInput(f"nothing is left to play for in {start.fen}")


@lru_cache(64)
def uncounted(rules: Ruleset) -> Ruleset:
    """The rules without counts by material: batches know draws without progress and by repetition only."""
    return rules.with_options(draw_counts=()) if rules.spec.counts else rules
