"""Everybody who follows a game, each with what he may see and has seen: on sockets here, or elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from crowned.protocols import wire
from crowned.protocols.entries import CommittedEntry, Entry, RevealedEntry, SeededEntry
from crowned.protocols.views import Lang, PlayerView, Role, Seat, State
from crowned.server.cluster.messages import Crowd
from crowned.server.rooms import state
from crowned.server.rooms.table import Table

PAGE = 150
"""Lines of a log in one message: 512 kB may wait for a reader, and a line with long chat has two."""


class Reader(Protocol):
    """A socket, seen from a room."""

    person: str
    address: str
    """Where he sits; empty if that is not known."""
    lang: Lang
    credit: int
    """Milliseconds of a round trip that are the network's, measured by us."""
    engine: bool
    """Whether his browser has an engine that may be asked."""

    def send(self, message: bytes) -> None:
        """Never waits: a reader who is too slow is cut off."""

    def when_taken(self, then: Callable[[], None]) -> None:
        """Calls once everything sent so far has been taken by the reader."""


@dataclass(eq=False)
class FarReader:
    """Somebody on a socket of another process."""

    person: str
    lang: Lang
    credit: int
    address: str = ""
    engine: bool = False

    def send(self, message: bytes) -> None:
        """His own process tells him."""

    def when_taken(self, then: Callable[[], None]) -> None:
        """His own process knows when."""


@dataclass(slots=True)
class Place:
    role: Role
    version: int = 0
    seen: int = 0
    paging: bool = False
    """A long log is told in pieces, the next when the last has been taken; news wait for their turn."""


@dataclass(slots=True)
class News:
    """The state of a game that is about to be told."""

    table: Table
    players: dict[Seat, PlayerView]
    now: int
    people_changed: bool = False
    shared: dict[Lang, State] = field(default_factory=dict)
    """What all readers of a language are told alike."""

    def _state(self, role: Role, lang: Lang) -> State:
        shared = self.shared.get(lang)
        if shared is None:
            shared = self.shared[lang] = state.shared_state(self.table, lang, self.now)
        return state.as_seen(shared, self.table, role)

    def update(self, role: Role, lang: Lang, since: int) -> wire.Update:
        table, until = self.table, self._page(since)
        entries = self._entries(role, lang, slice(max(0, since), until))
        seeds = any(isinstance(entry, CommittedEntry | SeededEntry | RevealedEntry) for entry in entries)
        return wire.Update(
            table.id,
            until,
            self.now,
            since,
            entries,
            self._state(role, lang),
            self.players if self.people_changed else None,
            state.spinner_view(table) if seeds else None,
        )

    def _page(self, since: int) -> int:
        """The last version of the piece that begins after ``since``."""
        return min(self.table.version, max(0, since) + PAGE)

    def snapshot(self, role: Role, lang: Lang) -> wire.Snapshot:
        """The game, and the first piece of its log."""
        until = self._page(0)
        return self._standing(role, lang, until, self._entries(role, lang, slice(until)))

    def whole(self, role: Role, lang: Lang) -> tuple[wire.Snapshot, Iterator[list[Entry]]]:
        """The game with an empty log, and the log piece by piece."""
        until = self.table.version
        starts = range(0, until, PAGE)
        pieces = (self._entries(role, lang, slice(start, min(start + PAGE, until))) for start in starts)
        return self._standing(role, lang, until, []), pieces

    def _entries(self, role: Role, lang: Lang, part: slice) -> list[Entry]:
        return state.entries_in(self.table, role, lang, part, self.players)

    def _standing(self, role: Role, lang: Lang, until: int, entries: list[Entry]) -> wire.Snapshot:
        view = state.game_view(self.table, self.players)
        return wire.Snapshot(self.table.id, until, self.now, role, view, entries, self._state(role, lang))

    def stale(self, role: Role, lang: Lang, message_id: str, since: int) -> wire.Stale:
        told = self.update(role, lang, since)
        return wire.Stale(told.g, message_id, told.v, told.now, since, told.entries, told.state)


class Audience:
    def __init__(self) -> None:
        self.places: dict[Reader, Place] = {}
        self.elsewhere: dict[str, Crowd] = {}
        """By process: who follows the game there. Only the leader of a game knows."""

    def __bool__(self) -> bool:
        return bool(self.places or self.elsewhere)

    def credit(self, seat: Seat) -> int:
        """The longest round trip among the player's own sockets."""
        white = seat == "white"
        far = [crowd.white_credit if white else crowd.black_credit for crowd in self.elsewhere.values()]
        return max([self._near(seat), *far])

    def _near(self, seat: Seat) -> int:
        own = [reader.credit for reader, place in self.places.items() if place.role in (seat, "both")]
        return max(own, default=0)

    def helper(self, person: str) -> Reader | None:
        """A browser of the player, in this process, that has an engine."""
        own = (reader for reader in self.places if reader.person == person and reader.engine)
        return next(own, None)

    def address_of(self, person: str) -> str:
        return next((reader.address for reader in self.places if reader.person == person), "")

    # ------------------------------------------------------------ who is there

    def here(self) -> Crowd:
        """Who follows the game in this process."""
        roles = [place.role for place in self.places.values()]
        return Crowd(
            white="white" in roles or "both" in roles,
            black="black" in roles or "both" in roles,
            watchers=roles.count("watcher"),
            white_seen=self._seen("white"),
            black_seen=self._seen("black"),
            white_credit=self._near("white"),
            black_credit=self._near("black"),
        )

    def everywhere(self) -> Crowd:
        crowds = [self.here(), *self.elsewhere.values()]
        return Crowd(
            white=any(crowd.white for crowd in crowds),
            black=any(crowd.black for crowd in crowds),
            watchers=sum(crowd.watchers for crowd in crowds),
            white_seen=max(crowd.white_seen for crowd in crowds),
            black_seen=max(crowd.black_seen for crowd in crowds),
        )

    # ------------------------------------------------------------ telling

    def behind(self, version: int) -> bool:
        """Whether somebody has not been told everything up to this version."""
        return any(place.version < version for place in self.places.values())

    def tell(self, news: News) -> None:
        """Everybody gets what he has not seen yet; equal messages are made once."""
        made: dict[tuple[Role, Lang, int], wire.Update] = {}
        raw: dict[tuple[Role, Lang, int], bytes] = {}
        for reader, place in list(self.places.items()):
            if place.paging or place.version > news.table.version:
                continue
            key = (place.role, reader.lang, place.version)
            if key not in made:
                made[key] = news.update(place.role, reader.lang, place.version)
                raw[key] = wire.write(made[key])
            place.version = made[key].v
            reader.send(raw[key])

    def presence(self, table: Table, crowd: Crowd, readers: Iterable[Reader]) -> None:
        """Tells these who is there."""
        message = wire.Presence(
            table.id,
            table.version,
            table.computer == "white" or crowd.white,
            table.computer == "black" or crowd.black,
            crowd.watchers,
            crowd.white_seen,
            crowd.black_seen,
        )
        raw = wire.write(message)
        for reader in readers:
            reader.send(raw)

    def _seen(self, seat: Seat) -> int:
        return max((place.seen for place in self.places.values() if place.role in (seat, "both")), default=0)
