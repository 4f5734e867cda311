"""A log too long for one message comes in pieces, in order, each once; nothing is lost in between."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from crowned.protocols import wire
from crowned.server.rooms.audience import PAGE
from crowned.server.rooms.draft import Draft
from crowned.server.rooms.keeper import Keeper
from crowned.server.rooms.log import Said
from tests.server.client import Server
from tests.server.conftest import Catalogue
from tests.server.house import House, Listener, house, run, settle
from tests.server.rooms.test_rooms import friends


class Slow(Listener):
    """Takes a message when the test says so."""

    def __init__(self, person: str) -> None:
        super().__init__(person)
        self.waiting: list[Callable[[], None]] = []

    def when_taken(self, then: Callable[[], None]) -> None:
        self.waiting.append(then)


async def chatter(own: House, keeper: Keeper, count: int) -> None:
    async def work() -> None:
        draft = Draft(keeper.room.table, own.time())
        for number in range(count):
            draft.add(Said("white", f"{number} " + "blah " * 90))
        await keeper.room.commit(draft)

    await keeper.room.alone(work)


def told(reader: Listener) -> list[int]:
    pieces = [m for m in reader.heard if isinstance(m, wire.Snapshot | wire.Update)]
    return [entry.v for piece in pieces for entry in piece.entries]


def test_a_long_log_comes_in_pieces(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            keeper, first, _ = await friends(own)
            await chatter(own, keeper, 2 * PAGE)
            reader = Slow(first.person)
            await keeper.room.join(reader, keeper.room.table.role(first.person), 0)
            assert len(told(reader)) == PAGE
            await own.move(keeper, first)
            assert len(told(reader)) == PAGE, "news wait for their turn"
            while reader.waiting:
                known = len(told(reader))
                reader.waiting.pop()()
                await settle(lambda known=known: len(told(reader)) > known)
            assert told(reader) == list(range(1, keeper.room.table.version + 1))
            assert reader.state.ply == 1
            await own.act(keeper, first, "resign")
            assert reader.state.phase == "over", "and then he hears everything at once again"

    run(work)


def test_a_game_with_a_long_log_can_be_joined(server: Server, rules: Catalogue) -> None:
    """Over a real socket: more than may wait for a reader at once."""
    browser = server.browser()
    made = browser.new_game(rules.strict, "friend", chat=True)
    friend = server.browser()
    friend.post("/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
    player = browser.play(made["id"])
    for number in range(600):
        assert player.ask("say", text=f"{number} " + "\U0001f642" * 280)["t"] == "ok"
    again = friend.play(made["id"])
    again.catch_up(player.v)
    assert [entry["v"] for entry in again.entries] == list(range(1, player.v + 1))
    assert again.ask("say", text="all read")["t"] == "ok"
