"""Find a short lively moment for every ruleset that has none, and print it for server/shelf.toml."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from crowned import Game, ruleset
from crowned.engine import Engine, Limits
from crowned.rules import catalog

SHELF = Path(__file__).resolve().parents[1] / "src/crowned/server/shelf.toml"
OPENING, LONGEST, SHOWN = 6, 60, 6
"""Plies before which nothing is looked for, after which the game is given up, and that are shown."""


def moment(name: str) -> tuple[str, list[str]]:
    """The end of a line that the engine plays against itself, up to its first exchange after the opening."""
    game, engine = Game(ruleset(name)), Engine(ruleset(name), seed=1)
    while len(game.history) < LONGEST and game.outcome is None:
        engine.play(game, Limits(nodes=4000))
        taken = ["x" in record.text for record in game.history[-2:]]
        if len(game.history) >= OPENING and all(taken):
            break
    shown = game.history[-SHOWN:]
    return shown[0].before.position.fen, [record.text for record in shown]


def main() -> None:
    known = tomllib.loads(SHELF.read_text(encoding="utf-8"))["demo"]
    for name in sys.argv[1:] or [one for one in catalog.ids() if one not in known]:
        fen, moves = moment(name)
        listed = ", ".join(f'"{move}"' for move in moves)
        print(f'[demo.{name}]\nfen = "{fen}"\nmoves = [{listed}]\n')


if __name__ == "__main__":
    main()
