"""`crowned dxp`: games against other programs over TCP, as tournaments play them."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from crowned.base import BadInput, CrownedError, Side
from crowned.cli.common import add_json, add_ruleset, print_json, rules_of
from crowned.cli.dxp_link import Link
from crowned.engine import Engine
from crowned.game import Outcome
from crowned.notation import pdn
from crowned.notation.pdn.writer import result_text
from crowned.position import Ruleset
from crowned.protocols import dxp
from crowned.protocols.dxp.board import fits
from crowned.protocols.dxp.messages import Chat

LOOPBACK = "127.0.0.1"
BUSY = dxp.encode(Chat("error: another game is being played here"))
EXAMPLES = """\
examples:
  crowned dxp listen {numbers}                          wait for a program on this machine
  crowned dxp connect {numbers} --games 2 --minutes 3   play one that waits, once with each colour
  crowned dxp listen {numbers} --host 0.0.0.0           reachable from outside: anybody can then play

Who connects asks for the game, unless --role says otherwise. DXP knows no passwords and no encryption;
listen on another address than this machine's own only in a network you trust.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Play another program over DXP, the protocol of draughts tournaments."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "what", choices=("listen", "connect"), help="wait for a program, or call one that waits"
    )
    add_ruleset(parser)
    parser.add_argument("--host", default=LOOPBACK, help=f"the address ({LOOPBACK}: this machine only)")
    parser.add_argument("--port", type=int, default=dxp.PORT, help=f"the port ({dxp.PORT})")
    parser.add_argument(
        "--role", choices=("initiator", "follower"), help="who asks for the game (who connects)"
    )
    parser.add_argument("--name", default="Crowned", help="how we are called (Crowned)")
    parser.add_argument(
        "--colour", choices=("white", "black"), default="white", help="ours in the first game we ask for"
    )
    parser.add_argument("--games", type=int, default=1, help="how many games we ask for, colours in turn (1)")
    parser.add_argument("--minutes", type=int, default=5, help="for each player and game we ask for (5)")
    parser.add_argument("--moves", type=int, default=75, help="moves a game may have, 0 for no limit (75)")
    parser.add_argument(
        "--movetime", type=float, default=5.0, metavar="S", help="seconds a move where no clock is agreed (5)"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, default=64, metavar="MB", help="size of the table (64)")
    parser.add_argument("--back", action="store_true", help="let the opponent take moves back")
    parser.add_argument("--once", action="store_true", help="stop listening after the first visitor")
    parser.add_argument("--pdn", metavar="FILE", help="append the games there")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    rules = rules_of(args)
    _check(args, rules)
    desk = Desk(args, rules)
    try:
        asyncio.run(desk.listen() if args.what == "listen" else desk.connect())
    except OSError as error:
        raise CrownedError(f"{args.host} port {args.port}: {_reason(error)}") from None
    return 0


def _reason(error: OSError) -> str:
    """In the system's words; asyncio's own repeat the address."""
    known = error.errno is not None and error.errno > 0
    return os.strerror(error.errno or 0) if known else error.strerror or str(error)


def _check(args: argparse.Namespace, rules: Ruleset) -> None:
    if not fits(rules.spec, len(rules.squares.cells)):
        raise BadInput(
            f"DXP has no words for towers, doors, huffing or very large boards: not for {rules.id}"
        )
    bounds = {
        "games": (1, 9999),
        "minutes": (0, 999),
        "moves": (0, 999),
        "port": (0, 65535),
        "threads": (1, 256),
    }
    for name, (low, high) in bounds.items():
        if not low <= getattr(args, name) <= high:
            raise BadInput(f"--{name} is {getattr(args, name)}; it may be {low} to {high}")
    if args.hash < 1 or not 0 < args.movetime < 1e6:
        raise BadInput("--hash and --movetime are numbers above 0")


class Desk:
    """Where games are played: one at a time, with one engine."""

    def __init__(
        self, args: argparse.Namespace, rules: Ruleset, started: Callable[[int], None] | None = None
    ) -> None:
        self.args = args
        self.rules = rules
        self.results: list[dxp.Result] = []
        self._started = started
        self._engine = Engine(rules, hash_mb=args.hash, threads=args.threads)
        self._busy = False
        self._done = asyncio.Event()

    async def listen(self) -> None:
        server = await asyncio.start_server(self._visit, self.args.host, self.args.port)
        port = server.sockets[0].getsockname()[1]
        if self.args.host != LOOPBACK:
            self.tell("anybody who reaches this address can play: DXP has no passwords")
        self.tell(f"listening on {self.args.host} port {port}")
        if self._started is not None:
            self._started(port)
        async with server:
            await self._done.wait()

    async def connect(self) -> None:
        reader, writer = await asyncio.open_connection(self.args.host, self.args.port)
        await self._play(reader, writer)

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._busy:
            writer.write(BUSY)
            writer.close()
            return
        self._busy = True
        try:
            await self._play(reader, writer)
        finally:
            self._busy = False
            if self.args.once:
                self._done.set()

    async def _play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._engine.forget()
        session = dxp.Session(self.rules, self.args.name, self._offer(), back=self.args.back)
        await Link(session, self._engine, self.args.movetime, self.tell, self.keep).run(reader, writer)

    def _offer(self) -> dxp.Offer | None:
        role = self.args.role or ("initiator" if self.args.what == "connect" else "follower")
        if role == "follower":
            return None
        side = Side[self.args.colour.upper()]
        return dxp.Offer(side, self.args.minutes, self.args.moves, self.args.games)

    # ---- what people see

    def tell(self, text: str) -> None:
        if not self.args.json:
            print(text, flush=True)

    def keep(self, result: dxp.Result) -> None:
        self.results.append(result)
        self.tell(f"result: {_words(result)}")
        if self.args.json:
            print_json(data(result))
        if self.args.pdn:
            with Path(self.args.pdn).open("a", encoding="utf-8") as file:
                file.write(pdn.write(result.game, _tags(result, self.args.name)) + "\n")


def _words(result: dxp.Result) -> str:
    if not result.known:
        return "unknown"
    return "draw" if result.winner is None else f"{result.winner.name_key} wins"


def _tags(result: dxp.Result, name: str) -> dict[str, str]:
    players = (name, result.opponent) if result.side is Side.WHITE else (result.opponent, name)
    date = datetime.now(UTC).strftime("%Y.%m.%d")
    outcome = Outcome(result.winner, "agreement")
    ended = result_text(outcome, result.game.rules.spec) if result.known else "*"
    return {"Event": "DXP", "Date": date, "White": players[0], "Black": players[1], "Result": ended}


def data(result: dxp.Result) -> dict[str, Any]:
    return {
        "opponent": result.opponent,
        "side": result.side.name_key,
        "known": result.known,
        "winner": result.winner.name_key if result.winner is not None else None,
        "plies": len(result.game.history),
        "fen": result.game.position.fen,
    }
