"""Names for menus and tables: groups, axes, values."""

from __future__ import annotations

from crowned.base.types import Lang
from crowned.rules.axes import BY_NAME, Axes, Group, Value
from crowned.rules.doors import sliders
from crowned.rules.prose.phrases import phrases

CUSTOM = "custom"
"""Cited where no book or federation says it in so many words."""


def group_label(group: Group, lang: Lang) -> str:
    """The heading over a group of axes."""
    return phrases(lang).get("group", group)


def shelf_label(shelf: str, lang: Lang) -> str:
    """The heading over games that stand together."""
    return phrases(lang).get("shelf", shelf)


def axis_label(axis: str, lang: Lang) -> str:
    """The axis in a few words."""
    return phrases(lang).of_axis(axis, "label")


def clause_label(clause: str, lang: Lang) -> str:
    """A clause as it is printed: a number as it stands, and a word where nothing but custom says so."""
    return phrases(lang).get("word", CUSTOM) if clause == CUSTOM else clause


def custom_text(lang: Lang) -> str:
    """What stands behind a rule that no book numbers."""
    return phrases(lang).get("word", "custom_text")


def axis_help(axis: str, lang: Lang) -> str:
    """One sentence on what the axis decides."""
    return phrases(lang).of_axis(axis, "help")


def value_label(axis: str, value: Value, lang: Lang) -> str:
    """The value in a few words."""
    texts = phrases(lang)
    kind = BY_NAME[axis].kind
    if isinstance(value, bool):
        return texts.get("word", "yes" if value else "no")
    if kind == "word":
        return texts.of_axis(axis, str(value))
    if isinstance(value, tuple):
        return _list_label(axis, value, lang)
    return str(value)


def _list_label(axis: str, value: tuple[str, ...] | tuple[int, ...], lang: Lang) -> str:
    texts = phrases(lang)
    kind = BY_NAME[axis].kind
    if not value:
        return texts.empty(axis)
    if kind == "ints":
        return " : ".join(str(item) for item in value)
    if kind == "words":
        return ", ".join(texts.of_axis(axis, str(item)) for item in value)
    if kind in ("counts", "squares"):
        return "; ".join(str(item) for item in value)
    doors = sliders(tuple(str(item) for item in value))
    return ", ".join(f"{slider.name} {slider.left}/{slider.right}" for slider in doors)


def king_word(values: Axes, lang: Lang, form: str = "noun") -> str:
    """The ruleset's word for a crowned man, in the form wanted: noun, a, the, The, acc_a, Plural, she …"""
    return phrases(lang).king(values)[form]
