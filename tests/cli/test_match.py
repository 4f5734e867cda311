"""`crowned match` and `crowned analyse` as commands."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from crowned.engine import hub
from crowned.engine.match import ballot_tables
from crowned.notation import pdn
from crowned.position import ruleset
from crowned.rules import catalog
from tests.cli.tools import crowned

HUBS = hub.shipped_variants()
PLAIN = HUBS["normal"]
TOWERS = next(name for name in catalog.ids() if catalog.load(name)["scoring"] == "kings")
FAKE = Path(__file__).parents[1] / "protocols" / "fake_engine.py"


def test_a_match_of_levels(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    arguments = ("level:2", "level:1", "--ruleset", TOWERS, "--games", "5", "--jobs", "1", "--pdn", str(file))
    answer = crowned("match", *arguments, "--json").json
    assert answer["games"] == 6, "an opening is always played from both sides"
    assert answer["wins"] + answer["draws"] + answer["losses"] == 6
    assert answer["score"] == pytest.approx((answer["wins"] + answer["draws"] / 2) / 6, abs=1e-5)
    games = list(pdn.read_file(file))
    assert len(games) == 6
    assert {game.tags["White"] for game in games} == set(answer["players"])
    text = crowned("match", *arguments).out
    assert "6 games" in text
    assert "Elo" in text


def test_ballots_begin_the_games(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    rules = next(ruleset(name) for name in catalog.ids() if ballot_tables(ruleset(name)))
    known = {ballot.moves for ballot in ballot_tables(rules)[0].played}
    arguments = ("level:1", "level:1", "--ruleset", rules.id, "--games", "4", "--jobs", "1")
    crowned("match", *arguments, "--openings", "ballots", "--pdn", str(file))
    for loaded in pdn.read_file(file):
        moves = tuple(record.action.text for record in loaded.game.history)
        assert any(moves[: len(ballot)] == ballot for ballot in known)
    refused = crowned("match", *arguments, "--openings", "ballots:nine")
    assert refused.status == 2
    assert "there are no ballots" in refused.err


def test_a_test_that_says_no() -> None:
    arguments = ("level:1", "level:6", "--ruleset", PLAIN, "--games", "60", "--jobs", "1")
    result = crowned("match", *arguments, "--sprt", "0,100", "--json")
    assert result.status == 1
    assert result.json["sprt"]["accepted"] == 0
    assert result.json["games"] < 60


def test_faults_of_engines_are_told() -> None:
    engine = f"hub:{sys.executable} {FAKE} nonsense"
    text = crowned(
        "match", engine, "level:1", "--ruleset", PLAIN, "--games", "2", "--nodes", "9", "--jobs", "1"
    ).out
    assert "2 games do not count" in text
    assert "fault: Fake 7" in text


@pytest.mark.parametrize(
    "arguments",
    [
        ("nobody", "level:1"),
        ("engine", "level:1"),
        ("level:1", "level:1", "--sprt", "5"),
        ("level:1", "level:1", "--sprt", "5,1"),
        ("level:1", "level:1", "--games", "0"),
        ("level:1", "level:1", "--time", "soon"),
        ("level:1", "level:1", "--max-plies", "0"),
        ("level:1", "level:1", "--openings", "99"),
        ("level:1", "no-such.weights", "--nodes", "5"),
    ],
    ids=" ".join,
)
def test_bad_input_is_told_in_a_line(arguments: tuple[str, ...]) -> None:
    result = crowned("match", *arguments, "--ruleset", PLAIN, "--jobs", "1")
    assert result.status == 2
    assert len(result.err.strip().splitlines()) == 1


GAME = """\
[White "Anna"]
[Black "Bert"]
[GameType "20"]
[FEN "W:W27,32:B16,17"]

1. 27-21 {why not?} 16x38 *
"""


def test_analyse_writes_an_annotated_game(tmp_path: Path) -> None:
    file, output = tmp_path / "game.pdn", tmp_path / "annotated.pdn"
    file.write_text(GAME)
    result = crowned("analyse", str(file), "--nodes", "3000", "--output", str(output))
    assert result.status == 0
    assert "Anna" in result.err
    text = output.read_text()
    assert "27-21??" in text
    assert "(1. 32-28" in text
    assert "why not?" in text
    (loaded,) = pdn.read_file(output)
    assert [record.text for record in loaded.game.history] == ["27-21", "16x27x38"]


def test_analyse_answers_with_json(tmp_path: Path) -> None:
    file = tmp_path / "game.pdn"
    file.write_text(GAME)
    answer = crowned("analyse", str(file), "--nodes", "3000", "--json").json
    first, second = answer["moves"]
    assert (first["move"], first["best"], first["mark"]) == ("27-21", "32-28", "??")
    assert second["mark"] is None


def test_analyse_goes_on_after_a_bad_game(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(GAME.replace("16x38", "16x39") + GAME)
    result = crowned("analyse", str(file), "--nodes", "500", "-q")
    assert result.status == 1
    assert "game 1" in result.err
    assert "27-21" in result.out


def test_analyse_needs_a_game(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(GAME)
    assert crowned("analyse", str(file), "--game", "7").status == 2
    assert crowned("analyse", str(tmp_path / "none.pdn")).status == 2


def test_openings_come_from_a_file_of_ballots(tmp_path: Path) -> None:
    ballots, games = tmp_path / "ballots.pdn", tmp_path / "games.pdn"
    ballots.write_text('1. 32-28 17-22 *\n\n[FEN "B:W31,32,38:B12,18,19"]\n\n1. 18-23 *\n', encoding="utf-8")
    arguments = ("level:1", "level:1", "--ruleset", PLAIN, "--games", "4", "--jobs", "1", "--max-plies", "6")
    answer = crowned("match", *arguments, "--openings", str(ballots), "--pdn", str(games), "--json")
    assert answer.json["games"] == 4
    starts = [[record.text for record in game.game.history[:2]] for game in pdn.read_file(games)]
    assert starts[:2] == [["32-28", "17-22"]] * 2
    assert [start[0] for start in starts[2:]] == ["18-23"] * 2


def test_a_file_without_ballots_is_told(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pdn"
    empty.write_text("", encoding="utf-8")
    answer = crowned("match", "level:1", "level:1", "--ruleset", PLAIN, "--openings", str(empty))
    assert answer.status == 2
    assert "no opening" in answer.err
