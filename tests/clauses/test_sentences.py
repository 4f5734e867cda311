"""The table of docs/rulebooks.md: each sentence of the books shows where it says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from crowned.rules import catalog
from crowned.rules.prose import rule_sheet
from tests.clauses.table import BOOKS

PAGE = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d{3}\.\d+) \| (.+?) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)
VARIANTS = ("printed_variants", "rulesets")


@cache
def shown(name: str) -> dict[str, set[str]]:
    """Section -> the clauses that its lines cite or, in words, point to."""
    sections = rule_sheet(catalog.load(name), "en")
    words = {s.key: " ".join(line.text for line in s.lines) for s in sections}
    named = {key: set(re.findall(r"R\d\.\d+", text)) for key, text in words.items()}
    return {s.key: named[s.key].union(*(line.clauses for line in s.lines)) for s in sections}


def sheets(clause: str, starred: bool) -> list[str]:
    if not starred:
        return [BOOKS["rulesets"][clause[:2]]]
    return [name for book, name in BOOKS["printed_variants"].items() if book.startswith(clause[:2])]


@pytest.mark.parametrize(("sentence", "about", "clauses", "parts"), ROWS, ids=lambda part: str(part)[:8])
def test_the_sentence_shows_there(sentence: str, about: str, clauses: str, parts: str) -> None:
    assert about
    if parts == "not a rule":
        assert clauses == "–"
        return
    where = parts.split(", ")
    for clause in clauses.split(", "):
        found = [
            shown(name).get(part.rstrip("*"), set())
            for part in where
            for name in sheets(clause, part.endswith("*"))
        ]
        assert any(clause in cited for cited in found), (sentence, clause, where)


def test_every_sentence_and_every_clause_is_listed() -> None:
    books = {number[:3] for number, *_ in ROWS}
    assert books == {"000", "001", "002", "003", "004"}
    for book in books:
        numbers = [int(row[0].partition(".")[2]) for row in ROWS if row[0].startswith(book)]
        assert numbers == list(range(1, len(numbers) + 1))
    listed = {clause for row in ROWS for clause in row[2].split(", ")}
    wanted = {f"{book}.{n}" for book, count in BOOKS["clauses"].items() for n in range(1, count + 1)}
    # A reading of ours where the book is silent is a clause, but no sentence of it.
    assert wanted - listed == {"R0.13", "R1.14"}
