"""Move text, PDN and pictures. Importing this lets positions draw themselves, in print and in a notebook."""

from importlib import import_module

from crowned.position.position import Position, register_painters


def _svg(position: Position) -> str:
    """Drawing is loaded when the first picture is asked for."""
    picture: str = import_module("crowned.notation.svg").board(position)
    return picture


def _letters(position: Position) -> str:
    diagram = import_module("crowned.notation.diagram").of(position)
    board: str = import_module("crowned.notation.letters").draw(diagram)
    return f"{board}\n{position.fen}"


register_painters(_letters, _svg)
