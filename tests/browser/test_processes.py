"""Two people on two processes of one site; one of the processes is killed in the middle of their game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.player import Player
from tests.server.client import Server
from tests.server.conftest import Catalogue, postgres, rules  # noqa: F401
from tests.server.postgres import Postgres, free_port


@pytest.fixture
def processes(tmp_path: Path, postgres: Postgres) -> Iterator[list[Server]]:  # noqa: F811
    url = postgres.database(f"screens{os.getpid()}")
    servers = [Server(tmp_path, "--database", url, port=free_port()).start() for _ in range(2)]
    yield servers
    for server in servers:
        if server.process is not None and server.process.poll() is None:
            server.stop()


def play(mover: Player, other: Player, game: str) -> None:
    """One move, seen on both screens."""
    state = mover.state(game)
    mover.click(*state["choices"][0]["path"])
    for player in (mover, other):
        expect(player.page.locator(f'.game[data-ply="{state["ply"] + 1}"]')).to_be_attached()


def test_a_game_goes_on_when_one_process_dies(
    processes: list[Server],
    sit: Sit,
    rules: Catalogue,  # noqa: F811
) -> None:
    one, two = processes
    first, second = sit(one.origin), sit(two.origin)
    first.settings(auto="never")
    second.settings(auto="never")
    made = first.new_game(rules.strict, kind="friend", side="first")
    first.go(f"/g/{made['id']}")
    first.sees("Waiting for your friend")
    second.go(made["links"]["join"])
    second.button("Play").click()
    expect(second.board).to_be_visible()
    game = made["id"]
    play(first, second, game)
    play(second, first, game)
    port = two.port
    two.kill()
    state = first.state(game)
    first.click(*state["choices"][0]["path"])
    expect(first.page.locator('.game[data-ply="3"]')).to_be_attached()
    two.port = port
    two.start()
    expect(second.page.locator('.game[data-ply="3"]')).to_be_attached()
    play(second, first, game)
    one.kill()
    one.start()
    play(first, second, game)
