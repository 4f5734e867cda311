"""A clause as a reader sees it: its page, what it sets here, the referee's word on its position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crowned.base import Lang
from crowned.game import Game
from crowned.position import Position, Ruleset, ruleset
from crowned.referee.judge import judge
from crowned.rules import catalog
from crowned.rules.books import ClausePage, clause_page, set_elsewhere
from crowned.rules.prose import axis_label, rule_sheet, value_label
from crowned.rules.spec import Spec


def clause_data(rules: Ruleset, name: str, lang: Lang) -> dict[str, Any]:
    """The clause's page as JSON-able values; BadInput if the ruleset has no such clause."""
    page = clause_page(rules.spec, name)
    return {
        "ruleset": rules.id,
        "clause": page.name,
        "article": page.article,
        "source": rules.spec.source.get(lang, ""),
        "text": page.text[lang],
        "reading": page.reading.get(lang, ""),
        "axes": [_axis(rules.spec, axis, lang) for axis in page.axes],
        "elsewhere": [
            _elsewhere(axis, games, lang) for (axis, _), games in set_elsewhere(rules.spec, page).items()
        ],
        "sheet": _sheet(rules.spec, page.name, lang),
        "position": _position(rules, page, lang),
    }


def book_rules(rules: Ruleset, wanted: str) -> Ruleset:
    """The shipped ruleset that shows a clause: what the reader changed must not make the example untrue."""
    return ruleset(wanted) if wanted in catalog.ids() else rules


def _axis(spec: Spec, axis: str, lang: Lang) -> dict[str, Any]:
    value, setting = spec[axis], spec.settings[axis]
    return {
        "axis": axis,
        "label": axis_label(axis, lang),
        "value": list(value) if isinstance(value, tuple) else value,
        "says": value_label(axis, value, lang),
        "house": setting.house,
        "chosen": setting.chosen,
    }


def _elsewhere(axis: str, games: list[Spec], lang: Lang) -> dict[str, Any]:
    """A rule that the clause sets, and in which games."""
    told = _axis(games[0], axis, lang)
    return {
        **{key: told[key] for key in ("axis", "label", "value", "says")},
        "rulesets": [game.id for game in games],
        "titles": [game.title[lang] for game in games],
        "variant": all(game.extends for game in games),
    }


def _sheet(spec: Spec, name: str, lang: Lang) -> list[str]:
    """The sentences of the rule sheet that rest on the clause."""
    return [line.text for part in rule_sheet(spec, lang) for line in part.lines if name in line.clauses]


def _position(rules: Ruleset, page: ClausePage, lang: Lang) -> dict[str, Any]:
    return shown_position(book_rules(rules, page.ruleset), page.fen, page.attempt, lang, page.play)


def shown_position(
    rules: Ruleset, fen: str, attempt: str, lang: Lang, play: Iterable[str] = ()
) -> dict[str, Any]:
    """A position, what is tried there, and the referee's word on it."""
    game = Game(rules, Position.from_fen(rules, fen) if fen else None)
    for text in play:
        game.play(text)
    shown = {"ruleset": rules.id, "fen": game.position.fen, "attempt": attempt}
    if not attempt:
        return {**shown, "verdict": "", "says": ""}
    verdict = judge(game, attempt)
    return {**shown, "verdict": verdict.verdict, "says": verdict.text(lang)}
