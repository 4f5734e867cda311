"""The server dies without a warning; nothing that was acknowledged is gone, nothing is there twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.client import Server, serving
from tests.server.conftest import Catalogue
from tests.server.killing import torment
from tests.server.postgres import Postgres, free_port


def test_killed_ten_times_under_live_games(tmp_path: Path, rules: Catalogue) -> None:
    """The short form of bench/server_kill.py."""
    server = Server(tmp_path, port=free_port()).start()
    try:
        report, _ = torment(server, rules.strict, games=6, kills=10, seed=1)
    finally:
        server.stop()
    assert report.clean, report
    assert report.acked > 50


def test_killed_with_postgres(tmp_path: Path, rules: Catalogue, postgres: Postgres) -> None:
    url = postgres.database("killed")
    server = Server(tmp_path, "--database", url, port=free_port()).start()
    try:
        report, _ = torment(server, rules.strict, games=3, kills=3, seed=2)
    finally:
        server.stop()
    assert report.clean, report


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_game_goes_on_after_a_restart(tmp_path: Path, rules: Catalogue, how: str) -> None:
    """The same socket code, the same session, the same versions; with a clock, paused and resumed."""
    server = Server(tmp_path, port=free_port()).start()
    try:
        browser = server.browser()
        clock = {"kind": "fischer", "base": 600_000, "step": 5_000}
        game = browser.new_game(rules.strict, clock=clock)["id"]
        player = browser.play(game)
        for _ in range(3):
            player.choose(0)
        getattr(server, how)()
        server.start()
        again = browser.play(game)
        told = again.join(since=player.v)
        assert told["t"] == "update"
        assert {entry["kind"] for entry in told["entries"]} <= {"paused", "resumed"}
        assert again.state["ply"] == 3
        assert again.choose(0)["t"] == "ok"
    finally:
        server.stop()


def test_stopping_says_goodbye(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    wire = server.browser().socket()
    assert server.stop() == 0
    assert wire.read("bye")["reason"] == "restart"


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    with serving(tmp_path):
        second = Server(tmp_path)
        with pytest.raises(AssertionError, match="did not start"):
            second.start()
        assert second.process is not None
        assert second.process.returncode == 1
        second.discard()
