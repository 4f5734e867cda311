"""The slow, plain reading of the law: a move generator to hold the fast one against.

It shares nothing with the native core. See README.md for the meaning of every axis.
"""

from .axes import DEFAULTS, complete
from .board import Board
from .fen import read_fen, write_fen
from .law import Law
from .position import Move, Position, start

__all__ = ["DEFAULTS", "Board", "Law", "Move", "Position", "complete", "read_fen", "start", "write_fen"]
