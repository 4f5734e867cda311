"""Conversations as fuzzing targets: whatever is said, both protocols answer, and never twice."""

from __future__ import annotations

from functools import cache
from random import Random

import crowned
from crowned.engine import Engine, hub
from crowned.engine.external.client import pos_line
from crowned.protocols import dxp
from crowned.protocols.dxp.board import write_move
from crowned.protocols.dxp.messages import Chat, GameRequest
from crowned.protocols.hub import Params, Session

MOST_LINES = 300
"""Lines of a giant that are said; each may start a search."""


@cache
def engine_of(rules: crowned.Ruleset) -> Engine:
    return Engine(rules, hash_mb=1, seed=0)


def make(rules: crowned.Ruleset, _params: Params) -> Engine:
    return engine_of(rules)


def check_hub(data: bytes) -> None:
    """Every `go` that is taken is answered once, every answer is a line, and at the end all is still."""
    heard: list[str] = []
    session = Session(heard.append, make=make)
    going = 0
    for line in data.decode("utf-8", "replace").split("\n")[:MOST_LINES]:
        before = session._search
        more = session.receive(line)
        going += session._search is not before
        if not more:
            break
    session.close()
    said = [hub.read_line(text) for text in heard]
    assert all(line is not None for line in said)
    assert sum(line is not None and line.command == "done" for line in said) == going
    assert session._search is None or not session._search.running


def check_dxp(data: bytes) -> None:
    """Nothing raises, complaints are few, and a thought is asked for only where there is a move."""
    rules = usual()
    first = data[:1]
    session = dxp.Session(rules, offer=dxp.Offer() if first < b"\x40" else None, back=first != b"\0")
    effects = session.begin()
    framer = dxp.Framer()
    complaints = 0
    for at in range(1, min(len(data), 100_000), 50):
        for message in framer.feed(data[at : at + 50]):
            effects = session.heard(message)
            complaints += sum(is_complaint(effect) for effect in effects)
            for effect in effects:
                if isinstance(effect, dxp.Think):
                    session.chosen(effect.game.moves()[0], 0.1)
    assert complaints <= 12
    session.lost()


def is_complaint(effect: dxp.Effect) -> bool:
    return isinstance(effect, dxp.Send) and isinstance(effect.message, Chat)


@cache
def usual() -> crowned.Ruleset:
    return crowned.ruleset(hub.shipped_variants()["normal"])


def random_game(name: str, seed: int) -> crowned.Game:
    random = Random(seed)
    game = crowned.Game(crowned.ruleset(name))
    while len(game.history) < 40 and game.outcome is None:
        game.play(random.choice(game.moves()))
    return game


def hub_seeds() -> list[bytes]:
    """A question about a position of every variant."""
    seeds = []
    for seed, (variant, name) in enumerate(hub.shipped_variants().items()):
        head = f"hub\nset-param name=variant value={variant}\ninit\n"
        seeds.append(f"{head}{pos_line(random_game(name, seed))}\nlevel nodes=50\ngo think\nping\n".encode())
    return seeds


def dxp_seeds() -> list[bytes]:
    """A game asked for, and its moves from the other side's point of view."""
    game = random_game(usual().id, 1)
    moves = [record.action.move for record in game.history]  # type: ignore[union-attr]
    request = dxp.encode(GameRequest("Guest", crowned.Side.BLACK, 5, 75))
    made = [dxp.encode(write_move(game.rules, move, 3)) for move in moves]
    return [b"\x80" + request + b"".join(made[::2]), b"\x01" + dxp.encode(Chat("hi")) + b"".join(made)]
