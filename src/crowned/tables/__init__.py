"""Endgame tables: exact results for positions with few pieces, for every ruleset they can be built for.

crowned.tables.probe(position)      # what the position and each move is worth, or None
"""

from crowned.tables.probe import Answer, MoveOdds, MoveValue, Odds, forget, open_tables, probe
from crowned.tables.tableset import TableSet, Value

__all__ = ["Answer", "MoveOdds", "MoveValue", "Odds", "TableSet", "Value", "forget", "open_tables", "probe"]
