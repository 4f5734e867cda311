"""Move text, PDN and pictures. Importing this lets positions draw themselves in a notebook."""

from importlib import import_module

from crowned.position.position import Position, register_painter


def _paint(position: Position) -> str:
    """Drawing is loaded when the first picture is asked for."""
    picture: str = import_module("crowned.notation.svg").board(position)
    return picture


register_painter(_paint)
