"""Clocks start with the first move of each side; a game that nobody begins is called off."""

from __future__ import annotations

from pathlib import Path

import pytest

from crowned.protocols import wire
from crowned.protocols.views import ClockRule
from crowned.server.rooms.clocks import Clock, first_move
from tests.server.client import Browser
from tests.server.conftest import Catalogue
from tests.server.house import house, run

MINUTE = 60_000


def begun(kind: str = "fischer", base: int = MINUTE, step: int = 2_000) -> Clock:
    rule = ClockRule(kind, base, step)  # type: ignore[arg-type]
    return Clock.new(rule, first_move(rule)).start("white", 0)


def test_the_first_move_of_each_side_is_free() -> None:
    clock = begun().hand_over("black", 20_000)
    assert (clock.white, clock.black, clock.opening) == (MINUTE, MINUTE, True)
    clock = clock.hand_over("white", 45_000)
    assert (clock.white, clock.black, clock.opening) == (MINUTE, MINUTE, False)
    clock = clock.hand_over("black", 55_000)
    assert (clock.white, clock.opening) == (MINUTE - 10_000 + 2_000, False)


def test_the_time_for_the_first_move_is_not_that_of_the_game() -> None:
    clock = begun()
    assert clock.deadline == first_move(clock.rule) == 30_000
    assert clock.hand_over("black", 1_000).deadline == 31_000
    assert clock.hand_over("black", 1_000).hand_over("white", 2_000).deadline == 2_000 + MINUTE


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        (ClockRule(), 0),
        (ClockRule("fischer", 15_000, 0), 30_000),
        (ClockRule("fischer", 10 * MINUTE, 5_000), 2 * MINUTE),
        (ClockRule("delay", 60 * MINUTE, 5_000), 5 * MINUTE),
        (ClockRule("per_move", 15_000, 0), 30_000),
        (ClockRule("per_move", 86_400_000 * 14, 0), 86_400_000 * 14),
    ],
)
def test_how_long_it_is(rule: ClockRule, wanted: int) -> None:
    assert first_move(rule) == wanted


def test_what_an_opponent_answers_is_no_move() -> None:
    """A turn that ends without a move of the side, as by a take-back, leaves its first move free."""
    clock = begun().hand_over("black", 5_000, by_moving=False)
    assert clock.hand_over("white", 6_000).opening


def test_a_game_that_nobody_begins_is_aborted_and_counts_for_nothing(
    tmp_path: Path, rules: Catalogue
) -> None:
    async def work() -> None:
        async with house(f"sqlite:///{tmp_path}/first.sqlite") as here:
            ann, bob = await here.person(account=True), await here.person(account=True)
            clock = ClockRule("fischer", MINUTE, 0)
            keeper = await here.game(rules.strict, ann.id, bob.id, clock, rated=True, first_move=30_000)
            reader = await here.join(keeper, ann.id)
            here.time.pass_ms(29_999)
            await keeper.room.change(keeper._check_flag)
            assert keeper.room.table.ended is None
            here.time.pass_ms(1)
            await keeper.room.change(keeper._check_flag)
            ended = keeper.room.table.ended
            assert ended is not None
            assert (ended.winner, ended.reason) == (None, "aborted")
            assert "first move" in reader.state.outcome.text
            assert not await here.site.services.store.read("SELECT 1 FROM rating_change")

    run(work)


def test_after_the_first_moves_time_decides(tmp_path: Path, rules: Catalogue) -> None:
    async def work() -> None:
        async with house(f"sqlite:///{tmp_path}/first.sqlite") as here:
            ann, bob = await here.person(account=True), await here.person(account=True)
            clock = ClockRule("fischer", MINUTE, 0)
            keeper = await here.game(rules.strict, ann.id, bob.id, clock, rated=True, first_move=30_000)
            readers = {person: await here.join(keeper, person) for person in (ann.id, bob.id)}
            for _ in range(2):
                actor = keeper.room.table.seats[keeper.room.table.actor or "white"]
                here.time.pass_ms(20_000)
                await here.move(keeper, readers[actor])
            here.time.pass_ms(MINUTE)
            await keeper.room.change(keeper._check_flag)
            assert keeper.room.table.ended is not None
            assert keeper.room.table.ended.reason == "time"
            told = readers[ann.id].last(wire.Update).players
            changes = {player.change for player in told.values()}
            assert len(changes) == 2, "both hear at once what the game has done to their ratings"
            assert all(changes)

    run(work)


def test_the_reader_is_told_how_long_he_has(alice: Browser, rules: Catalogue) -> None:
    clock = {"kind": "fischer", "base": 5 * MINUTE, "step": 3_000}
    player = alice.play(alice.new_game(rules.strict, clock=clock)["id"])
    told = player.state["clocks"]
    assert told["opening"]
    assert 0 < told["wait"] <= MINUTE
    assert told["white"] == told["black"] == 5 * MINUTE
    player.choose(0)
    assert player.state["clocks"]["opening"]
    player.choose(0)
    assert not player.state["clocks"]["opening"]
