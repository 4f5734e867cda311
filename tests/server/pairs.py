"""Many games at once between two people each, on sockets of their own, whatever happens to the server.

Everybody keeps what he was told and what was acknowledged, sends again what was not answered, and comes back
after every break. At the end the views of both players are compared with the log, line by line.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidMessage, WebSocketException

from crowned.server.rooms.stalls import Stalls
from crowned.server.times import steady_clock
from tests.server.client import Browser, Json
from tests.server.killing import Audit, Trouble

CLOCK = {"kind": "fischer", "base": 60_000, "step": 5_000}
"""Long enough for who answers at once, however busy the machine: who loses on time was wronged."""
SILENCE = 30.0
PATIENCE = 240.0
ANSWERS = ("ok", "dup", "stale", "denied", "illegal", "late")
Broken = (OSError, WebSocketException, InvalidMessage, TimeoutError, EOFError)


@dataclass
class Sheet:
    """One game as one player knows it."""

    game: str
    entries: list[Json] = field(default_factory=list)
    sent: dict[str, str] = field(default_factory=dict)
    acked: dict[str, tuple[int, int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def v(self) -> int:
        return self.entries[-1]["v"] if self.entries else 0

    def learn(self, told: Json) -> None:
        """A piece of the log; what is known already must be the same."""
        if told["t"] != "snapshot" and told["since"] > self.v:
            self.faults.append(f"told from {told['since']} on, knows {self.v}")
        for entry in told["entries"]:
            if entry["v"] <= len(self.entries):
                if self.entries[entry["v"] - 1] != entry:
                    self.faults.append(f"line {entry['v']} has changed")
            elif entry["v"] == self.v + 1:
                self.entries.append(entry)
            else:
                self.faults.append(f"line {entry['v']} after {self.v}")


class Person:
    """At one seat: plays when it is his turn, at random."""

    def __init__(self, browser: Browser, seed: int) -> None:
        self.browser = browser
        self.pick = random.Random(seed)
        self.sheets: list[Sheet] = []
        self.state: Json = {}
        self.open: Json | None = None
        """A message that was sent and not answered."""
        self.breaks = 0

    @property
    def sheet(self) -> Sheet:
        return self.sheets[-1]

    def begin(self, game: str) -> None:
        self.sheets.append(Sheet(game))
        self.state, self.open = {}, None

    async def play(self, halted: Callable[[], bool]) -> None:
        """Until the game is over; after a break on a new socket."""
        while not halted() and self.state.get("phase") != "over":
            try:
                async with asyncio.timeout(SILENCE), self._connect() as socket:
                    await self._join(socket)
                    await self._sit(socket, halted)
            except Broken:
                self.breaks += 1
                await asyncio.sleep(0.02 + 0.05 * self.pick.random())

    def _connect(self) -> connect:
        url = self.browser.origin.replace("http", "ws", 1) + "/ws"
        origin: Any = self.browser.headers.get("Origin", self.browser.origin)
        headers = {"Cookie": self.browser.cookie, "Accept-Language": "en"}
        return connect(
            url,
            origin=origin,
            additional_headers=headers,
            compression=None,
            proxy=None,
            close_timeout=0.2,
            max_size=2**24,
            ping_interval=None,
        )

    async def _join(self, socket: ClientConnection) -> None:
        """And once more what was not answered, after it."""
        await socket.send(json.dumps({"t": "join", "g": self.sheet.game, "since": self.sheet.v}))
        if self.open is not None:
            await socket.send(json.dumps(self.open))

    async def _sit(self, socket: ClientConnection, halted: Callable[[], bool]) -> None:
        """A socket lives for some seconds only, so that nobody waits for ever for one that hangs."""
        async for raw in socket:
            message: Json = json.loads(raw)
            kind = message["t"]
            if kind == "ping":
                await socket.send(json.dumps({"t": "pong", "n": message["n"]}))
            if kind in ("snapshot", "update", "stale"):
                self.sheet.learn(message)
                self.state = message["state"]
            if kind == "denied" and message["code"] in ("try_again", "not_joined"):
                await asyncio.sleep(0.05 + 0.1 * self.pick.random())
                await self._join(socket)
            elif kind in ANSWERS and self.open is not None and message["id"] == self.open["id"]:
                self._answered(message)
            if halted() or self.state.get("phase") == "over":
                return
            if self.open is None and self.state.get("choices"):
                self.open = self._move()
                await socket.send(json.dumps(self.open))

    def _move(self) -> Json:
        choice = self.pick.choice(self.state["choices"])
        number = secrets.token_urlsafe(12)
        self.sheet.sent[number] = choice["text"]
        self.state = {**self.state, "choices": []}
        known = {"ply": self.state["ply"], "pos": self.state["pos"]}
        return {"t": "move", "g": self.sheet.game, "id": number, "text": choice["text"], **known}

    def _answered(self, answer: Json) -> None:
        if answer["t"] in ("ok", "dup"):
            self.sheet.acked[answer["id"]] = (answer["v"], answer["ply"])
        elif answer["t"] != "stale":
            self.sheet.faults.append(f"{answer['t']}: {answer}")
        self.open = None


class Pair:
    """Two people who play one game after another."""

    def __init__(self, people: tuple[Person, Person], maker: Browser, ruleset: str, clock: Json) -> None:
        self.people = people
        self.maker = maker
        self.ruleset = ruleset
        self.clock = clock
        self.failure = ""

    @property
    def described(self) -> str:
        """Where they stand, for who looks for what went wrong."""
        told = [
            f"{person.browser.origin} v{person.sheet.v if person.sheets else 0} ply {person.state.get('ply')}"
            f" {person.state.get('actor')} waits for {person.open and person.open['id']}"
            for person in self.people
        ]
        game = self.people[0].sheet.game if self.people[0].sheets else "no game"
        return f"{game}, made at {self.maker.origin}: {'; '.join(told)}"

    async def run(self, halted: Callable[[], bool]) -> None:
        try:
            while not halted():
                game = await self._new_game(halted)
                if game:
                    for person in self.people:
                        person.begin(game)
                    await asyncio.gather(*(person.play(halted) for person in self.people))
        except Exception as error:
            self.failure = repr(error)

    async def _new_game(self, halted: Callable[[], bool]) -> str:
        """Again and again until there is one, or nobody wants one any more."""
        while not halted():
            try:
                return await asyncio.to_thread(self._make)
            except NotNowError:
                await asyncio.sleep(0.1)
        return ""

    def _make(self) -> str:
        wish = {"rules": {"id": self.ruleset}, "kind": "friend", "clock": self.clock, "side": "white"}
        made = _answer(self.maker, "/api/games", wish)
        guest = self.people[1].browser
        near = Browser(self.maker.origin)
        near.cookie = guest.cookie
        _answer(near, "/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
        return str(made["id"])


class NotNowError(Exception):
    """The server could not do it now."""


def _answer(browser: Browser, path: str, body: Json) -> Json:
    try:
        reply = browser.request("POST", path, body)
    except Exception as error:
        raise NotNowError from error
    if reply.status != 200:
        raise NotNowError(reply.status)
    answer: Json = reply.json
    return answer


class Hall:
    """Many pairs, in a thread of their own."""

    def __init__(self, pairs: list[Pair]) -> None:
        self.pairs = pairs
        self._halt = False
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self.stalls = Stalls(steady_clock(), remembered=1_000_000)
        """When everybody here could not play, because this process itself was held up."""

    async def _run(self) -> None:
        self.stalls.start()
        await asyncio.gather(*(pair.run(lambda: self._halt) for pair in self.pairs))

    def start(self) -> None:
        self._thread.start()

    @property
    def acked(self) -> int:
        return sum(len(sheet.acked) for sheet in self._sheets())

    @property
    def games(self) -> int:
        return sum(len(pair.people[0].sheets) for pair in self.pairs)

    @property
    def breaks(self) -> int:
        return sum(person.breaks for pair in self.pairs for person in pair.people)

    def _sheets(self) -> list[Sheet]:
        return [sheet for pair in self.pairs for person in pair.people for sheet in list(person.sheets)]

    def wait_for(self, count: int) -> None:
        """Until so many moves have been acknowledged, so that whatever happens next hits living games."""
        until = time.monotonic() + PATIENCE
        while self.acked < count:
            assert not self.failures, self.failures
            assert time.monotonic() < until, f"no moves: {self.acked} of {count}"
            time.sleep(0.005)

    def wait_until_all_play(self) -> None:
        until = time.monotonic() + PATIENCE
        while not all(person.state for pair in self.pairs for person in pair.people):
            assert time.monotonic() < until, [pair.described for pair in self.pairs]
            time.sleep(0.01)

    @property
    def failures(self) -> list[str]:
        return [pair.failure for pair in self.pairs if pair.failure]

    def end(self, origin: str) -> Audit:
        """Play is over; what everybody has is compared with what the server has."""
        self._halt = True
        self._thread.join(PATIENCE)
        report = Audit(broken=self.failures)
        for pair in self.pairs:
            for number, sheet in enumerate(pair.people[0].sheets):
                other = pair.people[1].sheets[number : number + 1]
                near = Browser(origin)
                near.cookie = pair.people[0].browser.cookie
                report.add(compared(near.get(f"/api/games/{sheet.game}"), [sheet, *other], self.stalls))
        return report


def compared(log: Json, sheets: list[Sheet], stalls: Stalls) -> Audit:
    """One game: the log, and what both players know of it."""
    report = Audit(games=1)
    entries = {entry["v"]: entry for entry in log["entries"]}
    played = [entry for entry in log["entries"] if entry["kind"] == "played"]
    if sorted(entries) != list(range(1, log["v"] + 1)):
        report.broken.append(f"{log['g']}: lines are missing")
    if [entry["ply"] for entry in played] != list(range(len(played))):
        report.doubled.append(log["g"])
    ends = [entry["reason"] for entry in log["entries"] if entry["kind"] == "ended"]
    if set(ends) & {"time", "aborted"}:
        report.wronged.append(f"{log['g']} {ends[0]}, {pauses(log['entries'], stalls)}")
    for sheet in sheets:
        _compare(log["g"], entries, sheet, report)
    moves = [entry for entry in played if entry["action"] == "move"]
    if len(moves) > sum(len(sheet.sent) for sheet in sheets):
        report.doubled.append(f"{log['g']}: more moves than were sent")
    return report


def pauses(entries: list[Json], stalls: Stalls) -> str:
    """Where a game that ended on time stood still, in milliseconds, and what came after it."""
    gaps = []
    for before, after in pairwise(entries):
        held_up = stalls.until(after["at"]) - stalls.until(before["at"])
        gap = after["at"] - before["at"]
        gaps.append((gap, f"v{after['v']} {after['kind']} (players held up for {held_up})"))
    return ", ".join(f"{gap} before {what}" for gap, what in sorted(gaps, reverse=True)[:4])


def _compare(game: str, entries: dict[int, Json], sheet: Sheet, report: Audit) -> None:
    report.broken += [f"{game}: {fault}" for fault in sheet.faults]
    for entry in sheet.entries:
        if entries.get(entry["v"]) != entry:
            report.broken.append(f"{game}: line {entry['v']} was told otherwise")
    for number, (v, ply) in sheet.acked.items():
        report.acked += 1
        entry = entries.get(v, {})
        if entry.get("text") != sheet.sent[number] or entry.get("ply") != ply - 1:
            report.lost.append(f"{game} v{v}")
    if len({v for v, _ in sheet.acked.values()}) != len(sheet.acked):
        report.doubled.append(f"{game}: two moves, one line")


def hall(
    near: list[Browser], far: list[Browser], maker: list[Browser], ruleset: str, clock: Json = CLOCK
) -> Hall:
    """Pairs of people; each has a browser, and one at which games are made."""
    pairs = []
    for number, (one, other) in enumerate(zip(near, far, strict=True)):
        people = (Person(one, 2 * number), Person(other, 2 * number + 1))
        pairs.append(Pair(people, maker[number], ruleset, clock))
    return Hall(pairs)


def disturb(players: Hall, happen: Trouble, origin: str, *, times: int, seed: int, until: float) -> Audit:
    """Lets something bad happen many times while people play, and looks what there is at the end."""
    pick = random.Random(seed)
    players.start()
    players.wait_until_all_play()
    for _ in range(times):
        if time.monotonic() > until:
            break
        players.wait_for(players.acked + pick.randrange(1, max(2, len(players.pairs))))
        time.sleep(pick.random() * 0.05)
        happen(pick)
    players.wait_for(players.acked + len(players.pairs))
    return players.end(origin)
