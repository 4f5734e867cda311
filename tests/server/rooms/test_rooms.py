"""Rooms from the inside: clocks to the millisecond, restarts, races between processes, failing disks."""

from __future__ import annotations

import random
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crowned.protocols import wire
from crowned.protocols.entries import PausedEntry, ResumedEntry
from crowned.protocols.views import ClockRule
from crowned.rules import catalog
from crowned.server.rooms import log, storage
from crowned.server.rooms.keeper import Keeper
from crowned.server.rooms.table import Table
from crowned.server.rulesets import Lowered
from crowned.server.store.sqlite import SqliteStore
from tests.server.conftest import Catalogue
from tests.server.house import House, Listener, Time, friends, house, run, same

FISCHER = ClockRule("fischer", 60_000, 2_000)
RULES = Catalogue()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "rooms.sqlite")


# ---------------------------------------------------------------- clocks


def test_clocks_to_the_millisecond(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, first, second = await friends(own, FISCHER)
            seats = [first.state.actor, "black" if first.state.actor == "white" else "white"]
            own.time.pass_ms(1_234)
            ok = await own.move(keeper, first)
            assert getattr(ok.clocks, seats[0]) == 60_000 - 1_234 + 2_000
            assert ok.clocks.running == seats[1]
            own.time.pass_ms(10_000)
            second.credit = 40
            ok = await own.move(keeper, second)
            assert getattr(ok.clocks, seats[1]) == 60_000 - 10_000 + 40 + 2_000

    run(work)


def test_time_is_up(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, first, second = await friends(own, FISCHER)
            own.time.pass_ms(59_999)
            await keeper._check_flag()
            assert keeper.room.table.phase == "playing"
            own.time.pass_ms(1)
            await keeper.room.alone(keeper._check_flag)
            for reader in (first, second):
                outcome = reader.state.outcome
                assert outcome.reason == "time"
                assert outcome.winner != keeper.room.table.game.actor.name_key
                assert outcome.text

    run(work)


def test_a_move_that_comes_too_late(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, first, _ = await friends(own, FISCHER)
            own.time.pass_ms(60_000)
            answer = await own.move(keeper, first)
            assert isinstance(answer, wire.Late)
            assert keeper.room.table.phase == "over"
            assert first.state.outcome.reason == "time"

    run(work)


def test_the_lag_credit_saves_a_move_that_was_sent_in_time(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, first, _ = await friends(own, FISCHER)
            first.credit = 100
            own.time.pass_ms(60_050)
            assert isinstance(await own.move(keeper, first), wire.Ok)

    run(work)


# ---------------------------------------------------------------- restarts


@pytest.mark.parametrize("rule", [FISCHER, ClockRule("delay", 60_000, 5_000), ClockRule("per_move", 30_000)])
def test_a_restart_freezes_clocks_exactly(database: str, rule: ClockRule) -> None:
    """Stopped in order: what a clock showed is what it shows afterwards, however long the server was away."""

    async def work() -> None:
        time = Time()
        async with house(database, time=time) as own:
            keeper, first, second = await friends(own, rule)
            time.pass_ms(7_000)
            await own.move(keeper, first)
            time.pass_ms(6_500)
            game, before = keeper.room.table.id, keeper.room.table.clock
            assert before is not None
            before = before.settled(time())
            people = (first.person, second.person)
        time.pass_ms(3_600_000)
        async with house(database, time=time) as own:
            keeper = await own.keeper(game)
            after = keeper.room.table.clock
            assert after is not None
            assert (after.white, after.black, after.wait) == (before.white, before.black, before.wait)
            assert after.running is None
            time.pass_ms(5_000)
            await own.join(keeper, people[0])
            assert keeper.room.table.paused, "the other player's clock waits for him"
            back = await own.join(keeper, people[1])
            running = keeper.room.table.clock
            assert running is not None
            assert running.running == before.running
            assert running.deadline == time() + before.left(before.running or "white") + before.wait
            kinds = [type(entry) for entry in keeper.room.table.entries[-2:]]
            assert kinds == [PausedEntry, ResumedEntry]
            assert isinstance(await own.move(keeper, back), wire.Ok)

    run(work)


def test_after_a_crash_only_the_time_before_the_last_heartbeat_counts(database: str) -> None:
    async def work() -> None:
        time = Time()
        async with house(database, time=time) as own:
            keeper, first, _ = await friends(own, FISCHER)
            time.pass_ms(4_000)
            await own.site.services.cluster.beat(time(), busy=True)
            time.pass_ms(700)
            game, person = keeper.room.table.id, first.person
            own.site.rooms._keepers.clear()  # dies without a word
        time.pass_ms(500_000)
        async with house(database, time=time) as own:
            keeper = await own.keeper(game)
            await own.join(keeper, person)
            clock = keeper.room.table.clock
            assert clock is not None
            assert clock.left(clock.running or "white") == 56_000

    run(work)


def test_clocks_go_on_by_themselves_after_a_while(database: str) -> None:
    async def work() -> None:
        time = Time()
        async with house(database, time=time) as own:
            keeper, _, _ = await friends(own, FISCHER)
            game = keeper.room.table.id
        async with house(database, time=time) as own:
            keeper = await own.keeper(game)
            await keeper.room.alone(keeper.room.resume)
            assert not keeper.room.table.paused
            time.pass_ms(60_000)
            await keeper.room.alone(keeper._check_flag)
            assert keeper.room.table.phase == "over"

    run(work)


# ---------------------------------------------------------------- the log is everything


@settings(max_examples=12)
@given(st.sampled_from(catalog.ids()), st.integers(0, 10**6))
def test_folding_the_log_gives_the_table(
    tmp_path_factory: pytest.TempPathFactory, rules: str, seed: int
) -> None:
    """Random play with undos, offers and refusals; then the stored log is folded in another place."""
    database = str(tmp_path_factory.mktemp("fold") / "x.sqlite")

    async def work() -> None:
        async with house(database) as own:
            person = await own.person()
            keeper = await own.game(rules, person.id, person.id, FISCHER)
            reader = await own.join(keeper, person.id)
            pick = random.Random(seed)
            await seed_all(own, keeper, reader)
            for _ in range(25):
                own.time.pass_ms(pick.randrange(2_000))
                await random_act(own, keeper, reader, pick)
            await check_fold(own, keeper)

    run(work)


async def seed_all(own: House, keeper: Keeper, reader: Listener) -> None:
    for seat in keeper.room.table.unseeded:
        message = wire.SendSeed(g=keeper.room.table.id, id=f"s{seat}", seed="5" * 64, seat=seat)
        assert isinstance(await keeper.room.message(reader, message, own.time()), wire.Ok)


async def random_act(own: House, keeper: Keeper, reader: Listener, pick: random.Random) -> None:
    state = reader.state
    if state.phase == "over":
        return
    if state.choices and pick.random() < 0.8:
        answer = await own.move(keeper, reader, pick.randrange(len(state.choices)))
    else:
        quiet = [option for option in state.options if option.do not in ("abort", "resign", "adjust")]
        option = pick.choice(quiet or state.options)
        squares = {"square": option.square} if option.square else {}
        if option.do == "touch":
            squares = {"square": pick.choice(state.choices).path[0]} if state.choices else {"square": "a1"}
        answer = await own.act(keeper, reader, option.do, **squares)
    assert isinstance(answer, wire.Ok | wire.Illegal), answer


async def check_fold(own: House, keeper: Keeper) -> None:
    table = keeper.room.table
    lines = await storage.load(own.site.services.store, table.id)
    assert [line.seq for line in lines] == list(range(1, table.version + 1))
    twin = Table.fold(table.id, lines, Lowered())
    for name in ("version", "at", "clock", "seats", "seeds", "phase", "pos", "ply", "undo_offer", "paused"):
        assert getattr(twin, name) == getattr(table, name), name
    assert same(twin.entries, table.entries)
    assert twin.acks == table.acks
    assert twin.game.position.fen == table.game.position.fen
    (row,) = await own.site.services.store.read(
        f"SELECT {storage.FIXED}, {storage.MOVING} FROM game WHERE id = $1", table.id
    )
    assert row == (*storage.fixed(twin), *storage.moving(twin, keeper.room.journal.people))


# ---------------------------------------------------------------- things that go wrong


def test_two_processes_with_one_game(database: str) -> None:
    """Whoever writes first has it; the other learns of it and nothing is lost or doubled."""

    async def work() -> None:
        async with house(database) as own:
            keeper, first, _ = await friends(own)
            table = keeper.room.table
            before = reader_state = first.state
            path = reader_state.choices[1].path
            lines = await storage.load(own.site.services.store, table.id)
            twin = Table.fold(table.id, lines, Lowered())
            done = twin.play(list(path), first.state.actor, 0, log.Logged(3, log.Started(), "x", own.time()))
            store, journal = own.site.services.store, keeper.room.journal
            await store.write(
                [
                    log.insert(table.id, done),
                    storage.update(twin, journal.people, 2, journal.fence),
                ]
            )
            answer = await keeper.room.message(
                first,
                wire.Move(g=table.id, ply=before.ply, pos=before.pos, id="mine", path=before.choices[0].path),
                own.time(),
            )
            assert isinstance(answer, wire.Stale)
            assert answer.state.ply == 1
            assert keeper.room.table.version == 3
            await check_fold(own, keeper)

    run(work)


def test_a_full_disk_loses_nothing(database: str) -> None:
    """No acknowledgement, no broadcast, the old state; and play goes on when there is space again."""

    async def work() -> None:
        async with house(database) as own:
            keeper, first, second = await friends(own)
            store = own.site.services.store
            assert isinstance(store, SqliteStore)
            pages = next(iter(store._writer.connection.execute("PRAGMA page_count")))[0]
            store._writer.connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()
            heard = len(second.heard)
            answer = None
            for number in range(400):
                answer = await own.move(
                    keeper, first if first.state.choices else second, message_id=f"n{number}"
                )
                if not isinstance(answer, wire.Ok):
                    break
                heard = len(second.heard)
            assert isinstance(answer, wire.Denied)
            assert answer.code == "try_again"
            assert len(second.heard) <= heard + 1
            assert (
                not isinstance(second.heard[-1], wire.Update)
                or second.heard[-1].v == keeper.room.table.version
            )
            store._writer.connection.execute("PRAGMA max_page_count = 1000000").fetchall()
            mover = first if first.state.choices else second
            assert isinstance(await own.move(keeper, mover, message_id=f"n{number}"), wire.Ok)
            await check_fold(own, keeper)

    run(work)


def test_a_locked_database_loses_nothing(database: str) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, first, _ = await friends(own)
            store = own.site.services.store
            assert isinstance(store, SqliteStore)
            store._writer.connection.set_busy_timeout(5)
            rude = apsw.Connection(database)
            rude.execute("BEGIN IMMEDIATE")
            answer = await own.move(keeper, first, message_id="once")
            assert isinstance(answer, wire.Denied)
            assert answer.code == "try_again"
            rude.execute("ROLLBACK")
            rude.close()
            assert isinstance(await own.move(keeper, first, message_id="once"), wire.Ok)
            assert keeper.room.table.ply == 1
            await check_fold(own, keeper)

    run(work)


def test_an_error_in_the_middle_of_a_change_is_forgotten(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with house(database) as own:
            keeper, first, _ = await friends(own)
            monkeypatch.setattr(storage, "update", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await own.move(keeper, first)
            monkeypatch.undo()
            assert isinstance(await own.move(keeper, first), wire.Ok)
            assert keeper.room.table.ply == 1
            await check_fold(own, keeper)

    run(work)
