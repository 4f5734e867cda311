"""Visitors: a file told piece by piece, in its own order."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from crowned.base import PdnError
from crowned.notation import pdn

GAMES = """\
[White "Anna"]
[GameType "20"]

{first words} 1. 32-28 $1 19-23 (1... 18-23 2. 28-22 (2. 33-29)) 2. 28x19 /FEN "W:W31:B20"/ ... 2-0

[White "Bert"]
[GameType "20"]

1. 33-28 1-1

[White "Cora]

1. 32-28 *

[White "Dora"]
[GameType "20"]

1. 99-98 *
"""


class Teller(pdn.Visitor[list[str]]):
    """Writes down everything that it is told."""

    def __init__(self, wanted: str = "") -> None:
        self.told: list[str] = []
        self.faults: list[str] = []
        self.wanted = wanted

    def begin_game(self, tags: Mapping[str, str]) -> bool:
        self.told = [tags["White"]]
        return not self.wanted or tags["White"] == self.wanted

    def move(self, move: pdn.MoveItem) -> None:
        self.told.append(move.text)

    def comment(self, text: str) -> None:
        self.told.append(f"{{{text}}}")

    def nag(self, value: int) -> None:
        self.told.append(f"${value}")

    def setup(self, fen: str) -> None:
        self.told.append(fen)

    def unknown(self) -> None:
        self.told.append("?")

    def begin_variation(self) -> None:
        self.told.append("(")

    def end_variation(self) -> None:
        self.told.append(")")

    def result(self, text: str) -> None:
        self.told.append(text)

    def end_game(self) -> list[str]:
        return self.told

    def fault(self, error: PdnError) -> None:
        self.faults.append(str(error))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def test_everything_is_told_in_the_order_of_the_file(file: Path) -> None:
    teller = Teller()
    first, second, last = pdn.visit(file, teller)
    line = "Anna {first words} 32-28 $1 19-23 ( 18-23 28-22 ( 33-29 ) ) 28x19 W:W31:B20 ? 2-0"
    assert " ".join(first) == line
    assert second == ["Bert", "33-28", "1-1"]
    assert last == ["Dora", "99-98", "*"], "no move is judged"
    assert len(teller.faults) == 1
    assert "games.pdn" in teller.faults[0]


def test_games_can_be_passed_over(file: Path) -> None:
    assert list(pdn.visit(file, Teller("Bert"))) == [["Bert", "33-28", "1-1"]]


def test_a_visitor_that_says_nothing_is_told_everything_all_the_same(file: Path) -> None:
    class Counter(pdn.Visitor[int]):
        def end_game(self) -> int:
            return 1

    assert sum(pdn.visit(file, Counter())) == 3
    with pytest.raises(NotImplementedError):
        list(pdn.visit(file, pdn.Visitor[int]()))


def test_scan_takes_one_path_as_well_as_several(file: Path) -> None:
    assert len(list(pdn.scan(file))) == len(list(pdn.scan(str(file)))) == len(list(pdn.scan([file]))) == 4
    assert len(list(pdn.scan(file.parent))) == 4
