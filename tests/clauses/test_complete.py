"""Every clause of the five rulebooks has a test that bears its number, or a reason why none can."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.clauses.table import BOOKS, rules

NUMBER = re.compile(r"R(\d)_(\d+)")
TESTED = {
    f"R{book}.{clause}"
    for file in Path(__file__).parent.glob("test_r*.py")
    for name in re.findall(r"^def (test_R\w+)\(", file.read_text("utf-8"), re.MULTILINE)
    for book, clause in NUMBER.findall(name)
}
ALL = {f"{book}.{number}" for book, count in BOOKS["clauses"].items() for number in range(1, count + 1)}


def test_every_clause_is_tested_or_listed_with_a_reason() -> None:
    assert set(BOOKS["not_shown"]) == ALL - TESTED
    assert all(len(reason) > 20 for reason in BOOKS["not_shown"].values())


def test_no_test_bears_a_number_that_no_clause_has() -> None:
    assert TESTED <= ALL


@pytest.mark.parametrize("book", BOOKS["rulesets"])
def test_rulesets_cite_only_clauses_that_exist(book: str) -> None:
    spec = rules(book).spec
    cited = {clause for axis in spec for clause in spec.clauses(axis)}
    assert {clause for clause in cited if clause.startswith("R")} <= ALL
    assert {clause.partition(".")[0] for clause in cited if clause.startswith("R")} == {book}


@pytest.mark.parametrize("book", BOOKS["rulesets"])
def test_verdicts_cite_the_book_they_judge_by(book: str) -> None:
    cited = {clause for clauses in rules(book).spec.verdicts.values() for clause in clauses}
    assert cited <= ALL
    assert {clause.partition(".")[0] for clause in cited} <= {book}
