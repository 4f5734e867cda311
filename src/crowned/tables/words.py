"""What tables know, as a sentence for players. The words are in texts/*.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from crowned.base import Lang
from crowned.position import Position
from crowned.tables.probe import Answer, Odds
from crowned.tables.tableset import Value


@cache
def _words(lang: Lang) -> dict[str, str]:
    path = Path(__file__).parent / "texts" / f"{lang}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def said(answer: Answer | Odds, lang: Lang) -> str:
    """`won in 12 single moves`, `draw: only e3-f4 holds`; where dice decide, the expected result."""
    if isinstance(answer, Odds):
        return _words(lang)["odds"].format(percent=f"{100 * answer.expected:.1f}")
    if answer.late:
        return _words(lang)[f"late_{answer.result}"].format(plies=answer.plies, allowed=answer.left)
    return value(answer.value, lang) if answer.result != "draw" else _drawn(answer, lang)


def said_of(position: Position, answer: Answer | Odds, lang: Lang) -> str:
    """The same with the name of the side to move in front."""
    side = position.rules.spec.sides[position.side].name[lang]
    return _words(lang)["to_move"].format(side=side, value=said(answer, lang))


def value(found: Value, lang: Lang) -> str:
    """What one move or position is worth."""
    words = _words(lang)
    if found.result == "draw" or not found.plies:
        return words["draw" if found.result == "draw" else f"ended_{found.result}"]
    return words[found.result if found.plies > 1 else f"{found.result}_now"].format(plies=found.plies)


def _drawn(answer: Answer, lang: Lang) -> str:
    words = _words(lang)
    holding = [m.move.text for m in answer.moves if m.value.result == "draw"]
    if not holding or len(holding) == len(answer.moves):
        return words["draw_any" if holding else "draw"]
    key = "draw_only" if len(holding) == 1 else "draw_some"
    return words[key].format(moves=_list(holding, words["and"]))


def _list(items: Sequence[str], last: str) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"
