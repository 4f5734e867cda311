"""Sentences: from a verdict's reason and facts to what a player reads. The words are in texts/*.toml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crowned.base import Lang, Side
from crowned.game.words import load

if TYPE_CHECKING:
    from crowned.referee.verdict import Verdict

FOLDER = Path(__file__).resolve().parent / "texts"
SHOWN = 6
"""Moves or squares that a sentence lists before it says "and more"."""


def sentence(verdict: Verdict, lang: Lang) -> str:
    words = load(FOLDER, lang)
    said = str(words["reason"][verdict.reason]).format(**_facts(verdict, lang, words))
    return f"{said} {_offence(verdict, words)}" if verdict.verdict == "offence" else said.rstrip()


def _offence(verdict: Verdict, words: Mapping[str, Any]) -> str:
    """What may now be done about an offence."""
    if verdict.facts.get("automatic"):
        key = "chosen" if len(verdict.removable) > 1 else "automatic"
    else:
        key = "remedies"
    named = [words["remedy"][remedy] for remedy in verdict.remedies]
    squares = _listed(verdict.removable, words)
    return str(words["offence"][key]).format(squares=squares, remedies=_listed(named, words))


def _facts(verdict: Verdict, lang: Lang, words: Mapping[str, Any]) -> dict[str, Any]:
    """Everything a template may ask for; what a verdict does not know is left empty."""
    facts = verdict.facts
    king = words["king"][verdict.spec["king_name"] if verdict.spec else "dame"]
    noun = king if facts.get("king") else words["man"]
    return {
        "king": king,
        "Piece": noun["The"],
        "square": facts.get("square", ""),
        "target": facts.get("target", ""),
        "squares": _listed(facts.get("squares", ()), words),
        "all_squares": _listed(facts.get("squares", ()), words, "and"),
        "moves": _listed(facts.get("moves", ()), words),
        "side": _side(verdict, facts.get("side"), lang),
        "knob": facts.get("knob", ""),
        "spin": words["spin"].get(facts.get("spin"), ""),
        "limit": facts.get("limit", ""),
        "outcome": facts["outcome"].text(lang) if "outcome" in facts else "",
    }


def _side(verdict: Verdict, side: Side | None, lang: Lang) -> str:
    if side is None or verdict.spec is None:
        return ""
    return verdict.spec.sides[side].name[lang]


def _listed(items: Iterable[str], words: Mapping[str, Any], joint: str = "or") -> str:
    """`a, b or c`; a long list is cut."""
    shown = list(items)
    if len(shown) > SHOWN:
        shown = [*shown[:SHOWN], str(words["list"]["more"])]
        return ", ".join(shown[:-1]) + " " + shown[-1]
    if len(shown) < 2:
        return "".join(shown)
    return ", ".join(shown[:-1]) + f" {words['list'][joint]} {shown[-1]}"
