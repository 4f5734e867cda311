"""A browser in a few lines: a cookie, JSON requests and a socket. Shared by the tests and the benchmarks."""

from __future__ import annotations

import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlencode, urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
WAIT = 30.0
"""Seconds after which a silent server counts as broken; nothing here waits that long when all is well."""


def crowd() -> float:
    """How many want each processor of this machine: so much longer everything takes."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Server:
    """A server process of its own, on a free port."""

    program: tuple[str, ...] = ("-m", "crowned.server.main")

    def __init__(self, data: Path, *options: str, limits: float = 1000.0, port: int = 0) -> None:
        self.data = data
        self.options = options
        self.limits = limits
        self.port = port
        self.process: subprocess.Popen[str] | None = None
        self.log: list[str] = []

    def start(self) -> Server:
        command = [sys.executable, *self.program, "--port", str(self.port)]
        command += ["--data", str(self.data), "--limits", str(self.limits), "--pace", "0"]
        command += self.options
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if line.startswith("Crowned is at "):
                self.port = int(line.partition("listening on ")[2].partition(",")[0].rsplit(":", 1)[1])
                break
            self.log.append(line)
        else:
            raise AssertionError(f"the server did not start: {self.process.wait()} {self.log}")
        self._drain()
        return self

    def _drain(self) -> None:
        """Its log goes on to a thread, so that it never blocks on a full pipe."""
        assert self.process is not None
        stream = self.process.stderr
        self._reader = threading.Thread(target=lambda: self.log.extend(stream or ()), daemon=True)
        self._reader.start()

    def discard(self) -> None:
        """Lets go of a process that did not start."""
        assert self.process is not None
        if self.process.stderr is not None:
            self.process.stderr.close()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut would, as far as the process is concerned."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        assert self.process is not None
        status = self.process.wait(WAIT)
        self._reader.join(WAIT)
        assert not self._reader.is_alive(), "a process of the server has outlived it"
        if self.process.stderr is not None:
            self.process.stderr.close()
        return status

    def browser(self, session: bool = True) -> Browser:
        browser = Browser(self.origin)
        if session:
            browser.post("/api/session", {})
        return browser


@contextmanager
def serving(data: Path, *options: str, limits: float = 1000.0) -> Iterator[Server]:
    server = Server(data, *options, limits=limits).start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.stop() if server.process.poll() is None else server._end()


@dataclass
class Reply:
    status: int
    headers: http.client.HTTPMessage
    raw: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.raw)


class Browser:
    """One person at one browser."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.cookie = ""
        self.headers: dict[str, str] = {}

    # ------------------------------------------------------------ HTTP

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        parts = urlsplit(self.origin)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=WAIT)
        sent = {"Origin": self.origin, "Accept-Language": "en", **self.headers, **headers}
        if self.cookie:
            sent["Cookie"] = self.cookie
        raw = None
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, path, raw, {name: text for name, text in sent.items() if text})
        answer = connection.getresponse()
        reply = Reply(answer.status, answer.headers, answer.read())
        connection.close()
        cookie = reply.headers.get("Set-Cookie")
        if cookie is not None:
            self.cookie = cookie.partition(";")[0] if "Max-Age=0" not in cookie else ""
        return reply

    def get(self, path: str, **query: Any) -> Any:
        full = f"{path}?{urlencode(query)}" if query else path
        return self._good(self.request("GET", full))

    def get_quietly(self, path: str) -> bool:
        return self.request("GET", path).status == 200

    def post(self, path: str, body: Any) -> Any:
        return self._good(self.request("POST", path, body))

    def delete(self, path: str, body: Any = None) -> Any:
        return self._good(self.request("DELETE", path, body))

    def _good(self, reply: Reply) -> Any:
        assert reply.status in (200, 204), (reply.status, reply.raw)
        return reply.json if reply.status == 200 else None

    # ------------------------------------------------------------ games

    def new_game(self, ruleset: str, kind: str = "hotseat", **settings: Any) -> Json:
        rules = settings.pop("rules", {"id": ruleset})
        made: Json = self.post("/api/games", {"rules": rules, "kind": kind, **settings})
        return made

    def socket(self, **headers: str) -> Wire:
        extra = {"Accept-Language": "en", **headers}
        if self.cookie:
            extra["Cookie"] = self.cookie
        url = self.origin.replace("http", "ws", 1) + "/ws"
        connection = connect(
            url,
            origin=self.headers.get("Origin", self.origin),
            additional_headers=extra,
            compression=None,
            max_size=2**24,
            max_queue=None,
            close_timeout=2,
            proxy=None,
            legacy=True,
        )
        return Wire(connection)

    def play(self, game: str, token: str | None = None) -> Player:
        return Player(self.socket(), game, token)


class Wire:
    """A socket that speaks messages."""

    open: ClassVar[list[Wire]] = []
    """All of them, so that a test can leave none behind."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        Wire.open.append(self)
        self.welcome = self.read("welcome")

    def send(self, kind: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"t": kind, **fields}))

    def raw(self, data: str | bytes) -> None:
        self.connection.send(data)

    def receive(self) -> Json:
        """The next message; the server's pings are answered on the way."""
        deadline = time.monotonic() + WAIT
        while True:
            left = max(0.0, deadline - time.monotonic())
            message: Json = json.loads(self.connection.recv(timeout=left))
            if message["t"] != "ping":
                return message
            with suppress(ConnectionClosed):
                self.send("pong", n=message["n"])

    def read(self, *kinds: str) -> Json:
        """The next message of one of these kinds; others are passed over."""
        while True:
            message = self.receive()
            if message["t"] in kinds:
                return message

    def close(self) -> None:
        self.connection.close()

    @classmethod
    def close_all(cls) -> None:
        while cls.open:
            cls.open.pop().close()


ANSWERS = ("ok", "dup", "stale", "illegal", "late", "denied", "verdict", "hint")


@dataclass
class Player:
    """Somebody following a game, always knowing its latest state."""

    wire: Wire
    game: str
    token: str | None = None
    v: int = 0
    state: Json = field(default_factory=dict)
    entries: list[Json] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.join()

    def join(self, since: int = 0) -> Json:
        self.wire.send("join", g=self.game, since=since, **({"token": self.token} if self.token else {}))
        told = self.wire.read("snapshot", "update", "denied")
        assert told["t"] != "denied", told
        self._learn(told)
        if told["t"] == "snapshot":
            self.view = told["game"]
            self.you = told["you"]
        return told

    def _learn(self, told: Json) -> None:
        self.entries += [entry for entry in told["entries"] if entry["v"] > self.v]
        self.v, self.state = max(self.v, told["v"]), told["state"]

    def hear(self, *kinds: str) -> Json:
        """The next message of a kind, learning from everything on the way."""
        while True:
            message = self.wire.receive()
            if message["t"] in ("update", "stale", "snapshot"):
                self._learn(message)
            if message["t"] in kinds:
                return message

    def catch_up(self, v: int) -> None:
        while self.v < v:
            self.hear("update", "stale", "snapshot")

    def until(self, **wanted: Any) -> Json:
        """Waits until the state has these values."""
        while any(self.state[name] != value for name, value in wanted.items()):
            self.hear("update", "stale")
        return self.state

    def ask(self, kind: str, **fields: Any) -> Json:
        """Sends a message and waits for its answer, and for the update that goes with an ok."""
        message_id = fields.setdefault("id", secrets.token_urlsafe(16))
        self.wire.send(kind, g=self.game, **fields)
        while True:
            answer = self.hear(*ANSWERS)
            if answer.get("id") == message_id:
                break
        if answer["t"] in ("ok", "late"):
            self.catch_up(answer["v"])
        return answer

    def move(self, path: list[str] | None = None, text: str | None = None, **fields: Any) -> Json:
        what = {"path": path} if path else {"text": text}
        return self.ask("move", **{"ply": self.state["ply"], "pos": self.state["pos"], **what, **fields})

    def act(self, do: str, **fields: Any) -> Json:
        return self.ask("act", **{"do": do, "ply": self.state["ply"], "pos": self.state["pos"], **fields})

    def choose(self, index: int) -> Json:
        """Plays one of the choices."""
        choice = self.state["choices"][index % len(self.state["choices"])]
        return self.move(choice["path"] or None, choice["text"])

    def can(self, do: str) -> bool:
        return any(option["do"] == do for option in self.state["options"])
