"""`crowned book`: looking openings up, building a book, and what is wrong with a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from crowned.engine.book import Book
from crowned.engine.expand import Expansion
from tests.cli.tools import crowned

BUILD = ("book", "build", "koenig", "--nodes", "50", "--file")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("book") / "k.book"
    answer = crowned(*BUILD, str(made), "--positions", "60")
    assert answer.status == 0, answer.err
    assert answer.out.startswith(f"{made}: 6")
    return made


def test_what_the_first_moves_are_worth(file: Path) -> None:
    answer = crowned("book", "show", "koenig", "--file", str(file), "--json")
    moves = {entry["move"] for entry in crowned("moves", "koenig", "--json").json["moves"]}
    assert {entry["move"] for entry in answer.json["moves"]} == moves
    best = answer.json["moves"][0]
    assert best["score"] == max(entry["score"] for entry in answer.json["moves"])
    shown = crowned("book", "show", "koenig", "--file", str(file))
    assert shown.out.split()[0] == best["move"]
    after = crowned("book", "show", "koenig", "--file", str(file), "--after", best["move"], "--json")
    assert after.json["fen"].startswith("W:")


def test_a_position_that_is_not_in_the_book(file: Path) -> None:
    answer = crowned("book", "show", "koenig", "--file", str(file), "--fen", "W:Wc3:Bh8")
    assert (answer.status, answer.out) == (1, "the book does not know this position\n")


def test_a_build_goes_on_where_it_was(file: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.book"
    more.write_bytes(file.read_bytes())
    before = Book.read(file.read_bytes(), "before").values()
    told = crowned(*BUILD, str(more), "--positions", "90", "--json").json
    assert told["positions"] >= 90
    assert (told["file"], told["bytes"]) == (str(more), more.stat().st_size)
    after = Book.read(more.read_bytes(), "after").values()
    assert len(after) >= 90
    assert before.keys() <= after.keys()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("book", "build", "koenig"), "needs --file"),
        ((*BUILD, "x.book", "--positions", "0"), "1 or more"),
        (("book", "show", "koenig", "-o", "majority=true"), "there is no opening book"),
        (("book", "show", "koenig", "--file", "no-such.book"), "no-such.book"),
        (("book", "show", "koenig", "--file", __file__), "not an opening book"),
        (("book", "sell", "koenig"), "show"),
    ],
)
def test_faults_in_one_sentence(words: tuple[str, ...], said: str) -> None:
    answer = crowned(*words)
    assert answer.status == 2
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_a_place_that_cannot_be_written_to_is_told_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(Expansion, "grow", never)
    answer = crowned(*BUILD, "no-such-folder/k.book")
    assert answer.status == 2
    assert "no-such-folder" in answer.err


def test_a_book_of_other_rules(file: Path) -> None:
    answer = crowned("book", "show", "blasen", "--file", str(file))
    assert answer.status == 2
    assert "belongs to other rules" in answer.err
