"""A server inside the test: real rooms and a real database, but time is ours."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from crowned.game import Game
from crowned.position.action import Action
from crowned.position.ruleset import ruleset
from crowned.protocols import wire
from crowned.protocols.views import ClockRule, Lang, Policy
from crowned.rules.write import to_toml
from crowned.server.computer.opponent import Opponent, PlainOpponent
from crowned.server.config import Config
from crowned.server.people.accounts import Person
from crowned.server.rooms import log
from crowned.server.rooms.keeper import Keeper
from crowned.server.site import Site
from tests.server.conftest import Catalogue

START = 1_700_000_000_000
RULES = Catalogue()


class Time:
    """The server's clock, set by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def pass_ms(self, milliseconds: int) -> None:
        self.now += milliseconds


class Listener:
    """A socket without a network."""

    def __init__(self, person: str, lang: Lang = "en") -> None:
        self.person = person
        self.lang = lang
        self.credit = 0
        self.address = ""
        self.engine = False
        self.heard: list[wire.ServerMessage] = []

    def send(self, message: bytes) -> None:
        self.heard.append(wire.read_server(message))

    def when_taken(self, then: Callable[[], None]) -> None:
        then()

    def last(self, kind: type[Any]) -> Any:
        return next(message for message in reversed(self.heard) if isinstance(message, kind))

    def count(self, kind: type[Any]) -> int:
        return sum(isinstance(message, kind) for message in self.heard)

    @property
    def state(self) -> Any:
        return self.last(wire.Snapshot | wire.Update | wire.Stale).state  # type: ignore[arg-type]


class House:
    def __init__(self, site: Site, time: Time) -> None:
        self.site = site
        self.time = time

    async def person(self, account: bool = False) -> Person:
        _, session = await self.site.people.new_guest("en")
        if not account:
            return session.person
        _, person = await self.site.people.register(session, f"P{session.person.id[:8]}", "x")
        return person

    async def game(
        self,
        rules: str,
        white: str,
        black: str,
        clock: ClockRule | None = None,
        *,
        policy: Policy = "pointed_out",
        rated: bool = False,
        first_move: int = 0,
    ) -> Keeper:
        spec = ruleset(rules).spec
        kind: Any = (
            "computer" if log.COMPUTER in (white, black) else "hotseat" if white == black else "friend"
        )
        settings = log.Settings(
            kind=kind,
            rules=to_toml(spec),
            fingerprint=spec.fingerprint,
            ruleset=spec.id,
            white=white,
            black=black,
            by=white if white != log.COMPUTER else black,
            policy=policy,
            clock=clock or ClockRule(),
            level=1 if kind == "computer" else 0,
            rated=rated,
            first_move=first_move,
        )
        people = await self.site.people.names({settings.by})
        game = await self.site.rooms.create(settings, people[settings.by])
        return await self.keeper(game)

    async def keeper(self, game: str) -> Keeper:
        keeper = await self.site.rooms.get(game)
        assert isinstance(keeper, Keeper)
        return keeper

    async def join(self, keeper: Keeper, person: str, since: int = 0) -> Listener:
        reader = Listener(person)
        await keeper.room.join(reader, keeper.room.table.role(person), since)
        return reader

    async def move(self, keeper: Keeper, reader: Listener, index: int = 0, message_id: str = "") -> Any:
        """Plays a choice of the reader at the present time."""
        state = reader.state
        table = keeper.room.table
        message = wire.Move(
            g=table.id,
            ply=state.ply,
            pos=state.pos,
            id=message_id or f"m{table.version}",
            text=state.choices[index].text,
        )
        return await keeper.room.message(reader, message, self.time())

    async def act(self, keeper: Keeper, reader: Listener, do: Any, **fields: Any) -> Any:
        table = keeper.room.table
        fields.setdefault("id", f"a{table.version}")
        message = wire.Act(g=table.id, do=do, ply=table.ply, pos=table.pos, **fields)
        return await keeper.room.message(reader, message, self.time())


@asynccontextmanager
async def house(
    database: str, opponent: Opponent | None = None, time: Time | None = None
) -> AsyncIterator[House]:
    clock = time or Time()
    site = await Site.open(Config(database=database, pace=0), opponent or PlainOpponent(), clock)
    site.services.stalls.stop()  # this clock stands still while the machine is busy with something else
    try:
        yield House(site, clock)
    finally:
        await site.close()


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_whole(work), 60))


async def _whole(work: Callable[[], Awaitable[None]]) -> None:
    await work()


class Scripted:
    """An opponent that does what the test says."""

    def __init__(self, choose: Callable[[Game, int, threading.Event], Action]) -> None:
        self._choose = choose

    def choose(self, game: Game, level: int, stop: threading.Event) -> Action:
        return self._choose(game, level, stop)


async def settle(condition: Callable[[], bool]) -> None:
    """Lets everything else run until something is so."""
    while not condition():
        await asyncio.sleep(0.001)


def same(one: Any, other: Any) -> bool:
    return msgspec.to_builtins(one) == msgspec.to_builtins(other)  # type: ignore[no-any-return]


async def friends(
    own: House, clock: ClockRule | None = None, rules: str = ""
) -> tuple[Keeper, Listener, Listener]:
    """A game of two; the one to move first comes first."""
    white, black = await own.person(), await own.person()
    keeper = await own.game(rules or RULES.strict, white.id, black.id, clock)
    readers = [await own.join(keeper, person.id) for person in (white, black)]
    first = 0 if keeper.room.table.actor == "white" else 1
    return keeper, readers[first], readers[1 - first]
