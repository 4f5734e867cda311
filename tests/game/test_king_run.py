"""The limit on moving the same king again and again while one still has men."""

from __future__ import annotations

import pytest

from crowned import Game, IllegalMove, Position, Ruleset, ruleset, ruleset_ids

LIMITED = [name for name in ruleset_ids() if ruleset(name).spec.king_run_limit]


@pytest.fixture(params=LIMITED)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return ruleset(request.param)


BLACK = ("1-6", "6-11", "11-16")
"""Three quiet moves of a black man, out of everybody's way."""


def shuffled(rules: Ruleset, fen: str, *white: str) -> Game:
    game = Game(rules, Position.from_fen(rules, fen))
    for own, other in zip(white, BLACK, strict=True):
        game.play(own)
        game.play(other)
    return game


def sources(game: Game) -> set[str | None]:
    return {move.source for move in game.moves()}


def test_there_is_a_game_with_the_limit() -> None:
    assert LIMITED


def test_a_king_rests_after_its_run(rules: Ruleset) -> None:
    assert rules.spec.king_run_limit == 3
    game = shuffled(rules, "W:WK48,32:B1", "48-43", "43-48", "48-43")
    assert sources(game) == {"32"}
    with pytest.raises(IllegalMove) as caught:
        game.play("43-48")
    assert caught.value.verdict is not None
    assert getattr(caught.value.verdict, "reason", "") == "king_run_limit"


def test_another_piece_ends_the_run(rules: Ruleset) -> None:
    game = shuffled(rules, "W:WK48,32:B1", "48-43", "32-28", "43-48")
    assert sources(game) == {"48", "28"}


def test_another_king_begins_its_own_run(rules: Ruleset) -> None:
    game = shuffled(rules, "W:WK48,K46,32:B1", "48-43", "43-48", "46-41")
    assert {"48", "41"} <= sources(game)


def test_a_side_of_kings_alone_is_free(rules: Ruleset) -> None:
    game = shuffled(rules, "W:WK48:B1", "48-43", "43-48", "48-43")
    assert sources(game) == {"43"}
