"""Several processes on one PostgreSQL: any of them takes any player, one leads each game, and may die."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Browser, Json, Player, Server, crowd
from tests.server.conftest import Catalogue
from tests.server.postgres import Postgres, free_port

TAKEN_OVER = 5.0
"""Seconds in which a game must have a new leader."""
_names = iter(range(1_000_000))


@contextmanager
def processes(folder: Path, postgres: Postgres, limits: float = 1000.0) -> Iterator[list[Server]]:
    url = postgres.database(f"cluster{os.getpid()}_{next(_names)}")
    servers = [Server(folder, "--database", url, limits=limits, port=free_port()).start() for _ in range(2)]
    try:
        yield servers
    finally:
        for server in servers:
            if server.process is not None and server.process.poll() is None:
                os.kill(server.process.pid, signal.SIGCONT)
                server.stop()
            assert not [line for line in server.log if "Traceback" in line], "".join(server.log)


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes for all tests that let them live."""
    with processes(tmp_path_factory.mktemp("pair"), postgres) as servers:
        yield servers


def elsewhere(browser: Browser, server: Server) -> Browser:
    """The same person at another process."""
    other = Browser(server.origin)
    other.cookie = browser.cookie
    return other


def friends(one: Server, two: Server, rules: Catalogue, **settings: Any) -> tuple[Player, Player]:
    """Two people, each at a process of his own; the first makes the game, so that his process leads it."""
    alice, bob = one.browser(), two.browser()
    made = alice.new_game(rules.strict, "friend", side="first", **settings)
    first = alice.play(made["id"])
    bob.post("/api/join", {"token": made["links"]["join"].removeprefix("/j/")})
    return first, bob.play(made["id"])


def ledger(player: Player) -> list[tuple[int, str, str]]:
    return [(entry["v"], entry["kind"], entry.get("text", "")) for entry in player.entries]


def kinds(player: Player) -> list[str]:
    return [entry["kind"] for entry in player.entries]


def charged(player: Player, before: Json, seat: str) -> int:
    return int(before[seat]) - int(player.state["clocks"][seat])


# ---------------------------------------------------------------- together


def test_two_people_on_two_processes(pair: list[Server], rules: Catalogue) -> None:
    one, two = pair
    first, second = friends(one, two, rules, chat=True)
    first.until(phase="playing")
    for number in range(12):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        answer = mover.choose(number)
        assert answer["t"] == "ok", answer
        other.catch_up(answer["v"])
    assert second.ask("say", text="well played")["t"] == "ok"
    assert second.act("resign")["t"] == "ok"
    first.until(phase="over")
    assert ledger(first) == ledger(second)
    assert first.state["outcome"] == second.state["outcome"]


def test_messages_passed_on_are_answered_as_at_home(pair: list[Server], rules: Catalogue) -> None:
    one, two = pair
    first, second = friends(one, two, rules)
    first.until(phase="playing")
    second.until(phase="playing")
    choice = first.state["choices"][0]
    assert second.move(text=choice["text"])["code"] == "not_your_turn"
    first.choose(0)
    second.catch_up(first.v)
    stale = second.ask("move", ply=0, pos="0" * 16, text="x")
    assert stale["t"] == "stale"
    assert stale["state"] == {**second.state, "clocks": stale["state"]["clocks"]}
    illegal = second.move(text="a1-a1")
    assert illegal["t"] == "illegal"
    assert illegal["verdict"]["text"]
    done = second.choose(0)
    again = second.ask("move", id=done["id"], ply=0, pos="0" * 16, text="x")
    assert (again["t"], again["v"]) == ("dup", done["v"])
    assert second.ask("judge", text="a1-a1")["t"] == "verdict"


def test_presence_and_hints_across_processes(pair: list[Server], rules: Catalogue) -> None:
    one, two = pair
    first, second = friends(one, two, rules)
    while not (told := first.hear("presence"))["black"] or not told["white"]:
        pass
    while not (told := second.hear("presence"))["black"] or not told["white"]:
        pass
    second.wire.send("seen", g=second.game, v=second.v)
    while max(told["white_seen"], told["black_seen"]) < second.v:
        told = first.hear("presence")
    second.wire.close()
    while told["white"] and told["black"]:
        told = first.hear("presence")
    alone = one.browser()
    game = alone.new_game(rules.strict)["id"]
    alone.play(game)
    far = elsewhere(alone, two).play(game)
    assert far.ask("hint")["t"] == "hint"


def test_logging_out_closes_the_sockets_of_every_process(pair: list[Server]) -> None:
    one, two = pair
    person = one.browser()
    wire = elsewhere(person, two).socket()
    person.delete("/api/session")
    assert wire.read("bye")["reason"] == "logout"


# ---------------------------------------------------------------- leaders that go away


@pytest.mark.parametrize("how", ["kill", "stop", "hang"])
def test_a_leader_that_goes_away_is_followed(
    tmp_path: Path, postgres: Postgres, rules: Catalogue, how: str
) -> None:
    """Within five seconds the game goes on at the other process, and nobody pays for the time between."""
    clock = {"kind": "fischer", "base": 60_000, "step": 0}
    with processes(tmp_path, postgres) as (one, two):
        first, second = friends(one, two, rules, clock=clock)
        first.until(phase="playing")
        second.catch_up(first.choose(0)["v"])
        before = second.state["clocks"]
        assert one.process is not None
        if how == "hang":
            os.kill(one.process.pid, signal.SIGSTOP)
        else:
            getattr(one, how)()
        gone = time.monotonic()
        answer = second.choose(0)
        assert answer["t"] in ("ok", "dup"), answer
        assert time.monotonic() - gone < TAKEN_OVER * crowd()
        assert kinds(second)[-3:] == ["paused", "resumed", "played"]
        assert charged(second, before, second.you) < 1_500
        if how == "hang":
            os.kill(one.process.pid, signal.SIGCONT)
            first.catch_up(second.v)
        else:
            two_more = Server(tmp_path, *one.options, port=free_port()).start()
            first = _again(first, two_more)
        assert first.choose(0)["t"] in ("ok", "dup")
        second.catch_up(first.v)
        assert ledger(first)[-2:] == ledger(second)[-2:]
        if how != "hang":
            two_more.stop()


def test_whose_own_process_hangs_is_not_charged_either(
    tmp_path: Path, postgres: Postgres, rules: Catalogue
) -> None:
    """The leader lives; the process at which the player to move is connected does not answer."""
    clock = {"kind": "fischer", "base": 8_000, "step": 0}
    with processes(tmp_path, postgres) as (one, two):
        first, second = friends(one, two, rules, clock=clock)
        first.until(phase="playing")
        for player, other in ((first, second), (second, first)):
            other.catch_up(player.choose(0)["v"])
        second.catch_up(first.choose(0)["v"])
        before = second.state["clocks"]
        assert two.process is not None
        os.kill(two.process.pid, signal.SIGSTOP)
        time.sleep(10)
        os.kill(two.process.pid, signal.SIGCONT)
        second.until(phase="playing")
        answer = second.choose(0)
        assert answer["t"] in ("ok", "dup"), answer
        assert charged(second, before, second.you) < 3_000 * crowd()


def _again(player: Player, server: Server) -> Player:
    """The same person, by reconnecting to another process."""
    cookie = player.wire.connection.request.headers["Cookie"]  # type: ignore[union-attr]
    browser = Browser(server.origin)
    browser.cookie = cookie
    return browser.play(player.game)


def test_a_clock_without_anybody_runs_out_in_another_process(
    tmp_path: Path, postgres: Postgres, rules: Catalogue
) -> None:
    """Nobody follows the game; its leader is killed; its flag falls all the same, late but for good."""
    with processes(tmp_path, postgres) as (one, two):
        browser = one.browser()
        game = browser.new_game(rules.strict, clock={"kind": "fischer", "base": 2_000, "step": 0})["id"]
        player = browser.play(game)
        player.choose(0)
        player.choose(0)  # a clock runs from the second move on
        player.wire.close()
        one.kill()
        there = elsewhere(browser, two)
        assert there.get(f"/api/games/{game}")["state"]["outcome"] is None
        follower = there.play(game)
        follower.until(phase="over")
        assert follower.state["outcome"]["reason"] == "time"


def test_a_leader_that_wakes_up_is_refused(tmp_path: Path, postgres: Postgres, rules: Catalogue) -> None:
    """It was stopped with a flag about to fall; another led the game on; its flag does not fall."""
    clock = {"kind": "fischer", "base": 4_000, "step": 4_000}
    with processes(tmp_path, postgres) as (one, two):
        first, second = friends(one, two, rules, clock=clock)
        first.until(phase="playing")
        second.catch_up(first.choose(0)["v"])
        assert one.process is not None
        os.kill(one.process.pid, signal.SIGSTOP)
        assert second.choose(0)["t"] in ("ok", "dup")
        time.sleep(1.0)
        os.kill(one.process.pid, signal.SIGCONT)
        first.catch_up(second.v)
        assert first.choose(0)["t"] in ("ok", "dup")
        second.catch_up(first.v)
        assert ledger(first)[-1:] == ledger(second)[-1:]
        assert second.state["outcome"] is None


# ---------------------------------------------------------------- one machine, one port


def test_workers_share_a_port_and_replace_each_other(
    tmp_path: Path, postgres: Postgres, rules: Catalogue
) -> None:
    url = postgres.database(f"workers{os.getpid()}")
    door = free_port(2)
    options = ("--database", url, "--workers", "2", "--monitor", str(door))
    server = Server(tmp_path, *options, port=free_port()).start()
    try:
        assert server.process is not None
        browser = server.browser()
        player = browser.play(browser.new_game(rules.strict)["id"])
        player.choose(0)
        workers = children(server.process.pid)
        assert len(workers) == 2
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
            while len(alive := set(children(server.process.pid)) - {worker}) < 2:
                time.sleep(0.05)
            assert alive - set(workers)
            while not all(ready(door + number) for number in range(2)):
                time.sleep(0.05)
            again = browser.play(player.game)
            assert again.choose(0)["t"] == "ok"
    finally:
        assert server.stop() == 0
    assert again.state["ply"] == 3


def children(process: int) -> list[int]:
    """The processes that serve; the one that only tracks what Python's spawn has left behind is none."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in found if "spawn_main" in command(child)]


def ready(port: int) -> bool:
    with suppress(OSError):
        return Browser(f"http://127.0.0.1:{port}").request("GET", "/ready").status == 200
    return False


def command(process: str) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""


def test_several_workers_need_postgres(tmp_path: Path) -> None:
    server = Server(tmp_path, "--workers", "2")
    with pytest.raises(AssertionError, match="several processes need PostgreSQL"):
        server.start()
    server.discard()


def test_rare_things_are_counted_in_all_processes_together(tmp_path: Path, postgres: Postgres) -> None:
    """Five wrong passwords for one name, however many processes there are."""
    with processes(tmp_path, postgres, limits=1.0) as (one, two):
        guess = {"name": "Somebody", "password": "wrong password"}
        browsers = [Browser(server.origin) for server in (one, two)]
        statuses = []
        for number in range(8):
            statuses.append(browsers[number % 2].request("POST", "/api/login", guess).status)
            time.sleep(0.1)
        assert statuses.count(403) <= 6
        assert statuses[-1] == 429
