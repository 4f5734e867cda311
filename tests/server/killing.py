"""Killing the server in the middle of play, and looking what is left; for suite and benchmark."""

from __future__ import annotations

import json
import math
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.server.client import Browser, Json, Server, Wire


@dataclass
class Ledger:
    """What one player has sent and what was acknowledged, message by message."""

    game: str
    acked: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Message id -> version and ply of its acknowledgement."""
    sent: dict[str, str] = field(default_factory=dict)
    """Message id -> the move's text."""


class Gambler(threading.Thread):
    """Plays both sides of one game at random, resends what was not answered, never gives up."""

    def __init__(self, browser: Browser, ruleset: str, seed: int, maker: Browser | None = None) -> None:
        super().__init__(daemon=True)
        self.browser = browser
        self.maker = maker or browser
        """Where games are made; another process may lead them than the one that is talked to."""
        self.ruleset = ruleset
        self.pick = random.Random(seed)
        self.ledgers: list[Ledger] = []
        self.halt = threading.Event()
        self.failure: str = ""
        self._open: tuple[str, Json] | None = None
        """A message that was sent and not answered: it goes out again on the next socket."""

    def run(self) -> None:
        while not self.halt.is_set():
            try:
                self._session()
            except (OSError, WebSocketException, TimeoutError):
                time.sleep(0.01)
            except AssertionError as error:
                self.failure = str(error)
                return

    def _session(self) -> None:
        if not self.ledgers:
            self._new_game()
        wire = self.browser.socket()
        try:
            self._play(wire)
        finally:
            with _ignored():
                wire.close()
            if wire in Wire.open:
                Wire.open.remove(wire)

    def _new_game(self) -> None:
        reply = self.maker.request("POST", "/api/games", {"rules": {"id": self.ruleset}, "kind": "hotseat"})
        assert reply.status in (200, 503), reply.raw
        if reply.status == 200:
            self.ledgers.append(Ledger(reply.json["id"]))
            self._open = None

    def _play(self, wire: Wire) -> None:
        ledger = self.ledgers[-1]
        wire.send("join", g=ledger.game)
        state: Json = wire.read("snapshot")["state"]
        while not self.halt.is_set():
            if state["phase"] == "over":
                self._new_game()
                return
            message_id, message = self._open or self._next(ledger, state)
            self._open = (message_id, message)
            wire.raw(json.dumps(message))
            state = self._answer(wire, ledger, message_id, state)

    def _next(self, ledger: Ledger, state: Json) -> tuple[str, Json]:
        message_id = secrets.token_urlsafe(12)
        choice = self.pick.choice(state["choices"])
        message = {
            "t": "move",
            "g": ledger.game,
            "id": message_id,
            "ply": state["ply"],
            "pos": state["pos"],
            "text": choice["text"],
        }
        ledger.sent[message_id] = choice["text"]
        return message_id, message

    def _answer(self, wire: Wire, ledger: Ledger, message_id: str, state: Json) -> Json:
        """The acknowledgement is noted the moment it is read; then the state that goes with it."""
        answer = wire.read("ok", "dup", "stale", "denied", "illegal", "late")
        assert answer["id"] == message_id, answer
        if answer["t"] == "denied":
            assert answer["code"] == "try_again", answer
            return state
        self._open = None
        if answer["t"] == "stale":
            return dict(answer["state"])
        assert answer["t"] in ("ok", "dup"), answer
        ledger.acked[message_id] = (answer["v"], answer["ply"])
        wire.send("join", g=ledger.game)
        return dict(wire.read("snapshot")["state"])


@contextmanager
def _ignored() -> Iterator[None]:
    try:
        yield
    except (OSError, ConnectionClosed, WebSocketException):
        return


@dataclass
class Audit:
    games: int = 0
    acked: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    wronged: list[str] = field(default_factory=list)
    """Games that somebody lost, or could not begin, because of a clock."""

    def add(self, part: Audit) -> None:
        self.games += part.games
        self.acked += part.acked
        self.lost += part.lost
        self.doubled += part.doubled
        self.broken += part.broken
        self.wronged += part.wronged

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.broken or self.wronged)


def audit(browser: Browser, ledgers: list[Ledger]) -> Audit:
    """Compares every acknowledgement with the log that the server has now."""
    report = Audit(games=len(ledgers))
    for ledger in ledgers:
        snapshot = browser.get(f"/api/games/{ledger.game}")
        entries = {entry["v"]: entry for entry in snapshot["entries"]}
        if sorted(entries) != list(range(1, snapshot["v"] + 1)):
            report.broken.append(ledger.game)
        played = [entry for entry in snapshot["entries"] if entry["kind"] == "played"]
        if [entry["ply"] for entry in played] != list(range(len(played))):
            report.doubled.append(ledger.game)
        for message_id, (v, ply) in ledger.acked.items():
            report.acked += 1
            entry = entries.get(v)
            if entry is None or entry["text"] != ledger.sent[message_id] or entry["ply"] != ply - 1:
                report.lost.append(f"{ledger.game} v{v}")
        if len({v for v, _ in ledger.acked.values()}) != len(ledger.acked):
            report.doubled.append(ledger.game)
        if len(played) > len(ledger.sent):
            report.doubled.append(ledger.game)
    return report


Trouble = Callable[[random.Random], None]
"""Something bad that happens to the server, and is over when it returns."""


def torment(
    server: Server, ruleset: str, *, games: int, kills: int, seed: int, until: float = math.inf
) -> tuple[Audit, list[float]]:
    """Plays many games at once and kills the server again and again at random moments.

    ``until``: the moment after which no more kills are begun.
    """
    back = []

    def kill(_pick: random.Random) -> None:
        server.kill()
        started = time.monotonic()
        server.start()
        back.append(time.monotonic() - started)

    players = [Gambler(server.browser(), ruleset, seed + number) for number in range(games)]
    return trouble(players, kill, times=kills, seed=seed, until=until), back


def trouble(
    players: list[Gambler], happen: Trouble, *, times: int, seed: int, until: float = math.inf
) -> Audit:
    """Lets something bad happen many times while people play, and looks what the server has at the end."""
    pick = random.Random(seed)
    for player in players:
        player.start()
    for _ in range(times):
        if time.monotonic() > until:
            break
        _wait_for_moves(players, _acked(players) + pick.randrange(1, max(2, len(players))))
        time.sleep(pick.random() * 0.05)
        happen(pick)
    _wait_for_moves(players, _acked(players) + len(players))
    return looked_over(players)


def looked_over(players: list[Gambler]) -> Audit:
    """Ends the play and compares what was acknowledged with what there is."""
    for player in players:
        player.halt.set()
    for player in players:
        player.join(60)
    report = Audit()
    for player in players:
        if player.failure:
            report.broken.append(player.failure)
        report.add(audit(player.browser, player.ledgers))
    return report


def _acked(players: list[Gambler]) -> int:
    return sum(len(ledger.acked) for player in players for ledger in player.ledgers)


def _wait_for_moves(players: list[Gambler], count: int) -> None:
    """Until so many moves have been acknowledged, so that every kill hits living games."""
    deadline = time.monotonic() + 120
    while _acked(players) < count:
        if time.monotonic() > deadline or any(player.failure for player in players):
            raise AssertionError([player.failure for player in players if player.failure] or "no moves")
        time.sleep(0.005)
