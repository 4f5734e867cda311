"""Nobody's hundred games keep another player waiting for his one."""

from __future__ import annotations

import asyncio
import random

import pytest

from crowned.server.computer.opponent import size_of
from crowned.server.computer.queue import SMALL_SECONDS, FairQueue, Owner, TooManyError, Usage
from tests.server.house import run, settle

GREEDY, OTHER = Owner("greedy", "1.2.3.4"), Owner("other", "5.6.7.8")
BIG, SMALL = size_of(10), size_of(1)


class Desk:
    """Jobs that end when the test says so."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.order: list[str] = []
        self.going: dict[str, asyncio.Event] = {}

    def start(self, name: str, owner: Owner, size: float) -> asyncio.Task[None]:
        return asyncio.create_task(self._job(name, owner, size))

    async def _job(self, name: str, owner: Owner, size: float) -> None:
        async with self.queue.place(owner, size):
            self.order.append(name)
            self.going[name] = asyncio.Event()
            await self.going[name].wait()

    async def end(self, name: str) -> None:
        before = len(self.order) + (len(self.queue) > 0)
        self.going.pop(name).set()
        await settle(lambda: len(self.order) >= before)


def test_a_small_job_does_not_wait_for_fifty_eight_big_ones() -> None:
    """58 games at the highest level of one address; somebody else's beginner gets his answer at once."""

    async def work() -> None:
        desk = Desk(FairQueue(1, small_places=1))
        tasks = [desk.start(f"big{n}", GREEDY, BIG) for n in range(58)]
        await settle(lambda: len(desk.queue) == 57)
        tasks.append(desk.start("beginner", OTHER, SMALL))
        await settle(lambda: "beginner" in desk.order)
        assert desk.order == ["big0", "beginner"]
        for task in tasks:
            task.cancel()

    run(work)


def test_big_jobs_of_two_take_turns() -> None:
    async def work() -> None:
        desk = Desk(FairQueue(1))
        tasks = [desk.start(f"greedy{n}", GREEDY, BIG) for n in range(5)]
        await settle(lambda: len(desk.queue) == 4)
        desk.queue.usage.add(GREEDY, 3.0)
        tasks.append(desk.start("other", OTHER, BIG))
        await settle(lambda: len(desk.queue) == 5)
        await desk.end("greedy0")
        assert desk.order[-1] == "other"
        for task in tasks:
            task.cancel()

    run(work)


def test_guests_of_one_address_share_its_part() -> None:
    """A new guest for every game is still one address."""

    async def work() -> None:
        desk = Desk(FairQueue(1))
        guests = [Owner(f"guest{n}", GREEDY.address) for n in range(4)]
        tasks = [desk.start(guest.person, guest, BIG) for guest in guests]
        await settle(lambda: len(desk.queue) == 3)
        desk.queue.usage.add(guests[0], 3.0)
        tasks.append(desk.start("other", OTHER, BIG))
        await settle(lambda: len(desk.queue) == 4)
        await desk.end("guest0")
        assert desk.order[-1] == "other"
        for task in tasks:
            task.cancel()

    run(work)


def test_who_is_gone_leaves_the_queue() -> None:
    async def work() -> None:
        desk = Desk(FairQueue(1))
        first = desk.start("first", GREEDY, BIG)
        await settle(lambda: desk.order == ["first"])
        gone = desk.start("gone", GREEDY, BIG)
        last = desk.start("last", OTHER, BIG)
        await settle(lambda: len(desk.queue) == 2)
        gone.cancel()
        await settle(lambda: len(desk.queue) == 1)
        await desk.end("first")
        assert desk.order == ["first", "last"]
        await desk.end("last")
        await asyncio.gather(first, last)
        assert [await _free(desk.queue, size) for size in (SMALL, BIG)] == [True, True]

    run(work)


async def _free(queue: FairQueue, size: float) -> bool:
    async with asyncio.timeout(1), queue.place(OTHER, size):
        return True


def test_one_address_may_have_a_few_waiting() -> None:
    async def work() -> None:
        desk = Desk(FairQueue(1, most_waiting=3))
        tasks = [desk.start(f"n{n}", GREEDY, BIG) for n in range(4)]
        await settle(lambda: len(desk.queue) == 3)
        with pytest.raises(TooManyError):
            await desk.start("one too many", GREEDY, BIG)
        tasks.append(desk.start("other", OTHER, BIG))
        await settle(lambda: len(desk.queue) == 4)
        for task in tasks:
            task.cancel()

    run(work)


def test_what_was_used_is_forgotten() -> None:
    now = [0.0]
    usage = Usage(lambda: now[0])
    usage.add(GREEDY, 8.0)
    now[0] = 60.0
    assert usage.of(GREEDY.keys[0]) == pytest.approx(4.0)
    now[0] = 600.0
    assert usage.of(GREEDY.keys[0]) < 0.01


def test_all_levels_but_the_last_are_small() -> None:
    assert all(size_of(level) <= SMALL_SECONDS for level in range(1, 10))
    assert size_of(10) > SMALL_SECONDS


def test_strangers_share_nothing_but_their_address() -> None:
    """Who has no session must not wait because others have none either."""

    async def work() -> None:
        desk = Desk(FairQueue(1, most_waiting=1))
        strangers = [Owner(address=f"10.0.0.{number}") for number in range(4)]
        tasks = [desk.start(f"s{number}", owner, BIG) for number, owner in enumerate(strangers)]
        await settle(lambda: len(desk.queue) == 3)
        with pytest.raises(TooManyError):
            await desk.start("again", strangers[1], BIG)
        for task in tasks:
            task.cancel()

    run(work)


@pytest.mark.parametrize("seed", range(8))
def test_every_place_is_given_back(seed: int) -> None:
    """Whatever sizes jobs have, none at all included, and whoever gives up meanwhile."""
    pick = random.Random(seed)

    async def job(queue: FairQueue) -> None:
        async with queue.place(pick.choice([GREEDY, OTHER]), pick.choice([0.0, SMALL, BIG])):
            for _ in range(pick.randrange(4)):
                await asyncio.sleep(0)

    async def work() -> None:
        queue = FairQueue(2, small_places=1)
        tasks = []
        for _ in range(60):
            tasks.append(asyncio.create_task(job(queue)))
            if pick.random() < 0.3:
                pick.choice(tasks).cancel()
            if pick.random() < 0.5:
                await asyncio.sleep(0)
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (len(queue), queue._free, queue._free_small) == (0, 2, 1)

    run(work)
