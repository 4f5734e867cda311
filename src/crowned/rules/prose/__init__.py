"""The rule sheet, made from the data in three languages; and the names of axes and values."""

from crowned.rules.prose.endings import count_sentence
from crowned.rules.prose.labels import (
    CUSTOM,
    axis_help,
    axis_label,
    clause_label,
    custom_text,
    group_label,
    king_word,
    shelf_label,
    value_label,
)
from crowned.rules.prose.sheet import Difference, Section, SheetLine, differences, rule_sheet, sentence

__all__ = [
    "CUSTOM",
    "Difference",
    "Section",
    "SheetLine",
    "axis_help",
    "axis_label",
    "clause_label",
    "count_sentence",
    "custom_text",
    "differences",
    "group_label",
    "king_word",
    "rule_sheet",
    "sentence",
    "shelf_label",
    "value_label",
]
