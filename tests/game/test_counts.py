"""Counts by material: when they begin, what they count, what ends them, and what they decide."""

from __future__ import annotations

import pytest

from crowned import Game, Position, RulesetError, ruleset, ruleset_ids
from crowned.base import LANGS
from crowned.engine import Engine, Limits
from crowned.game.endings import countdowns, plies_until_draw
from crowned.referee import claims
from crowned.rules import prose

COUNTING = [name for name in ruleset_ids() if ruleset(name).spec.counts]


def at(name: str, fen: str, **options: object) -> Game:
    rules = ruleset(name, **options)
    return Game(rules, Position.from_fen(rules, fen))


def shuffle(game: Game, plies: int, *pairs: tuple[str, str]) -> None:
    """Kings to and fro between pairs of squares; White's pair first."""
    for _ in range(plies):
        here, there = pairs[game.position.turn]
        start = here if here in game.position.pieces() else there
        game.play(f"{start}-{there if start == here else here}")


def runs(game: Game) -> list[tuple[str, int]]:
    return [(one.count.text, one.left) for one in countdowns(game.state)]


FREE = {"draw_repetition": 0}
"""Positions that come back would end the game before the count does."""


def test_FMJD_6_3_three_pieces_against_a_king_have_sixteen_moves_each() -> None:
    game = at("international", "W:WK49,K47,K48:BK5", **FREE)
    assert plies_until_draw(game.state) == 32
    shuffle(game, 31, ("48", "43"), ("5", "10"))
    assert game.outcome is None
    assert plies_until_draw(game.state) == 1
    shuffle(game, 1, ("48", "43"), ("5", "10"))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (None, "material_count")


def test_FMJD_6_4_two_against_one_have_five_and_the_count_begins_with_the_material() -> None:
    game = at("international", "W:WK49,K47:BK5,K24", **FREE)
    assert runs(game) == []
    game = at("international", "W:WK47,K49:BK5", **FREE)
    assert runs(game) == [("KK/KM/K v K 5 each", 10)]
    shuffle(game, 10, ("47", "42"), ("5", "10"))
    assert game.outcome is not None
    assert game.outcome.reason == "material_count"


def test_FMJD_6_4_a_mans_step_does_not_begin_the_five_anew() -> None:
    game = at("international", "W:WK47,36:BK5", **FREE)
    shuffle(game, 4, ("47", "42"), ("5", "10"))
    game.play("36-31")
    assert runs(game) == [("KK/KM/K v K 5 each", 5)]
    assert game.state.quiet == 0


def test_FMJD_64_7_2_4_three_kings_must_take_by_their_fifteenth_move() -> None:
    game = at("russian", "W:WKa3,Kc1,Ke1:BKh4", draw_no_progress=0, **FREE)
    assert ("KKK+ v K 15 strong", 15) in runs(game)
    shuffle(game, 2, ("a3", "b4"), ("h4", "g5"))
    assert ("KKK+ v K 15 strong", 14) in runs(game), "only the stronger side's moves count"


def test_FMJD_64_7_2_6_the_material_must_change_within_thirty_moves_each() -> None:
    game = at("russian", "W:WKa3,c3:BKh4,f6", draw_no_progress=0, **FREE)
    assert ("any 4-5 30 each", 60) in runs(game)
    game.play("c3-b4")
    assert ("any 4-5 30 each", 59) in runs(game), "a man's step does not begin it anew"


def test_FMJD_64_7_2_7_a_lone_king_on_the_main_road_shortens_it_to_five() -> None:
    game = at("russian", "W:WKb8,Kc1,Kf8:BKa1", **FREE)
    assert ("KKK/KKM/KMM v K 5 strong road=lone", 5) in runs(game)
    off = at("russian", "W:WKb8,Kc1,Kf8:BKa3", **FREE)
    assert not any("road" in text for text, _ in runs(off))


def test_FPD_3_2_twelve_moves_each_with_a_king_on_the_main_road() -> None:
    rules = ruleset("portuguese")
    assert len(rules.main_road) == 8
    road = sorted(rules.main_road, key=int)[0]
    others = [name for name in map(rules.squares.name, rules.squares.cells) if name not in rules.main_road]
    held = at("portuguese", f"W:WK{road},K{others[0]},K{others[-1]}:BK{others[12]}")
    assert [text for text, _ in runs(held)] == ["KKK v K 12 each road=strong"]


def test_WFD_18_two_kings_have_seven_moves_and_one_against_one_two() -> None:
    assert runs(at("frisian", "W:WK49,K47:BK5")) == [("KK v K 7 strong", 7)]
    assert runs(at("frisian", "W:WK47:BK5")) == [("K v K 2 each", 4)]


def test_in_the_philippine_game_the_lone_king_is_free_after_its_own_twelfth_move() -> None:
    game = at("philippine", "W:WKd1,Kf1,Kh1:BKa2", draw_no_progress=0, **FREE)
    shuffle(game, 23, ("h1", "g2"), ("a2", "b1"))
    assert game.draw_claim is None
    assert runs(game) == [("KKK v K 12 lone", 1)]
    shuffle(game, 1, ("h1", "g2"), ("a2", "b1"))
    assert game.draw_claim == "material_count"
    game.play("claim draw")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == (None, "material_count")


def test_one_against_one_is_decided_at_once_in_the_turkish_game_unless_something_is_to_be_taken() -> None:
    drawn = at("turkish", "W:WKa1:BKh7")
    assert drawn.outcome is not None
    assert (drawn.outcome.winner, drawn.outcome.reason) == (None, "material")
    won = at("turkish", "W:WKa1:Bh7")
    assert won.outcome is not None
    assert won.outcome.winner is not None
    assert won.outcome.winner.name_key == "white"
    assert at("turkish", "W:WKa1:Ba5").outcome is None, "the man can be taken"
    other = at("turkish", "W:WKa1:Bh7", lone="draws")
    assert other.outcome is not None
    assert other.outcome.winner is None


def test_the_brazilian_game_may_count_as_the_russian_does() -> None:
    assert len(ruleset("brazilian").spec.counts) == 1
    idf = ruleset("brazilian", counts="idf").spec
    assert (len(idf.counts), idf["draw_no_progress"]) == (5, 15)


@pytest.mark.parametrize(
    ("name", "option", "figures"),
    [
        ("english", {"counts": "wcdf"}, (3, 40, "man")),
        ("english", {"counts": "acf"}, (4, 50, "man")),
        ("italian", {"repetition": "third"}, (3, 40, "man")),
        ("spanish", {"draw_reset": "crown"}, (3, 20, "crown")),
        ("turkish", {"counts": "tournament"}, (3, 25, "capture")),
    ],
)
def test_figures_on_which_sources_differ_can_be_chosen(
    name: str, option: dict[str, str], figures: tuple[int, int, str]
) -> None:
    spec = ruleset(name, **option).spec
    assert (spec.draw_repetition, spec.draw_no_progress, spec.draw_reset) == figures


def test_king_against_king_may_be_drawn_at_once_in_the_frisian_game() -> None:
    assert at("frisian", "W:WK47:BK10").outcome is None
    drawn = at("frisian", "W:WK47:BK10", king_v_king="at_once")
    assert drawn.outcome is not None
    assert (drawn.outcome.winner, drawn.outcome.reason) == (None, "material")
    assert at("frisian", "W:WK47:BK33", king_v_king="at_once").outcome is None, "a king can be taken"


def test_the_international_sixteen_may_be_five_against_the_holder_of_the_main_road() -> None:
    newer = ("KKK/KKM/KMM v K 5 each road=lone", "KKK/KKM/KMM v K 16 each", "KK/KM/K v K 5 each")
    game = at("international", "W:WK47,K49,K50:BK46", draw_counts=newer, **FREE)
    shuffle(game, 9, ("47", "42"), ("46", "41"))
    assert game.outcome is None
    shuffle(game, 1, ("42", "47"), ("41", "46"))
    assert game.outcome is not None
    assert game.outcome.reason == "material_count"


@pytest.mark.parametrize("name", COUNTING)
def test_the_sheet_and_the_referee_tell_of_the_counts(name: str) -> None:
    rules = ruleset(name)
    said = {prose.sentence(rules.spec, "draw_counts", lang) for lang in LANGS}
    assert len(said) == len(LANGS)
    claimed = rules.with_options(draw_by="claim")
    assert claims(Game(claimed)).draw is None


@pytest.mark.parametrize(
    ("name", "fen", "pairs", "number", "clause"),
    [
        ("international", "W:WK47,K49:BK5", (("47", "42"), ("5", "10")), 5, "FMJD 6.4"),
        ("pool", "W:WKa1,Kc1,Ke1:BKh2", (("a1", "b2"), ("h2", "g1")), 13, "custom"),
    ],
)
def test_the_end_names_the_count_that_brought_it_and_its_clause(
    name: str, fen: str, pairs: tuple[tuple[str, str], ...], number: int, clause: str
) -> None:
    game = at(name, fen, draw_no_progress=0, **FREE)
    while game.outcome is None:
        shuffle(game, 1, *pairs)
    count = next(one for one in game.rules.spec.counts if one.number == number)
    assert clause in game.outcome.clauses
    for lang in LANGS:
        assert game.outcome.text(lang).endswith(f" {prose.count_sentence(count, game.rules.spec, lang)}.")


def test_an_end_at_once_names_the_material_that_decides() -> None:
    won = at("turkish", "W:WKa1:Bh7")
    assert won.outcome is not None
    assert won.outcome.text("en").endswith(
        "1 king against 1 man: the stronger side wins at once, if nothing can be captured."
    )
    assert at("turkish", "W:WKa1:BKh7").outcome != won.outcome


def test_what_the_players_do_of_themselves_rests_on_no_clause() -> None:
    game = at("international", "W:WK47,K49:BK5")
    game.play("resign")
    assert game.outcome is not None
    assert game.outcome.clauses == ()


def test_a_count_may_be_claimed_where_draws_are_claimed() -> None:
    game = at("international", "W:WK47,K49:BK5", draw_by="claim", **FREE)
    shuffle(game, 10, ("47", "42"), ("5", "10"))
    assert game.outcome is None
    assert game.draw_claim == "material_count"
    assert "FMJD 6.4" in claims(game).clauses
    game.play("claim draw")
    assert game.outcome is not None
    for lang in LANGS:
        assert "{" not in game.outcome.text(lang)


def test_taking_back_an_action_takes_back_the_count() -> None:
    game = at("international", "W:WK47,K49:BK5", **FREE)
    shuffle(game, 3, ("47", "42"), ("5", "10"))
    game.undo(2)
    assert runs(game) == [("KK/KM/K v K 5 each", 9)]
    assert Game.from_dict(game.to_dict(), game.rules).state.tallies == game.state.tallies


@pytest.mark.parametrize("line", ["KKK v K", "KQ v K 3 each", "KKK v K 5 weeks", "any 5 30 each", "x" * 500])
def test_a_line_that_is_no_count_is_refused_with_an_example(line: str) -> None:
    with pytest.raises(RulesetError, match="write one like"):
        ruleset("international", draw_counts=[line])


def test_a_count_can_be_switched_off() -> None:
    assert ruleset("international", draw_counts="none").spec.counts == ()
    assert runs(at("international", "W:WK47,K49:BK5", draw_counts=())) == []


def test_the_engine_knows_how_little_is_left_of_a_count() -> None:
    """Two plies before the draw it rather gives a king than let the count run out."""
    game = at("international", "W:WK47,K49,K48:BK5", **FREE)
    calm = Engine(game.rules, seed=1).search(game, Limits(depth=4)).lines[0].moves
    shuffle(game, 30, ("48", "43"), ("5", "10"))
    hurried = Engine(game.rules, seed=1).search(game, Limits(depth=4)).lines[0].moves
    assert not any(move.captures for move in calm[:2])
    assert any(move.captures for move in hurried[:2])
