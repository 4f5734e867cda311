"""The search as its users see it: limits, lines, stopping, history, memory."""

from __future__ import annotations

import resource
import threading
from itertools import islice

import pytest

import crowned
from crowned.base import BadInput
from crowned.engine import Clock, Engine, Info, Limits, Score
from crowned.game import Game
from tests.engine.walks import positions

IDS = crowned.ruleset_ids()


def essence(info: Info) -> tuple[object, ...]:
    return (info.depth, info.score, info.nodes, info.lines)


@pytest.mark.parametrize("id_", IDS)
def test_equal_searches_end_equally(id_: str) -> None:
    rules = crowned.ruleset(id_)
    position = next(positions(rules, 5))
    first, second = Engine(rules, hash_mb=2), Engine(rules, hash_mb=2)
    list(second.analyse(rules.start(), Limits(nodes=3000)))  # what was searched before must not matter
    a = [essence(info) for info in first.analyse(position, Limits(nodes=20_000))]
    b = [essence(info) for info in second.analyse(position, Limits(nodes=20_000))]
    assert a == b


@pytest.mark.parametrize("id_", IDS)
def test_lines_are_playable(id_: str) -> None:
    rules = crowned.ruleset(id_)
    engine = Engine(rules, hash_mb=2)
    for position in islice(positions(rules, 9), 3):
        info = engine.search(position, Limits(nodes=5000))
        assert info.lines
        for line in info.lines:
            here = position.with_spin(line.spin) if line.spin else position
            for move in line.moves:
                assert move in here.playable()
                here = here.play(move)


def winning_moves(position: crowned.Position) -> list[crowned.Move]:
    """The moves that end the game at once in favour of who plays them."""
    ends = ((move, Game(position.rules, position=position.play(move)).outcome) for move in position.moves())
    return [move for move, end in ends if end is not None and end.winner is position.side]


@pytest.mark.parametrize("id_", [id_ for id_ in IDS if not crowned.ruleset(id_).sliders])
def test_search_and_position_agree_who_has_won(id_: str) -> None:
    rules = crowned.ruleset(id_)
    engine = Engine(rules, hash_mb=2)
    near_the_end = islice(positions(rules, 17, longest=400), 60)
    for position in [position for position in near_the_end if winning_moves(position)]:
        assert engine.search(position, Limits(depth=2)).score.wins, position.fen


def test_taking_the_last_piece_wins_a_race_too() -> None:
    position = crowned.Position.from_fen(crowned.ruleset("breakthrough"), "W:W28:B23")
    assert Engine(position.rules, hash_mb=2).search(position, Limits(depth=2)).score.wins


def test_several_lines_are_different_and_in_order() -> None:
    rules = crowned.ruleset("english")
    info = Engine(rules, hash_mb=4).search(rules.start(), Limits(depth=7), multipv=4)
    scores = [line.score.value for line in info.lines]
    assert len({line.moves[0] for line in info.lines}) == 4
    assert scores == sorted(scores, reverse=True)


def test_each_spin_has_its_line() -> None:
    rules = crowned.ruleset("valluik")
    info = Engine(rules, hash_mb=4).search(rules.start(), Limits(depth=3))
    assert [line.spin for line in info.lines] == ["black", "green", "orange"]
    values = [line.score.value for line in info.lines]
    weights = rules.spec.spinner
    mean = sum(w * v for w, v in zip(weights, values, strict=True)) // sum(weights)
    assert info.score == Score(mean, chance=True)
    assert 0 < info.score.expected < 1


def test_limits_hold() -> None:
    rules = crowned.ruleset("russian")
    engine = Engine(rules, hash_mb=4)
    assert engine.search(rules.start(), Limits(depth=3)).depth == 3
    assert 5000 <= engine.search(rules.start(), Limits(nodes=5000)).nodes < 5100
    with pytest.raises(BadInput):
        Limits(nodes=-1)
    with pytest.raises(BadInput):
        Limits(time=float("nan"))


def test_a_clock_is_never_overdrawn() -> None:
    for left in (0.01, 0.5, 3.0, 300.0):
        for increment in (0.0, 5.0):
            soft, hard = Limits(clock=Clock(left, increment)).seconds()
            assert 0 < soft <= hard <= left


def test_an_only_move_is_played_at_once_on_the_clock() -> None:
    rules = crowned.ruleset("english")
    only = next(p for p in positions(rules, 2) if len(p.moves()) == 1)
    info = Engine(rules, hash_mb=4).search(only, Limits(clock=Clock(1000.0)))
    assert info.depth == 1
    assert info.best == only.moves()[0]


def test_a_search_can_be_stopped_from_outside() -> None:
    rules = crowned.ruleset("international")
    engine = Engine(rules, hash_mb=4)
    stop = threading.Event()
    found = []
    for info in engine.analyse(rules.start(), Limits(infinite=True), stop_event=stop):
        found.append(info)
        if info.depth >= 3:
            stop.set()
    assert found[-1].best in rules.start().moves()


def test_closing_the_iterator_ends_the_search() -> None:
    rules = crowned.ruleset("koenig")
    engine = Engine(rules, hash_mb=4)
    infos = engine.analyse(rules.start(), Limits(infinite=True))
    next(infos)
    infos.close()  # type: ignore[attr-defined]
    assert engine.search(rules.start(), Limits(depth=2)).depth == 2


def test_the_draw_by_no_progress_is_seen_coming() -> None:
    rules = crowned.ruleset("koenig")
    ahead = rules.read("W:WKd4,Ke1:BKh8")
    game = Game(rules, ahead)
    for text in ("d4-e5", "h8-g7", "e5-d4", "g7-h8") * 19 + ("d4-e5", "h8-g7", "e5-d4"):
        game.play(text)
    assert game.state.quiet == 79
    engine = Engine(rules, hash_mb=4, weights_file="hand")
    assert engine.search(ahead, Limits(depth=1)).score.value > 50
    assert engine.search(game, Limits(depth=2)).score.value == 0


def test_threads_agree_on_forced_wins() -> None:
    rules = crowned.ruleset("english")
    position = rules.read("W:WK18,K15:BK29")
    one = Engine(rules, hash_mb=8, threads=1).search(position, Limits(depth=21)).score
    two = Engine(rules, hash_mb=8, threads=2).search(position, Limits(depth=21)).score
    assert one.wins
    assert two.wins


def test_threads_share_the_work() -> None:
    """Each of two threads searches well under what one alone would have to."""
    rules = crowned.ruleset("international")
    nodes = [
        Engine(rules, hash_mb=16, threads=threads).search(rules.start(), Limits(depth=15)).nodes
        for threads in (1, 2)
    ]
    assert nodes[1] < 1.8 * nodes[0]


def test_a_third_time_by_the_wheel_is_a_draw_and_a_second_is_not() -> None:
    rules = crowned.ruleset("valluik")
    game = Game(rules, rules.read("W:WKa1,Kh2,c1:BKh8:SMMMM"))
    engine = Engine(rules, hash_mb=4, weights_file="hand")
    for times in (1, 2):
        for text in ("spin green", "G1>L", "spin green", "G1>M"):
            game.play(text)
        game.play("spin green")
        back = [move for move in game.moves() if move.text == "G1>L"]
        score = engine.search(game, Limits(depth=2), only=back).score.value
        assert (score == 0) is (times == 2)
        game.undo()


def test_memory_does_not_grow() -> None:
    rules = crowned.ruleset("blasen")
    engine = Engine(rules, hash_mb=4)
    for _ in range(50):
        engine.search(rules.start(), Limits(nodes=500))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(1000):
        engine.search(rules.start(), Limits(nodes=500))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096


def test_scores_say_what_they_mean() -> None:
    assert Score(0).expected == 0.5
    assert Score(30000 - 5).wins
    assert Score(-30000 + 5).loses
    assert (-Score(120)).value == -120
    assert Score(100).text == "+1.00"
    assert Score(0, chance=True).text == "50.0 %"
