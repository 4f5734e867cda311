"""Matches: fair openings from both sides, the same result every time, on one core or two."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import crowned
from crowned.base import BadInput, Side
from crowned.engine import Engine, Limits, hub
from crowned.engine.match import (
    Control,
    Pair,
    Plan,
    Sprt,
    Standing,
    on_cluster,
    on_cores,
    openings,
    play_here,
    play_match,
    read_clock,
    read_entry,
    rules_text,
)
from crowned.engine.match.cluster import bundle_size
from crowned.engine.match.control import Clocks
from crowned.engine.match.openings import FAIR, begin
from crowned.position.action import MoveAction, Spin
from crowned.rules import catalog

FAKE = Path(__file__).parents[1] / "protocols" / "fake_engine.py"
QUICK = Control(nodes=300)
CHANCE = [name for name in catalog.ids() if catalog.load(name).sliders]
PLAIN = hub.shipped_variants()["normal"]


def plan_of(name: str, first: str = "engine", second: str = "level:1", **more: int) -> Plan:
    rules = crowned.ruleset(name)
    return Plan(rules_text(rules), read_entry(first), read_entry(second), QUICK, **more)


def standings(plan: Plan, pairs: int = 1, sprt: Sprt | None = None) -> Iterator[Standing]:
    return play_match(plan, openings(plan.ruleset(), plan.seed, 4), pairs, sprt=sprt)


def game_of(pair: Pair, index: int, plan: Plan) -> crowned.Game:
    return crowned.Game.from_dict(pair.games[index].game, plan.ruleset())


# ---- openings


@pytest.mark.parametrize("name", catalog.ids())
def test_openings_are_fair_and_different(name: str) -> None:
    rules = crowned.ruleset(name)
    found = list(islice(openings(rules, 1, 6), 4))
    games = [begin(rules, opening) for opening in found]
    assert len({game.position.key for game in games}) == 4
    engine = Engine(rules, hash_mb=1, seed=0)
    for game in games:
        assert game.outcome is None
        assert sum(isinstance(record.action, MoveAction) for record in game.history) == 6
        assert abs(engine.search(game, Limits(nodes=4000)).score.expected - 0.5) <= 2 * FAIR
    assert list(islice(openings(rules, 1, 6), 4)) == found
    assert list(islice(openings(rules, 2, 6), 4)) != found


def test_no_opening_at_all_is_the_start() -> None:
    rules = crowned.ruleset(PLAIN)
    assert [opening.moves for opening in islice(openings(rules, 1, 0), 2)] == [(), ()]


@pytest.mark.parametrize("plies", [-1, 61])
def test_openings_have_a_sensible_length(plies: int) -> None:
    with pytest.raises(BadInput):
        next(openings(crowned.ruleset(PLAIN), 1, plies))


# ---- pairs


@pytest.mark.parametrize("name", catalog.ids())
def test_every_ruleset_can_be_played(name: str) -> None:
    plan = plan_of(name)
    (standing,) = standings(plan)
    first, second = standing.pair.games
    assert (first.side, second.side) == (plan.ruleset().spec.first, plan.ruleset().spec.first.other)
    assert standing.tally.games == 2
    for index, played in enumerate(standing.pair.games):
        game = game_of(standing.pair, index, plan)
        assert game.outcome is not None
        winner = game.outcome.winner
        assert played.score == (0.5 if winner is None else float(winner is played.side))
        assert not played.faults
        json.dumps(played.game)


@pytest.mark.parametrize("name", CHANCE)
def test_both_games_of_a_pair_have_the_same_luck(name: str) -> None:
    plan = plan_of(name)
    (standing,) = standings(plan)
    one, other = (game_of(standing.pair, index, plan) for index in (0, 1))
    assert one.seed == other.seed
    moves = [[r.text for r in game.history if isinstance(r.action, MoveAction)] for game in (one, other)]
    assert tuple(moves[0][:4]) == tuple(moves[1][:4]) == standing.pair.opening.moves
    for game in (one, other):
        for record in game.history:
            if isinstance(record.action, Spin):
                assert record.rolled


def test_the_same_match_ends_the_same() -> None:
    one, other = (list(standings(plan_of(PLAIN, "level:4", "level:3"), 2)) for _ in range(2))
    moves = [[[g.game["moves"] for g in s.pair.games] for s in run] for run in (one, other)]
    assert _without_times(moves[0]) == _without_times(moves[1])


def _without_times(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_times(item) for key, item in value.items() if key != "time"}
    return [_without_times(item) for item in value] if isinstance(value, list) else value


def test_more_cores_play_the_same_games() -> None:
    plan = plan_of(PLAIN, "level:2", "level:1")
    found = [
        sorted(
            (pair.opening.number, json.dumps(_without_times([g.game["moves"] for g in pair.games])))
            for pair in runner(plan, islice(openings(plan.ruleset(), 1, 4), 3))
        )
        for runner in (play_here, on_cores(2))
    ]
    assert found[0] == found[1]


def test_a_match_can_be_broken_off() -> None:
    plan = plan_of(PLAIN)
    pairs = on_cores(2)(plan, openings(plan.ruleset(), 1, 4))
    assert next(pairs).games
    pairs.close()  # type: ignore[attr-defined]


ORPHANS = """
import os, signal
from crowned.engine.match.run import _pool

if __name__ == "__main__":
    with _pool(2) as pool:
        tasks = [pool.submit(os.getpid) for _ in range(2)]
        print(*{task.result() for task in tasks}, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_nobody_survives_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS)
    # The workers hold the other end of the pipe: it is closed when the last of them has ended.
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as run:
        said, _ = run.communicate(timeout=120)
    assert run.returncode == -signal.SIGKILL
    assert said.split()[0].isdigit()


def test_the_stronger_player_wins_and_the_test_notices() -> None:
    plan = plan_of(PLAIN, "engine:nodes=3000", "level:1")
    *_, last = standings(plan, 40, Sprt(0, 200))
    assert last.verdict == 200
    assert last.tally.games < 80
    assert last.estimate.low > 0


def test_games_have_an_end() -> None:
    plan = plan_of(PLAIN, max_plies=6)
    (standing,) = standings(plan)
    assert [game.score for game in standing.pair.games] == [0.5, 0.5]
    outcome = game_of(standing.pair, 0, plan).outcome
    assert outcome is not None
    assert outcome.reason == "adjudicated"


# ---- players


def test_an_engine_that_fails_is_reported_and_its_game_does_not_count() -> None:
    plan = plan_of(PLAIN, f"hub:{sys.executable} {FAKE} illegal", "level:1")
    (standing,) = standings(plan)
    assert standing.tally.void == 2
    assert standing.tally.games == 0
    assert all(len(game.faults) == 2 for game in standing.pair.games)
    assert standing.pair.games[0].names[0] == "Fake 7"


@pytest.mark.parametrize(
    "text",
    ["", "nobody", "level:", "level:0", "level:11", "level:x", "engine:hash", "engine:magic=1", "hub:",
     "engine:tables=maybe", "engine:nodes=-1", "engine:nodes=many", "engine:time=nan", "hub:'", "hub(x):y",
     "/no/such/file"],
)  # fmt: skip
def test_who_is_no_player_is_told(text: str) -> None:
    with pytest.raises(BadInput):
        read_entry(text)


def test_players_have_options() -> None:
    entry = read_entry("hub(threads=2, tt-size=20):'/a b/scan' hub")
    assert entry.command == ("/a b/scan", "hub")
    assert dict(entry.options) == {"threads": "2", "tt-size": "20"}
    assert read_entry("engine:hash=8,weights=hand").weights == "hand"
    assert read_entry("new.weights").weights == "new.weights"


def test_missing_weights_are_told() -> None:
    with pytest.raises((BadInput, OSError)):
        list(standings(plan_of(PLAIN, "missing.weights")))


def test_a_house_ruleset_travels_with_its_plan() -> None:
    rules = crowned.ruleset(PLAIN, king="short", men_back=False)
    plan = Plan(rules_text(rules), read_entry("level:1"), read_entry("level:1"), QUICK)
    assert plan.ruleset().fingerprint == rules.fingerprint
    assert next(standings(plan)).tally.games == 2


# ---- clocks


def test_a_clock_is_read() -> None:
    assert read_clock("1+0.1") == (1.0, 0.1)
    assert read_clock("60") == (60.0, 0.0)


@pytest.mark.parametrize("text", ["", "0", "x", "1+", "-1+1", "1+1+1", "nan", "1e3"])
def test_what_is_no_clock_is_told(text: str) -> None:
    with pytest.raises(BadInput):
        read_clock(text)


def test_a_clock_runs_down_and_gains() -> None:
    clocks = Clocks(Control(base=2, increment=0.5, margin=0.1))
    assert clocks.limits(Side.WHITE).clock is not None
    assert clocks.spend(Side.WHITE, 1.0)
    left = clocks.limits(Side.WHITE).clock
    assert left is not None
    assert left.left == pytest.approx(1.5)
    assert clocks.spend(Side.WHITE, 1.55), "within the margin"
    assert not clocks.spend(Side.WHITE, 0.7)
    other = clocks.limits(Side.BLACK).clock
    assert other is not None
    assert other.left == 2


def test_without_a_clock_nobody_oversteps() -> None:
    assert Clocks(QUICK).spend(Side.WHITE, 1e6)


def test_somebody_sets_a_limit() -> None:
    rules, level, engine = rules_text(crowned.ruleset(PLAIN)), read_entry("level:1"), read_entry("engine")
    own = read_entry("engine:depth=2")
    assert not Plan(rules, level, own, Control()).control.limited
    for pair in ((level, engine), (engine, level)):
        with pytest.raises(BadInput, match="limit"):
            Plan(rules, *pair, Control())


# ---- clusters


def test_small_pairs_are_bundled() -> None:
    assert bundle_size(0.001) == 100
    assert bundle_size(0.05) == 4
    assert bundle_size(30) == 1


def test_a_cluster_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match=r"crowned\[ray\]"):
        on_cluster()
