"""The server was away: killed, stopped, continued, or without its disk. No clock pays for it."""

from __future__ import annotations

import base64
import json
import os
import secrets
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from crowned.protocols import wire
from crowned.protocols.views import ClockRule
from crowned.server.rooms.pulse import LONGEST_MS, Pulse
from crowned.server.rooms.stalls import Stalls
from crowned.server.store.sqlite import SqliteStore
from crowned.server.times import not_before
from tests.server.client import Browser, Json, Player, Server, crowd
from tests.server.conftest import Catalogue
from tests.server.house import Time, house, run
from tests.server.postgres import free_port
from tests.server.rooms.test_rooms import friends


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(tmp_path, port=free_port()).start()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.stop()


def timed(browser: Browser, rules: Catalogue, base: int) -> str:
    clock = {"kind": "fischer", "base": base, "step": 0}
    return begun(browser, browser.new_game(rules.strict, clock=clock)["id"])


def begun(browser: Browser, game: str) -> str:
    """With the first move of each side, before which no clock runs."""
    player = browser.play(game)
    for _ in range(2):
        player.choose(0)
    player.wire.close()
    return game


def kinds(player: Player) -> list[str]:
    return [entry["kind"] for entry in player.entries]


def left(clocks: Json) -> int:
    """What the side has whose turn it is or was; the other one has not begun."""
    return min(int(clocks["white"]), int(clocks["black"]))


# ---------------------------------------------------------------- killed


def test_no_flag_falls_while_the_server_is_dead(own: Server, rules: Catalogue) -> None:
    """Many short clocks run out while nobody is there to see it; nobody has lost when the server is back."""
    browser = own.browser()
    seconds = 2.0 * crowd()
    games = [timed(browser, rules, int(1000 * seconds)) for _ in range(12)]
    for game in games:
        browser.play(game)
    running = [game for game in games if browser.get(f"/api/games/{game}")["state"]["outcome"] is None]
    own.kill()
    time.sleep(seconds + 0.2)
    own.start()
    time.sleep(0.5)
    for game in running[-6:]:  # the youngest: the oldest may have lost before the server died
        state = browser.get(f"/api/games/{game}")["state"]
        assert state["outcome"] is None
    player = browser.play(running[-1])
    assert player.choose(0)["t"] == "ok"
    assert kinds(player)[-3:] == ["paused", "resumed", "played"]


def test_two_crashes_in_a_row_charge_nobody(own: Server, rules: Catalogue) -> None:
    browser = own.browser()
    game = timed(browser, rules, 3_000)
    browser.play(game)
    for _ in range(2):
        own.kill()
        time.sleep(1.6)
        own.start()
    player = browser.play(game)
    assert left(player.state["clocks"]) > 1_000
    assert player.choose(0)["t"] == "ok"


# ---------------------------------------------------------------- told to stop


ASKED = 600
"""More than the system keeps for a reader, less than what he is cut off for."""


class Deaf:
    """A socket that asks for much and never reads any of it."""

    def __init__(self, server: Server, game: str, token: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", server.port))
        request = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n"
        )
        self.socket.sendall(request.encode())
        assert self.socket.recv(12) == b"HTTP/1.1 101"
        for _ in range(ASKED):
            self.socket.sendall(masked(json.dumps({"t": "join", "g": game, "token": token})))


def masked(text: str) -> bytes:
    """A text frame of a browser, masked with zeros."""
    data = text.ljust(200).encode()  # long enough for a length of two bytes
    return b"\x81" + bytes([0x80 | 126]) + len(data).to_bytes(2, "big") + bytes(4) + data


def test_sockets_that_never_read_cost_nobody_time(own: Server, rules: Catalogue) -> None:
    """The clocks stand still from the signal on, however long it takes to get rid of the sockets."""
    browser = own.browser()
    clock = {"kind": "fischer", "base": 60_000, "step": 0}
    made = browser.new_game(rules.strict, clock=clock)
    game, token = begun(browser, made["id"]), made["links"]["watch"].removeprefix("/w/")
    browser.play(game)
    deaf = Deaf(own, game, token)
    time.sleep(2)
    before = left(browser.get(f"/api/games/{game}")["state"]["clocks"])
    asked = time.monotonic()
    assert own.stop() == 0
    ended = time.monotonic()
    deaf.socket.close()
    own.start()
    after = left(browser.get(f"/api/games/{game}")["state"]["clocks"])
    assert before - after < 900, f"stopping took {ended - asked:.1f} s"


# ---------------------------------------------------------------- the machine's clock is set back


def shift(database: Path, milliseconds: int) -> None:
    """Moves everything that was stored into the future: as if the machine's clock were set back."""
    with apsw.Connection(str(database)) as connection:
        for sql in (
            "UPDATE event SET at = at + ?",
            "UPDATE game SET updated = updated + ?",
            "UPDATE meta SET value = CAST(value AS INTEGER) + ? WHERE name = 'alive'",
        ):
            connection.execute(sql, (milliseconds,))
    connection.close()


def test_a_machine_clock_that_was_set_back_stops_nobodys_clock(own: Server, rules: Catalogue) -> None:
    browser = own.browser()
    game = timed(browser, rules, 60_000)
    browser.play(game)
    own.kill()
    shift(own.data / "crowned.sqlite", 3_600_000)
    own.start()
    player = browser.play(game)
    assert left(player.state["clocks"]) > 50_000
    first = left(browser.get(f"/api/games/{game}")["state"]["clocks"])
    time.sleep(0.3)
    second = left(browser.get(f"/api/games/{game}")["state"]["clocks"])
    assert 250 <= first - second < 5_000
    assert player.choose(0)["t"] == "ok"


def test_time_never_goes_back_between_two_lives() -> None:
    now = Time()
    assert not_before(now, now() - 5) is now
    ahead = not_before(now, now() + 3_600_000)
    assert ahead() == now() + 3_600_000
    now.pass_ms(10)
    assert ahead() == now() + 3_600_000


# ---------------------------------------------------------------- stopped and continued


def test_a_stopped_process_lets_no_flag_fall(own: Server, rules: Catalogue) -> None:
    """SIGSTOP, the clock runs out, SIGCONT: a move that was sent meanwhile is in time."""
    browser = own.browser()
    game = timed(browser, rules, 2_500)
    player = browser.play(game)
    assert own.process is not None
    own.process.send_signal(signal.SIGSTOP)
    time.sleep(3.0)
    own.process.send_signal(signal.SIGCONT)
    assert player.choose(0)["t"] == "ok"
    assert kinds(player)[-3:] == ["paused", "resumed", "played"]


def test_the_pulse_notices_absences() -> None:
    now, real = Time(), [0.0]

    def wait(milliseconds: int) -> None:
        now.pass_ms(milliseconds)
        real[0] += milliseconds / 1000

    pulse = Pulse(now, lambda: real[0])
    wait(LONGEST_MS)
    assert not pulse.beat()
    assert pulse.away_since(0) is None
    began = now()
    wait(LONGEST_MS + 500)
    assert pulse.away_since(0) == pytest.approx(began, abs=2), "seen by whoever looks first"
    assert not pulse.beat(), "and told once"
    assert pulse.away_since(1) is None


# ---------------------------------------------------------------- cut off from the disk


def test_a_move_that_the_database_refused_was_in_time(tmp_path: Path) -> None:
    """It came before the flag, the disk did not take it, it comes again after the flag would have fallen."""

    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            keeper, first, _ = await friends(own, ClockRule("fischer", 60_000, 0))
            seat = first.state.actor
            store = own.site.services.store
            assert isinstance(store, SqliteStore)
            store._writer.connection.set_busy_timeout(5)
            rude = apsw.Connection(str(tmp_path / "x.sqlite"))
            rude.execute("BEGIN IMMEDIATE")
            own.time.pass_ms(59_000)
            answer = await own.move(keeper, first, message_id="once")
            assert (answer.t if isinstance(answer, dict) else answer.code) == "try_again"
            own.time.pass_ms(5_000)
            with pytest.raises(Exception, match="try_again"):
                await keeper.room.change(keeper._check_flag)
            rude.execute("ROLLBACK")
            rude.close()
            await keeper.room.change(keeper._check_flag)
            assert keeper.room.table.phase == "playing"
            answer: Any = await own.move(keeper, first, message_id="once")
            assert isinstance(answer, wire.Ok)
            assert getattr(answer.clocks, seat) == 1_000

    run(work)


def test_a_room_that_closes_takes_nothing_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            keeper, first, _ = await friends(own, ClockRule("fischer", 60_000, 0))
            own.time.pass_ms(1_000)
            at = own.time()
            own.time.pass_ms(7_300)
            await own.site.freeze(at)
            clock = keeper.room.table.clock
            assert clock is not None
            assert clock.running is None
            assert min(clock.white, clock.black) == 59_000
            with pytest.raises(Exception, match="try_again"):
                await own.move(keeper, first, message_id=secrets.token_urlsafe(8))
            assert keeper.room.table.ply == 0

    run(work)


# ---------------------------------------------------------------- starved of the processor


def test_a_server_that_has_too_little_of_the_processor_charges_nobody(own: Server, rules: Catalogue) -> None:
    """It stands still again and again, never for long: who answers at once has not thought."""
    browser = own.browser()
    player = browser.play(timed(browser, rules, 60_000))
    assert own.process is not None
    before, begun_at = sum_left(player), time.monotonic()
    for _ in range(12):
        own.process.send_signal(signal.SIGSTOP)
        send_a_move(player)
        time.sleep(0.6)
        own.process.send_signal(signal.SIGCONT)
        player.until(ply=player.state["ply"] + 1)
    passed = 1000 * (time.monotonic() - begun_at)
    assert before - sum_left(player) < passed / 6


def test_no_flag_falls_on_a_move_that_lies_unread(own: Server, rules: Catalogue) -> None:
    """It was sent in time; when the server can read again, its timer and the message wait side by side."""
    browser = own.browser()
    player = browser.play(timed(browser, rules, 1_200))
    assert own.process is not None
    for _ in range(3):
        own.process.send_signal(signal.SIGSTOP)
        send_a_move(player)
        time.sleep(1.5)
        own.process.send_signal(signal.SIGCONT)
        player.until(ply=player.state["ply"] + 1)
    assert player.state["phase"] == "playing"


def sum_left(player: Player) -> int:
    clocks = player.state["clocks"]
    return int(clocks["white"]) + int(clocks["black"])


def send_a_move(player: Player) -> None:
    choice = player.state["choices"][0]
    known = {"ply": player.state["ply"], "pos": player.state["pos"]}
    player.wire.send("move", g=player.game, id=secrets.token_urlsafe(9), text=choice["text"], **known)


def test_stalls_are_counted_up_to_a_moment() -> None:
    now, real = Time(), [0.0]

    def wait(milliseconds: int) -> None:
        now.pass_ms(milliseconds)
        real[0] += milliseconds / 1000

    stalls = Stalls(now, lambda: real[0])
    wait(300)
    assert stalls.until(now()) == 0, "nobody looks yet"

    async def work() -> None:
        stalls.start()
        wait(40)
        assert stalls.until(now()) == 0
        wait(1010)
        read_at = now()
        wait(3)  # the message is handled a little later than it was read
        assert stalls.until(read_at) == pytest.approx(1000, abs=5)
        assert stalls.until(read_at - 400) == pytest.approx(600, abs=5), "half-way"
        assert stalls.until(read_at - 2000) == 0
        stalls.stop()

    run(work)


def test_who_is_told_late_is_charged_from_then_on(tmp_path: Path) -> None:
    """The disk took two seconds for a move: they are not the opponent's."""

    async def work() -> None:
        async with house(str(tmp_path / "x.sqlite")) as own:
            keeper, first, second = await friends(own, ClockRule("fischer", 60_000, 0))
            seat = second.person
            write = keeper.room.journal._write

            async def slow(*args: Any) -> None:
                await write(*args)
                own.time.pass_ms(2_000)

            keeper.room.journal._write = slow  # type: ignore[method-assign]
            await own.move(keeper, first)
            keeper.room.journal._write = write  # type: ignore[method-assign]
            own.time.pass_ms(700)
            answer: Any = await own.move(keeper, second)
            assert isinstance(answer, wire.Ok)
            held = next(iter(keeper.room.table.seats_of(seat)))
            assert getattr(answer.clocks, held) == 60_000 - 700

    run(work)
