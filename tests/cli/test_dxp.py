"""`crowned dxp` over real sockets on this machine: two ends of ours, and peers that misbehave."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from crowned.base import Side
from crowned.cli import dxp as command
from crowned.cli.app import COMMANDS
from crowned.engine import hub
from crowned.notation import pdn
from crowned.position import ruleset
from crowned.protocols import dxp
from crowned.protocols.dxp import messages
from crowned.rules import catalog
from tests.cli.tools import crowned

PLAIN = hub.shipped_variants()["normal"]
RULES = ruleset(PLAIN)
PATIENCE = 120.0


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    quick = ("--minutes", "0", "--movetime", "0.002", "--hash", "1", "--moves", "6")
    return parser.parse_args([words[0], PLAIN, *quick, *words[1:]])


async def listening(
    desk_options: argparse.Namespace, visit: Callable[[int], Awaitable[None]]
) -> command.Desk:
    """A desk that listens on a port of its own while the visitor does what he wants."""
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    desk = command.Desk(desk_options, RULES, started.set_result)
    task = asyncio.create_task(desk.listen())
    await visit(await started)
    await asyncio.wait_for(task, PATIENCE)
    return desk


def run(desk_options: argparse.Namespace, visit: Callable[[int], Awaitable[None]]) -> command.Desk:
    return asyncio.run(listening(desk_options, visit))


def test_two_programs_play_a_match(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    visitors: list[command.Desk] = []

    async def visit(port: int) -> None:
        visitors.append(command.Desk(options("connect", "--games", "3", "--port", str(port)), RULES))
        await asyncio.wait_for(visitors[0].connect(), PATIENCE)

    desk = run(options("listen", "--port", "0", "--once", "--pdn", str(file), "--name", "Bert"), visit)
    assert [result.side for result in desk.results] == [Side.BLACK, Side.WHITE, Side.BLACK]
    for ours, theirs in zip(desk.results, visitors[0].results, strict=True):
        assert ours.game.position == theirs.game.position
        assert len(ours.game.history) == 12
    assert [game.tags["Black"] for game in pdn.read_file(file)] == ["Bert", "Crowned", "Bert"]


def test_the_listener_may_be_the_one_who_asks() -> None:
    async def visit(port: int) -> None:
        visitor = command.Desk(options("connect", "--role", "follower", "--port", str(port)), RULES)
        await asyncio.wait_for(visitor.connect(), PATIENCE)
        assert visitor.results[0].side is Side.WHITE

    desk = run(options("listen", "--port", "0", "--once", "--role", "initiator", "--colour", "black"), visit)
    assert desk.results[0].side is Side.BLACK


async def heard(reader: asyncio.StreamReader) -> list[messages.Message]:
    """Everything that comes until the other end closes the line."""
    data = await asyncio.wait_for(reader.read(-1), PATIENCE)
    return [dxp.decode(part) for part in data.split(b"\0") if part]


@pytest.mark.parametrize(
    "noise",
    [
        b"hello\0" * 20,
        b"\xff\xfe\0" * 20,
        b"x" * 100_000 + b"\0" + b"M\0" * 20,
        b"M0001312700\0" * 20,
        b"R01short\0" * 20,
    ],
    ids=["words", "bytes", "giant", "moves", "requests"],
)
def test_nonsense_is_answered_and_then_the_line_is_closed(noise: bytes) -> None:
    said: list[messages.Message] = []

    async def visit(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(noise)
        said.extend(await heard(reader))
        writer.close()

    run(options("listen", "--port", "0", "--once"), visit)
    assert said
    assert all(isinstance(message, messages.Chat) and message.words.startswith("error:") for message in said)
    assert len(said) <= 9


def test_a_peer_that_leaves_in_the_middle_ends_the_game() -> None:
    async def visit(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(dxp.encode(messages.GameRequest("Guest", Side.WHITE, 1, 0)))
        assert await asyncio.wait_for(reader.readuntil(b"\0"), PATIENCE)
        writer.close()

    desk = run(options("listen", "--port", "0", "--once"), visit)
    (result,) = desk.results
    assert not result.known


def test_a_second_visitor_is_told_to_wait() -> None:
    async def visit(port: int) -> None:
        _, first = await asyncio.open_connection("127.0.0.1", port)
        first.write(b"Chello\0")
        reader, second = await asyncio.open_connection("127.0.0.1", port)
        (message,) = await heard(reader)
        assert isinstance(message, messages.Chat)
        first.close()
        second.close()

    run(options("listen", "--port", "0", "--once"), visit)


def test_only_this_machine_is_listened_to() -> None:
    assert options("listen").host == "127.0.0.1"


@pytest.mark.parametrize(
    "words",
    [
        ("connect", next(name for name in catalog.ids() if catalog.load(name)["captured"] == "under")),
        ("connect", PLAIN, "--games", "0"),
        ("connect", PLAIN, "--minutes", "-1"),
        ("connect", PLAIN, "--port", "99999"),
        ("listen", PLAIN, "--movetime", "0"),
    ],
    ids=" ".join,
)
def test_bad_input_is_told(words: tuple[str, ...]) -> None:
    assert crowned("dxp", *words).status == 2


def test_nobody_there_is_told() -> None:
    refused = crowned("dxp", "connect", PLAIN, "--port", "1")
    assert refused.status == 1
    assert "port 1" in refused.err
    assert "dxp" in COMMANDS
