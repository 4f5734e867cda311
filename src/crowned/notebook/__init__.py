"""A board to play on in notebooks (Jupyter, VS Code, Colab, marimo). Needs the extra ``crowned[notebook]``.

from crowned import notebook, ruleset
rules = ruleset("…")
board = notebook.Board(rules, computer="black", level=4, analyse=True)
board                   # shows it; play with the mouse, the finger or the keyboard
board.game              # the game as it stands, to be worked with
board.play("c3-d4")     # the board follows
"""

from importlib.util import find_spec

if find_spec("anywidget") is None or find_spec("msgspec") is None:
    raise ImportError("a board in a notebook needs anywidget: pip install 'crowned[notebook]'")

from crowned.notebook.board import Board

__all__ = ["Board"]
