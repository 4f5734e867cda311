"""The search for positions in which two rulesets part."""

from __future__ import annotations

import pytest

from crowned.cli.parting import can_part, find_parting, same_board
from crowned.position import Position, ruleset

# ruleset, option, the most pieces a position needs that shows it
SHOWN = {
    "king": ("koenig", {"king": "flying"}, 2),
    "men_back": ("koenig", {"men_back": True}, 2),
    "must_continue": ("koenig", {"must_continue": False}, 3),
    "priority": ("pinzgau", {"majority": True}, 4),
    "landing": ("pinzgau", {"landing": "adjacent"}, 2),
    "landing_must_continue": ("pinzgau", {"landing_must_continue": False}, 3),
    "removal": ("pinzgau", {"removal": "end"}, 5),
    "reversal": ("pinzgau", {"reversal": False}, 3),
    "crown": ("pinzgau", {"crown": "continue_as_king"}, 3),
    "enforcement": ("pinzgau", {"enforcement": "strict"}, 2),
    "remedies": ("koenig", {"remedies": ["huff"]}, 2),
    "huff_target": ("koenig", {"huff_target": "moved_piece"}, 3),
    "huff_is_move": ("koenig", {"huff_is_move": True}, 2),
    "nearest": ("turm", {"nearest": "per_diagonal"}, 3),
    "door_mode": ("valluik", {"door_mode": "snap"}, 2),
    "captive_rank": ("turm", {"captive_rank": "lost"}, 2),
    "goal": ("russian", {"goal": "lose"}, 2),
}


@pytest.mark.parametrize(("axis", "case"), SHOWN.items(), ids=SHOWN.keys())
def test_a_small_position_is_found(axis: str, case: tuple[str, dict[str, object], int]) -> None:
    name, options, most = case
    first, second = ruleset(name), ruleset(name, **options)
    found = find_parting(first, second, (axis,))
    assert found is not None
    assert len(found.first.pieces()) <= most
    assert found.first.pieces() == found.second.pieces()
    assert found.only_first or found.only_second
    assert found.shows == "answers" or said(found.first) != said(found.second)


def said(position: Position) -> object:
    moves = position.moves()
    strict = position.rules.spec.enforcement == "strict"
    after = [position.with_spin(m.spin or position.spin).play(m).fen for m in moves]
    return position.outcome, moves, after, () if strict else position.playable()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("blasen", {"touch_move": False}),
        ("koenig", {"king_name": "dame"}),
        ("russian", {"draw_repetition": 5}),
        ("russian", {"first_player": "black"}),
        ("russian", {"notation": "numeric"}),
    ],
)
def test_what_shows_in_no_position_is_not_searched(name: str, options: dict[str, object]) -> None:
    first, second = ruleset(name), ruleset(name, **options)
    assert not can_part(first, second)
    assert find_parting(first, second, tuple(options)) is None


def test_two_ways_to_punish_part_where_somebody_offends() -> None:
    found = find_parting(ruleset("blasen"), ruleset("pinzgau"), ("enforcement",))
    assert found is not None
    assert found.shows == "answers"
    assert any("takeback" in text for text in found.only_first)
    assert not any("takeback" in text for text in found.only_second)


def test_different_boards() -> None:
    first, second = ruleset("russian"), ruleset("international")
    assert not same_board(first, second)
    assert find_parting(first, second, ("king",)) is None


def test_numbers_and_letters_can_be_compared() -> None:
    found = find_parting(ruleset("russian"), ruleset("english"), ("king",))
    assert found is not None
    assert found.first.pieces().keys() == found.second.pieces().keys()
