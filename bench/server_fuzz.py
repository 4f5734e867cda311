"""Fuzzed socket messages by the hundred thousand: no crash, no error in the log, every game still whole.

    python bench/server_fuzz.py [--messages 100000] [--sockets 20] [--seed 1] [--output FILE]

Messages are real ones with fields left out, added, swapped and filled with junk, real ones with changed
characters, and plain noise; many are played, most are refused, some close the socket.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import string
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from crowned.rules import catalog  # noqa: E402
from tests.server.client import Browser, Server  # noqa: E402

Json = dict[str, Any]
KINDS = (
    ["move"] * 6 + ["act"] * 4 + ["hello", "join", "seed", "say", "judge", "seen", "ping", "pong", "nothing"]
)
DOS = ["spin", "huff", "takeback", "accept", "touch", "adjust", "offer_draw", "agree_draw", "decline_draw"]
DOS += ["claim_draw", "undo", "agree_undo", "decline_undo", "rematch", "resign"]
ALLOWED_CLOSES = {1000, 1003, 1007, 1008, 1009}


class Fuzzer:
    """One socket's worth of nonsense."""

    def __init__(self, browser: Browser, ruleset: str, seed: int) -> None:
        self.browser = browser
        self.ruleset = ruleset
        self.pick = random.Random(seed)
        self.game = ""
        self.state: Json = {}
        self.heard: Counter[str] = Counter()
        self.closes: Counter[int] = Counter()

    # ------------------------------------------------------------ making messages

    def junk(self, depth: int = 0) -> Any:
        pick = self.pick
        flat = [
            None,
            pick.choice([True, False]),
            pick.choice([0, -1, 1, 2**31, 2**63, 2**70, -(2**70), 0.5, 1e300]),
            "".join(pick.choices(string.printable, k=pick.randrange(30))),
            pick.choice(["a1", "c3", "h8", "W", "\x00", "é" * 5, "🎲", "-1", "null"]),
            "".join(pick.choices("0123456789abcdef", k=pick.choice([2, 16, 64]))),
        ]
        roll = pick.randrange(len(flat) + 2)
        if roll < len(flat) or depth >= 3:
            return flat[roll % len(flat)]
        if roll == len(flat):
            return [self.junk(depth + 1) for _ in range(pick.randrange(4))]
        return {str(self.junk(3)): self.junk(depth + 1) for _ in range(pick.randrange(3))}

    def value(self, name: str) -> Any:
        """What a field would really have, most of the time."""
        if self.pick.random() < 0.04:
            return self.junk()
        state = self.state or {"ply": 0, "pos": "0", "choices": [], "at": {"board": {}}}
        choice = self.pick.choice(state["choices"]) if state["choices"] else {"path": ["a1"], "text": "a1-b2"}
        known = {
            "g": self.game,
            "id": self.pick.choice(["same"] + [f"m{self.pick.randrange(10**9)}"] * 9),
            "ply": state["ply"] + self.pick.choice([0, 0, 0, 0, 1, -1]),
            "pos": self.pick.choice([state["pos"]] * 5 + ["0"]),
            "path": choice["path"] or None,
            "text": self.pick.choice([choice["text"], "huff c3", "spin green", "hello"]),
            "do": self.pick.choice(DOS),
            "square": self.pick.choice([*state["at"]["board"], "a1"]),
            "seat": self.pick.choice(["white", "black"]),
            "seed": self.pick.choice(["0" * 64, "f" * 64]),
            "lang": self.pick.choice(["de", "nl", "en", "fr"]),
            "since": self.pick.choice([0, 1, 5, 10**6]),
            "v": self.pick.choice([0, 1, 5, 10**6]),
            "n": self.pick.choice([0, 1, 2, 10**6]),
        }
        return known.get(name, self.junk())

    def message(self) -> str:
        needs = {
            "hello": "lang",
            "join": "g since",
            "leave": "g",
            "move": "g ply pos id path",
            "act": "g do id ply pos square",
            "seed": "g id seed seat",
            "say": "g id text",
            "judge": "g id text",
            "seen": "g v",
            "ping": "id",
            "pong": "n",
        }
        kind = "leave" if self.pick.random() < 0.005 else self.pick.choice(KINDS)
        names = needs.get(kind, "g id").split()
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
        return connect(url, origin=origin, additional_headers=headers, compression=None, proxy=None)

    async def fresh_game(self) -> None:
        if not self.game or not self.state or self.state["phase"] == "over":
            made = await asyncio.to_thread(self.browser.new_game, self.ruleset)
            self.game = made["id"]

    async def session(self, socket: ClientConnection, count: int) -> int:
        """Batches of messages, each batch followed by a ping that must be answered."""
        await socket.send(json.dumps({"t": "join", "g": self.game}))
        sent = 0
        while sent < min(count, 2000):
            for _ in range(20):
                await socket.send(self.message())
                sent += 1
            await socket.send(json.dumps({"t": "ping", "id": "alive"}))
            await self.listen(socket)
            if self.state and self.state["phase"] == "over":
                return sent
            await socket.send(json.dumps({"t": "join", "g": self.game}))
        return sent

    async def listen(self, socket: ClientConnection) -> None:
        async with asyncio.timeout(60):
            async for raw in socket:
                message = json.loads(raw)
                self.heard[message.get("code") or message["t"]] += 1
                if message["t"] in ("snapshot", "update", "stale"):
                    self.state = message["state"]
                if message["t"] == "pong" and message["id"] == "alive":
                    return


async def fuzz(server: Server, arguments: argparse.Namespace) -> list[Fuzzer]:
    names = catalog.ids()
    fuzzers = [
        Fuzzer(server.browser(), names[number % len(names)], arguments.seed + number)
        for number in range(arguments.sockets)
    ]
    share = arguments.messages // arguments.sockets
    await asyncio.gather(*(fuzzer.run(share) for fuzzer in fuzzers))
    return fuzzers


def main() -> int:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--sockets", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=ROOT / "bench" / "results" / "server_fuzz.json")
    arguments = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), limits=1_000_000.0).start()
        fuzzers = asyncio.run(fuzz(server, arguments))
        for fuzzer in fuzzers:
            snapshot = fuzzer.browser.get(f"/api/games/{fuzzer.game}")
            assert [entry["v"] for entry in snapshot["entries"]] == list(range(1, snapshot["v"] + 1))
        status = server.stop()
    heard: Counter[str] = sum((fuzzer.heard for fuzzer in fuzzers), Counter())
    closes: Counter[int] = sum((fuzzer.closes for fuzzer in fuzzers), Counter())
    errors = [line for line in server.log if "Traceback" in line or "ERROR" in line]
    found = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "messages": arguments.messages,
        "seconds": round(time.monotonic() - begun, 1),
        "answers": dict(heard.most_common()),
        "closes": dict(closes),
        "errors_in_the_log": errors,
        "exit_status": status,
    }
    arguments.output.parent.mkdir(exist_ok=True)
    arguments.output.write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    return 0 if not errors and status == 0 and set(closes) <= ALLOWED_CLOSES else 1


if __name__ == "__main__":
    sys.exit(main())
