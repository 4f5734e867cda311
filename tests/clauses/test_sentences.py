"""The table of docs/rulebooks.md: each sentence of the books shows where it says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from crowned.rules import catalog
from crowned.rules.prose import SheetLine, rule_sheet
from tests.clauses.table import BOOKS

PAGE = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d{3}\.\d+) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)


@cache
def lines(name: str, part: str) -> tuple[SheetLine, ...]:
    """The lines of one part of a sheet, what they say and what they cite."""
    return tuple(line for s in rule_sheet(catalog.load(name), "en") if s.key == part for line in s.lines)


def sheets(clause: str, starred: bool) -> list[str]:
    if not starred:
        return [BOOKS["rulesets"][clause[:2]]]
    return [name for book, name in BOOKS["printed_variants"].items() if book.startswith(clause[:2])]


def cites(line: SheetLine, clause: str) -> bool:
    """In its brackets, or in words where it tells of a variant."""
    return clause in line.clauses or f"({clause})" in line.text


def says(line: SheetLine, words: str) -> bool:
    return words.lower() in f"{line.text} {line.note}".lower()


@pytest.mark.parametrize(("sentence", "about", "clauses", "parts", "words"), ROWS, ids=lambda part: part[:8])
def test_the_sentence_shows_there(sentence: str, about: str, clauses: str, parts: str, words: str) -> None:
    assert about
    if parts == "not a rule":
        assert (clauses, words) == ("–", "–")
        return
    names = clauses.split(", ")
    places = {(n, part.rstrip("*")) for part in parts.split(", ") for n in sheets(names[0], part[-1] == "*")}
    there = [line for place in places for line in lines(*place)]
    found = {said: [line for line in there if says(line, said)] for said in words.split("; ")}
    assert all(found.values()), (sentence, [said for said in found if not found[said]])
    for clause in names:
        assert any(cites(line, clause) for some in found.values() for line in some), (sentence, clause)
    for said, some in found.items():
        assert any(cites(line, clause) for line in some for clause in names), (sentence, said)


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
