"""Tables inside the search: exact scores below the root, and without tables everything as ever."""

from __future__ import annotations

import pytest

import crowned
from crowned.engine.api import BY_TABLE, LIKELY, Limits
from crowned.engine.search import Engine
from crowned.position import Position
from tests.tables.built import folder_with, tables_of

LEAST = 20000
NAMES = ("english", "russian", "koenig")
FOUR_PIECES = {
    "english": ("W:WK1,K6:BK32,9", "W:W22,K6:BK32,K9", "B:WK1,21:BK32,9", "W:W22,21:B12,9"),
    "russian": ("W:WKa1,Kc1:BKh8,a5", "W:Wg3,Kc1:BKh8,Kb8", "B:WKa1,f4:BKh8,b6", "W:Wa5,c5:Bd8,h6"),
    "koenig": ("W:WKa1,Kc1:BKh8,a5", "W:Wg3,Kc1:BKh8,Kb8", "B:WKa1,f4:BKh8,b6", "W:Wa5,c5:Bd8,h6"),
}


def engine_for(name: str, monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.setenv("CROWNED_TABLES", str(folder_with(name, 3)))
    return Engine(crowned.ruleset(name), hash_mb=1, seed=1)


@pytest.mark.parametrize("name", NAMES)
def test_a_capture_into_the_tables_is_worth_what_they_say(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One ply deep: each move into a table has its exact score, seen by a search that is not exact itself."""
    engine = engine_for(name, monkeypatch)
    checked, sizes = 0, set()
    for position in captures(name):
        for move in position.moves():
            value = tables_of(name, 3).value(position.play(move))
            if value is None or value.plies == 0:
                continue
            score = engine.search(position, Limits(depth=1), only=[move]).score.value
            checked += 1
            assert (score < -LEAST, score == 0, score > LEAST) == tuple(
                value.result == result for result in ("win", "draw", "loss")
            )
            if score and not position.play(move).can_capture:
                sizes.add(abs(score))
    assert checked > 5
    assert sizes <= {LIKELY - 1, BY_TABLE - 1}
    assert (min(sizes) == LIKELY - 1) is bool(crowned.ruleset(name).spec.counts)


def captures(name: str) -> list[Position]:
    """Positions of four pieces where a piece can be taken."""
    tables = tables_of(name, 3)
    rules = tables.rules
    free = list(rules.cells)
    found = []
    for one in sorted(s for s in tables.files if s.pieces == 3):
        for number in range(0, tables.native.size(one), tables.native.size(one) // 40 + 1):
            base = tables.native.position(one, number)
            if not isinstance(base, Position):
                continue
            pieces = base.pieces()
            for square in free[number % 7 :: 7]:
                if square in pieces or square in rules.crown_row(crowned.Side.BLACK):
                    continue
                position = rules.place({**pieces, square: "b"}, crowned.Side.WHITE)
                if position.can_capture:
                    found.append(position)
    return found[:: max(1, len(found) // 60)]


@pytest.mark.parametrize("name", NAMES)
def test_without_tables_the_search_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes and scores of a search that is not to look anything up are those of one that has no tables."""
    told, plain = engine_for(name, monkeypatch), Engine(crowned.ruleset(name), hash_mb=1)
    plain.exact = None
    told.search(told.rules.read(FOUR_PIECES[name][0]), Limits(nodes=100))  # now it has looked
    told.exact = None
    for fen in FOUR_PIECES[name]:
        infos = [e.search(e.rules.read(fen), Limits(nodes=3000)) for e in (told, plain)]
        assert infos[0].nodes == infos[1].nodes
        assert infos[0].lines[0].score == infos[1].lines[0].score


@pytest.mark.parametrize("name", NAMES)
def test_equal_limits_give_equal_searches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_for(name, monkeypatch)
    for fen in FOUR_PIECES[name]:
        first, second = (engine.search(engine.rules.read(fen), Limits(nodes=3000)) for _ in range(2))
        assert (first.nodes, first.score, first.line) == (second.nodes, second.score, second.line)


def test_a_win_that_tables_know_says_nothing_about_its_length() -> None:
    assert crowned.Score(BY_TABLE - 3).wins
    assert crowned.Score(BY_TABLE - 3).plies is None
    assert crowned.Score(30000 - 3).plies == 3
    assert crowned.Score(100).plies is None


def test_a_win_that_counting_may_end_is_not_proven() -> None:
    score = crowned.Score(LIKELY - 2)
    assert not score.decided
    assert (score.text, score.men, score.plies) == ("+win?", 90, None)


def test_in_a_drawn_ending_the_search_looks_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among moves that hold it must still tell the hard ones from the easy ones."""
    engine = engine_for("english", monkeypatch)
    info = engine.search(engine.rules.read("W:WK1:BK32,K29"), Limits(nodes=500), multipv=9)
    assert any(line.score.value for line in info.lines) or info.score.decided
