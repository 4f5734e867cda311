"""Counts with words after them: the search counts on as the referee does, whatever the line says."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import crowned
from crowned import _native
from crowned.base import Side
from crowned.engine.api import NEAR_WIN
from crowned.game.tallies import Tallies, advanced, begun
from crowned.position import Position, Ruleset
from crowned.rules.counts import Count
from tests.engine.test_exact import LEAVES, exact_score, few_pieces, searcher

FREE = {"draw_repetition": 0, "draw_no_progress": 0, "king_run_limit": 0}
STRONG = ("KKK/KKM/KMM", "KKKM/KKMM", "KK/KM", "KKK+", "KM/MM")
WEAK = ("K", "K/M", "KK/KM/K", "KM")
BOARDS = ("international", "russian", "english", "turkish")


def line(dice: Random) -> str:
    """A count that is soon over."""
    unit = dice.choice(("each", "strong", "lone", "plies"))
    words = [word for word in ("kept", "man") if dice.randrange(2)] + dice.choice(
        ([], ["claimed"], ["automatic"])
    )
    if not dice.randrange(5):
        pieces, unit = dice.choice(("2-3", "4-5")), dice.choice(("each", "plies"))
        return " ".join(["any", pieces, "2", unit, *(word for word in words if word != "kept")])
    if not dice.randrange(5):
        words.append(f"road={dice.choice(('lone', 'strong'))}")
    return " ".join([dice.choice(STRONG), "v", dice.choice(WEAK), str(dice.randrange(1, 5)), unit, *words])


def rules_with(name: str, dice: Random) -> Ruleset:
    after = f"KK/KM/K v K/M 2 {dice.choice(('each', 'strong'))} {dice.choice(('kept', 'kept man'))}"
    lines = [*(line(dice) for _ in range(3)), "KKM/KMM/KM v KM/KK/K 9 plies", after, "any 2-5 9 each"]
    return crowned.ruleset(name, draw_counts=lines, **FREE)


def somewhere(position: Position, dice: Random) -> Tallies:
    """The tallies of a game that has come here after a while."""
    pairs = zip(position.rules.spec.counts, begun(position), strict=True)
    return tuple(None if done is None else dice.randrange(count.plies) for count, done in pairs)


def numbers(tallies: Tallies) -> list[int]:
    return [-1 if done is None else done for done in tallies]


def is_reached(counts: tuple[Count, ...], tallies: Tallies) -> bool:
    return any(done is not None and done >= count.plies for count, done in zip(counts, tallies, strict=True))


def expected(engine: _native.Searcher, position: Position, tallies: Tallies, depth: int) -> tuple[int, bool]:
    """One ply by the referee's tallies, the rest by the core; and whether a count ended anything."""
    best, ended = -(1 << 20), False
    for move in position.moves():
        child = position.play(move)
        after = advanced(tallies, child, move, Side(position.turn))
        drawn = child.outcome is None and is_reached(position.rules.spec.counts, after)
        score = 0 if drawn else -engine.plain(child, depth - 1, 0, numbers(after))
        best, ended = max(best, score - (score > NEAR_WIN) + (score < -NEAR_WIN)), ended or drawn
    return best, ended


@pytest.mark.parametrize("name", BOARDS)
def test_the_search_and_the_referee_count_alike(name: str) -> None:
    dice, ended = Random(name), 0
    for _ in range(60):
        rules = rules_with(name, dice)
        engine = searcher(rules)
        for position in islice((p for p in few_pieces(rules, dice.randrange(999)) if p.perft(3) <= 1000), 4):
            tallies = somewhere(position, dice)
            for depth in (1, 2, 3):
                score, by_count = expected(engine, position, tallies, depth)
                told = engine.plain(position, depth, 0, numbers(tallies))
                assert told == score, (rules.spec.draw_counts, position.fen, tallies, depth)
                ended += by_count
    assert ended > 20


@pytest.mark.parametrize("name", BOARDS)
def test_counts_with_words_are_part_of_the_tree(name: str) -> None:
    dice = Random(f"tree {name}")
    for _ in range(6):
        rules = rules_with(name, dice)
        engine = searcher(rules)
        for position in islice(
            (p for p in few_pieces(rules, dice.randrange(999)) if p.perft(4) <= LEAVES), 3
        ):
            tallies = numbers(somewhere(position, dice))
            found = exact_score(engine, position, 4, 0, tallies)
            assert found == engine.plain(position, 4, 0, tallies), (rules.spec.draw_counts, position.fen)


def test_what_is_kept_and_a_mans_move_matter_to_the_search() -> None:
    """The same positions with the words and without: else the tests above would compare little."""
    differing = {"kept": 0, "man": 0}
    lines = ("KKK/KKM/KMM v K 9 each", "KK/KM/K v K 2 each")
    for word in differing:
        plain = crowned.ruleset("russian", draw_counts=[*lines], **FREE)
        worded = crowned.ruleset("russian", draw_counts=[lines[0], f"{lines[1]} {word}"], **FREE)
        engines = [searcher(plain), searcher(worded)]
        for position in islice((p for p in few_pieces(plain, 8) if p.perft(4) <= 3000), 100):
            done = [-1 if one is None else left for one, left in zip(begun(position), (15, 1), strict=True)]
            places = (position, worded.place(position.pieces(), Side(position.turn)))
            scores = {engine.plain(p, 4, 0, done) for engine, p in zip(engines, places, strict=True)}
            differing[word] += len(scores) > 1
    assert all(differing.values()), differing
