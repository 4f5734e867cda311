"""Games with branches on the wire: a list of actions, each with the place of the one before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crowned.base import BadInput, IllegalMove
from crowned.base.sentence import Sentence
from crowned.game import Game, Node
from crowned.position.ruleset import Ruleset
from crowned.protocols.pictures import seat_of
from crowned.protocols.views import Lang
from crowned.server.web.api.analysis import picture
from crowned.server.web.bodies import ImportedMove, PositionView, SavedMove
from crowned.server.web.problem import ProblemError

START = -1
"""Stands where the place of the node before would stand."""


def flat(game: Game, lang: Lang, *, seen: bool) -> list[ImportedMove]:
    """All actions of the tree, each behind its parent; ``seen`` adds the position after each."""
    places: dict[int, int] = {id(game.tree.root): START}
    found: list[ImportedMove] = []
    for node in game.tree.nodes():
        if node.record is not None and node.parent is not None:
            view = _view(game, node, lang) if seen else None
            found.append(_move(node, places[id(node.parent)], view))
            places[id(node)] = len(found) - 1
    return found


def _view(game: Game, node: Node, lang: Lang) -> PositionView:
    game.tree.go(node)
    return picture(game, lang)


def _move(node: Node, parent: int, view: PositionView | None) -> ImportedMove:
    record = node.record
    if record is None:
        raise ValueError("the root of a game is no action")
    by, nags = seat_of(record.by), list(node.nags)
    return ImportedMove(parent, record.text, by, record.time, record.rolled, node.comment, nags, view)


# ---------------------------------------------------------------- the way back


def grown(rules: Ruleset, fen: str | None, moves: Sequence[SavedMove], seed: str, comment: str) -> Game:
    """The game with all its branches; ProblemError if something cannot be replayed."""
    data: dict[str, Any] = {"seed": seed or None, "comment": comment, "moves": _nested(moves)}
    try:
        return Game.from_dict(data | ({"start": fen} if fen else {}), rules)
    except (IllegalMove, BadInput, ValueError) as error:
        raise ProblemError(400, "bad_moves", [Sentence("{fault}", fault=str(error))]) from None


def _nested(moves: Sequence[SavedMove]) -> list[dict[str, Any]]:
    """The form that games are kept in: a variation hangs on the entry that it replaces."""
    children: dict[int, list[int]] = {}
    for place, move in enumerate(moves):
        if not START <= move.parent < place:
            raise ProblemError(400, "bad_body", ["a move stands before the one it follows"])
        children.setdefault(move.parent, []).append(place)
    return _branch(START, moves, children)


def _branch(parent: int, moves: Sequence[SavedMove], children: dict[int, list[int]]) -> list[dict[str, Any]]:
    entries = []
    while parent in children:
        main, *others = children[parent]
        entry = _entry(moves[main])
        if others:
            entry["variations"] = [
                [_entry(moves[other]), *_branch(other, moves, children)] for other in others
            ]
        entries.append(entry)
        parent = main
    return entries


def _entry(move: SavedMove) -> dict[str, Any]:
    entry: dict[str, Any] = {"do": move.text, "comment": move.comment, "nags": list(move.nags)}
    if move.by is not None:
        entry["by"] = move.by
    return entry | {"time": move.time, "rolled": move.rolled}
