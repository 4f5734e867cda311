"""The count that leads to a draw, as a player is told of it."""

from __future__ import annotations

import pytest

from crowned import Game, Position, ruleset
from crowned.protocols.views import Lang
from crowned.rules import catalog
from crowned.server.rooms.state import countdown_view

COUNTING = [name for name in catalog.ids() if any(one.number for one in catalog.load(name).counts)]


def test_there_are_games_with_counts() -> None:
    assert len(COUNTING) >= 3


@pytest.mark.parametrize("lang", ["de", "nl", "en"])
def test_nothing_is_told_at_the_start(lang: Lang) -> None:
    for name in catalog.ids():
        assert countdown_view(Game(ruleset(name)).state, lang) is None


def test_material_is_counted_at_once_and_ends_with_the_draw() -> None:
    rules = ruleset("international", draw_repetition=0)
    game = Game(rules, Position.from_fen(rules, "W:WK49,K47,K48:BK5"))
    told = countdown_view(game.state, "en")
    assert told is not None
    assert (told.moves, told.claimed) == (16, not rules.spec.draws_by_itself)
    assert "16" in told.text
    game.play("48-43")
    game.play("5-10")
    told = countdown_view(game.state, "de")
    assert told is not None
    assert told.moves == 15


def test_moves_without_progress_are_told_when_half_of_them_are_made() -> None:
    rules = ruleset("pinzgau", draw_repetition=0)
    game = Game(rules, Position.from_fen(rules, "W:WKa1:BKh2"))
    limit, plies = rules.spec.no_progress_plies, 0
    there = {"a1": "b2", "b2": "a1", "h2": "g1", "g1": "h2"}
    while countdown_view(game.state, "nl") is None:
        letter, standing = "WB"[plies % 2], game.position.pieces()
        own = next(square for square, one in standing.items() if one == letter)
        game.play(f"{own}-{there[own]}")
        plies += 1
    assert plies == (limit + 1) // 2
    told = countdown_view(game.state, "nl")
    assert told is not None
    assert told.moves == (limit - plies + 1) // 2


@pytest.mark.parametrize(("draw_by", "word"), [("automatic", "claimed"), ("claim", "automatic")])
@pytest.mark.parametrize("lang", ["de", "nl", "en"])
def test_the_players_are_told_whether_this_count_is_claimed(draw_by: str, word: str, lang: Lang) -> None:
    told = []
    for line in ("KK v K 5 each", f"KK v K 5 each {word}"):
        rules = ruleset("international", draw_repetition=0, draw_counts=[line], draw_by=draw_by)
        told.append(countdown_view(Game(rules, Position.from_fen(rules, "W:WK47,K49:BK5")).state, lang))
    assert [view and view.moves for view in told] == [5, 5]
    assert [view and view.claimed for view in told] == [draw_by == "claim", word == "claimed"]
