"""Games: history, offences, endings, dice, variations."""

from crowned.game.board import Board
from crowned.game.dice import Dice
from crowned.game.game import Accepted, Game
from crowned.game.outcome import Outcome
from crowned.game.state import Offence, State
from crowned.game.tree import Node, Record, Tree

__all__ = ["Accepted", "Board", "Dice", "Game", "Node", "Offence", "Outcome", "Record", "State", "Tree"]
