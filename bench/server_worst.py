"""The worst a stranger can ask: processor time on the event loop, in all threads, and the size of the answer.

    python bench/server_worst.py [--tries 30] [--seed 1]

A game as long as one can be, looked at in every way; then bodies as large as they may be and shaped to take
long, for every route that works something out; then random
changes of those that took longest. What the event loop does itself keeps everybody waiting: ``piece_ms`` is
the longest single piece of it, in time of the loop's own thread (``watched.py``), so that a busy machine does
not matter much; ``loop_ms`` is all of it, less what the loop does by itself in the same time. The engine's
processes are not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench import watched  # noqa: E402
from bench.server_cpu import cpu_seconds  # noqa: E402

from crowned.rules import catalog  # noqa: E402
from tests.server.client import Browser, Server  # noqa: E402
from tests.server.web.test_hard_positions import FEN, HOUSE  # noqa: E402

Json = dict[str, Any]
Ask = tuple[str, str, Any]
LARGEST = 250_000
SOME = catalog.ids()[::7]
TOML = 59_000


def filled(piece: str, size: int, join: str = "") -> str:
    return join.join([piece] * (size // (len(piece) + len(join))))


def positions() -> Iterator[Json]:
    """Boards full of captures, and long games."""
    yield {"rules": {"toml": HOUSE}, "fen": FEN}
    for ruleset in SOME:
        yield {"rules": {"id": ruleset}, "moves": ["resign"] * 600}
        yield {"rules": {"id": ruleset}, "fen": "W:" + filled("W1", 900, ",") + ":B" + filled("2", 900, ",")}
    yield {"rules": {"id": "international"}, "moves": ["32-28", "19-23", "28x19", "14x23"] * 150}
    shuffle = ["50-45", "1-6", "45-50", "6-1"] * 150
    yield {"rules": {"id": "international"}, "fen": "W:WK50:BK1", "moves": shuffle}


def rule_texts() -> Iterator[str]:
    """Files that a reader of TOML may find hard."""
    yield HOUSE
    yield 'id = "x"\n' + filled("[rules]\n", TOML)
    yield 'id = "x"\n' + "\n".join(f"k{n} = 1" for n in range(TOML // 12))
    yield 'id = "x"\nextends = "blasen"\n[rules]\n' + "\n".join(f"a{n} = {n}" for n in range(TOML // 14))
    yield "a = " + "[" * 20_000
    yield "a = " + "{b = " * 5_000
    yield 'a = "' + filled("\\u00e9", TOML) + '"'
    yield 'a = """' + filled('"" ', TOML) + '"""'
    yield "a." * 40 + "b = 1\n" + "\n".join(f"{'a.' * 6}c{n} = 1" for n in range(TOML // 24))
    yield "a = [" + filled("1_0,", TOML) + "]"
    yield filled("# x\n", TOML)
    yield 'id = "x"\n[title]\nen = "' + "x" * (TOML - 200) + '"\n'
    yield 'id = "x"\n[rules]\nfiles = 16\nranks = 16\nking = "flying"\n'


def pdns() -> Iterator[str]:
    yield filled("1. 32-28 $1 $2 $3 ", LARGEST - 60_000)
    yield "1. 32-28 " + filled("$1", 190_000)
    yield "1. 32-28 " + filled("(", 190_000)
    yield "1. 32-28 " + filled("{", 190_000)
    yield "1. 32-28 " + filled("(1. 32-27) ", 190_000)
    yield filled('[Event "x"]\n', 190_000)
    yield '[Event "' + "x" * 190_000 + '"]\n1. 32-28 *'
    yield filled('[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23 *\n\n', 190_000)
    yield filled('[GameType "99"]\n1. a3-b4 *\n\n', 190_000)
    yield filled("1. 32-28 *\n", 190_000)
    yield filled("1.", 190_000)
    yield filled("32-28 ", 190_000)
    yield filled("c3xe5xg7xe5 ", 190_000)
    yield filled("1. 33-28!?!?!?!? {x} ; y\n", 190_000)
    yield "x" * 190_000
    yield "32x" * 60_000


def asks() -> Iterator[Ask]:
    for body in positions():
        yield "POST", "/api/analysis/position", body
        yield "POST", "/api/analysis/judge", {**body, "text": filled("a1x", 199), "lang": "de"}
        yield "POST", "/api/analysis/legal-in", {**body, "text": "32-28", "lang": "de"}
        yield "POST", "/api/export/svg", {"rules": body["rules"], "fen": body.get("fen")}
    for text in rule_texts():
        for path in ("check", "sheet", "figures"):
            yield "POST", f"/api/rules/{path}", {"rules": {"toml": text}, "lang": "de", "toml": text}
        yield "POST", "/api/export/toml", {"rules": {"toml": text}, "lang": "de"}
        yield "POST", "/api/rules/differences", {"rules": {"toml": text}, "other": "koenig", "lang": "de"}
        yield "POST", "/api/houses", {"title": "x", "rules": {"toml": text}}
        yield "POST", "/api/games", {"kind": "hotseat", "rules": {"toml": text}}
    for text in pdns():
        yield "POST", "/api/import", {"format": "pdn", "text": text}
        yield "POST", "/api/import", {"format": "pdn", "text": text, "rules": {"id": "international"}}
        yield "POST", "/api/import", {"format": "fen", "text": text}
    moves = [{"parent": n - 1, "text": "32-28", "comment": "x" * 40} for n in range(2000)]
    star = [{"parent": -1, "text": "32-28"} for _ in range(2900)]
    for tree in (moves, star):
        yield "POST", "/api/export/pdn", {"rules": {"id": "international"}, "moves": tree}
        yield "POST", "/api/analysis/tree", {"rules": {"id": "international"}, "moves": tree}
    yield "POST", "/api/luggage/game", {"x": [[[[0]]]] * 60_000}
    yield "POST", "/api/games", b"[" * 250_000
    yield "POST", "/api/games", b'{"a":' * 50_000
    yield "POST", "/api/session", b'"' + b"\\u0041" * 40_000 + b'"'
    yield "GET", "/api/games?player=" + "%25" * 4_000, None
    yield "GET", "/api/games?" + "&".join(f"a{n}=1" for n in range(2_500)), None
    yield "GET", "/" + "a/" * 7_000, None
    for ruleset in SOME:
        yield "GET", f"/api/rulesets/{ruleset}/sheet?lang=nl", None
        yield "GET", f"/api/rulesets/{ruleset}/demo?lang=nl", None
        yield "GET", f"/api/rulesets/{ruleset}/pdf?lang=nl", None
    yield "GET", "/api/openapi.json", None


def changed(ask: Ask, pick: random.Random) -> Ask:
    """Somewhat different: a part of a text doubled, or moved."""
    method, path, body = ask
    if not isinstance(body, dict):
        return ask
    texts = [name for name, value in body.items() if isinstance(value, str) and len(value) > 20]
    if not texts:
        return ask
    name = pick.choice(texts)
    text: str = body[name]
    start, end = sorted(pick.choices(range(len(text)), k=2))
    made = (text[:end] + text[start:end] * pick.choice([1, 3, 9]) + text[end:])[: len(text)]
    return method, path, {**body, name: made or "x"}


class Probe:
    def __init__(self, server: Server, browser: Browser, watched: Path) -> None:
        assert server.process is not None
        self.watched = watched
        self.pid = server.process.pid
        self.browser = browser
        self.idle = 0.0
        """Seconds of processor a second that the loop takes when nobody asks."""

    def rest(self, seconds: float) -> None:
        before, begun = self._loop_seconds(), time.monotonic()
        time.sleep(seconds)
        self.idle = (self._loop_seconds() - before) / (time.monotonic() - begun)

    def _loop_seconds(self) -> float:
        return int(Path(f"/proc/{self.pid}/task/{self.pid}/schedstat").read_text().split()[0]) / 1e9

    def _longest(self) -> float:
        """The longest piece since the last question, in milliseconds."""
        found = int.from_bytes(self.watched.read_bytes(), "little") / 1e6
        with self.watched.open("r+b") as file:
            file.write(bytes(watched.SIZE))
        return round(found, 1)

    def piece(self, name: str, work: Callable[[], object]) -> Json:
        """The same of whatever is done over a socket."""
        self._longest()
        work()
        return {
            "path": name,
            "piece_ms": self._longest(),
            "loop_ms": 0.0,
            "all_ms": 0.0,
            "kb": 0,
            "status": 200,
        }

    def ask(self, ask: Ask) -> Json:
        self._longest()
        loop, all_, begun = self._loop_seconds(), cpu_seconds(self.pid), time.monotonic()
        method, path, body = ask
        try:
            reply = self.browser.request(method, path, body)
            status, size = reply.status, len(reply.raw)
        except (OSError, EOFError) as error:
            status, size = 0, 0
            path = f"{path} {error!r}"
        passed = time.monotonic() - begun
        return {
            "path": path[:60],
            "piece_ms": self._longest(),
            "loop_ms": round((self._loop_seconds() - loop - self.idle * passed) * 1000, 1),
            "all_ms": round((cpu_seconds(self.pid) - all_) * 1000, 1),
            "wall_ms": round(passed * 1000),
            "kb": round(size / 1000),
            "status": status,
            "body": json.dumps(body)[:80] if not isinstance(body, bytes) else repr(body[:40]),
        }


ENDLESS = """\
id = "endless"
extends = "international"
[title]
en = "Endless"
[rules]
draw_repetition = 0
draw_no_progress = 0
draw_counts = []
"""
TO_AND_FRO = (["50", "45"], ["1", "6"], ["45", "50"], ["6", "1"])
LONG = 1950
BACK = 990


def long_game(probe: Probe, server: Server) -> Iterator[Json]:
    """A game as long as one can be: played, looked at, read again after a crash, brought along."""
    me, rival = probe.browser, server.browser()
    start = {"rules": {"toml": ENDLESS}, "kind": "hotseat", "fen": "W:WK50,K49:BK1,K2"}
    game = me.post("/api/games", start)["id"]
    player = me.play(game)

    def move(times: int) -> None:
        for _ in range(times):
            told = player.move(TO_AND_FRO[player.state["ply"] % len(TO_AND_FRO)])
            assert told["t"] == "ok", told

    def take_back(times: int) -> None:
        for _ in range(times):
            move(1)
            assert player.act("undo", seat="white")["t"] == "ok"

    yield probe.piece("taking back again and again", lambda: take_back(BACK))
    yield probe.piece("moves of a long game", lambda: move(LONG))
    yield probe.piece("coming to it", lambda: me.play(game))
    for path in ("", "/links", "/pdn", "/svg", "/transcript"):
        yield probe.ask(("GET", f"/api/games/{game}{path}", None))
    for path in ("/api/luggage", "/api/account/data", "/api/games"):
        yield probe.ask(("GET", path, None))
    packed = me.get("/api/luggage")["games"][-1]
    server.kill()
    server.start()
    assert server.process is not None
    probe.pid, me.origin, rival.origin = server.process.pid, server.origin, server.origin
    yield probe.ask(("GET", f"/api/games/{game}", None))
    yield probe.piece("resigning it", lambda: me.play(game).act("resign", seat="white"))
    probe.browser, other = rival, {**packed, "id": "elsewhere000"}
    for lines in (packed["lines"][:50], packed["lines"], packed["lines"]):
        yield probe.ask(("POST", "/api/luggage/game", {"game": {**other, "lines": lines}}))
    probe.browser = me


def main() -> None:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--tries", type=int, default=30, help="changes of the worst")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    pick = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--no-tables", limits=1_000_000.0)
        server.program = (str(ROOT / "bench" / "watched.py"),)
        seen = Path(folder) / "watched"
        seen.write_bytes(bytes(watched.SIZE))
        os.environ["WATCHED"] = str(seen)
        server.start()
        probe = Probe(server, server.browser(), seen)
        probe.rest(10.0)
        print(f"the loop at rest: {probe.idle * 1000:.1f} ms a second")
        found: list[tuple[Json, Ask]] = []
        rest: list[Json] = []
        for row in long_game(probe, server):
            rest.append(row)
            print(json.dumps(row), flush=True)
        for ask in asks():
            found.append((probe.ask(ask), ask))
            print(json.dumps(found[-1][0]), flush=True)
        for _ in range(arguments.tries):
            found.sort(key=lambda one: -one[0]["piece_ms"])
            ask = changed(pick.choice(found[:10])[1], pick)
            found.append((probe.ask(ask), ask))
        status = server.stop()
    for name in ("piece_ms", "loop_ms", "all_ms", "kb"):
        print(f"-- worst by {name}")
        rows = [*rest, *(row for row, _ in found)]
        for row in sorted(rows, key=lambda one: -one[name])[:12]:
            print(json.dumps(row))
    odd = [row for row in rows if row["status"] in (0, 500)]
    print(f"{len(found)} requests, {len(odd)} without a proper answer, exit {status}", *odd[:10], sep="\n")


if __name__ == "__main__":
    main()
