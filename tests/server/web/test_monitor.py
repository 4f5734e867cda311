"""What whoever watches the server sees: figures, liveness, readiness, logs for programs."""

from __future__ import annotations

import json
import re
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path

from crowned.server.metrics import BOUNDS, Metrics, plain
from tests.server.client import Browser, serving
from tests.server.conftest import Catalogue
from tests.server.postgres import free_port

SAMPLE = re.compile(r'[a-z_]+(\{[a-z_]+="([^"\\\n]|\\.)*"(,[a-z_]+="([^"\\\n]|\\.)*")*\})? [0-9.e+-]+')


def test_figures_are_told_as_prometheus_reads_them() -> None:
    metrics = Metrics()
    metrics.gauge("things", "How many.", lambda: {(("kind", 'a"b\\'),): 3.0})
    metrics.gauge("total", "All.", lambda: plain(2), "counter")
    metrics.took("seconds", 0.002, route="/x")
    metrics.took("seconds", 99.0, route="/x")
    lines = metrics.text().splitlines()
    assert 'things{kind="a\\"b\\\\"} 3' in lines
    assert "# TYPE seconds histogram" in lines
    assert 'seconds_bucket{route="/x",le="0.001"} 0' in lines
    assert 'seconds_bucket{route="/x",le="0.0025"} 1' in lines
    assert f'seconds_bucket{{route="/x",le="{BOUNDS[-1]}"}} 1' in lines
    assert 'seconds_bucket{route="/x",le="+Inf"} 2' in lines
    assert 'seconds_count{route="/x"} 2' in lines
    assert all(line.startswith("# ") or SAMPLE.fullmatch(line) for line in lines)


def test_the_monitor_tells_what_goes_on(tmp_path: Path, rules: Catalogue) -> None:
    port = free_port()
    options = ("--monitor", str(port), "--drain", "2", "--log-format", "json")
    with serving(tmp_path, *options) as server:
        monitor = Browser(f"http://127.0.0.1:{port}")
        browser = server.browser()
        browser.play(browser.new_game(rules.strict)["id"]).choose(0)
        figures = monitor.request("GET", "/metrics").raw.decode()
        assert all(line.startswith("# ") or SAMPLE.fullmatch(line) for line in figures.splitlines())
        assert 'crowned_message_seconds_count{kind="move"} 1' in figures
        assert 'crowned_rooms{as="leader"} 1' in figures
        assert "crowned_sockets 1" in figures
        assert 'route="/api/games",status="200"' in figures
        assert monitor.request("GET", "/live").status == 200
        assert monitor.request("GET", "/ready").status == 200
        assert monitor.request("GET", "/elsewhere").status == 404
        assert browser.request("GET", "/metrics").raw != monitor.request("GET", "/metrics").raw
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + 2
        while monitor.request("GET", "/ready").status == 200:
            assert time.monotonic() < deadline
        assert monitor.request("GET", "/live").status == 200
        assert server._end() == 0
    lines = [json.loads(line) for line in server.log if line.startswith("{")]
    assert {"time", "level", "logger", "message", "process"} <= lines[0].keys()


def test_a_port_that_is_taken_is_had_later(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serving(tmp_path, "--monitor", str(port)) as server:
            assert [line for line in server.log if "no figures yet" in line]
            taken.close()
            monitor = Browser(f"http://127.0.0.1:{port}")
            status, deadline = 0, time.monotonic() + 30
            while status != 200 and time.monotonic() < deadline:
                with suppress(OSError):
                    status = monitor.request("GET", "/live").status
            assert status == 200
