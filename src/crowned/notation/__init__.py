"""Move text, PDN and pictures. Importing this lets positions draw themselves, in print and in a notebook."""

from importlib import import_module

from crowned.game import Game
from crowned.game.showing import register_page
from crowned.position import Move
from crowned.position.position import Position, register_painters, register_reader


def _svg(position: Position) -> str:
    """Drawing is loaded when the first picture is asked for."""
    picture: str = import_module("crowned.notation.svg").board(position)
    return picture


def _letters(position: Position) -> str:
    diagram = import_module("crowned.notation.diagram").of(position)
    board: str = import_module("crowned.notation.letters").draw(diagram)
    return f"{board}\n{position.fen}"


def _move(position: Position, text: str) -> Move:
    found: Move = import_module("crowned.notation.movetext").find_move(position, text)
    return found


def _page(game: Game) -> str:
    page: str = import_module("crowned.notation.page").of(game)
    return page


register_painters(_letters, _svg)
register_page(_page)
register_reader(_move)
