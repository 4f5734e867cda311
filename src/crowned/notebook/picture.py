"""What the widget in the browser is sent, in plain values."""

from __future__ import annotations

from typing import Any

import msgspec

from crowned.base import Lang
from crowned.engine import Info
from crowned.engine import Line as EngineLine
from crowned.game import Game
from crowned.protocols.pictures import event_view, move_choices, placement, rules_view, seat_of

SHOWN = ("spin", "huff", "takeback", "accept")
"""Actions that get a button beside the moves."""


def rules_picture(game: Game) -> dict[str, Any]:
    picture: dict[str, Any] = msgspec.to_builtins(rules_view(game.rules))
    return picture


def picture(game: Game, key: int, lang: Lang, *, thinking: bool) -> dict[str, Any]:
    """The game as it stands. While the computer thinks, nothing can be played."""
    outcome = game.outcome
    events = game.tree.here.record.events if game.tree.here.record else ()
    free = not thinking and outcome is None
    return {
        "key": key,
        "at": msgspec.to_builtins(placement(game.position)),
        "events": msgspec.to_builtins([event_view(event) for event in events]),
        "choices": msgspec.to_builtins(move_choices(game)) if free and not game.must_spin else [],
        "actions": _actions(game) if free else [],
        "moves": [record.action.text for record in game.history],
        "actor": seat_of(game.actor),
        "thinking": thinking,
        "outcome": outcome.text(lang) if outcome is not None else "",
    }


def _actions(game: Game) -> list[str]:
    if game.must_spin:
        return ["spin"]
    return [action.text for action in game.actions() if action.kind in SHOWN]


def lines_picture(info: Info, key: int) -> dict[str, Any]:
    """Lines that belong to the picture with this key."""
    return {"key": key, "depth": info.depth, "lines": [_line(line) for line in info.lines]}


def _line(line: EngineLine) -> dict[str, Any]:
    return {
        "text": line.score.text,
        "win": line.score.expected,
        "decided": line.score.decided,
        "moves": [move.text for move in line.moves],
        "path": list(line.moves[0].path) if line.moves else [],
        "spin": line.spin or "",
    }
