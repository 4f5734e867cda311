"""Lowering the law beside the moves: offences, endings and dice, as search and tables want them."""

from __future__ import annotations

from typing import TypedDict

from crowned.rules.axes import BY_NAME
from crowned.rules.spec import Spec


class SearchRules(TypedDict):
    """The keywords of the core's Searcher."""

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


def search_rules(spec: Spec) -> SearchRules:
    remedies = spec.remedies
    return SearchRules(
        enforcement=BY_NAME["enforcement"].choices.index(spec.enforcement),
        may_take_back="takeback" in remedies,
        may_accept="accept" in remedies,
        may_huff="huff" in remedies,
        huff_moved_piece=spec.huff_target == "moved_piece",
        huff_is_move=spec.huff_is_move,
        kings_score=spec.scoring == "kings",
        last_fall_draws=spec.last_fall == "draw",
        no_progress=spec.draw_no_progress * (2 if spec.draw_counter_unit == "move" else 1),
        spinner=list(spec.spinner),
    )


def offences_gain(spec: Spec) -> bool:
    """Whether a wrong move can be worth its price: nobody may have it taken back."""
    if spec.enforcement == "huff":
        return "takeback" not in spec.remedies
    return spec.enforcement == "auto_huff"
