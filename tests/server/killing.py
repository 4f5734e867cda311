"""Killing the server in the middle of play, and looking what is left; for suite and benchmark."""

from __future__ import annotations

import json
import math
import random
import secrets
import threading
import time
from collections.abc import Iterator
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

    def __init__(self, server: Server, browser: Browser, ruleset: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.browser = browser
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
        reply = self.browser.request("POST", "/api/games", {"rules": {"id": self.ruleset}, "kind": "hotseat"})
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

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.broken)


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


def torment(
    server: Server, ruleset: str, *, games: int, kills: int, seed: int, until: float = math.inf
) -> tuple[Audit, list[float]]:
    """Plays many games at once and kills the server again and again at random moments.

    ``until``: the moment after which no more kills are begun.
    """
    browsers = [server.browser() for _ in range(games)]
    players = [Gambler(server, browser, ruleset, seed + number) for number, browser in enumerate(browsers)]
    for player in players:
        player.start()
    pick = random.Random(seed)
    back = []
    for _ in range(kills):
        if time.monotonic() > until:
            break
        before = sum(len(ledger.acked) for player in players for ledger in player.ledgers)
        _wait_for_moves(players, before + pick.randrange(1, max(2, games)))
        time.sleep(pick.random() * 0.05)
        server.kill()
        started = time.monotonic()
        server.start()
        back.append(time.monotonic() - started)
    _wait_for_moves(players, sum(len(ledger.acked) for p in players for ledger in p.ledgers) + games)
    for player in players:
        player.halt.set()
    for player in players:
        player.join(30)
    report = Audit()
    for player in players:
        if player.failure:
            report.broken.append(player.failure)
        part = audit(player.browser, player.ledgers)
        report.games += part.games
        report.acked += part.acked
        report.lost += part.lost
        report.doubled += part.doubled
        report.broken += part.broken
    return report, back


def _wait_for_moves(players: list[Gambler], count: int) -> None:
    """Until so many moves have been acknowledged, so that every kill hits living games."""
    deadline = time.monotonic() + 120
    while sum(len(ledger.acked) for player in players for ledger in player.ledgers) < count:
        if time.monotonic() > deadline or any(player.failure for player in players):
            raise AssertionError([player.failure for player in players if player.failure] or "no moves")
        time.sleep(0.005)
