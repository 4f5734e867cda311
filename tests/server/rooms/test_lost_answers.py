"""The database did it, and its answer was lost on the way: everybody is told all the same."""

from __future__ import annotations

from crowned.protocols import wire
from crowned.protocols.views import ClockRule
from tests.server.house import house, run, settle
from tests.server.postgres import Postgres
from tests.server.proxy import once, proxied
from tests.server.rooms.test_rooms import check_fold, friends

COMMIT = b"COMMIT;"
MOVE = b"once"
"""The id of a move, which is one statement and its own commit."""


def test_a_move_whose_commit_was_not_confirmed_is_acknowledged(postgres: Postgres) -> None:
    url = postgres.database("lost_ok")

    async def work() -> None:
        async with proxied(url) as proxy, house(proxy.url) as own:
            keeper, first, second = await friends(own)
            proxy.cut = once(MOVE)
            answer = await own.move(keeper, first, message_id="once")
            assert proxy.lost == 1
            assert isinstance(answer, wire.Ok)
            assert first.state.ply == second.state.ply == 1
            assert isinstance(await keeper.room.message(first, _again(keeper), own.time()), wire.Dup)
            await check_fold(own, keeper)

    run(work)


def _again(keeper: object) -> wire.Move:
    table = keeper.room.table  # type: ignore[attr-defined]
    return wire.Move(g=table.id, ply=0, pos="0" * 16, id="once", text="x")


def test_without_a_database_to_ask_everybody_is_told_as_soon_as_it_is_back(postgres: Postgres) -> None:
    """Nobody sends anything more: the room itself finds out."""
    url = postgres.database("lost_later")

    async def work() -> None:
        async with proxied(url) as proxy, house(proxy.url) as own:
            keeper, first, second = await friends(own)

            def away() -> None:
                proxy.refuses = True

            proxy.cut = once(MOVE, after=away)
            answer = await own.move(keeper, first, message_id="once")
            assert isinstance(answer, wire.Denied)
            assert answer.code == "try_again"
            proxy.break_all()
            assert second.state.ply == 0
            proxy.refuses = False
            await settle(lambda: first.state.ply == second.state.ply == 1)
            await check_fold(own, keeper)

    run(work)


def test_an_end_on_time_whose_commit_was_not_confirmed_is_told(postgres: Postgres) -> None:
    url = postgres.database("lost_end")

    async def work() -> None:
        async with proxied(url) as proxy, house(proxy.url) as own:
            keeper, first, second = await friends(own, ClockRule("fischer", 60_000, 0))
            own.time.pass_ms(60_000)
            proxy.cut = once(COMMIT)
            keeper._spawn_check()
            await settle(lambda: proxy.lost == 1)
            await settle(lambda: first.state.phase == second.state.phase == "over")
            assert second.state.outcome.reason == "time"
            await check_fold(own, keeper)

    run(work)
