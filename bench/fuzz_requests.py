"""Nonsense over HTTP: every route with every method, by strangers, guests and accounts.

A body has the fields of its route most of the time, each with what it might really have or with junk;
addresses name what there is, what there is not, and what is somebody else's.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from msgspec import inspect

from crowned.rules import catalog
from crowned.server.web.api import ENDPOINTS
from crowned.server.web.http import Endpoint
from tests.server.client import Browser, crowd

DEAR = ("/api/account", "/api/login", "/api/recover", "/api/analysis/lines", "/api/analysis/game", "/pdf")
"""Routes that hash passwords, let the engine think or set pages: asked too, but not with every breath."""
DEAR_SHARE = 0.03
METHODS = ["GET", "POST", "DELETE", "PUT", "HEAD", "PATCH", "OPTIONS", "BREW"]
LENGTHS = [1, 1, 1, 3, 40, 400]
WAIT = 600.0
"""Seconds; somebody may stop this program and the server for minutes, to measure something else."""


def _rules(pick: random.Random) -> Any:
    options = {"options": {"king": pick.choice(["short", "flying"])}} if pick.random() < 0.2 else {}
    return {"id": pick.choice(catalog.ids()), **options}


def _clock(pick: random.Random) -> Any:
    kind = pick.choice(["none", "fischer", "delay", "per_move"])
    return {"kind": kind, "base": pick.choice([0, 1000, 60_000])}


def _one_of(*values: Any) -> Callable[[random.Random, list[str]], Any]:
    return lambda pick, _known: pick.choice(values)


LIKELY: dict[str, Callable[[random.Random, list[str]], Any]] = {
    "rules": lambda pick, _: _rules(pick),
    "kind": _one_of("computer", "hotseat", "friend"),
    "level": _one_of(*range(1, 12)),
    "fen": _one_of(None, "W:Wa1,c1:Bb8", "B:W31-50:B1-20", "W:W:B", "W:WKa1:BKh8"),
    "moves": lambda pick, _: pick.choices(["c3-d4", "32-28", "f6-e5", "x"], k=pick.randrange(4)),
    "move": _one_of("c3-d4", "32-28", "9-13", "a1"),
    "text": _one_of("c3-d4", '[GameType "20"]\n1. 32-28 19-23 *', "1. 11-15 *", "{" * 50, "(" * 50),
    "pdn": _one_of("1. 32-28 19-23 2. 28x19 *", "$1" * 30, "(" * 200),
    "toml": _one_of(None, 'id = "x"\nextends = "blasen"', "[[[", "a." * 40 + "b = 1"),
    "title": _one_of("house", "<script>", ""),
    "lang": _one_of("de", "nl", "en"),
    "name": lambda pick, known: pick.choice(["Anna", "\u0430" * 3, "x" * 30, *known]),
    "password": _one_of("12345678", "correct horse battery", ""),
    "token": lambda pick, known: pick.choice(known),
    "ms": _one_of(1, 10, 50),
    "milliseconds": _one_of(1, 10, 50),
    "clock": lambda pick, _: _clock(pick),
    "side": _one_of("white", "black", "random"),
}
"""What the fields of bodies and queries might really have."""


class Requester:
    """One connection's worth of requests."""

    def __init__(self, browser: Browser, seed: int, known: list[str], secret: str) -> None:
        self.browser = browser
        self.pick = random.Random(seed)
        self.known = known
        """Names of things that exist, some of them other people's."""
        self.secret = secret
        """What is nobody's business but its owner's."""
        self.statuses: Counter[int] = Counter()
        self.reached: Counter[str] = Counter()
        """How often each route has done what it is for."""
        self.last = ""
        self.faults: list[str] = []

    # ------------------------------------------------------------ making requests

    def junk(self, depth: int = 0) -> Any:
        pick = self.pick
        flat = [
            None,
            True,
            0,
            -1,
            2**63,
            1e308,
            "",
            "\x00",
            "a1",
            "é🎲" * 9,
            "[]",
            "../..",
            "x" * pick.choice(LENGTHS),
        ]
        roll = pick.randrange(len(flat) + 2)
        if roll < len(flat) or depth > 3:
            return flat[roll % len(flat)]
        if roll == len(flat):
            return [self.junk(depth + 1) for _ in range(pick.randrange(5))]
        return {str(self.junk(9)): self.junk(depth + 1) for _ in range(pick.randrange(4))}

    def value(self, name: str, kind: inspect.Type | None = None) -> Any:
        """What a field of this name and type might have."""
        pick = self.pick
        if pick.random() < 0.06:
            return self.junk()
        make = LIKELY.get(name)
        if make is not None and (kind is None or pick.random() < 0.8):
            return make(pick, self.known)
        return self.junk() if kind is None else self.fitting(kind)

    def fitting(self, kind: inspect.Type, depth: int = 0) -> Any:
        """Something that the type allows, most of the time."""
        match kind:
            case inspect.LiteralType():
                return self.pick.choice(kind.values)
            case inspect.UnionType():
                return self.fitting(self.pick.choice(kind.types), depth)
            case inspect.ListType() | inspect.VarTupleType():
                count = self.pick.choice([0, 1, 2, 40])
                return [self.fitting(kind.item_type, depth + 1) for _ in range(count)]
            case inspect.DictType():
                pairs = range(self.pick.choice([0, 1, 3]) if depth < 4 else 0)
                make = self.fitting
                return {str(make(kind.key_type, 9)): make(kind.value_type, depth + 1) for _ in pairs}
            case inspect.StructType():
                return self.fields(kind)
            case _:
                return self.plain(kind)

    def plain(self, kind: inspect.Type) -> Any:
        pick = self.pick
        match kind:
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return pick.random() < 0.5
            case inspect.IntType():
                low, high = kind.ge or 0, kind.le or 100
                return pick.choice([low, high, pick.randint(low, max(low, high)), low - 1, high + 1])
            case inspect.FloatType():
                return pick.choice([0.0, 0.5, -1.0, 1e308])
            case inspect.StrType():
                length = pick.choice([kind.min_length or 0, kind.max_length or 20, 3])
                return pick.choice([*self.known, *(letter * length for letter in "ax\u00e9\u0430\x00")])
            case _:
                return self.junk()

    def fields(self, kind: inspect.StructType) -> Any:
        """What must be there is, nearly always; what may be, often."""
        chosen = [one for one in kind.fields if self.pick.random() < (0.98 if one.required else 0.5)]
        return {one.encode_name: self.value(one.name, one.type) for one in chosen}

    def request(self) -> tuple[str, str, bytes, str]:
        """Method, address, body and its kind."""
        pick = self.pick
        endpoint = self._endpoint()
        self.route = f"{endpoint.method} {endpoint.path}"
        method = endpoint.method if pick.random() < 0.95 else pick.choice(METHODS)
        return method, self._address(endpoint), *self._body(endpoint)

    def _endpoint(self) -> Endpoint:
        while True:
            endpoint = self.pick.choice(ENDPOINTS)
            if not any(part in endpoint.path for part in DEAR) or self.pick.random() < DEAR_SHARE:
                return endpoint

    def _address(self, endpoint: Endpoint) -> str:
        names = [*self.known, self.pick.choice(catalog.ids()), str(self.junk(9))]
        parts = [
            quote(self.pick.choice(names), safe="") if part.startswith("{") else part
            for part in endpoint.path.split("/")
        ]
        path = "/".join(parts) + ("" if self.pick.random() < 0.97 else str(quote(str(self.junk(9)))))
        if self.pick.random() < 0.5:
            made = {} if endpoint.query is None else self.fitting(inspect.type_info(endpoint.query))
            made |= {"extra": self.junk(9)} if self.pick.random() < 0.1 else {}
            path += "?" + urlencode({name: str(value) for name, value in made.items()})
        return path

    def _body(self, endpoint: Endpoint) -> tuple[bytes, str]:
        kind = (
            "application/json"
            if self.pick.random() < 0.97
            else self.pick.choice(["text/plain", "", "x" * 300])
        )
        if endpoint.method == "GET" or self.pick.random() < 0.05:
            return b"", kind
        made = {} if endpoint.body is None else self.fitting(inspect.type_info(endpoint.body))
        raw = json.dumps(made if self.pick.random() < 0.95 else self.junk()).encode()
        if self.pick.random() < 0.05:
            place = self.pick.randrange(len(raw) + 1)
            raw = raw[:place] + self.pick.randbytes(3) + raw[place:]
        return raw, kind

    # ------------------------------------------------------------ sending them

    async def run(self, count: int) -> None:
        sent = 0
        while sent < count:
            place = urlsplit(self.browser.origin)
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            try:
                while sent < count:
                    sent += 1
                    if not await self._ask(reader, writer):
                        break
            except TimeoutError:
                self.faults.append(f"no answer within {WAIT * crowd():.0f} s: {self.last}")
            except (OSError, asyncio.IncompleteReadError):
                self.statuses[0] += 1
            finally:
                writer.close()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request and its answer; whether the connection goes on."""
        method, address, body, kind = self.request()
        self.last = f"{method} {address} {body[:2000]!r}"
        head = [f"{method} {address} HTTP/1.1", f"host: {urlsplit(self.browser.origin).netloc}"]
        head += (
            [f"origin: {self.browser.origin}"] if self.pick.random() < 0.97 else ["origin: http://elsewhere"]
        )
        head += [f"cookie: {self.browser.cookie}"] if self.browser.cookie else []
        head += [f"content-type: {kind}", f"content-length: {len(body)}", "accept-language: en", "", ""]
        writer.write("\r\n".join(head).encode("latin-1", "replace") + body)
        async with asyncio.timeout(WAIT * crowd()):
            told = await reader.readuntil(b"\r\n\r\n")
            status = int(told.split(b" ", 2)[1])
            names = dict(line.lower().split(b": ", 1) for line in told.split(b"\r\n")[1:] if b": " in line)
            length = 0 if method == "HEAD" or status == 204 else int(names.get(b"content-length", b"0"))
            answer = await reader.readexactly(length)
        self._judge(f"{method} {address}", status, answer)
        return names.get(b"connection") != b"close"

    def _judge(self, what: str, status: int, answer: bytes) -> None:
        self.statuses[status] += 1
        self.reached[self.route] += status in (200, 204)
        if status >= 500 and status != 503:
            self.faults.append(f"{what}: {status}")
        if self.secret.encode() in answer:
            self.faults.append(f"{what}: tells what is not theirs")
