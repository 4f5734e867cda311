"""Games as JSON-able values: who did what, in texts that replay exactly."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from crowned._native import Move
from crowned.base import BadInput, Side
from crowned.base.words import quoted
from crowned.game.beyond import SETUP, play_on, set_up, undrawn
from crowned.game.state import State
from crowned.game.tree import Node, Tree
from crowned.position import Position
from crowned.position.action import MoveAction
from crowned.position.ruleset import Ruleset, ruleset

if TYPE_CHECKING:
    from crowned.game.game import Game

FORMAT = 1


def to_dict(rules: Ruleset, seed: str, tree: Tree) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "ruleset": rules.id,
        "options": {axis: _plain(value) for axis, value in rules.spec.options.items()},
        "fingerprint": rules.fingerprint,
        "start": tree.root.state.position.fen,
        "seed": seed,
        "comment": tree.root.comment,
        "nags": list(tree.root.nags),
        "moves": _branch(tree.root),
        "here": _address(tree.here),
    }


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _branch(node: Node) -> list[dict[str, Any]]:
    """The main continuation as a list; a variation hangs on the entry that it replaces."""
    entries = []
    while node.children:
        main, *others = node.children
        entry = _entry(main)
        if others:
            entry["variations"] = [[_entry(other), *_branch(other)] for other in others]
        entries.append(entry)
        node = main
    return entries


def _entry(node: Node) -> dict[str, Any]:
    record = node.record
    if record is None:
        raise ValueError("the root is no action")
    entry: dict[str, Any] = {"do": record.text, "by": record.by.name_key}
    optional = {
        "time": record.time,
        "rolled": record.rolled or None,
        "comment": node.comment or None,
        "nags": list(node.nags) or None,
    }
    return entry | {key: value for key, value in optional.items() if value is not None}


def _address(node: Node) -> list[int]:
    """The way from the root: which child at each step."""
    line = node.line()
    return [parent.children.index(child) for parent, child in pairwise(line)]


# ---- reading


def rules_of(data: dict[str, Any]) -> Ruleset:
    """The rules a saved game was played by; BadInput if they have changed since."""
    rules = ruleset(str(data["ruleset"]), **data.get("options", {}))
    known = data.get("fingerprint", rules.fingerprint)
    if known != rules.fingerprint:
        raise BadInput(f"the ruleset {rules.id} has changed since this game was played")
    return rules


def start_of(rules: Ruleset, data: dict[str, Any]) -> Position:
    return Position.from_fen(rules, str(data["start"])) if "start" in data else rules.start()


def replay(game: Game, data: dict[str, Any]) -> None:
    """Play a saved tree into a fresh game and go to the place where it was left."""
    root = game.tree.root
    root.comment, root.nags = data.get("comment", ""), tuple(data.get("nags", ()))
    waiting: list[tuple[Node, list[dict[str, Any]]]] = [(root, data.get("moves", []))]
    while waiting:
        node, entries = waiting.pop()
        for entry in entries:
            after = _play_at(game, node, entry)
            waiting.extend((node, variation) for variation in reversed(entry.get("variations", [])))
            node = after
    _go(game.tree, data.get("here"))


def _play_at(game: Game, node: Node, entry: dict[str, Any]) -> Node:
    game.tree.go(node)
    _do(game, node, entry)
    after = game.tree.here
    after.comment, after.nags = entry.get("comment", ""), tuple(entry.get("nags", ()))
    return after


def _do(game: Game, node: Node, entry: dict[str, Any]) -> None:
    text, time = str(entry["do"]), entry.get("time")
    if text.startswith(SETUP):
        game.tree.here = set_up(node, Position.from_fen(game.rules, text.removeprefix(SETUP)))
    elif entry.get("rolled"):
        game.spin(time=time)
        _check_spin(game, text)
    elif (state := undrawn(node.state)) is not node.state:
        play_on(game.tree, state, MoveAction(_move(state, text)), time)
    else:
        game.play(text, by=Side[str(entry["by"]).upper()] if "by" in entry else None, time=time)


def _move(state: State, text: str) -> Move:
    found = next((move for move in state.playable if move.text == text), None)
    if found is None:
        raise BadInput(f"the saved move {quoted(text)} cannot be played")
    return found


def _check_spin(game: Game, recorded: str) -> None:
    record = game.tree.here.record
    if record is None or record.text != recorded:
        raise BadInput(f"the saved spin {recorded!r} is not what the seed gives")


def _go(tree: Tree, address: list[int] | None) -> None:
    tree.here = tree.root
    if address is None:
        tree.end()
    for branch in address or []:
        if not tree.forward(branch):
            raise BadInput("the saved place is not in the saved game")
