"""Nonsense on sockets: by people who play both sides, and by everybody around a game of two.

Messages are real ones with fields left out, added, swapped and filled with junk, real ones with changed
characters, and plain noise.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import string
from collections import Counter
from typing import Any

import msgspec
from bench.server_kill import plain_ruleset
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.client import Browser, Server, Wire, crowd

Json = dict[str, Any]
KINDS = (
    ["move"] * 6
    + ["act"] * 4
    + ["hello", "join", "commit", "seed", "say", "judge", "seen", "ping", "pong", "nothing"]
)
DOS = ["spin", "huff", "takeback", "accept", "touch", "adjust", "offer_draw", "agree_draw", "decline_draw"]
DOS += ["claim_draw", "undo", "agree_undo", "decline_undo", "rematch", "resign"]
NEEDS = {
    "hello": ["lang"],
    "join": ["g", "since"],
    "leave": ["g"],
    "move": ["g", "ply", "pos", "id", "path"],
    "act": ["g", "do", "id", "ply", "pos", "square"],
    "commit": ["g", "id", "commit", "seat"],
    "seed": ["g", "id", "seed", "seat"],
    "say": ["g", "id", "text"],
    "judge": ["g", "id", "text"],
    "seen": ["g", "v"],
    "ping": ["id"],
    "pong": ["n"],
}
LIKELY: dict[str, list[str]] = {
    "do": DOS,
    "seat": ["white", "black"],
    "seed": ["0" * 64, "f" * 64],
    "commit": ["0" * 64, "f" * 64],
    "lang": ["de", "nl", "en", "fr"],
}
PLAIN = [None, True, False, 0, -1, 1, 2**31, 2**63, 2**70, -(2**70), 0.5, 1e300]
PLAIN += ["a1", "c3", "h8", "W", "\x00", "é" * 5, "🎲", "-1", "null"]


class Fuzzer:
    """One socket's worth of nonsense."""

    def __init__(self, browser: Browser, ruleset: str, seed: int, victim: Victim) -> None:
        self.browser = browser
        self.ruleset = ruleset
        self.victim = victim
        self.faults: list[str] = []
        self.pick = random.Random(seed)
        self.game = ""
        self.last = ""
        self.state: Json = {}
        self.heard: Counter[str] = Counter()
        self.closes: Counter[int] = Counter()

    # ------------------------------------------------------------ making messages

    def junk(self, depth: int = 0) -> Any:
        pick = self.pick
        roll = pick.randrange(7 if depth >= 3 else 10)
        if roll < 5:
            return pick.choice(PLAIN)
        if roll == 5:
            return "".join(pick.choices(string.printable, k=pick.randrange(30)))
        if roll == 6:
            return "".join(pick.choices("0123456789abcdef", k=pick.choice([2, 16, 64])))
        if roll == 7:
            return [self.junk(depth + 1) for _ in range(pick.randrange(4))]
        return {str(self.junk(3)): self.junk(depth + 1) for _ in range(pick.randrange(3))}

    def value(self, name: str) -> Any:  # noqa: PLR0911
        """What a field would really have, most of the time."""
        if self.pick.random() < 0.04:
            return self.junk()
        state = self.state or {"ply": 0, "pos": "0", "choices": [], "at": {"board": {}}}
        choice = self.pick.choice(state["choices"]) if state["choices"] else {"path": ["a1"], "text": "a1-b2"}
        pick = self.pick
        match name:
            case "g":
                return self.game if pick.random() < 0.97 else self.victim.game
            case "id":
                return "same" if pick.random() < 0.1 else f"m{pick.randrange(10**9)}"
            case "ply":
                return state["ply"] + pick.choice([0, 0, 0, 0, 1, -1])
            case "pos":
                return pick.choice([state["pos"]] * 5 + ["0"])
            case "path":
                return choice["path"] or None
            case "text":
                return pick.choice([choice["text"], "huff c3", "spin green", "hello"])
            case "square":
                return pick.choice([*state["at"]["board"], "a1"])
            case "since" | "v" | "n":
                return pick.choice([0, 1, 2, 5, 10**6])
            case _:
                return pick.choice(LIKELY[name]) if name in LIKELY else self.junk()

    def message(self) -> str:
        kind = "leave" if self.pick.random() < 0.005 else self.pick.choice(KINDS)
        names = NEEDS.get(kind, ["g", "id"])
        made = {"t": kind, **{name: self.value(name) for name in names if self.pick.random() > 0.02}}
        if self.pick.random() < 0.05:
            made[self.pick.choice(["extra", "seat", "text", "t"])] = self.junk()
        text = json.dumps(made)
        roll = self.pick.random()
        if roll < 0.1:
            return self.scribble(text)
        return str(self.junk()) if roll < 0.13 else text

    def scribble(self, text: str) -> str:
        letters = list(text)
        for _ in range(self.pick.randrange(1, 4)):
            letters[self.pick.randrange(len(letters))] = self.pick.choice('{}[]",:0a\\\x00é')
        return "".join(letters)

    # ------------------------------------------------------------ sending them

    async def run(self, count: int) -> None:
        sent = 0
        while sent < count:
            await self.fresh_game()
            try:
                async with self.connect() as socket:
                    sent += await self.session(socket, count - sent)
            except ConnectionClosed as closed:
                self.closes[closed.rcvd.code if closed.rcvd else 0] += 1
                sent += 1

    def connect(self) -> connect:
        url = self.browser.origin.replace("http", "ws", 1) + "/ws"
        origin: Any = self.browser.origin
        headers = {"Cookie": self.browser.cookie}
        return connect(
            url,
            origin=origin,
            additional_headers=headers,
            compression=None,
            proxy=None,
            ping_interval=None,
            open_timeout=None,  # somebody may stop this program and the server for a while
        )

    async def fresh_game(self) -> None:
        if not self.game or not self.state or self.state["phase"] == "over":
            made = await asyncio.to_thread(self.browser.new_game, self.ruleset)
            self.game = made["id"]

    async def session(self, socket: ClientConnection, count: int) -> int:
        """Batches of messages, each batch followed by a ping that must be answered."""
        await socket.send(json.dumps(self.join()))
        sent = 0
        while sent < min(count, 2000):
            for _ in range(100):
                self.last = self.message()
                await socket.send(self.last)
                sent += 1
            await socket.send(json.dumps({"t": "ping", "id": "alive"}))
            await self.listen(socket)
            if self.state and self.state["phase"] == "over":
                return sent
            await socket.send(json.dumps(self.join()))
        return sent

    def join(self) -> Json:
        return {"t": "join", "g": self.game}

    async def listen(self, socket: ClientConnection) -> None:
        async with asyncio.timeout(600 * crowd()):
            async for raw in socket:
                message = msgspec.json.decode(raw)
                if self.victim.secret in raw:
                    self.faults.append("told what is not theirs")
                if message.get("g") == self.victim.game and message["t"] != "denied":
                    self.faults.append(f"a stranger heard {message['t']}")
                self.heard[message.get("code") or message["t"]] += 1
                self.learn(message)
                if message["t"] == "pong" and message["id"] == "alive":
                    return

    def learn(self, message: Json) -> None:
        if message["t"] in ("snapshot", "update", "stale") and message["g"] == self.game:
            self.state = message["state"]


class Victim:
    """Somebody with a private game that everybody knows the name of, and a secret said in it."""

    def __init__(self, server: Server) -> None:
        self.browser = server.browser()
        self.secret = secrets.token_hex(12)
        made = self.browser.new_game(plain_ruleset(), "friend", chat=True, side="white")
        self.game = str(made["id"])
        server.browser().post("/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
        assert self.browser.play(self.game).ask("say", text=self.secret)["t"] == "ok"
        self.log = self._log()
        Wire.close_all()

    def _log(self) -> Json:
        log: Json = self.browser.get(f"/api/games/{self.game}")["entries"]
        return log

    @property
    def whole(self) -> bool:
        return self._log() == self.log


def account(server: Server, number: int) -> Browser:
    browser = server.browser()
    browser.post("/api/account", {"name": f"fuzzer{number}", "password": "a long one for a fuzzer"})
    return browser


class Circle:
    """A game of two, one after another, and everybody around it."""

    def __init__(self, server: Server, ruleset: str, number: int) -> None:
        self.ruleset = ruleset
        self.people = {
            "white": account(server, 1000 + number),
            "black": server.browser(),
            "watcher": server.browser(session=False),
            "other": account(server, 2000 + number),
            "anonymous": server.browser(session=False),
        }
        self.game = self.watch = ""
        self.state: Json = {}
        self._turn = asyncio.Lock()

    async def fresh_game(self) -> str:
        async with self._turn:
            if not self.game or self.state.get("phase") == "over":
                await asyncio.to_thread(self._make)
            return self.game

    def _make(self) -> None:
        made = self.people["white"].new_game(self.ruleset, "friend", chat=True, side="white")
        self.people["black"].post("/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
        self.game, self.watch = made["id"], made["links"]["watch"].removeprefix("/w/")
        self.state = {}


class Member(Fuzzer):
    """Somebody of a circle: what is not his he is refused, and what he may not see he is not told."""

    def __init__(self, circle: Circle, role: str, seed: int, victim: Victim) -> None:
        super().__init__(circle.people[role], circle.ruleset, seed, victim)
        self.circle = circle
        self.role = role

    async def fresh_game(self) -> None:
        self.game = await self.circle.fresh_game()
        self.state = self.circle.state

    def join(self) -> Json:
        return {**super().join(), **({"token": self.circle.watch} if self.role == "watcher" else {})}

    def learn(self, message: Json) -> None:
        super().learn(message)
        if message.get("g") == self.circle.game and (
            self.state.get("choices") or self.state.get("phase") == "over"
        ):
            self.circle.state = self.state
        self.state = self.state if self.role in ("white", "black") else self.circle.state
        self.heard[f"{self.role}: {message.get('code') or message['t']}"] += 1
        if message.get("g") in ("", None) or self.role in ("white", "black"):
            return
        wrong = message["t"] in ("ok", "dup", "late", "illegal", "hint")
        if wrong or (self.role != "watcher" and message["t"] != "denied"):
            self.faults.append(f"{self.role} heard {message}"[:300])


def members(server: Server, victim: Victim, names: list[str], seed: int, count: int) -> list[Fuzzer]:
    made: list[Fuzzer] = []
    while len(made) < count:
        number = seed * 100 + len(made)
        circle = Circle(server, names[number % len(names)], number)
        made += [Member(circle, role, number + n, victim) for n, role in enumerate(circle.people)]
    return made
