"""Endings that tables know: won ones are won, drawn ones held, and low levels play as ever."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import crowned
from crowned.engine.exact import Exact
from crowned.engine.search import Engine
from crowned.position import Position
from crowned.tables.build import Build
from crowned.tables.probe import values
from crowned.tables.tableset import TableSet
from tests.tables.built import folder_with, tables_of

WON_WITH_THREE = "W:WK1,K6:BK32"


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    return engine_with_tables("english", monkeypatch)


def engine_with_tables(name: str, monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.setenv("CROWNED_TABLES", str(folder_with(name, 3)))
    return Engine(crowned.ruleset(name), hash_mb=1, seed=1)


def test_a_win_is_told_without_a_search(engine: Engine) -> None:
    position = engine.rules.read(WON_WITH_THREE)
    value = tables_of("english", 3).value(position)
    info = engine.search(position, multipv=9)
    assert value is not None
    assert info.nodes == 0
    assert info.score.wins
    assert info.depth == value.plies
    assert [line.score.value for line in info.lines] == sorted(
        (line.score.value for line in info.lines), reverse=True
    )
    assert len(info.lines) == len(position.moves())


def test_the_line_is_one_that_can_be_played(engine: Engine) -> None:
    info = engine.search(engine.rules.read(WON_WITH_THREE))
    assert info.line is not None
    position = engine.rules.read(WON_WITH_THREE)
    for move in info.line.moves:
        position = position.play(move)


def test_without_tables_it_searches(engine: Engine) -> None:
    engine.exact = None
    assert engine.search(engine.rules.read(WON_WITH_THREE), crowned.Limits(nodes=500)).nodes > 0


def test_a_draw_is_searched_among_the_moves_that_hold(engine: Engine) -> None:
    tables = tables_of("english", 3)
    for position in _positions(tables, "draw", 20):
        best = engine.search(position, crowned.Limits(nodes=200)).best
        assert best is not None
        after = tables.value(position.play(best))
        assert after is not None
        assert after.result == "draw"


def test_low_levels_do_not_look_into_tables(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Position] = []
    ask = Exact.ask
    monkeypatch.setattr(Exact, "ask", lambda self, position: asked.append(position) or ask(self, position))
    game = crowned.Game(engine.rules, position=engine.rules.read(WON_WITH_THREE))
    engine.choose(game, 5)
    assert not asked
    engine.choose(game, 6)
    assert asked


@pytest.mark.parametrize("name", ["english", "russian", "koenig", "pinzgau"])
@pytest.mark.parametrize("level", [8, 10])
def test_no_won_ending_is_given_away(name: str, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against the best defence; every conversion must lead to a won ending again."""
    engine = engine_with_tables(name, monkeypatch)
    tables = tables_of(name, 3)
    for position in _positions(tables, "win", 6):
        game = crowned.Game(engine.rules, position=position)
        winner = game.actor
        while game.outcome is None:
            if game.actor is winner:
                engine.play(game, level)
            else:
                game.play(_longest_defence(tables, game.position))
        assert game.outcome.winner is winner, position.fen


def _longest_defence(tables: TableSet, position: Position) -> crowned.Move:
    def lasts(move: crowned.Move) -> int:
        value = tables.value(position.play(move))
        assert value is not None
        return value.plies or 0

    return max(position.moves(), key=lasts)


def _positions(tables: TableSet, result: str, count: int) -> list[Position]:
    dice = random.Random(f"{tables.rules.id} {result}")
    slices = sorted(s for s in tables.files if s.pieces == 3)
    found: list[Position] = []
    while len(found) < count:
        one = dice.choice(slices)
        position = tables.native.position(one, dice.randrange(tables.native.size(one)))
        if isinstance(position, Position) and position.outcome is None:
            value = tables.value(position)
            found += [position] if value is not None and value.result == result else []
    return found


def test_a_wrong_move_is_made_where_it_leaves_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pieces are to be lost and a missed capture only costs one, missing it may win."""
    monkeypatch.setenv("CROWNED_TABLES", str(tmp_path))
    rules = crowned.ruleset("blasen", files=6, ranks=4, setup_rows=1, goal="lose", remedies=("huff",))
    Build(rules, 3, tmp_path).run()
    engine, tables = Engine(rules, hash_mb=1), TableSet(rules)
    tables.load(tmp_path)
    found = 0
    for position in _positions(tables, "win", 200):
        answer = values(tables, position)
        assert answer is not None
        if answer.moves[0].value.result != "win":
            found += 1
            assert engine.search(position).best in [
                m.move for m in answer.offences if m.value.result == "win"
            ]
    assert found


def test_where_dice_decide_the_best_chance_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNED_TABLES", str(folder_with("valluik", 2)))
    rules = crowned.ruleset("valluik")
    engine = Engine(rules, hash_mb=1)
    for fen in ("W:WKc1:BKg7:SMMMM", "W:WKc3:BKf4:SMMMM", "B:WKc1:Bd6:SMMMM"):
        for spin in ("black", "green", "orange"):
            position = rules.read(fen).with_spin(spin)
            odds = crowned.tables.probe(position)
            assert isinstance(odds, crowned.tables.Odds)
            info = engine.search(position, multipv=40)
            assert info.nodes == 0
            assert [line.moves[0] for line in info.lines] == [m.move for m in odds.moves]
            assert info.score.expected == pytest.approx(odds.expected, abs=2e-4)


def test_before_the_spin_there_is_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a line for each result of the wheel."""
    monkeypatch.setenv("CROWNED_TABLES", str(folder_with("valluik", 2)))
    rules = crowned.ruleset("valluik")
    info = Engine(rules, hash_mb=1).search(rules.read("W:WKc1:BKg7:SMMMM"), crowned.Limits(nodes=200))
    assert {line.spin for line in info.lines} == {"black", "green", "orange"}
