"""A game as a piece of HTML for notebooks: the board, and the moves that led to it."""

from __future__ import annotations

from html import escape

from crowned.game import Game, Record
from crowned.notation import svg

SIZE = 360
_BOX = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
_LIST = "max-width:26em;max-height:360px;overflow:auto;line-height:1.6"


def of(game: Game) -> str:
    """The present position as a picture, beside it everything done from the beginning to here."""
    picture = svg.board(game.position, game.last_move, size=SIZE)
    text = f"{_head(game)}{_moves(game)}{_end(game)}"
    return f'<div style="{_BOX}">{picture}<div style="{_LIST}">{text}</div></div>'


def _head(game: Game) -> str:
    return f"<b>{escape(game.rules.title('en'))}</b><br>"


def _moves(game: Game) -> str:
    """Moves with their numbers; whatever else was done stands between them."""
    first = game.rules.spec.first
    words, number = [], 0
    for record in game.history:
        if record.by is first and _is_move(record):
            number += 1
            words.append(f"<b>{number}.</b>")
        words.append(escape(record.text))
    return " ".join(words)


def _is_move(record: Record) -> bool:
    return record.action.kind == "move"


def _end(game: Game) -> str:
    return f"<p>{escape(game.outcome.text('en'))}</p>" if game.outcome else ""
