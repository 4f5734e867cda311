"""The words after a count: plies of both, what is kept, what begins it anew, and whether it is claimed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowned import Game, IllegalMove, RulesetError, ruleset, ruleset_ids
from crowned.base import LANGS
from crowned.engine import Engine, Limits
from crowned.game.endings import plies_left, plies_until_draw
from crowned.referee import claims
from crowned.rules import counts, prose
from crowned.rules.faults import Faults
from tests.game.test_counts import at, runs, shuffle

FREE = {"draw_repetition": 0, "draw_no_progress": 0}
TO_AND_FRO = (("47", "42"), ("5", "10"))


def counted(fen: str, *lines: str, name: str = "international", **options: object) -> Game:
    return at(name, fen, draw_counts=list(lines), **{**FREE, **options})


# ---- plies


@pytest.mark.parametrize("plies", [6, 7])
def test_a_number_of_plies_counts_the_moves_of_both(plies: int) -> None:
    game = counted("W:WK47,K49:BK5", f"KK v K {plies} plies")
    shuffle(game, plies - 1, *TO_AND_FRO)
    assert game.outcome is None
    assert plies_until_draw(game.state) == 1
    shuffle(game, 1, *TO_AND_FRO)
    assert game.outcome is not None
    assert game.outcome.reason == "material_count"


def test_pieces_may_be_counted_for_a_number_of_plies() -> None:
    game = counted("W:WK47,K49:BK5,K6", "any 4-5 3 plies")
    shuffle(game, 2, *TO_AND_FRO)
    assert game.outcome is None
    shuffle(game, 1, *TO_AND_FRO)
    assert game.outcome is not None


# ---- kept


def offered(moves: int, *lines: str) -> Game:
    """Three kings against one for so many moves of each; the last gives one of the three."""
    game = counted("W:WK47,K48,K49:BK5", *lines)
    shuffle(game, 2 * (moves - 1), ("49", "44"), ("5", "10"))
    game.play("48-37")
    game.play(next(move.text for move in game.position.moves() if move.captures))
    return game


@pytest.mark.parametrize(("moves", "left"), [(3, 10), (11, 10), (13, 6), (15, 2)])
def test_a_count_that_is_kept_has_no_more_left_than_the_one_before(moves: int, left: int) -> None:
    """After 13 of 16 moves three are left and not five; after three moves it is five."""
    kept = offered(moves, "KKK v K 16 each", "KK/K v K 5 each kept")
    fresh = offered(moves, "KKK v K 16 each", "KK/K v K 5 each")
    assert [number for _, number in runs(kept)] == [left]
    assert [number for _, number in runs(fresh)] == [10]


def test_a_capture_on_the_last_move_of_the_count_before_comes_too_late() -> None:
    game = offered(16, "KKK v K 16 each", "KK/K v K 5 each kept")
    assert game.outcome is not None
    assert game.outcome.reason == "material_count"
    assert offered(16, "KKK v K 16 each", "KK/K v K 5 each").outcome is None


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        ("16 each", "9 plies kept", 6),
        ("16 each", "5 strong kept", 3),
        ("16 strong", "5 strong kept", 3),
        ("16 strong", "5 lone kept", 3),
        ("16 lone", "5 each kept", 6),
        ("27 plies", "5 strong kept", 1),
    ],
)
def test_what_is_kept_is_reckoned_in_the_unit_of_the_new_count(before: str, after: str, left: int) -> None:
    game = offered(13, f"KKK v K {before}", f"KK/K v K {after}")
    assert runs(game) == [(f"KK/K v K {after}", left)]


def test_the_count_that_has_least_left_is_kept_and_pieces_in_all_are_none() -> None:
    lines = ("KKK v K 20 each", "KKK+ v K 16 each", "any 4-5 14 each", "KK/K v K 5 each kept")
    assert runs(offered(13, *lines)) == [("KK/K v K 5 each kept", 6)]


def test_the_newer_wording_of_the_federation_is_an_option() -> None:
    newer = ruleset("international", counts="newer").spec
    assert newer.draw_counts[-1] == "KK/KM/K v K 5 each kept"
    assert (
        ruleset("international", counts="fmjd").spec.fingerprint == ruleset("international").spec.fingerprint
    )
    assert newer.clauses("draw_counts") == ("FMJD 6.3", "FMJD 6.4")


@pytest.mark.parametrize("name", ["antidraughts", "breakthrough", "damii", "frisian", "killer"])
def test_games_with_counts_of_their_own_do_not_offer_it(name: str) -> None:
    with pytest.raises(RulesetError, match="no such option"):
        ruleset(name, counts="newer")


# ---- man


def test_a_mans_move_begins_a_count_anew_where_it_says_so() -> None:
    game = counted("W:WK47,36:BK5", "KM v K 5 each man")
    shuffle(game, 4, *TO_AND_FRO)
    assert plies_left(game.state) is None, "with a man nothing is certain"
    game.play("36-31")
    assert runs(game) == [("KM v K 5 each man", 10)]
    shuffle(game, 9, *TO_AND_FRO)
    assert game.outcome is None
    shuffle(game, 1, *TO_AND_FRO)
    assert game.outcome is not None


def test_a_step_aside_that_a_man_can_take_back_begins_nothing_anew() -> None:
    game = counted("W:WKa1,c3:BKh7", "KM v K 5 each man", name="turkish")
    for move, left in (("c3-d3", 9), ("h7-h8", 8), ("d3-d4", 10)):
        game.play(move)
        assert runs(game) == [("KM v K 5 each man", left)]


def test_a_count_of_pieces_may_begin_anew_with_a_mans_move() -> None:
    game = counted("W:WKa3,c3:BKh4,f6", "any 4-5 30 each man", name="russian")
    game.play("a3-b4")
    game.play("h4-g5")
    assert runs(game)[0][1] == 58
    game.play("c3-d4")
    assert runs(game)[0][1] == 60


# ---- claimed and automatic


def test_a_count_may_have_to_be_claimed_though_other_draws_come_by_themselves() -> None:
    game = counted("W:WK47,K49:BK5", "KK v K 5 each claimed")
    shuffle(game, 9, *TO_AND_FRO)
    with pytest.raises(IllegalMove, match="no reason yet"):
        game.play("claim draw")
    shuffle(game, 1, *TO_AND_FRO)
    assert (game.outcome, game.draw_claim) == (None, "material_count")
    told = claims(game)
    assert told.draw == "material_count"
    game.play("claim draw")
    assert game.outcome is not None
    assert game.outcome.count is game.rules.spec.counts[0]


def test_a_count_may_come_by_itself_though_other_draws_are_claimed() -> None:
    game = counted("W:WK47,K49:BK5", "KK v K 5 each automatic", draw_by="claim")
    shuffle(game, 9, *TO_AND_FRO)
    assert (game.outcome, game.draw_claim) == (None, None)
    shuffle(game, 1, *TO_AND_FRO)
    assert game.outcome is not None
    assert game.outcome.reason == "material_count"


def test_a_draw_that_nobody_claims_leaves_the_next_count_to_decide() -> None:
    game = counted("W:WK47,K49:BK5", "KK v K 2 each claimed", "KK v K 4 each")
    shuffle(game, 7, *TO_AND_FRO)
    assert (game.outcome, game.draw_claim) == (None, "material_count")
    shuffle(game, 1, *TO_AND_FRO)
    assert game.outcome is not None
    assert game.outcome.count is game.rules.spec.counts[1]


@pytest.mark.parametrize(("draw_by", "word"), [("automatic", "claimed"), ("claim", "automatic")])
def test_the_sheet_says_where_a_count_is_not_as_the_other_draws(draw_by: str, word: str) -> None:
    plain = counted("W:WK47,K49:BK5", "KK v K 5 each", draw_by=draw_by)
    other = counted("W:WK47,K49:BK5", f"KK v K 5 each {word}", draw_by=draw_by)
    for lang in LANGS:
        sheets = [prose.sentence(game.rules.spec, "draw_by", lang) for game in (plain, other)]
        assert sheets[0] != sheets[1], "the sheet says that it is not always so"


def test_the_search_takes_a_draw_that_can_be_claimed_for_a_draw() -> None:
    """Two plies before it, three kings rather give one than let the count run out."""
    for word in ("claimed", "automatic"):
        game = counted("W:WK47,K49,K48:BK5", f"KKK v K 16 each {word}")
        shuffle(game, 30, ("48", "43"), ("5", "10"))
        hurried = Engine(game.rules, seed=1).search(game, Limits(depth=4)).lines[0].moves
        assert any(move.captures for move in hurried[:2])


# ---- words on lines

WORDED = ("road=lone", "road=strong", *counts.WORDS[2:])


def test_words_may_come_in_any_order_and_are_kept_in_one() -> None:
    rules = ruleset("international", draw_counts=["KK v K 5 each  claimed man road=lone   kept"])
    assert rules.spec.draw_counts == ("KK v K 5 each road=lone kept man claimed",)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("KK v K 5 each claimed automatic", "cannot be both"),
        ("K v K 0 each claimed", "decides at once; claimed"),
        ("K v K 0 plies man", "decides at once; man"),
        ("K v M 0 wins kept", "decides at once; kept"),
        ("K v M 7 wins automatic", "decides at once; automatic"),
        ("any 4-5 30 each kept", "begins anew with the material"),
        ("any 4-5 30 each road=lone", "is no count"),
        ("KK v K 5 each man man", "is no count"),
        ("KK v K 5 each road=lone road=strong", "is no count"),
        ("KK v K claimed 5 each", "is no count"),
    ],
)
def test_words_that_cannot_stand_there_are_refused_in_one_sentence(line: str, why: str) -> None:
    with pytest.raises(RulesetError, match=why) as refused:
        ruleset("international", draw_counts=[line])
    assert len(refused.value.faults) == 1


force = st.text("KM", min_size=1, max_size=4)
heads = st.one_of(
    st.builds(
        "{} v {} {} {}".format,
        force,
        force,
        st.integers(0, 60),
        st.sampled_from(["each", "strong", "lone", "plies", "wins"]),
    ),
    st.builds(
        "any {}-{} {} {}".format,
        st.integers(2, 4),
        st.integers(4, 8),
        st.integers(0, 60),
        st.sampled_from(["each", "plies"]),
    ),
)


@given(heads, st.lists(st.sampled_from(WORDED), max_size=4))
def test_every_line_is_read_or_refused_with_one_fault(head: str, words: list[str]) -> None:
    faults = Faults("a test")
    read = counts.read([" ".join([head, *words])], faults.at("draw_counts"))
    assert (read is None) == (len(faults.lines) == 1)
    if read is None:
        assert words, "without words a line is never refused"
        return
    (count,) = counts.counts(read)
    assert count.text.startswith(head)
    assert sorted(count.text.removeprefix(head).split()) == sorted(words)
    assert counts.read(list(read), faults.at("draw_counts")) == read
    spec = ruleset("international", draw_counts=list(read)).spec
    assert len({prose.count_sentence(count, spec, lang) for lang in LANGS}) == len(LANGS)


def test_no_shipped_count_uses_a_word_unasked() -> None:
    for name in ruleset_ids():
        for count in ruleset(name).spec.counts:
            assert (count.kept, count.man, count.by, count.unit == "plies") == (False, False, "", False)
