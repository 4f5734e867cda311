"""Which positions illustrate a rule sheet: one for each part of it, from the pages of its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from crowned.base import Lang
from crowned.notation import diagram
from crowned.notation.diagram import Diagram
from crowned.position import Position, Ruleset
from crowned.position.attempt import read_attempt
from crowned.referee.clauses import book_rules, clause_data
from crowned.rules.prose import Section, rule_sheet

SECTIONS = ("kings", "capture", "towers", "doors", "obligation")
"""The parts of a sheet that want a picture."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A position with an attempt, and what the referee says to it."""

    section: str
    diagram: Diagram
    title: str
    text: str


def figures(rules: Ruleset, lang: Lang) -> Iterator[Figure]:
    """At most one for each part; no position twice."""
    seen: set[str] = set()
    for section in rule_sheet(rules.spec, lang):
        found = next(_of_section(rules, section, lang, seen), None) if section.key in SECTIONS else None
        if found is not None:
            yield found


def _of_section(rules: Ruleset, section: Section, lang: Lang, seen: set[str]) -> Iterator[Figure]:
    names = dict.fromkeys(clause for line in section.lines for clause in line.clauses)
    pages = [clause_data(rules, name, lang) for name in names]
    for page in sorted(pages, key=lambda page: _says_little(page["position"], section.key)):
        shown = page["position"]
        if _is_picture(shown) and shown["fen"] not in seen:
            seen.add(shown["fen"])
            # Of what is allowed the clause itself tells more than the referee does.
            text = page["text"] if shown["verdict"] == "accepted" else shown["says"]
            yield Figure(section.key, _drawn(rules, shown), f"{page['clause']}  {shown['attempt']}", text)


def _says_little(shown: dict[str, Any], section: str) -> tuple[bool, bool]:
    """What is refused says more than what is allowed, and of towers a picture with a tower on it."""
    return section == "towers" and "[" not in shown["fen"], shown["verdict"] == "accepted"


def _is_picture(shown: dict[str, Any]) -> bool:
    """A move on the board: what is only said cannot be drawn."""
    if not shown["attempt"]:
        return False
    attempt = read_attempt(shown["attempt"])
    return len(attempt.squares) > 1 or attempt.slide is not None


def _drawn(rules: Ruleset, shown: dict[str, Any]) -> Diagram:
    own = book_rules(rules, shown["ruleset"])
    picture = diagram.of(Position.from_fen(own, shown["fen"]))
    cells = [own.squares.find(square) for square in read_attempt(shown["attempt"]).squares]
    known = [divmod(cell, own.squares.files) for cell in cells if cell is not None]
    return replace(picture, path=tuple((file, rank) for rank, file in known))
