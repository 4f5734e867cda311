"""Which positions illustrate a rule sheet: one for each part of it, from its clauses or made for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from crowned.base import Lang
from crowned.notation import diagram
from crowned.notation.diagram import Diagram
from crowned.position import Position, Ruleset
from crowned.position.attempt import read_attempt
from crowned.referee.clauses import book_rules, clause_data, shown_position
from crowned.rules.books import examples
from crowned.rules.prose import Section, rule_sheet

SECTIONS = ("kings", "capture", "towers", "doors", "obligation")
"""The parts of a sheet that want a picture."""
WHOLE = 3
"""Sentences on a sheet; a clause behind more of them stands for a whole game, and no one picture shows it."""


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
    made = examples(rules.id)
    for section in rule_sheet(rules.spec, lang):
        if section.key in made:
            yield _example(rules, section.key, lang)
        elif section.key in SECTIONS:
            yield from islice(_of_section(rules, section, lang, seen), 1)


def _example(rules: Ruleset, section: str, lang: Lang) -> Figure:
    """A position made for this game; by its own rules, whatever the reader changed."""
    one = examples(rules.id)[section]
    shown = shown_position(book_rules(rules, rules.id), one["fen"], one["attempt"], lang)
    return Figure(section, _drawn(rules, shown), one["attempt"], shown["says"])


def _of_section(rules: Ruleset, section: Section, lang: Lang, seen: set[str]) -> Iterator[Figure]:
    names = dict.fromkeys(clause for line in section.lines for clause in line.clauses)
    pages = [clause_data(rules, name, lang) for name in names]
    single = [page for page in pages if len(page["sheet"]) <= WHOLE]
    for page in sorted(single, key=lambda page: _says_little(page["position"], section.key)):
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
