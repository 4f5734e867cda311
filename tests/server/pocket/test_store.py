"""The worker's store: what was written is there, whatever happens to what was not yet flushed."""

from __future__ import annotations

import asyncio
import random

import pytest

from crowned.server.pocket.disk import CHUNK, AheadDrawer, JoinedDrawer, MemoryDrawer, Spilling
from crowned.server.pocket.store import MOST_PAGES, TIDY_SECONDS, PocketStore
from crowned.server.store import ConflictError, DamagedStoreError, Statement, StoreError

PUT = "INSERT INTO meta (name, value) VALUES ($1, $2)"


def put(name: str, value: str = "x") -> Statement:
    return Statement(PUT, (name, value))


def names(store: PocketStore) -> set[str]:
    return {str(row[0]) for row in asyncio.run(store.read("SELECT name FROM meta"))}


class FrailDrawer(MemoryDrawer):
    """Keeps what was flushed; of the rest, a crash keeps what chance wants, cut anywhere."""

    def __init__(self) -> None:
        super().__init__()
        self._safe = b""
        self._loose: list[tuple[bytes | None, int]] = []

    def write(self, content: bytes, at: int) -> None:
        super().write(content, at)
        self._loose.append((content, at))

    def truncate(self, size: int) -> None:
        super().truncate(size)
        if hasattr(self, "_loose"):
            self._loose.append((None, size))

    def flush(self) -> None:
        self._safe, self._loose = bytes(self.content), []

    def crash(self, dice: random.Random) -> MemoryDrawer:
        left = MemoryDrawer()
        left.write(self._safe, 0)
        for content, at in self._loose:
            if dice.random() < 0.5:
                continue
            if content is None:
                left.truncate(at)
            else:
                left.write(content[: dice.randrange(len(content) + 1)], at)
        return left


class FullDrawer(MemoryDrawer):
    """Has room until it is told that there is none."""

    full = False

    def write(self, content: bytes, at: int) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        super().write(content, at)


class Cramped(MemoryDrawer):
    """Has room for what is written, and none to spare."""

    def reserve(self, size: int) -> None:
        raise OSError(f"QuotaExceededError: {size}")


class Counted(MemoryDrawer):
    """Counts how often it is asked."""

    reads = 0

    def read(self, size: int, at: int) -> bytes:
        self.reads += 1
        return super().read(size, at)


def test_reading_ahead_reads_what_is_there() -> None:
    """As a drawer without it does, whatever is written, cut off or made longer in between."""
    dice, plain, ahead = random.Random(7), MemoryDrawer(), AheadDrawer(MemoryDrawer())
    for _ in range(3000):
        at, size = dice.randrange(4 * CHUNK), dice.choice((1, 24, 4096, CHUNK))
        kind = dice.choice(("read", "read", "read", "write", "truncate", "reserve"))
        if kind == "read":
            assert ahead.read(size, at) == plain.read(size, at)
        else:
            given = (dice.randbytes(size), at) if kind == "write" else (at,)
            for drawer in (plain, ahead):
                getattr(drawer, kind)(*given)
        assert ahead.size() == plain.size()


def test_opening_a_large_store_asks_the_browser_seldom() -> None:
    """It is looked through every time, and each question takes a browser a millisecond or more."""
    drawers = Counted(), Counted()
    store = PocketStore.open(*drawers)
    asyncio.run(store.write([put(f"name {number}", "x" * 2000) for number in range(1500)]))
    asyncio.run(store.close())
    for drawer in drawers:
        drawer.reads = 0
    store = PocketStore.open(*drawers)
    assert len(names(store)) >= 1500
    asyncio.run(store.close())
    assert drawers[0].size() > 3_000_000
    assert sum(drawer.reads for drawer in drawers) < 150


def test_what_is_written_is_there_after_opening_again() -> None:
    drawers = MemoryDrawer(), MemoryDrawer()
    store = PocketStore.open(*drawers)
    asyncio.run(store.write([put("a"), put("b")]))
    asyncio.run(store.close())
    assert names(PocketStore.open(*drawers)) == {"a", "b"}


def test_a_conflict_changes_nothing() -> None:
    store = PocketStore.open(MemoryDrawer(), MemoryDrawer())
    asyncio.run(store.write([put("a")]))
    with pytest.raises(ConflictError):
        asyncio.run(store.write([put("b"), put("a")]))
    assert names(store) == {"a"}


def test_a_write_that_was_answered_survives_every_crash() -> None:
    """A hundred times: the tab dies after some writes, and what was in flight is torn."""
    for seed in range(100):
        dice = random.Random(seed)
        drawers = FrailDrawer(), FrailDrawer()
        store = PocketStore.open(*drawers)
        answered = {f"n{number}" for number in range(dice.randrange(12))}
        for name in sorted(answered):
            asyncio.run(store.write([put(name, "y" * dice.randrange(9000))]))
        left = [drawer.crash(dice) for drawer in drawers]
        assert names(PocketStore.open(left[0], left[1])) == answered, seed


class CountingDrawer(MemoryDrawer):
    writes = 0

    def write(self, content: bytes, at: int) -> None:
        self.writes += 1
        super().write(content, at)


def test_a_change_is_one_write() -> None:
    """Each may be a message to another process of the browser, for which the player waits."""
    database, log = CountingDrawer(), CountingDrawer()
    store = PocketStore.open(database, log)
    asyncio.run(store.write([put("first")]))
    before = database.writes + log.writes
    for number in range(10):
        asyncio.run(store.write([put(f"n{number}", "x" * 9000), put(f"m{number}")]))
    assert database.writes + log.writes == before + 10


def test_the_log_is_long_enough_from_the_start() -> None:
    """A file that grows is slow to flush. Forty moves are a dozen kilobytes each, and then it begins anew."""
    database, log = MemoryDrawer(), MemoryDrawer()
    store = PocketStore.open(database, log)
    before = log.size()

    async def play() -> None:
        for number in range(60):
            await store.write([put(f"n{number}", "x" * 9000)])
        tidied = database.size()
        await asyncio.sleep(TIDY_SECONDS * 1.5)
        assert database.size() > tidied, "it was never emptied"
        for number in range(60):
            await store.write([put(f"m{number}", "x" * 9000)])

    asyncio.run(play())
    assert log.size() == before
    assert len(names(PocketStore.open(database, log))) == 120


def test_no_room_for_a_long_log_is_room_for_a_move() -> None:
    """Told only when a move finds none."""
    told: list[str] = []
    database, log = Spilling([MemoryDrawer(), Cramped()], lambda: told.append("full")).drawers
    store = PocketStore.open(database, log)
    asyncio.run(store.write([put("a")]))
    assert told == []
    assert names(store) == {"a"}


def test_who_never_rests_has_a_log_that_ends() -> None:
    database, log = MemoryDrawer(), MemoryDrawer()
    store = PocketStore.open(database, log)
    for number in range(600):
        asyncio.run(store.write([put(f"n{number}", "x" * 9000)]))
    assert log.size() < 2 * MOST_PAGES * 4096
    assert len(names(store)) == 600


def test_joined_writes_are_read_as_they_were_written() -> None:
    dice, plain = random.Random(4), MemoryDrawer()
    inner = CountingDrawer()
    joined = JoinedDrawer(inner)
    at = 0
    for number in range(2000):
        content = bytes([number % 256]) * dice.randrange(1, 9)
        at = at if dice.random() < 0.8 else dice.randrange(200)
        for drawer in (plain, joined):
            drawer.write(content, at)
        at += len(content)
        if dice.random() < 0.1:
            size = dice.randrange(150, 250)
            for drawer in (plain, joined):
                drawer.truncate(size)
        if dice.random() < 0.2:
            assert joined.read(300, 0) == plain.read(300, 0)
            assert joined.size() == plain.size()
    joined.flush()
    assert inner.content == plain.content
    assert inner.writes < 2000


class SulkingDrawer(MemoryDrawer):
    """Refuses one write, and takes the next."""

    refusing = False

    def write(self, content: bytes, at: int) -> None:
        if self.refusing:
            self.refusing = False
            raise OSError("not now")
        super().write(content, at)


def test_who_writes_hears_of_what_was_refused_while_somebody_read() -> None:
    """Else it would be taken for safe with the next flush, and be nowhere."""
    inner = SulkingDrawer()
    joined = JoinedDrawer(inner)
    joined.write(b"a move", 0)
    inner.refusing = True
    with pytest.raises(OSError, match="not now"):
        joined.read(6, 0)
    with pytest.raises(OSError, match="not now"):
        joined.flush()
    joined.write(b"a move", 0)
    joined.flush()
    assert inner.content == b"a move"


def test_no_room_left_is_told_and_the_rest_goes_on() -> None:
    drawers = FullDrawer(), FullDrawer()
    store = PocketStore.open(*drawers)
    asyncio.run(store.write([put("a")]))
    for drawer in drawers:
        drawer.full = True
    with pytest.raises(StoreError, match="the disk is full"):
        asyncio.run(store.write([put("b")]))
    assert names(store) == {"a"}
    for drawer in drawers:
        drawer.full = False
    asyncio.run(store.write([put("c")]))
    assert names(store) == {"a", "c"}


def test_what_is_no_database_is_not_touched() -> None:
    torn = MemoryDrawer()
    torn.write(b"holiday pictures" * 400, 0)
    with pytest.raises(DamagedStoreError, match="damaged or not a database"):
        PocketStore.open(torn, MemoryDrawer())
    assert bytes(torn.content) == b"holiday pictures" * 400


def test_where_no_room_is_left_play_goes_on_and_what_was_kept_stays_whole() -> None:
    told: list[str] = []
    kept = FullDrawer(), FullDrawer()
    whole = Spilling(kept, lambda: told.append("full"))
    store = PocketStore.open(*whole.drawers)
    asyncio.run(store.write([put("a")]))
    for drawer in kept:
        drawer.full = True
    for name in ("b", "c"):
        asyncio.run(store.write([put(name)]))
    assert names(store) == {"a", "b", "c"}
    assert told == ["full"]
    for drawer in kept:
        drawer.full = False
    assert names(PocketStore.open(*kept)) == {"a"}
