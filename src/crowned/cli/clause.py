"""`crowned rules RULESET --clause NAME`: one clause of the book, with the position that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from crowned.base import Lang
from crowned.cli.common import width
from crowned.cli.texts import text
from crowned.notation import diagram, letters
from crowned.notation.paint import Paint
from crowned.position import Position, Ruleset
from crowned.referee.clauses import book_rules, clause_data
from crowned.rules.prose import clause_label


def clause_lines(rules: Ruleset, name: str, lang: Lang, paint: Paint) -> Iterator[str]:
    data = clause_data(rules, name, lang)
    label = clause_label(data["clause"], lang)
    number = f"{label} ({data['article']})" if data["article"] else label
    yield paint.bold(f"{number}  {rules.title(lang)}")
    yield from wrap(data["text"], width())
    if data["reading"]:
        yield ""
        yield from wrap(f"{text(lang, 'clause', 'reading')} {data['reading']}", width())
    yield ""
    yield from _axes(data["axes"], data["elsewhere"], lang)
    yield from _position(book_rules(rules, data["position"]["ruleset"]), data["position"], paint)


def _axes(axes: list[dict[str, Any]], elsewhere: list[dict[str, Any]], lang: Lang) -> Iterator[str]:
    if not axes and not elsewhere:
        yield text(lang, "clause", "sets_nothing")
    for axis in axes:
        marks = [text(lang, "rules", key) for key in ("house", "chosen") if axis[key]]
        yield f"{text(lang, 'clause', 'sets')} {axis['label']}: {', '.join([axis['says'], *marks])}"
    for axis in elsewhere:
        said = f"{text(lang, 'clause', 'sets')} {axis['label']}: {axis['says']} ({_games(axis, lang)})"
        yield from wrap(said, width(), break_on_hyphens=False)


def _games(axis: dict[str, Any], lang: Lang) -> str:
    """In which variant, or in which game, the clause sets the rule."""
    quoted = [text(lang, "clause", "quoted", title=title) for title in axis["titles"]]
    kind = ("variant" if len(quoted) == 1 else "variants") if axis["variant"] else "game"
    return text(lang, "clause", kind, titles=text(lang, "clause", "joint").join(quoted))


def _position(rules: Ruleset, shown: dict[str, Any], paint: Paint) -> Iterator[str]:
    position = Position.from_fen(rules, shown["fen"])
    yield ""
    yield from ("  " + line for line in letters.draw(diagram.of(position), paint).splitlines())
    yield f"  {shown['fen']}"
    if shown["attempt"]:
        said = f"{shown['attempt']}: {shown['says']}"
        yield from wrap(said, width(), initial_indent="  ", subsequent_indent="  ")
