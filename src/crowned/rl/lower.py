"""Lowering for batches of games: what a ruleset says beyond moves, as the core wants it."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

from crowned.base import BadInput
from crowned.game import Game
from crowned.position import Position, Ruleset
from crowned.position.law import search_rules
from crowned.rules.spec import Spec


class BatchRules(TypedDict):
    """Keywords of the core's Batch, all of them from the ruleset."""

    enforcement: int
    may_take_back: bool
    may_accept: bool
    may_huff: bool
    huff_moved_piece: bool
    huff_is_move: bool
    kings_score: bool
    last_fall_draws: bool
    no_progress: int
    spinner: list[int]
    repetition: int
    claims: bool
    king_run: int


def batch_rules(spec: Spec) -> BatchRules:
    return BatchRules(
        **search_rules(spec),
        repetition=spec.draw_repetition,
        claims=spec.draw_by == "claim",
        king_run=spec.king_run_limit,
    )


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
