"""`crowned hub` as a program: driven by our own client, ended in every way, fed nonsense."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

import crowned
from crowned.cli.hub import lines
from crowned.engine import hub
from crowned.engine.api import Limits
from crowned.engine.external import HubEngine
from crowned.rules import catalog
from tests.cli.tools import crowned as command

COMMAND = [sys.executable, "-m", "crowned.cli", "hub"]
PATIENCE = 120.0
NOT_PLAIN = [name for name in catalog.ids() if not hub.fits(catalog.load(name))]


def answers(text: bytes, *arguments: str) -> list[str]:
    """Everything the program says when its input ends after this text; it has to end by itself."""
    done = subprocess.run(
        [*COMMAND, *arguments], input=text, capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    return done.stdout.decode().splitlines()


@pytest.mark.parametrize("name", sorted(hub.shipped_variants().values()))
def test_the_program_plays_every_variant(name: str) -> None:
    game = crowned.Game(crowned.ruleset(name))
    with HubEngine.start(COMMAND, game.rules, patience=PATIENCE) as engine:
        for _ in range(6):
            game.play(engine.choose(game, Limits(nodes=500)))
        assert engine.complaints == []
    assert len(game.history) == 6


def test_the_search_of_the_program_can_be_stopped() -> None:
    game = crowned.Game(crowned.ruleset(hub.shipped_variants()["normal"]))
    with HubEngine.start(COMMAND, game.rules, patience=PATIENCE) as engine:
        answer = engine.think(game, Limits(time=0.05))
        assert answer.move in game.moves()
        assert answer.info["pv"].split()[0] == hub.write_move(game.rules, answer.move)
        assert float(answer.info["nps"]) > 0


def test_the_end_of_the_input_is_the_end() -> None:
    assert answers(b"") == []
    said = answers(b"hub\ninit\npos\nlevel infinite\ngo think\n")
    assert said[-1].startswith("done move=")
    assert sum(line.startswith("done") for line in said) == 1


def test_quit_is_the_end() -> None:
    assert answers(b"ping\nquit\nping\n") == ["pong"]


def test_nonsense_is_survived() -> None:
    noise = bytes(range(256)) * 20 + b"\n" + b"x" * 200_000 + b"\npos pos=" + b"w" * 100_000 + b"\nping\n"
    said = answers(noise)
    assert said[-1] == "pong"
    assert all(line.startswith(("error", "pong")) for line in said)


@pytest.mark.parametrize("name", NOT_PLAIN)
def test_games_beyond_the_protocol_are_refused(name: str) -> None:
    refused = command("hub", name)
    assert refused.status == 2
    assert name in refused.err


def test_lines_are_cut_where_they_are_too_long() -> None:
    stream = io.BytesIO(b"ping\r\n" + b"x" * 200_000 + b"\nquit")
    first, long, last = lines(stream)
    assert (first, last) == ("ping", "quit")
    assert 65_536 < len(long) < 70_000
